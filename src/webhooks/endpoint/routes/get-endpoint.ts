import { defineOperation } from "../../../http/operation.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { endpointParams, endpointResponse, presentEndpoint } from "../endpoint-schemas.ts";

/** webhooks.md "Endpoints". */
export const getEndpoint = defineOperation({
	operationId: "getWebhookEndpoint",
	method: "GET",
	path: "/webhook-endpoints/{endpointId}",
	tag: "Webhook endpoints",
	summary: doc("Get an endpoint and its health"),
	policy: "developer",
	readOnly: true,
	params: endpointParams,
	responses: { 200: { description: doc("The endpoint."), schema: endpointResponse } },
	errors: ["RESOURCE_NOT_FOUND"],
	handler: async ({ params: { endpointId }, principal: { developerId }, services, now }) => {
		const endpoint = await services.webhooks.endpoints.get({ developerId, endpointId, now });
		return { status: 200, body: presentEndpoint(endpoint) };
	},
});
