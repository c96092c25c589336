/** Adds the developer, the court order and the number of documents for reviewers. */
import * as z from "zod";
import { lazy } from "../../kernel/once.ts";
import type { CaseRow } from "../case/case-index.d1.ts";
import { caseSummaryOf, caseSummaryResponse } from "../case/case-list.ts";
import { VERIFICATIONS } from "../case/case-state.ts";

export const reviewedSummaryResponse = /* @__PURE__ */ lazy(() =>
	caseSummaryResponse()
		.extend({
			developerId: z
				.string()
				.nullable()
				.meta({ description: "The developer who owns the case. Null for a case from the hosted app." }),
			courtOrder: z
				.strictObject({ fullCaseNumber: z.string(), verification: z.enum(VERIFICATIONS) })
				.nullable()
				.meta({ description: "Null if the case has no court order." }),
			documentCount: z.int().min(0).nullable().meta({
				description:
					"Null for some minutes after an upgrade from a version that did not list it. Then `courtOrder` is not known either.",
			}),
		})
		.meta({ id: "ReviewedCaseSummary" }),
);

export function reviewedSummaryOf(row: CaseRow) {
	const { developerId, fullCaseNumber, orderVerification, documents } = row;
	return {
		...caseSummaryOf(row),
		developerId,
		courtOrder: orderVerification && { fullCaseNumber, verification: orderVerification },
		documentCount: documents,
	};
}
