import { defineOperation } from "../../../http/operation.ts";
import { webhookError } from "../../errors.ts";
import { presentEndpoint } from "../../present-webhooks.ts";
import { endpointParams } from "../../schemas.ts";

/** webhooks.md "Endpoints". */
export const getEndpoint = defineOperation({
	operationId: "getWebhookEndpoint",
	method: "GET",
	path: "/webhook-endpoints/{endpointId}",
	tag: "Webhook endpoints",
	summary: "Get an endpoint and its health",
	policy: "developer",
	readOnly: true,
	params: endpointParams,
	responses: { 200: "The endpoint." },
	errors: ["RESOURCE_NOT_FOUND"],
	handler: async ({ params: { endpointId }, principal: { developerId }, services, now }) => {
		const answer = await services.webhooks.endpoints.get({ developerId, endpointId, now });
		if (answer.kind !== "endpoint") throw webhookError(answer);
		return { status: 200, body: presentEndpoint(answer.endpoint) };
	},
});
