import * as z from "zod";
import { defineOperation } from "../../../http/operation.ts";
import { lazy } from "../../../kernel/once.ts";
import { limitField } from "../../../kernel/paging/page-fields.ts";
import { pageSizeOf } from "../../../kernel/paging/paging.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { wholeNumberText } from "../../../kernel/schemas/schemas.ts";
import { caseEvent } from "../../../webhooks/delivery/webhook-event.ts";
import { caseNotFound } from "../../errors.ts";
import { caseIdParam, eventSequenceSchema } from "../case-schemas.ts";
import { withReviewerAccess } from "../reviewer-access.ts";

const caseEventsQuery = lazy(() =>
	z.strictObject({
		after: wholeNumberText(0, Number.MAX_SAFE_INTEGER)
			.optional()
			.meta({
				description: doc(
					"`nextAfter` of the previous call. By default the page starts with the first event.",
				),
			}),
		limit: limitField(),
	}),
);

export const caseEventListResponse = lazy(() =>
	z
		.strictObject({
			data: z.array(z.strictObject({ sequence: eventSequenceSchema(), event: caseEvent() })),
			nextAfter: z.int().meta({
				description: doc(
					"Pass it as `after` in the next call: the last `sequence` of this page, or `after` itself if the page is empty.",
				),
				example: 2,
			}),
		})
		.meta({ id: "CaseEventList" }),
);

/** recovery.md "Beyond the specification". */
export const listCaseEvents = defineOperation({
	operationId: "listRecoveryCaseEvents",
	method: "GET",
	path: "/recovery-cases/{caseId}/events",
	tag: "Recovery cases",
	summary: doc("List a case's events, oldest first"),
	description: doc(
		"`event` has the exact bytes of the webhook's body. Continue with `nextAfter`; an empty page means that there is nothing new.",
	),
	policy: "case_viewer",
	cors: "allowlisted",
	readOnly: true,
	params: caseIdParam,
	query: caseEventsQuery,
	responses: { 200: { description: doc("One page of events."), schema: caseEventListResponse } },
	errors: ["RESOURCE_NOT_FOUND"],
	handler: async ({ params: { caseId }, query, principal, services }) => {
		const after = Number(query.after ?? 0);
		const limit = pageSizeOf(query.limit);
		const events = await withReviewerAccess(principal, services, (caller) =>
			services.recovery.eventsAfter(caller, { caseId, after, limit }),
		);
		if (events === null) throw caseNotFound();
		return { status: 200, json: eventPage(events, events.at(-1)?.sequence ?? after) };
	},
});

/** Inserts the stored bytes unparsed, so that they stay the same. */
function eventPage(events: readonly { sequence: number; body: string }[], nextAfter: number): string {
	const data = events.map(({ sequence, body }) => `{"sequence":${sequence},"event":${body}}`).join(",");
	return `{"data":[${data}],"nextAfter":${nextAfter}}`;
}
