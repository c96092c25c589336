/** Operations of owners and claimants who want to be told by mail (mail.md "Watchers", "Claimants"). */
import * as z from "zod";
import {
	doneResponse,
	emailSchema,
	mailedCodeBody,
	mailStopSchema,
	presentMailStop,
} from "../developers/account/account-schemas.ts";
import { defineOperation } from "../http/operation.ts";
import { preferredLanguage } from "../kernel/languages.ts";
import { lazy } from "../kernel/once.ts";
import { doc } from "../kernel/schemas/doc.ts";
import { lazyObject } from "../kernel/schemas/lazy-object.ts";
import { timestampSchema } from "../kernel/schemas/schemas.ts";
import { isoTime, isoTimeOrNull } from "../kernel/time/iso-time.ts";
import { caseIdSchema, caseName } from "../recovery/case/case-schemas.ts";
import type { ShownWatcher } from "./watcher-service.ts";

const watcherIdSchema = () =>
	z.string().regex(/^wat_[0-9a-f]{32}$/, "must be `wat_` and 32 lower-case hex digits");

const watcherIdParam = lazyObject(() => ({ watcherId: watcherIdSchema() }));

const caseField = () =>
	caseName()
		.optional()
		.describe(
			doc(
				"A case that is recovered to your account. Without it, every case that names your account as lost.",
			),
		);

const watcherBody = lazyObject("WatcherRequest", () => ({
	email: emailSchema(),
	caseId: caseField(),
}));

const watcherQuery = lazyObject(() => ({ caseId: caseField() }));

const watcherCodeBody = lazy(() => mailedCodeBody("WatcherCode"));

const watcherSchema = lazyObject(
	{
		id: "Watcher",
		description: doc("An e-mail address that is told when a case names the account, or of one case."),
	},
	() => ({
		watcherId: watcherIdSchema(),
		caseId: caseIdSchema()
			.nullable()
			.describe(doc("The case of which it is told; null for all cases of the account.")),
		email: z.string().meta({
			description: doc("The address with most of its letters left out, also for its owner."),
			example: doc("a…@e….com"),
		}),
		addedAt: timestampSchema(),
		confirmedAt: timestampSchema()
			.nullable()
			.describe(
				doc("Null until the code that was mailed to the address is sent. Nothing else is mailed before."),
			),
		removedAt: timestampSchema().nullable().describe(doc("When it goes; null while it stays.")),
		mailStopped: mailStopSchema()
			.nullable()
			.describe(
				doc(
					"Null while the address takes mail. Otherwise it is told of nothing; `POST /watchers/{watcherId}/resume` mails a code that lifts it.",
				),
			),
	}),
);

const watcherListResponse = lazyObject("WatcherList", () => ({ data: z.array(watcherSchema()) }));

function presentWatcher(watcher: ShownWatcher) {
	const { watcherId, caseId, masked, createdAt, confirmedAt, removedAt, mailStop } = watcher;
	return {
		watcherId,
		caseId: caseId === "" ? null : caseId,
		email: masked,
		addedAt: isoTime(createdAt),
		confirmedAt: isoTimeOrNull(confirmedAt),
		removedAt: isoTimeOrNull(removedAt),
		mailStopped: mailStop && presentMailStop(mailStop),
	};
}

const tag = "Watchers";

const listWatchers = defineOperation({
	operationId: "listWatchers",
	method: "GET",
	path: "/watchers",
	tag,
	summary: doc("List the e-mail addresses that watch your account, or a case of yours"),
	description: doc(
		"Of the session's account: on every chain if a key proved it, otherwise on the contract's chain.",
	),
	policy: "wallet_session",
	readOnly: true,
	query: watcherQuery,
	responses: { 200: { description: doc("At most two addresses."), schema: watcherListResponse } },
	handler: async ({ principal: wallet, query: { caseId }, services }) => {
		const watchers = await services.watchers.list({ wallet, caseId });
		return { status: 200, body: { data: watchers.map(presentWatcher) } };
	},
});

