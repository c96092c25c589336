import { defineOperation } from "../../../http/operation.ts";
import { presentEndpoint } from "../../present-webhooks.ts";

/** webhooks.md "Endpoints". It may clear up what a removal left halfway, so it is no mere read. */
export const listEndpoints = defineOperation({
	operationId: "listWebhookEndpoints",
	method: "GET",
	path: "/webhook-endpoints",
	tag: "Webhook endpoints",
	summary: "List your endpoints and their health",
	description: "Oldest first, at most ten. Secrets are not included.",
	policy: "developer",
	responses: { 200: "All endpoints of the account." },
	errors: [],
	handler: async ({ principal: { developerId }, services, now }) => {
		const endpoints = await services.webhooks.endpoints.list({ developerId, now });
		return { status: 200, body: { data: endpoints.map(presentEndpoint) } };
	},
});
