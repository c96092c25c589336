import { defineOperation } from "../../../http/operation.ts";
import { caseNotFound } from "../../errors.ts";
import { caseEventsQuery, caseIdParam, DEFAULT_PAGE_SIZE } from "../../schemas.ts";
import { seenBy } from "../seen-by.ts";

/** recovery.md "Beyond the specification". */
export const listCaseEvents = defineOperation({
	operationId: "listRecoveryCaseEvents",
	method: "GET",
	path: "/recovery-cases/{caseId}/events",
	tag: "Recovery cases",
	summary: "List a case's events, oldest first",
	description:
		"`event` has the exact bytes of the webhook's body. Continue with `nextAfter`; an empty page means that there is nothing new.",
	policy: "case_viewer",
	readOnly: true,
	params: caseIdParam,
	query: caseEventsQuery,
	responses: { 200: "One page of events." },
	errors: ["RESOURCE_NOT_FOUND"],
	handler: async ({ params: { caseId }, query, principal, services }) => {
		const after = Number(query.after ?? 0);
		const limit = query.limit === undefined ? DEFAULT_PAGE_SIZE : Number(query.limit);
		const events = await seenBy(principal, services, (viewer) =>
			services.recovery.eventsAfter(viewer, { caseId, after, limit }),
		);
		if (events === null) throw caseNotFound();
		return { status: 200, json: eventPage(events, events.at(-1)?.sequence ?? after) };
	},
});

/** The stored bodies are put in as they stand: parsed and written again they might not be the same bytes. */
function eventPage(events: readonly { sequence: number; body: string }[], nextAfter: number): string {
	const data = events.map(({ sequence, body }) => `{"sequence":${sequence},"event":${body}}`).join(",");
	return `{"data":[${data}],"nextAfter":${nextAfter}}`;
}
