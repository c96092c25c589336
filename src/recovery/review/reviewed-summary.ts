/** Adds the developer, the court order and the number of documents for reviewers. */
import * as z from "zod";
import { lazy } from "../../kernel/once.ts";
import { doc } from "../../kernel/schemas/doc.ts";
import { timestampSchema } from "../../kernel/schemas/schemas.ts";
import { isoTime, isoTimeOrNull } from "../../kernel/time/iso-time.ts";
import type { CaseRow } from "../case/case-index.d1.ts";
import { caseSummaryOf, caseSummaryResponse } from "../case/case-list.ts";
import { notWatchedResponse } from "../case/case-record.ts";

export const reviewedSummaryResponse = lazy(() =>
	caseSummaryResponse()
		.extend({
			developerId: z
				.string()
				.nullable()
				.describe(doc("The developer who owns the case. Null for a case from the hosted app.")),
			fullCaseNumber: z
				.string()
				.nullable()
				.describe(doc("The number of the court order. Null if the case has none.")),
			notWatched: notWatchedResponse()
				.nullable()
				.describe(doc("Null while the lost account is watched, or need not be.")),
			stopUntil: timestampSchema()
				.nullable()
				.describe(
					doc(
						"Until when the recovery module could still move what this halted or closed case names, because reviewers have approved it before: they should stop it on the chain. Null if there is nothing to stop.",
					),
				),
			documentCount: z.int().min(0),
		})
		.meta({ id: "ReviewedCaseSummary" }),
);

export function reviewedSummaryOf(row: CaseRow) {
	const { developerId, fullCaseNumber, documents, notWatchedSince: since, notWatchedBecause: because } = row;
	return {
		...caseSummaryOf(row),
		...{ developerId, fullCaseNumber },
		notWatched: since !== null && because !== null ? { since: isoTime(since), because } : null,
		stopUntil: isoTimeOrNull(row.stopUntil),
		documentCount: documents,
	};
}
