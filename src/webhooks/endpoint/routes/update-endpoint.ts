import { defineOperation } from "../../../http/operation.ts";
import { webhookError } from "../../errors.ts";
import { presentEndpoint } from "../../present-webhooks.ts";
import { endpointParams, updateEndpointBody } from "../../schemas.ts";

/** webhooks.md "Endpoints". */
export const updateEndpoint = defineOperation({
	operationId: "updateWebhookEndpoint",
	method: "PATCH",
	path: "/webhook-endpoints/{endpointId}",
	tag: "Webhook endpoints",
	summary: "Update an endpoint",
	description:
		"Changes only the given fields; `{}` changes nothing. A new URL starts with a clean record, and waiting events are sent there at once. A disabled endpoint stays disabled until `enabled` is set to true.",
	policy: "developer",
	params: endpointParams,
	body: updateEndpointBody,
	responses: { 200: "The updated endpoint." },
	errors: ["RESOURCE_NOT_FOUND"],
	handler: async ({ params: { endpointId }, body: changes, principal, services, now, audit }) => {
		const { developerId } = principal;
		const answer = await services.webhooks.endpoints.update({ developerId, endpointId, changes, now });
		if (answer.kind !== "endpoint") throw webhookError(answer);
		if (Object.keys(changes).length > 0) {
			await audit({ action: "webhook_endpoint.updated", target: endpointId });
		}
		return { status: 200, body: presentEndpoint(answer.endpoint) };
	},
});
