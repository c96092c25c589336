import * as z from "zod";
import { defineOperation } from "../../../http/operation.ts";
import { lazy } from "../../../kernel/once.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { attemptSchema, eventIdField, presentAttempt } from "../../delivery/delivery-schemas.ts";
import { endpointParams } from "../endpoint-schemas.ts";

const testEndpointResponse = lazy(() =>
	z
		.strictObject({
			eventId: eventIdField(),
			delivered: z
				.boolean()
				.meta({ description: doc("True if the receiver responded with 2xx within 15 seconds.") }),
			attempt: attemptSchema(),
		})
		.meta({ id: "WebhookTest" }),
);

/** webhooks.md "Endpoints". */
export const testEndpoint = defineOperation({
	operationId: "testWebhookEndpoint",
	method: "POST",
	path: "/webhook-endpoints/{endpointId}/test",
	tag: "Webhook endpoints",
	summary: doc("Send a sample event"),
	description: doc(
		"Sends one signed `recovery_case.created` of a case that does not exist, with `data.test: true`. The response contains the result of the attempt, after at most 15 seconds; a failed attempt is not an error of this call. The sample is not retried, and does not change the endpoint's health. Works for disabled endpoints too. At most ten a minute.",
	),
	policy: "developer",
	params: endpointParams,
	idempotencyKey: "by_response",
	responses: { 200: { description: doc("The result of the attempt."), schema: testEndpointResponse } },
	errors: ["RESOURCE_NOT_FOUND", "RATE_LIMITED"],
	handler: async ({ params: { endpointId }, principal: { developerId }, services, creation, now, audit }) => {
		const sample = { developerId, endpointId, sampleId: creation.id, now };
		const { eventId, delivered, attempt } = await services.webhooks.deliveries.sendTest(sample);
		await audit({ action: "webhook_endpoint.tested", target: endpointId });
		return { status: 200, body: { eventId, delivered, attempt: presentAttempt(attempt) } };
	},
});
