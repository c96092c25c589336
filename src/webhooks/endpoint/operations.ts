import * as z from "zod";
import { defineOperation } from "../../http/operation.ts";
import { doc } from "../../kernel/schemas/doc.ts";
import { lazyObject } from "../../kernel/schemas/lazy-object.ts";
import { overlapSeconds } from "../../kernel/schemas/schemas.ts";
import { attemptSchema, eventIdField, presentAttempt } from "../delivery/delivery-schemas.ts";
import {
	endpointIdField,
	endpointParams,
	endpointResponse,
	endpointSettings,
	endpointWithSecretResponse,
	presentEndpoint,
	repeatedEndpointResponse,
	replyWithRepeatedEndpoint,
	rotatedEndpointResponse,
	targetUrl,
} from "./endpoint-schemas.ts";

const newEndpointBody = lazyObject("WebhookEndpointRequest", () => ({
	url: targetUrl(),
	...endpointSettings(),
}));

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
	body: newEndpointBody,
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

const listEndpointsResponse = lazyObject("WebhookEndpointList", () => ({
	data: z.array(endpointResponse()),
}));

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
	handler: async ({ principal: { developerId }, services, now }) => {
		const endpoints = await services.webhooks.endpoints.list({ developerId, now });
		return { status: 200, body: { data: endpoints.map(presentEndpoint) } };
	},
});

/** webhooks.md "Endpoints". */
export const getEndpoint = defineOperation({
	operationId: "getWebhookEndpoint",
	method: "GET",
	path: "/webhook-endpoints/{endpointId}",
	tag: "Webhook endpoints",
	summary: doc("Get an endpoint and its health"),
	policy: "developer",
	readOnly: true,
	params: endpointParams,
	responses: { 200: { description: doc("The endpoint."), schema: endpointResponse } },
	errors: ["RESOURCE_NOT_FOUND"],
	handler: async ({ params: { endpointId }, principal: { developerId }, services, now }) => {
		const endpoint = await services.webhooks.endpoints.get({ developerId, endpointId, now });
		return { status: 200, body: presentEndpoint(endpoint) };
	},
});

const endpointChangeBody = lazyObject(
	{ id: "WebhookEndpointChange", description: doc("Absent fields stay unchanged.") },
	() => ({
		url: targetUrl().optional(),
		...endpointSettings(),
		enabled: z
			.boolean("must be true or false")
			.optional()
			.meta({
				description: doc(
					"False stops deliveries; until it is true again, events are kept as `skipped`. True starts deliveries again, with a clean record.",
				),
				example: true,
			}),
	}),
);

/** webhooks.md "Endpoints". */
export const updateEndpoint = defineOperation({
	operationId: "updateWebhookEndpoint",
	method: "PATCH",
	path: "/webhook-endpoints/{endpointId}",
	tag: "Webhook endpoints",
	summary: doc("Update an endpoint"),
	description: doc(
		"Changes only the given fields; `{}` changes nothing. A new URL starts with a clean record, and waiting events are sent there at once. A disabled endpoint stays disabled until `enabled` is set to true.",
	),
	policy: "developer",
	params: endpointParams,
	body: endpointChangeBody,
	responses: { 200: { description: doc("The updated endpoint."), schema: endpointResponse } },
	errors: ["RESOURCE_NOT_FOUND"],
	handler: async ({ params: { endpointId }, body: changes, principal, services, now, audit }) => {
		const { developerId } = principal;
		const request = { developerId, endpointId, changes, now };
		const endpoint = await services.webhooks.endpoints.update(request);
		if (Object.keys(changes).length > 0) {
			await audit({ action: "webhook_endpoint.updated", target: endpointId });
		}
		return { status: 200, body: presentEndpoint(endpoint) };
	},
});

const removeEndpointResponse = lazyObject("RemovedWebhookEndpoint", () => ({
	endpointId: endpointIdField(),
}));

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

const secretRotationBody = lazyObject("WebhookSecretRotation", () => ({
	overlapSeconds: overlapSeconds(
		"How long the current secret keeps signing alongside the new one; one day by default.",
	),
}));

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
	body: secretRotationBody,
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

const testEndpointResponse = lazyObject("WebhookTest", () => ({
	eventId: eventIdField(),
	delivered: z.boolean().describe(doc("True if the receiver responded with 2xx within 15 seconds.")),
	attempt: attemptSchema(),
}));

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
