/** Operations of developers who want to be told when a case names an account of their users (webhooks.md "Watched accounts"). */
import * as z from "zod";
import { defineOperation } from "../http/operation.ts";
import { toChecksumAddress } from "../kernel/crypto/address.ts";
import { lazy } from "../kernel/once.ts";
import { cursorError } from "../kernel/paging/cursors.ts";
import { pageFields, pageSchema } from "../kernel/paging/page-fields.ts";
import { pageOf } from "../kernel/paging/paging.ts";
import { doc } from "../kernel/schemas/doc.ts";
import { lazyObject } from "../kernel/schemas/lazy-object.ts";
import { addressSchema, chainIdSchema, timestampSchema, wholeNumberText } from "../kernel/schemas/schemas.ts";
import { isoTime } from "../kernel/time/iso-time.ts";
import { MAX_WATCHED, MAX_WATCHED_WITH_ORIGIN, type WatchedKey } from "./watched-accounts.d1.ts";

const tag = "Watched accounts";

const MAX_ACCOUNTS = 1_000;
const DEFAULT_PAGE_SIZE = 100;
const EVERY_CHAIN = 0;

const selectionBody = lazyObject("WatchedAccountSelection", () => ({
	accounts: z
		.array(addressSchema())
		.min(1, "must name at least one account")
		.max(MAX_ACCOUNTS, `must name at most ${MAX_ACCOUNTS} accounts`),
	chainId: chainIdSchema()
		.optional()
		.describe(doc("Cases on this chain. Without it, on every chain, which is watched apart.")),
}));

const watchedField = lazy(() =>
	z.int().meta({ description: doc("How many accounts you watch now."), example: 2 }),
);

const watchedResponse = lazyObject("WatchedCount", () => ({ watched: watchedField() }));

const unwatchedResponse = lazyObject("UnwatchedCount", () => ({ removed: z.int(), watched: watchedField() }));

const listQuery = lazyObject(() => ({
	...pageFields(),
	limit: wholeNumberText(1, MAX_ACCOUNTS)
		.optional()
		.describe(doc(`Page size; ${DEFAULT_PAGE_SIZE} by default.`)),
}));

const listResponse = pageSchema("WatchedAccountList", () =>
	z.strictObject({
		account: addressSchema(),
		chainId: chainIdSchema().nullable().describe(doc("Null: every chain.")),
		addedAt: timestampSchema(),
	}),
);

const watchAccounts = defineOperation({
	operationId: "watchAccounts",
	method: "POST",
	path: "/watched-accounts",
	tag,
	summary: doc("Watch accounts of your users"),
	description: doc(
		`From now on you get \`account.claimed\` when a case names one of them as lost, and \`account.claim_changed\` with each further event of that case, and \`account.recovery_scheduled\` when the recovery module schedules a recovery that no case allows: in \`GET /events\`, and by webhook at the endpoints that name these types. \`POST /notices/search\` finds the cases that are open already. All accounts are added or none; one that you watch stays. An account may watch ${MAX_WATCHED}, or ${MAX_WATCHED_WITH_ORIGIN} once it has an allowed browser origin.`,
	),
	policy: "developer",
	body: selectionBody,
	responses: { 200: { description: doc("The accounts are watched."), schema: watchedResponse } },
	errors: ["RATE_LIMITED"],
	handler: async ({ principal: { developerId }, body: { accounts, chainId }, services, now, audit }) => {
		await services.developers.requireConfirmed(developerId);
		const watched = await services.watchedAccounts.add({ developerId, accounts, chainId, now });
		await audit({ action: "watched_accounts.added" });
		return { status: 200, body: { watched } };
	},
});

const unwatchAccounts = defineOperation({
	operationId: "unwatchAccounts",
	method: "DELETE",
	path: "/watched-accounts",
	tag,
	summary: doc("Watch accounts no longer"),
	description: doc(
		"Those that were added with this `chainId`, or without one. One that you do not watch is ignored.",
	),
	policy: "developer",
	body: selectionBody,
	responses: { 200: { description: doc("The accounts are no longer watched."), schema: unwatchedResponse } },
	handler: async ({ principal: { developerId }, body: { accounts, chainId }, services, audit }) => {
		const result = await services.watchedAccounts.remove({ developerId, accounts, chainId });
		await audit({ action: "watched_accounts.removed" });
		return { status: 200, body: result };
	},
});

const listWatchedAccounts = defineOperation({
	operationId: "listWatchedAccounts",
	method: "GET",
	path: "/watched-accounts",
	tag,
	summary: doc("List the accounts that you watch"),
	policy: "developer",
	readOnly: true,
	query: listQuery,
	responses: { 200: { description: doc("One page, by address."), schema: listResponse } },
	handler: async ({ query: { limit, cursor }, principal: { developerId }, services }) => {
		const size = limit === undefined ? DEFAULT_PAGE_SIZE : Number(limit);
		const found = await services.watchedAccounts.list(developerId, parseCursor(cursor), size);
		const { rows, next } = pageOf(found, size, ({ account, chainId }): WatchedKey => ({ account, chainId }));
		const data = rows.map(({ account, chainId, addedAt }) => ({
			account: toChecksumAddress(account),
			chainId: chainId === EVERY_CHAIN ? null : chainId,
			addedAt: isoTime(addedAt),
		}));
		return { status: 200, body: { data, nextCursor: next ? `${next.account}.${next.chainId}` : null } };
	},
});

/** @throws AppError INPUT_VALIDATION_ERROR for a cursor of another list */
function parseCursor(cursor: string | undefined): WatchedKey | undefined {
	if (cursor === undefined) return undefined;
	const [, account, chainId] = /^(0x[0-9a-f]{40})\.(\d{1,15})$/.exec(cursor) ?? [];
	if (account === undefined) throw cursorError();
	return { account, chainId: Number(chainId) };
}

export const watchedAccountOperations = [watchAccounts, listWatchedAccounts, unwatchAccounts] as const;
