import * as z from "zod";
import { defineOperation } from "../../../http/operation.ts";
import { lazy } from "../../../kernel/once.ts";
import { limitField } from "../../../kernel/paging/page-fields.ts";
import { pageSizeOf } from "../../../kernel/paging/paging.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { wholeNumberText } from "../../../kernel/schemas/schemas.ts";
import { webhookEvent } from "../webhook-event.ts";

const query = lazy(() =>
	z.strictObject({
		after: wholeNumberText(0, Number.MAX_SAFE_INTEGER)
			.optional()
			.meta({
				description: doc(
					"`nextAfter` of the previous call; the list starts with your first event by default.",
				),
			}),
		limit: limitField(),
	}),
);

const listEventsResponse = lazy(() =>
	z
		.strictObject({
			data: z.array(
				z.strictObject({
					seq: z.int().meta({ description: doc("Increases from event to event, with gaps."), example: 42 }),
					event: webhookEvent(),
				}),
			),
			nextAfter: z.int().meta({
				description: doc(
					"Pass it as `after` in the next call, at any time. It is the last `seq` of this page, or the `after` of this call if the page is empty.",
				),
				example: 42,
			}),
		})
		.meta({ id: "EventList" }),
);

/** webhooks.md "Endpoints": for developers who pull events. */
export const listEvents = defineOperation({
	operationId: "listEvents",
	method: "GET",
	path: "/events",
	tag: "Webhook endpoints",
	summary: doc("Pull your events, oldest first"),
	description: doc(
		"All events of your cases, also if you have no endpoint. `event` is byte for byte the body of the webhook. Continue with `nextAfter`: a later event never has a smaller number, so a poller misses none. An empty page means that there are no new events.",
	),
	policy: "developer",
	readOnly: true,
	query,
	responses: { 200: { description: doc("One page of events."), schema: listEventsResponse } },
	errors: [],
	handler: async ({ query, principal: { developerId }, services }) => {
		const after = Number(query.after ?? 0);
		const events = await services.webhooks.events.list(developerId, after, pageSizeOf(query.limit));
		return { status: 200, json: eventPage(events, events.at(-1)?.seq ?? after) };
	},
});

/** Inserts the stored bytes unparsed, so that they stay the same. */
function eventPage(events: readonly { seq: number; body: string }[], nextAfter: number): string {
	const data = events.map(({ seq, body }) => `{"seq":${seq},"event":${body}}`).join(",");
	return `{"data":[${data}],"nextAfter":${nextAfter}}`;
}
