import * as z from "zod";
import { defineOperation } from "../../http/operation.ts";
import { lazy } from "../../kernel/once.ts";
import { encodeSeqCursor, parseSeqCursor } from "../../kernel/paging/cursors.ts";
import { limitField, pageFields, pageSchema } from "../../kernel/paging/page-fields.ts";
import { pageSizeOf } from "../../kernel/paging/paging.ts";
import { doc } from "../../kernel/schemas/doc.ts";
import { lazyObject } from "../../kernel/schemas/lazy-object.ts";
import { timeField, wholeNumberText } from "../../kernel/schemas/schemas.ts";
import { DELIVERY_STATUSES } from "../endpoint/endpoint.ts";
import { endpointParams } from "../endpoint/endpoint-schemas.ts";
import { deliveryResponse, eventIdParam, presentDelivery } from "./delivery-schemas.ts";
import { fixedHeaders } from "./signing.ts";
import { webhookEvent } from "./webhook-event.ts";

const deliveryQuery = lazyObject(() => ({
	status: z.enum(DELIVERY_STATUSES).optional().describe(doc("Only deliveries with this status.")),
	...pageFields(),
}));

export const listDeliveriesResponse = pageSchema("WebhookDeliveryList", deliveryResponse);

/** webhooks.md "Endpoints". */
export const listDeliveries = defineOperation({
	operationId: "listWebhookDeliveries",
	method: "GET",
	path: "/webhook-endpoints/{endpointId}/deliveries",
	tag: "Webhook endpoints",
	summary: doc("List an endpoint's deliveries, newest first"),
	description: doc("Each with its newest twenty attempts. Deliveries are deleted 30 days after they finish."),
	policy: "developer",
	readOnly: true,
	params: endpointParams,
	query: deliveryQuery,
	responses: { 200: { description: doc("One page of deliveries."), schema: listDeliveriesResponse } },
	errors: ["RESOURCE_NOT_FOUND"],
	handler: async ({ params: { endpointId }, query: { status, limit, cursor }, principal, services }) => {
		const { deliveries, next } = await services.webhooks.deliveries.list({
			developerId: principal.developerId,
			endpointId,
			status,
			before: parseSeqCursor("deliveries", cursor),
			limit: pageSizeOf(limit),
		});
		const nextCursor = encodeSeqCursor("deliveries", next);
		return { status: 200, body: { data: deliveries.map(presentDelivery), nextCursor } };
	},
});

const params = lazy(() => endpointParams().extend({ eventId: eventIdParam() }));

const deliveryDetailResponse = lazyObject("WebhookDeliveryDetail", () => ({
	...deliveryResponse().shape,
	request: z.strictObject({
		url: z
			.string()
			.describe(
				doc(
					"The endpoint's URL now. An attempt before a change of it went to the earlier URL, which is not kept.",
				),
			),
		headers: z
			.record(z.string(), z.string())
			.describe(
				doc("Those that are the same in each attempt. Timestamp and signatures differ, and are not kept."),
			),
		body: z.string().describe(doc("The exact body of each attempt.")),
	}),
}));

/** webhooks.md "Endpoints". */
export const getDelivery = defineOperation({
	operationId: "getWebhookDelivery",
	method: "GET",
	path: "/webhook-endpoints/{endpointId}/deliveries/{eventId}",
	tag: "Webhook endpoints",
	summary: doc("Get a delivery with its request and its responses"),
	description: doc(
		"What was sent, and what came back in each of the newest twenty attempts. The delivery is deleted 30 days after it finishes.",
	),
	policy: "developer",
	readOnly: true,
	params,
	responses: { 200: { description: doc("The delivery."), schema: deliveryDetailResponse } },
	errors: ["RESOURCE_NOT_FOUND"],
	handler: async ({ params: { endpointId, eventId }, principal, services, now }) => {
		const owned = { developerId: principal.developerId, endpointId, now };
		const found = await services.webhooks.deliveries.find({ ...owned, eventId });
		const { url, event } = found;
		const request = { url, headers: fixedHeaders(event, services.config.brand), body: event.body };
		return { status: 200, body: { ...presentDelivery(found.delivery), request } };
	},
});

