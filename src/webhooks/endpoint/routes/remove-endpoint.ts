import * as z from "zod";
import { defineOperation } from "../../../http/operation.ts";
import { lazy } from "../../../kernel/once.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { endpointIdField, endpointParams } from "../endpoint-schemas.ts";

const removeEndpointResponse = lazy(() =>
	z.strictObject({ endpointId: endpointIdField() }).meta({ id: "RemovedWebhookEndpoint" }),
);

/** webhooks.md "Endpoints". */
export const removeEndpoint = defineOperation({
	operationId: "deleteWebhookEndpoint",
	method: "DELETE",
	path: "/webhook-endpoints/{endpointId}",
	tag: "Webhook endpoints",
	summary: doc("Delete an endpoint"),
	description: doc("Stops deliveries at once, and deletes them together with the secrets."),
	policy: "developer",
	params: endpointParams,
	responses: { 200: { description: doc("The endpoint was deleted."), schema: removeEndpointResponse } },
	errors: ["RESOURCE_NOT_FOUND"],
	handler: async ({ params: { endpointId }, principal: { developerId }, services, now, audit }) => {
		await services.webhooks.endpoints.remove({ developerId, endpointId, now });
		await audit({ action: "webhook_endpoint.deleted", target: endpointId });
		return { status: 200, body: { endpointId } };
	},
});
