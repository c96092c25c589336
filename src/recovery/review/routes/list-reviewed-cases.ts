import * as z from "zod";
import { defineOperation } from "../../../http/operation.ts";
import { lazy } from "../../../kernel/once.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { breaks } from "../../../kernel/schemas/field-rule.ts";
import { lineOfText } from "../../../kernel/schemas/schemas.ts";
import { ACTION_REASONS, REJECTION_REASONS } from "../../../protocol/enumerations.ts";
import type { CaseFilter } from "../../case/case-filter.ts";
import { askedFor, caseListQuery, continuationFields, continuationOf } from "../../case/case-list.ts";
import { COURT_ORDER_LENGTHS } from "../../case/case-schemas.ts";
import { reviewedSummaryOf, reviewedSummaryResponse } from "../reviewed-summary.ts";

export const reviewedCasesQuery = lazy(() =>
	caseListQuery()
		.extend({
			statusReason: z.enum([...ACTION_REASONS, ...REJECTION_REASONS]).optional(),
			developerId: z
				.string()
				.regex(/^dev_[0-9a-f]{32}$/, "must be `dev_` and 32 lower-case hex digits")
				.optional()
				.meta({ description: doc("Only the cases of this developer.") }),
			fullCaseNumber: lineOfText(COURT_ORDER_LENGTHS.fullCaseNumber)
				.optional()
				.meta({
					description: doc("Only cases whose court order has this number, in any letter case."),
					example: doc("1:26-cv-00042"),
				}),
			sort: z
				.enum(["oldest", "newest"])
				.optional()
				.meta({
					description: doc(
						"The order of the cases; by default the oldest comes first. Send the same value while you follow `nextCursor`.",
					),
				}),
		})
		.refine(({ changedSince, sort }) => changedSince === undefined || sort === undefined, {
			...breaks("not_allowed", "does not go with `changedSince`, whose list is in the order of the changes"),
			path: ["sort"],
		}),
);

export const reviewedCaseListResponse = lazy(() =>
	z
		.strictObject({
			data: z.array(reviewedSummaryResponse()),
			...continuationFields(),
			total: z.strictObject({ count: z.int().min(0), isExact: z.boolean() }).meta({
				description: doc(
					"The number of cases that match the filters, on all pages. The service counts among the first 1,000 cases of the list. If `isExact` is false, there may be more than `count`.",
				),
			}),
		})
		.meta({ id: "ReviewedCaseList" }),
);

/** recovery.md "Review". */
export const reviewCases = defineOperation({
	operationId: "reviewRecoveryCases",
	method: "GET",
	path: "/review/recovery-cases",
	tag: "Review",
	summary: doc("List every case, oldest first"),
	policy: "reviewer",
	readOnly: true,
	query: reviewedCasesQuery,
	responses: { 200: { description: doc("One page of cases."), schema: reviewedCaseListResponse } },
	errors: [],
	handler: async ({ query, services }) => {
		const { developerId, statusReason, fullCaseNumber, sort, ...common } = query;
		const asked = askedFor(common);
		const filter: CaseFilter = {
			...asked.filter,
			owner: developerId === undefined ? { everybody: true } : { developerId },
			statusReason,
			fullCaseNumber,
			isOldestFirst: sort !== "newest",
		};
		const page = await services.caseReview.list(filter, asked.after, asked.limit);
		const { rows, total } = page;
		return {
			status: 200,
			body: { data: rows.map(reviewedSummaryOf), ...continuationOf(asked, page), total },
		};
	},
});
