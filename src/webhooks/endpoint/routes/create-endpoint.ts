import { defineOperation } from "../../../http/operation.ts";
import { webhookError } from "../../errors.ts";
import { presentEndpoint } from "../../present-webhooks.ts";
import { createEndpointBody } from "../../schemas.ts";

/** webhooks.md "Endpoints". */
export const createEndpoint = defineOperation({
	operationId: "createWebhookEndpoint",
	method: "POST",
	path: "/webhook-endpoints",
	tag: "Webhook endpoints",
	summary: "Create a webhook endpoint",
	description:
		"Events from now on are sent to its URL. Only this response contains the secret. An account can have at most ten endpoints.",
	policy: "developer",
	body: createEndpointBody,
	responses: { 201: "The new endpoint with its secret." },
	errors: ["EXCEEDED_WEBHOOK_ENDPOINT_AMOUNT", "USER_NOT_FOUND"],
	handler: async ({ body, principal: { developerId }, services, now, audit }) => {
		const answer = await services.webhooks.endpoints.create({ developerId, ...body, now });
		if (answer.kind !== "created") throw webhookError(answer);
		const { endpoint, secret } = answer;
		await audit({ action: "webhook_endpoint.created", target: endpoint.endpointId });
		return { status: 201, body: { ...presentEndpoint(endpoint), secret } };
	},
});
