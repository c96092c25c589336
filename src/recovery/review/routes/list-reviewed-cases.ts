import { defineOperation } from "../../../http/operation.ts";
import { nextCursorOf, parseCursor } from "../../case/page-cursor.ts";
import { reviewedSummaryOf } from "../../case/present-cases.ts";
import { DEFAULT_PAGE_SIZE } from "../../schemas.ts";
import { reviewCasesQuery } from "../review-schemas.ts";

/** recovery.md "Beyond the specification": reviewers see the cases of all. */
export const reviewCases = defineOperation({
	operationId: "reviewRecoveryCases",
	method: "GET",
	path: "/review/recovery-cases",
	tag: "Review",
	summary: "List every case, newest first",
	policy: "reviewer",
	readOnly: true,
	query: reviewCasesQuery,
	responses: { 200: "One page of cases." },
	errors: [],
	handler: async ({ query, services }) => {
		const { status, statusReason, chainId, account, developerId, limit, cursor } = query;
		const { rows, next } = await services.recovery.list(
			{
				of: developerId === undefined ? { everybody: true } : { developerId },
				status,
				statusReason,
				chainId: chainId === undefined ? undefined : Number(chainId),
				account: account?.toLowerCase(),
			},
			parseCursor(cursor),
			limit === undefined ? DEFAULT_PAGE_SIZE : Number(limit),
		);
		return { status: 200, body: { data: rows.map(reviewedSummaryOf), nextCursor: nextCursorOf(next) } };
	},
});
