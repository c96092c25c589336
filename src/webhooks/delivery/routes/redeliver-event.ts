import { defineOperation } from "../../../http/operation.ts";
import { lazy } from "../../../kernel/once.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { endpointParams } from "../../endpoint/endpoint-schemas.ts";
import { deliveryResponse, eventIdParam, presentDelivery } from "../delivery-schemas.ts";

const params = lazy(() => endpointParams().extend({ eventId: eventIdParam() }));

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
