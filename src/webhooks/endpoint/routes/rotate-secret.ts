import { defineOperation } from "../../../http/operation.ts";
import { webhookError } from "../../errors.ts";
import { presentEndpoint } from "../../present-webhooks.ts";
import { endpointParams, rotateSecretBody } from "../../schemas.ts";

/** webhooks.md "Endpoints". */
export const rotateSecret = defineOperation({
	operationId: "rotateWebhookSecret",
	method: "POST",
	path: "/webhook-endpoints/{endpointId}/rotate-secret",
	tag: "Webhook endpoints",
	summary: "Rotate an endpoint's secret",
	description:
		"Only this response contains the new secret. The current secret keeps signing alongside it until the overlap ends; a secret from an earlier rotation keeps its own end. After a leak, set `overlapSeconds` to 0: all earlier secrets stop at once.",
	policy: "developer",
	params: endpointParams,
	body: rotateSecretBody,
	responses: { 200: "The endpoint with its new secret." },
	errors: ["RESOURCE_NOT_FOUND"],
	handler: async ({ params: { endpointId }, body: { overlapSeconds }, principal, services, now, audit }) => {
		const owned = { developerId: principal.developerId, endpointId, now };
		const answer = await services.webhooks.endpoints.rotateSecret({ ...owned, overlapSeconds });
		if (answer.kind !== "rotated") throw webhookError(answer);
		const { endpoint, secret } = answer;
		await audit({ action: "webhook_endpoint.secret_rotated", target: endpointId });
		return { status: 200, body: { ...presentEndpoint(endpoint), secret } };
	},
});
