import * as z from "zod";
import { defineOperation } from "../../../http/operation.ts";
import { toChecksumAddress } from "../../../kernel/crypto/address.ts";
import { lazy } from "../../../kernel/once.ts";
import { nextCursorField, pageFields } from "../../../kernel/paging/page-fields.ts";
import { pageSizeOf } from "../../../kernel/paging/paging.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { addressSchema, chainIdSchema, timestampSchema } from "../../../kernel/schemas/schemas.ts";
import { isoTimeOrNull } from "../../../kernel/time/iso-time.ts";
import type { CaseRow } from "../case-index.d1.ts";
import { chainIdText, nextCursorOf, parseCursor } from "../case-list.ts";
import { caseIdSchema, caseStatusSchema, jrcHashSchema } from "../case-schemas.ts";
import { NOTICES_PER_ACCOUNT } from "../case-service.ts";

const noticesQuery = lazy(() =>
	z.strictObject({
		chainId: chainIdText()
			.optional()
			.meta({ description: doc("Only on this chain. Without it, on every chain.") }),
		account: addressSchema(),
		...pageFields(),
	}),
);

const MAX_ACCOUNTS = 100;

const noticeFields = lazy(() => ({
	caseId: caseIdSchema(),
	jrcHash: jrcHashSchema(),
	chainId: chainIdSchema(),
	status: caseStatusSchema(),
	executeAfter: timestampSchema().nullable(),
}));

const noticeSearchBody = lazy(() =>
	z
		.strictObject({
			accounts: z
				.array(addressSchema())
				.min(1, "must name at least one account")
				.max(MAX_ACCOUNTS, `must name at most ${MAX_ACCOUNTS} accounts`),
		})
		.meta({ id: "NoticeSearch" }),
);

const foundNoticesResponse = lazy(() =>
	z
		.strictObject({ data: z.array(z.strictObject({ account: addressSchema(), ...noticeFields() })) })
		.meta({ id: "FoundNotices" }),
);

export const noticesResponse = lazy(() =>
	z
		.strictObject({
			data: z.array(z.strictObject(noticeFields())),
			nextCursor: nextCursorField(),
		})
		.meta({ id: "NoticeList", description: doc("Open cases that name the account as lost, oldest first.") }),
);

/** recovery.md "Beyond the specification". */
export const listNotices = defineOperation({
	operationId: "listNotices",
	method: "GET",
	path: "/notices",
	tag: "Recovery cases",
	summary: doc("Find open cases that name an account as lost"),
	policy: "public",
	cors: "public",
	readOnly: true,
	rateLimited: true,
	query: noticesQuery,
	responses: { 200: { description: doc("One page of open cases, oldest first."), schema: noticesResponse } },
	errors: [],
	handler: async ({ query, services }) => {
		const { chainId, account, limit, cursor } = query;
		const lost = {
			chainId: chainId === undefined ? undefined : Number(chainId),
			account: account.toLowerCase(),
		};
		const { rows, next } = await services.recovery.notices(lost, parseCursor(cursor), pageSizeOf(limit));
		return { status: 200, body: { data: rows.map(noticeOf), nextCursor: nextCursorOf(next) } };
	},
});

/** `POST`, because the addresses of a hundred accounts are too long for a query. */
export const searchNotices = defineOperation({
	operationId: "searchNotices",
	method: "POST",
	path: "/notices/search",
	tag: "Recovery cases",
	summary: doc("Find open cases of up to a hundred accounts"),
	description: doc(
		`For a partner who warns its users. The ${NOTICES_PER_ACCOUNT} oldest open cases of each account, on every chain; \`GET /notices\` lists all of one. Counts as one call of your account.`,
	),
	policy: "developer",
	readOnly: true,
	body: noticeSearchBody,
	responses: { 200: { description: doc("Open cases, by account and age."), schema: foundNoticesResponse } },
	errors: [],
	handler: async ({ body: { accounts }, services }) => {
		const rows = await services.recovery.noticesOf(accounts);
		const data = rows.map((row) => ({ account: toChecksumAddress(row.lostAccount), ...noticeOf(row) }));
		return { status: 200, body: { data } };
	},
});

function noticeOf({ caseId, jrcHash, chainId, status, executeAfter }: CaseRow) {
	return { caseId, jrcHash, chainId, status, executeAfter: isoTimeOrNull(executeAfter) };
}
