/** Reviewers also see the developer. */
import * as z from "zod";
import { lazy } from "../../kernel/once.ts";
import type { CaseRow } from "../case/case-index.d1.ts";
import { type CaseSummary, caseSummaryOf, caseSummaryResponse } from "../case/case-list.ts";

export const reviewedSummaryResponse = /* @__PURE__ */ lazy(() =>
	caseSummaryResponse()
		.extend({
			developerId: z
				.string()
				.nullable()
				.meta({ description: "The developer who owns the case. Null for a case from the hosted app." }),
		})
		.meta({ id: "ReviewedCaseSummary" }),
);

export function reviewedSummaryOf(row: CaseRow): CaseSummary & { developerId: string | null } {
	return { ...caseSummaryOf(row), developerId: row.developerId };
}
