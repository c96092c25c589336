import * as z from "zod";
import {
	emailSchema,
	mailedCodeBody,
	mailStopSchema,
	presentMailStop,
} from "../developers/account/account-schemas.ts";
import { lazy } from "../kernel/once.ts";
import { doc } from "../kernel/schemas/doc.ts";
import { lazyObject } from "../kernel/schemas/lazy-object.ts";
import { timestampSchema } from "../kernel/schemas/schemas.ts";
import { isoTime, isoTimeOrNull } from "../kernel/time/iso-time.ts";
import { caseIdSchema, caseName } from "../recovery/case/case-schemas.ts";
import type { ShownWatcher } from "./watcher-service.ts";

const watcherIdSchema = () =>
	z.string().regex(/^wat_[0-9a-f]{32}$/, "must be `wat_` and 32 lower-case hex digits");

export const watcherIdParam = lazyObject(() => ({ watcherId: watcherIdSchema() }));

const caseField = () =>
	caseName()
		.optional()
		.describe(
			doc(
				"A case that is recovered to your account. Without it, every case that names your account as lost.",
			),
		);

export const watcherBody = lazyObject("WatcherRequest", () => ({
	email: emailSchema(),
	caseId: caseField(),
}));

export const watcherQuery = lazyObject(() => ({ caseId: caseField() }));

export const watcherCodeBody = lazy(() => mailedCodeBody("WatcherCode"));

export const watcherSchema = lazyObject(
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

export const watcherListResponse = lazyObject("WatcherList", () => ({ data: z.array(watcherSchema()) }));

export function presentWatcher(watcher: ShownWatcher) {
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
