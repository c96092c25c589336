import * as z from "zod";
import { defineOperation } from "../../../http/operation.ts";
import { lazy } from "../../../kernel/once.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { endpointResponse, presentEndpoint } from "../endpoint-schemas.ts";

const listEndpointsResponse = lazy(() =>
	z.strictObject({ data: z.array(endpointResponse()) }).meta({ id: "WebhookEndpointList" }),
);

/** May finish an interrupted removal, so it is not `readOnly`. */
export const listEndpoints = defineOperation({
	operationId: "listWebhookEndpoints",
	method: "GET",
	path: "/webhook-endpoints",
	tag: "Webhook endpoints",
	summary: doc("List your endpoints and their health"),
	description: doc("Oldest first, at most ten. Secrets are not included."),
	policy: "developer",
	responses: { 200: { description: doc("All endpoints of the account."), schema: listEndpointsResponse } },
	errors: [],
	handler: async ({ principal: { developerId }, services, now }) => {
		const endpoints = await services.webhooks.endpoints.list({ developerId, now });
		return { status: 200, body: { data: endpoints.map(presentEndpoint) } };
	},
});
