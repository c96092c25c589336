import { defineOperation } from "../../../http/operation.ts";
import { webhookError } from "../../errors.ts";
import { presentDelivery } from "../../present-webhooks.ts";
import { deliveryParams } from "../../schemas.ts";

/** webhooks.md "Endpoints". */
export const redeliverEvent = defineOperation({
	operationId: "redeliverWebhookEvent",
	method: "POST",
	path: "/webhook-endpoints/{endpointId}/deliveries/{eventId}/redeliver",
	tag: "Webhook endpoints",
	summary: "Redeliver an event",
	description:
		"Sends the event again, whatever its status: the same bytes, a new timestamp, and the retry schedule from its start. The response does not wait for the attempt; list the deliveries to see its result.",
	policy: "developer",
	params: deliveryParams,
	responses: { 200: "The delivery, due now." },
	errors: ["RESOURCE_NOT_FOUND", "WEBHOOK_ENDPOINT_DISABLED"],
	handler: async ({ params: { endpointId, eventId }, principal, services, now, audit }) => {
		const owned = { developerId: principal.developerId, endpointId, now };
		const answer = await services.webhooks.deliveries.redeliver({ ...owned, eventId });
		if (answer.kind !== "due") throw webhookError(answer);
		await audit({ action: "webhook_endpoint.redelivered", target: endpointId });
		return { status: 200, body: presentDelivery(answer.delivery) };
	},
});
