import * as z from "zod";
import { defineOperation } from "../../../http/operation.ts";
import { isoTimeOrNull } from "../../../kernel/iso-time.ts";
import { lazy } from "../../../kernel/once.ts";
import { nextCursorField, pageFields } from "../../../kernel/page-fields.ts";
import { pageSizeOf } from "../../../kernel/paging.ts";
import { addressSchema, chainIdSchema, timestampSchema } from "../../../kernel/schemas.ts";
import type { CaseRow } from "../case-index.d1.ts";
import { chainIdText, nextCursorOf, parseCursor } from "../case-list.ts";
import { caseIdSchema, caseStatusSchema, jrcHashSchema } from "../case-schemas.ts";

const noticesQuery = lazy(() =>
	z.strictObject({
		chainId: chainIdText()
			.optional()
			.meta({ description: "Only on this chain. Without it, on every chain." }),
		account: addressSchema(),
		...pageFields(),
	}),
);

export const noticesResponse = lazy(() =>
	z
		.strictObject({
			data: z.array(
				z.strictObject({
					caseId: caseIdSchema(),
					jrcHash: jrcHashSchema(),
					chainId: chainIdSchema(),
					status: caseStatusSchema(),
					executeAfter: timestampSchema().nullable(),
				}),
			),
			nextCursor: nextCursorField(),
		})
		.meta({ id: "NoticeList", description: "Open cases that name the account as lost, oldest first." }),
);

/** recovery.md "Beyond the specification". */
export const listNotices = defineOperation({
	operationId: "listNotices",
	method: "GET",
	path: "/notices",
	tag: "Recovery cases",
	summary: "Find open cases that name an account as lost",
	policy: "public",
	cors: "public",
	readOnly: true,
	rateLimited: true,
	query: noticesQuery,
	responses: { 200: { description: "One page of open cases, oldest first.", schema: noticesResponse } },
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

function noticeOf({ caseId, jrcHash, chainId, status, executeAfter }: CaseRow) {
	return { caseId, jrcHash, chainId, status, executeAfter: isoTimeOrNull(executeAfter) };
}