const addWatcher = defineOperation({
	operationId: "addWatcher",
	method: "POST",
	path: "/watchers",
	tag,
	summary: doc("Have an e-mail address told when a case names your account, or of a case of yours"),
	description: doc(
		"Mails a code to the address, in the language that `Accept-Language` prefers. Send it within a day to `POST /watchers/confirm` in a session of the same account. An account has at most two addresses, and so has a case. A claimant names the case that is recovered to her account. An address gets one code a day, which confirms it for every account that asks in that time. A repetition returns the address that is there.",
	),
	policy: "wallet_session",
	body: watcherBody,
	responses: { 201: { description: doc("The address; a code is on its way to it."), schema: watcherSchema } },
	errors: ["RATE_LIMITED", "RESOURCE_NOT_FOUND"],
	handler: async ({ principal: wallet, body, services, headers, clientAddress, audit, now }) => {
		const language = preferredLanguage(headers);
		const watcher = await services.watchers.add({ wallet, ...body, language, clientAddress, now });
		await audit({ action: "watcher.added", target: watcher.watcherId });
		return { status: 201, body: presentWatcher(watcher) };
	},
});

const resumeWatcher = defineOperation({
	operationId: "resumeWatcher",
	method: "POST",
	path: "/watchers/{watcherId}/resume",
	tag,
	summary: doc("Mail a code to an address whose mail has been stopped"),
	description: doc(
		"For a confirmed address with `mailStopped`, once a day. Send the code to `POST /watchers/confirm`. Any other address gets nothing.",
	),
	policy: "wallet_session",
	params: watcherIdParam,
	responses: { 202: { description: doc("The address."), schema: watcherSchema } },
	errors: ["RESOURCE_NOT_FOUND", "RATE_LIMITED"],
	handler: async ({ principal: wallet, params: { watcherId }, services, clientAddress, now }) => {
		const watcher = await services.watchers.resume({ wallet, watcherId, clientAddress, now });
		return { status: 202, body: presentWatcher(watcher) };
	},
});

const confirmWatcher = defineOperation({
	operationId: "confirmWatcher",
	method: "POST",
	path: "/watchers/confirm",
	tag,
	summary: doc("Confirm an e-mail address with the mailed code"),
	description: doc("An address whose mail has been stopped takes mail again."),
	policy: "wallet_session",
	body: watcherCodeBody,
	responses: { 200: { description: doc("The address, which is told from now on."), schema: watcherSchema } },
	handler: async ({ principal: wallet, body: { code }, services, audit, now }) => {
		const watcher = await services.watchers.confirm({ wallet, code, now });
		await audit({ action: "watcher.confirmed", target: watcher.watcherId });
		return { status: 200, body: presentWatcher(watcher) };
	},
});

const removeWatcher = defineOperation({
	operationId: "removeWatcher",
	method: "DELETE",
	path: "/watchers/{watcherId}",
	tag,
	summary: doc("Remove an e-mail address"),
	description: doc(
		"An address that is not confirmed, or of a case, goes at once. Another one goes after seven days, and a mail tells it so at once, with a code that keeps it: whoever has stolen a key would begin here.",
	),
	policy: "wallet_session",
	params: watcherIdParam,
	responses: {
		200: { description: doc("The address, with the time of its removal."), schema: watcherSchema },
	},
	errors: ["RESOURCE_NOT_FOUND"],
	handler: async ({ principal: wallet, params: { watcherId }, services, audit, now }) => {
		const watcher = await services.watchers.remove({ wallet, watcherId, now });
		await audit({ action: "watcher.removed", target: watcherId });
		return { status: 200, body: presentWatcher(watcher) };
	},
});

const keepWatcher = defineOperation({
	operationId: "keepWatcher",
	method: "POST",
	path: "/watchers/keep",
	tag,
	summary: doc("Keep an e-mail address that is being removed"),
	description: doc("With the code of the mail that told of the removal. Needs no session."),
	policy: "public",
	rateLimited: true,
	body: watcherCodeBody,
	responses: { 200: { description: doc("The address stays."), schema: doneResponse } },
	handler: async ({ body: { code }, services, audit, now }) => {
		await services.watchers.keep({ code, now });
		await audit({ action: "watcher.kept" });
		return { status: 200, body: {} };
	},
});

export const watcherOperations = [
	listWatchers,
	addWatcher,
	resumeWatcher,
	confirmWatcher,
	removeWatcher,
	keepWatcher,
] as const;
