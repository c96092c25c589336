import * as z from "zod";
import { defineOperation } from "../../../http/operation.ts";
import { lazy } from "../../../kernel/once.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import {
	endpointParams,
	endpointResponse,
	endpointSettings,
	presentEndpoint,
	targetUrl,
} from "../endpoint-schemas.ts";

const body = lazy(() =>
	z
		.strictObject({
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
		})
		.meta({ id: "WebhookEndpointChange", description: doc("Absent fields stay unchanged.") }),
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
	body,
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
