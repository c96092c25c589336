import * as z from "zod";
import { defineOperation } from "../../../http/operation.ts";
import { lazy } from "../../../kernel/once.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { overlapSeconds } from "../../../kernel/schemas/schemas.ts";
import {
	endpointParams,
	presentEndpoint,
	replyWithRepeatedEndpoint,
	rotatedEndpointResponse,
} from "../endpoint-schemas.ts";

const body = lazy(() =>
	z
		.strictObject({
			overlapSeconds: overlapSeconds(
				"How long the current secret keeps signing alongside the new one; one day by default.",
			),
		})
		.meta({ id: "WebhookSecretRotation" }),
);

/** webhooks.md "Endpoints". */
export const rotateSecret = defineOperation({
	operationId: "rotateWebhookSecret",
	method: "POST",
	path: "/webhook-endpoints/{endpointId}/rotate-secret",
	tag: "Webhook endpoints",
	summary: doc("Rotate an endpoint's secret"),
	description: doc(
		"Only this response contains the new secret. The current secret keeps signing alongside it until the overlap ends; a secret from an earlier rotation keeps its own end. After a leak, set `overlapSeconds` to 0: all earlier secrets stop at once.",
	),
	policy: "developer",
	params: endpointParams,
	body,
	idempotencyKey: "by_id",
	responses: {
		200: {
			description: doc(
				"The endpoint with its new secret. The response to a repetition with the same `Idempotency-Key` has a `notice` instead of the secret.",
			),
			schema: rotatedEndpointResponse,
		},
	},
	errors: ["RESOURCE_NOT_FOUND"],
	handler: async ({
		params: { endpointId },
		body: { overlapSeconds },
		principal,
		services,
		creation,
		now,
		audit,
	}) => {
		const owned = { developerId: principal.developerId, endpointId, now };
		const request = { ...owned, overlapSeconds, creation };
		const { endpoint, secret } = await services.webhooks.endpoints.rotateSecret(request);
		if (secret === null) return replyWithRepeatedEndpoint(endpoint);
		await audit({ action: "webhook_endpoint.secret_rotated", target: endpointId });
		return { status: 200, body: { ...presentEndpoint(endpoint), secret } };
	},
});
