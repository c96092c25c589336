import * as z from "zod";
import { defineOperation } from "../../../http/operation.ts";
import { lazy } from "../../../kernel/once.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import {
	endpointSettings,
	endpointWithSecretResponse,
	presentEndpoint,
	repeatedEndpointResponse,
	replyWithRepeatedEndpoint,
	targetUrl,
} from "../endpoint-schemas.ts";

const body = lazy(() =>
	z.strictObject({ url: targetUrl(), ...endpointSettings() }).meta({ id: "WebhookEndpointRequest" }),
);

/** webhooks.md "Endpoints". */
export const createEndpoint = defineOperation({
	operationId: "createWebhookEndpoint",
	method: "POST",
	path: "/webhook-endpoints",
	tag: "Webhook endpoints",
	summary: doc("Create a webhook endpoint"),
	description: doc(
		"Events from now on are sent to its URL. Only this response contains the secret. An account can have at most ten endpoints.",
	),
	policy: "developer",
	body,
	idempotencyKey: "by_id",
	responses: {
		201: { description: doc("The new endpoint with its secret."), schema: endpointWithSecretResponse },
		200: {
			description: doc(
				"A request with the same `Idempotency-Key` created this endpoint before. Its secret is not shown again.",
			),
			schema: repeatedEndpointResponse,
		},
	},
	errors: ["EXCEEDED_WEBHOOK_ENDPOINT_AMOUNT", "USER_NOT_FOUND", "RESOURCE_NOT_FOUND"],
	handler: async ({ body, principal: { developerId }, services, creation, now, audit }) => {
		const request = { developerId, ...body, creation, now };
		const { endpoint, secret } = await services.webhooks.endpoints.create(request);
		if (secret === null) return replyWithRepeatedEndpoint(endpoint);
		await audit({ action: "webhook_endpoint.created", target: endpoint.endpointId });
		return { status: 201, body: { ...presentEndpoint(endpoint), secret } };
	},
});
