import { defineOperation } from "../../../http/operation.ts";
import { webhookError } from "../../errors.ts";
import { endpointParams } from "../../schemas.ts";

/** webhooks.md "Endpoints". */
export const removeEndpoint = defineOperation({
	operationId: "deleteWebhookEndpoint",
	method: "DELETE",
	path: "/webhook-endpoints/{endpointId}",
	tag: "Webhook endpoints",
	summary: "Delete an endpoint",
	description: "Stops deliveries at once, and deletes them together with the secrets.",
	policy: "developer",
	params: endpointParams,
	responses: { 200: "The endpoint was deleted." },
	errors: ["RESOURCE_NOT_FOUND"],
	handler: async ({ params: { endpointId }, principal: { developerId }, services, now, audit }) => {
		const answer = await services.webhooks.endpoints.remove({ developerId, endpointId, now });
		if (answer.kind !== "removed") throw webhookError(answer);
		await audit({ action: "webhook_endpoint.deleted", target: endpointId });
		return { status: 200, body: { endpointId } };
	},
});
