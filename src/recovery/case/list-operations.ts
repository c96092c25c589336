import * as z from "zod";
import { defineOperation } from "../../http/operation.ts";
import type { PrincipalOf } from "../../http/policies.ts";
import { toChecksumAddress } from "../../kernel/crypto/address.ts";
import { lazy } from "../../kernel/once.ts";
import { pageFields, pageSchema } from "../../kernel/paging/page-fields.ts";
import { pageSizeOf } from "../../kernel/paging/paging.ts";
import { doc } from "../../kernel/schemas/doc.ts";
import { lazyObject } from "../../kernel/schemas/lazy-object.ts";
import { addressSchema, chainIdSchema, timestampSchema } from "../../kernel/schemas/schemas.ts";
import { isoTime, isoTimeOrNull } from "../../kernel/time/iso-time.ts";
import { RECOVERY_REASONS } from "../../protocol/intent.ts";
import type { CaseFilter } from "./case-filter.ts";
import type { CaseRow } from "./case-index.d1.ts";
import {
	askedFor,
	caseListQuery,
	caseSummaryOf,
	caseSummaryResponse,
	chainIdText,
	continuationFields,
	continuationOf,
	nextCursorOf,
	parseCursor,
} from "./case-list.ts";
import { caseIdSchema, caseStatusSchema, jrcHashSchema } from "./case-schemas.ts";
import { NOTICES_PER_ACCOUNT } from "./case-service.ts";

export const caseListResponse = lazyObject("RecoveryCaseList", () => ({
	data: z.array(caseSummaryResponse()),
	...continuationFields(),
}));

/** recovery.md "GET /recovery-cases". */
export const listCases = defineOperation({
	operationId: "listRecoveryCases",
	method: "GET",
	path: "/recovery-cases",
	tag: "Recovery cases",
	summary: doc("List your cases, newest first"),
	description: doc(
		"A wallet session lists the cases that name its account. If a contract proved the session, only the cases on that chain are listed. On a page of an allowlisted origin, only those of the origin's developer are listed.",
	),
	policy: "developer_or_wallet",
	cors: "allowlisted",
	readOnly: true,
	query: caseListQuery,
	responses: { 200: { description: doc("One page of your cases."), schema: caseListResponse } },
	handler: async ({ query, principal, services }) => {
		const asked = askedFor(query);
		const { filter, after, limit } = asked;
		const page = await services.recovery.list({ ...filter, owner: ownerOf(principal) }, after, limit);
		return { status: 200, body: { data: page.rows.map(caseSummaryOf), ...continuationOf(asked, page) } };
	},
});

function ownerOf(principal: PrincipalOf["developer_or_wallet"]): CaseFilter["owner"] {
	if (principal.kind === "wallet") {
		const { address: walletAddress, chainId: provenOn, page } = principal;
		return { walletAddress, provenOn, through: page?.developerId };
	}
	return { developerId: principal.developerId };
}

const noticesQuery = lazyObject(() => ({
	chainId: chainIdText().optional().describe(doc("Only on this chain. Without it, on every chain.")),
	account: addressSchema(),
	...pageFields(),
}));

const MAX_ACCOUNTS = 100;

const noticeFields = lazy(() => ({
	caseId: caseIdSchema(),
	jrcHash: jrcHashSchema(),
	chainId: chainIdSchema(),
	reasonForRecovery: z
		.enum(RECOVERY_REASONS)
		.describe(doc("A contest closes a case of a lost key, and halts any other.")),
	status: caseStatusSchema(),
	isContested: z.boolean().describe(doc("Whether the case is halted because the lost account contested it.")),
	executeAfter: timestampSchema().nullable(),
	createdAt: timestampSchema(),
}));

const noticeSearchBody = lazyObject("NoticeSearch", () => ({
	accounts: z
		.array(addressSchema())
		.min(1, "must name at least one account")
		.max(MAX_ACCOUNTS, `must name at most ${MAX_ACCOUNTS} accounts`),
}));

const foundNoticesResponse = lazyObject("FoundNotices", () => ({
	data: z.array(z.strictObject({ account: addressSchema(), ...noticeFields() })),
}));

export const noticesResponse = pageSchema(
	{ id: "NoticeList", description: doc("Open cases that name the account as lost, oldest first.") },
	() => z.strictObject(noticeFields()),
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
	handler: async ({ body: { accounts }, services }) => {
		const rows = await services.recovery.noticesOf(accounts);
		const data = rows.map((row) => ({ account: toChecksumAddress(row.lostAccount), ...noticeOf(row) }));
		return { status: 200, body: { data } };
	},
});

function noticeOf({ caseId, jrcHash, chainId, reason, status, statusReason, ...times }: CaseRow) {
	return {
		...{ caseId, jrcHash, chainId, reasonForRecovery: reason, status },
		isContested: statusReason === "contested",
		executeAfter: isoTimeOrNull(times.executeAfter),
		createdAt: isoTime(times.createdAt),
	};
}
