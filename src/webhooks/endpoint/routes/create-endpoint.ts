import * as z from "zod";
import { defineOperation } from "../../../http/operation.ts";
import { lazy } from "../../../kernel/once.ts";
import { webhookError } from "../../errors.ts";
import {
	endpointSettings,
	presentEndpoint,
	replyWithRepeatedEndpoint,
	targetUrl,
} from "../endpoint-schemas.ts";

const body = lazy(() =>
	z.strictObject({ url: targetUrl(), ...endpointSettings() }).meta({ id: "WebhookEndpointRequest" }),
);

export const createEndpointDescription =
	"Events from now on are sent to its URL. Only this response contains the secret. An account can have at most ten endpoints.";

/** webhooks.md "Endpoints". */
export const createEndpoint = defineOperation({
	operationId: "createWebhookEndpoint",
	method: "POST",
	path: "/webhook-endpoints",
	tag: "Webhook endpoints",
	summary: "Create a webhook endpoint",
	policy: "developer",
	body,
	idempotencyKey: "by_id",
	responses: {
		201: "The new endpoint with its secret.",
		200: "A request with the same `Idempotency-Key` created this endpoint before. Its secret is not shown again.",
	},
	errors: ["EXCEEDED_WEBHOOK_ENDPOINT_AMOUNT", "USER_NOT_FOUND", "RESOURCE_NOT_FOUND"],
	handler: async ({ body, principal: { developerId }, services, creation, now, audit }) => {
		const result = await services.webhooks.endpoints.create({ developerId, ...body, creation, now });
		if (result.kind === "created_before") return replyWithRepeatedEndpoint(result.endpoint);
		if (result.kind !== "created") throw webhookError(result);
		const { endpoint, secret } = result;
		await audit({ action: "webhook_endpoint.created", target: endpoint.endpointId });
		return { status: 201, body: { ...presentEndpoint(endpoint), secret } };
	},
});