/** webhooks.md "Endpoints". */
export const redeliverEvent = defineOperation({
	operationId: "redeliverWebhookEvent",
	method: "POST",
	path: "/webhook-endpoints/{endpointId}/deliveries/{eventId}/redeliver",
	tag: "Webhook endpoints",
	summary: doc("Redeliver an event"),
	description: doc(
		"Sends the event again, whatever its status: the same bytes, a new timestamp, and the retry schedule from its start. The response does not wait for the attempt; list the deliveries to see its result.",
	),
	policy: "developer",
	params,
	responses: { 200: { description: doc("The delivery, due now."), schema: deliveryResponse } },
	errors: ["RESOURCE_NOT_FOUND", "WEBHOOK_ENDPOINT_DISABLED"],
	handler: async ({ params: { endpointId, eventId }, principal, services, now, audit }) => {
		const owned = { developerId: principal.developerId, endpointId, now };
		const delivery = await services.webhooks.deliveries.redeliver({ ...owned, eventId });
		await audit({ action: "webhook_endpoint.redelivered", target: endpointId });
		return { status: 200, body: presentDelivery(delivery) };
	},
});

const body = lazyObject("WebhookRecovery", () => ({
	since: timeField().meta({
		description: doc(
			"Only events created at this time or later. Choose a time at least four days before the outage, because an event fails up to that long after its creation.",
		),
		example: "2026-11-21T09:30:00.000Z",
	}),
	dryRun: z
		.boolean("must be true or false")
		.default(false)
		.meta({ description: doc("Only counts the events."), example: true }),
}));

const recoverEventsResponse = lazyObject("WebhookRecoveryResult", () => ({
	count: z.int().describe(doc("Number of events that are sent again, or would be.")),
	hasMore: z.boolean().describe(doc("True if there are more events than the 10,000 of one call.")),
	dryRun: z.boolean().describe(doc("True if the events were only counted.")),
}));

/** webhooks.md "Endpoints". */
export const recoverEvents = defineOperation({
	operationId: "recoverWebhookEvents",
	method: "POST",
	path: "/webhook-endpoints/{endpointId}/recover",
	tag: "Webhook endpoints",
	summary: doc("Redeliver failed and skipped events"),
	description: doc(
		"Sends events that have failed or were skipped, never those that were delivered. Oldest first, at most 10,000 events a call; call again while `hasMore` is true. The response does not wait for the attempts.",
	),
	policy: "developer",
	params: endpointParams,
	body,
	responses: {
		200: {
			description: doc("The number of events. They are due now, unless this was a dry run."),
			schema: recoverEventsResponse,
		},
	},
	errors: ["RESOURCE_NOT_FOUND", "WEBHOOK_ENDPOINT_DISABLED"],
	handler: async ({ params: { endpointId }, body, principal, services, now, audit }) => {
		const { dryRun } = body;
		// The object takes no negative time.
		const since = Math.max(0, Date.parse(body.since));
		const owned = { developerId: principal.developerId, endpointId, now };
		const { count, hasMore } = await services.webhooks.deliveries.recover({ ...owned, since, dryRun });
		if (!dryRun) await audit({ action: "webhook_endpoint.recovered", target: endpointId });
		return { status: 200, body: { count, hasMore, dryRun } };
	},
});

const eventQuery = lazyObject(() => ({
	after: wholeNumberText(0, Number.MAX_SAFE_INTEGER)
		.optional()
		.describe(doc("`nextAfter` of the previous call; the list starts with your first event by default.")),
	limit: limitField(),
}));

const listEventsResponse = lazyObject("EventList", () => ({
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
}));

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
	query: eventQuery,
	responses: { 200: { description: doc("One page of events."), schema: listEventsResponse } },
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
