import { defineOperation } from "../../../http/operation.ts";
import { webhookError } from "../../errors.ts";
import { presentAttempt } from "../../present-webhooks.ts";
import { endpointParams } from "../../schemas.ts";

/** webhooks.md "Endpoints". */
export const testEndpoint = defineOperation({
	operationId: "testWebhookEndpoint",
	method: "POST",
	path: "/webhook-endpoints/{endpointId}/test",
	tag: "Webhook endpoints",
	summary: "Send a sample event",
	description:
		"Sends one signed `recovery_case.created` of a case that does not exist, with the header `Replevin-Webhook-Test: true`. The response contains the result of the attempt, after at most 15 seconds; a failed attempt is not an error of this call. The sample is not retried, and does not change the endpoint's health. Works for disabled endpoints too. At most ten a minute.",
	policy: "developer",
	params: endpointParams,
	responses: { 200: "The result of the attempt." },
	errors: ["RESOURCE_NOT_FOUND", "RATE_LIMITED"],
	handler: async ({ params: { endpointId }, principal: { developerId }, services, now, audit }) => {
		const answer = await services.webhooks.deliveries.sendTest({ developerId, endpointId, now });
		if (answer.kind !== "attempted") throw webhookError(answer);
		const { eventId, delivered, attempt } = answer;
		await audit({ action: "webhook_endpoint.tested", target: endpointId });
		return { status: 200, body: { eventId, delivered, attempt: presentAttempt(attempt) } };
	},
});
