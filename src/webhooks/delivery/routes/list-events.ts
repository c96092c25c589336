import { defineOperation } from "../../../http/operation.ts";
import { DEFAULT_PAGE_SIZE, eventsQuery } from "../../schemas.ts";

/** webhooks.md "Endpoints": the pull fallback. */
export const listEvents = defineOperation({
	operationId: "listEvents",
	method: "GET",
	path: "/events",
	tag: "Webhook endpoints",
	summary: "Pull your events, oldest first",
	description:
		"All events of your cases, also if you have no endpoint. `event` is byte for byte the body of the webhook. Continue with `nextAfter`: a later event never has a smaller number, so a poller misses none. An empty page means that there are no new events.",
	policy: "developer",
	readOnly: true,
	query: eventsQuery,
	responses: { 200: "One page of events." },
	errors: [],
	handler: async ({ query, principal: { developerId }, services }) => {
		const after = Number(query.after ?? 0);
		const limit = query.limit === undefined ? DEFAULT_PAGE_SIZE : Number(query.limit);
		const events = await services.webhooks.events.list(developerId, after, limit);
		return { status: 200, json: eventPage(events, events.at(-1)?.seq ?? after) };
	},
});

/** The stored bodies are put in as they stand: parsed and written again they might not be the same bytes. */
function eventPage(events: readonly { seq: number; body: string }[], nextAfter: number): string {
	const data = events.map(({ seq, body }) => `{"seq":${seq},"event":${body}}`).join(",");
	return `{"data":[${data}],"nextAfter":${nextAfter}}`;
}
