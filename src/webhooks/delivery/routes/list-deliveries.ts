import { defineOperation } from "../../../http/operation.ts";
import { encodeSeqCursor, parseSeqCursor } from "../../../kernel/seq-cursor.ts";
import { webhookError } from "../../errors.ts";
import { presentDelivery } from "../../present-webhooks.ts";
import { DEFAULT_PAGE_SIZE, deliveriesQuery, endpointParams } from "../../schemas.ts";

/** webhooks.md "Endpoints". */
export const listDeliveries = defineOperation({
	operationId: "listWebhookDeliveries",
	method: "GET",
	path: "/webhook-endpoints/{endpointId}/deliveries",
	tag: "Webhook endpoints",
	summary: "List an endpoint's deliveries, newest first",
	description: "Each with its newest twenty attempts. Deliveries are deleted 30 days after they finish.",
	policy: "developer",
	readOnly: true,
	params: endpointParams,
	query: deliveriesQuery,
	responses: { 200: "One page of deliveries." },
	errors: ["RESOURCE_NOT_FOUND"],
	handler: async ({ params: { endpointId }, query: { status, limit, cursor }, principal, services }) => {
		const answer = await services.webhooks.deliveries.list({
			developerId: principal.developerId,
			endpointId,
			status,
			before: parseSeqCursor("deliveries", cursor),
			limit: limit === undefined ? DEFAULT_PAGE_SIZE : Number(limit),
		});
		if (answer.kind !== "page") throw webhookError(answer);
		const nextCursor = answer.next === undefined ? null : encodeSeqCursor("deliveries", answer.next);
		return { status: 200, body: { data: answer.deliveries.map(presentDelivery), nextCursor } };
	},
});
