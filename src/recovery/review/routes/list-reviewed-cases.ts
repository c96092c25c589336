import * as z from "zod";
import { defineOperation } from "../../../http/operation.ts";
import { lazy } from "../../../kernel/once.ts";
import { nextCursorField } from "../../../kernel/page-fields.ts";
import { pageSizeOf } from "../../../kernel/paging.ts";
import type { CaseFilter } from "../../case/case-index.d1.ts";
import { caseListQuery, nextCursorOf, parseCursor } from "../../case/case-list.ts";
import { ACTION_REASONS, REJECTION_REASONS } from "../../case/case-state.ts";
import { reviewedSummaryOf, reviewedSummaryResponse } from "../reviewed-summary.ts";

const reviewedCasesQuery = lazy(() =>
	caseListQuery().extend({
		statusReason: z.enum([...ACTION_REASONS, ...REJECTION_REASONS]).optional(),
		developerId: z
			.string()
			.regex(/^dev_[0-9a-f]{32}$/, "must be `dev_` and 32 lower-case hex digits")
			.optional()
			.meta({ description: "Only the cases of this developer." }),
	}),
);

export const reviewedCaseListResponse = /* @__PURE__ */ lazy(() =>
	z
		.strictObject({ data: z.array(reviewedSummaryResponse()), nextCursor: nextCursorField() })
		.meta({ id: "ReviewedCaseList" }),
);

/** recovery.md "Beyond the specification". */
export const reviewCases = defineOperation({
	operationId: "reviewRecoveryCases",
	method: "GET",
	path: "/review/recovery-cases",
	tag: "Review",
	summary: "List every case, newest first",
	policy: "reviewer",
	readOnly: true,
	query: reviewedCasesQuery,
	responses: { 200: "One page of cases." },
	errors: [],
	handler: async ({ query, services }) => {
		const { status, statusReason, chainId, account, developerId, limit, cursor } = query;
		const filter: CaseFilter = {
			owner: developerId === undefined ? { everybody: true } : { developerId },
			status,
			statusReason,
			chainId: chainId === undefined ? undefined : Number(chainId),
			account: account?.toLowerCase(),
		};
		const { rows, next } = await services.recovery.list(filter, parseCursor(cursor), pageSizeOf(limit));
		return { status: 200, body: { data: rows.map(reviewedSummaryOf), nextCursor: nextCursorOf(next) } };
	},
});
