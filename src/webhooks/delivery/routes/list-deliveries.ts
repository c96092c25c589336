import * as z from "zod";
import { defineOperation } from "../../../http/operation.ts";
import { lazy } from "../../../kernel/once.ts";
import { nextCursorField, pageFields } from "../../../kernel/paging/page-fields.ts";
import { pageSizeOf } from "../../../kernel/paging/paging.ts";
import { encodeSeqCursor, parseSeqCursor } from "../../../kernel/paging/seq-cursor.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { DELIVERY_STATUSES } from "../../endpoint/endpoint.ts";
import { endpointParams } from "../../endpoint/endpoint-schemas.ts";
import { deliveryResponse, presentDelivery } from "../delivery-schemas.ts";

const query = lazy(() =>
	z.strictObject({
		status: z
			.enum(DELIVERY_STATUSES)
			.optional()
			.meta({ description: doc("Only deliveries with this status.") }),
		...pageFields(),
	}),
);

export const listDeliveriesResponse = lazy(() =>
	z
		.strictObject({
			data: z.array(deliveryResponse()),
			nextCursor: nextCursorField(),
		})
		.meta({ id: "WebhookDeliveryList" }),
);

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
	query,
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
		const nextCursor = next === undefined ? null : encodeSeqCursor("deliveries", next);
		return { status: 200, body: { data: deliveries.map(presentDelivery), nextCursor } };
	},
});
