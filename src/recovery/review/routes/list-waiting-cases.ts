import * as z from "zod";
import { defineOperation } from "../../../http/operation.ts";
import { lazy } from "../../../kernel/once.ts";
import { nextCursorField, pageFields } from "../../../kernel/paging/page-fields.ts";
import { pageSizeOf } from "../../../kernel/paging/paging.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { nextCursorOf, parseCursor } from "../../case/case-list.ts";
import { reviewedSummaryOf, reviewedSummaryResponse } from "../reviewed-summary.ts";
import { MAX_OTHER_WAITING } from "../waiting-cases.d1.ts";

const waitingCasesQuery = lazy(() =>
	z.strictObject({
		filer: z
			.string()
			.regex(
				/^(dev_[0-9a-f]{32}|anon:[0-9a-f-]{36}|wallet:(\d{1,16}:)?0x[0-9a-f]{40})$/,
				"must be the `filer` of a line",
			)
			.optional()
			.meta({ description: doc("All waiting cases of this filer, instead of one line for each filer.") }),
		...pageFields(),
	}),
);

export const waitingCaseListResponse = lazy(() =>
	z
		.strictObject({
			data: z.array(
				reviewedSummaryResponse()
					.extend({
						filer: z.string().meta({
							description: doc(
								"The developer's id, or the subject of the session that filed the case in the hosted app.",
							),
						}),
						otherWaiting: z
							.int()
							.min(0)
							.max(MAX_OTHER_WAITING)
							.meta({
								description: doc(
									`Other waiting cases of the same filer. ${MAX_OTHER_WAITING} means that or more.`,
								),
							}),
					})
					.meta({ id: "WaitingCaseSummary" }),
			),
			nextCursor: nextCursorField(),
		})
		.meta({ id: "WaitingCaseList" }),
);

/** recovery.md "Waiting cases". */
export const waitingCases = defineOperation({
	operationId: "listWaitingCases",
	method: "GET",
	path: "/review/waiting-cases",
	tag: "Review",
	summary: doc("List the cases that wait for a reviewer, one line for each filer"),
	description: doc(
		"A line is the filer's oldest case whose court order waits for a reviewer. However many cases a filer has, it takes one line.",
	),
	policy: "reviewer",
	readOnly: true,
	query: waitingCasesQuery,
	responses: {
		200: { description: doc("One page of cases, oldest first."), schema: waitingCaseListResponse },
	},
	errors: [],
	handler: async ({ query: { filer, limit, cursor }, services }) => {
		const [after, size] = [parseCursor(cursor), pageSizeOf(limit)];
		const { rows, next } = await services.caseReview.listWaiting(filer, after, size);
		const data = rows.map(({ row, ...line }) => ({ ...reviewedSummaryOf(row), ...line }));
		return { status: 200, body: { data, nextCursor: nextCursorOf(next) } };
	},
});
