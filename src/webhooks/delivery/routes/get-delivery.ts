import * as z from "zod";
import { defineOperation } from "../../../http/operation.ts";
import { lazy } from "../../../kernel/once.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { endpointParams } from "../../endpoint/endpoint-schemas.ts";
import { deliveryResponse, eventIdParam, presentDelivery } from "../delivery-schemas.ts";
import { fixedHeaders } from "../signing.ts";

const params = lazy(() => endpointParams().extend({ eventId: eventIdParam() }));

const deliveryDetailResponse = lazy(() =>
	z
		.strictObject({
			...deliveryResponse().shape,
			request: z.strictObject({
				url: z.string().meta({
					description: doc(
						"The endpoint's URL now. An attempt before a change of it went to the earlier URL, which is not kept.",
					),
				}),
				headers: z.record(z.string(), z.string()).meta({
					description: doc(
						"Those that are the same in each attempt. Timestamp and signatures differ, and are not kept.",
					),
				}),
				body: z.string().meta({ description: doc("The exact body of each attempt.") }),
			}),
		})
		.meta({ id: "WebhookDeliveryDetail" }),
);

/** webhooks.md "Endpoints". */
export const getDelivery = defineOperation({
	operationId: "getWebhookDelivery",
	method: "GET",
	path: "/webhook-endpoints/{endpointId}/deliveries/{eventId}",
	tag: "Webhook endpoints",
	summary: doc("Get a delivery with its request and its responses"),
	description: doc(
		"What was sent, and what came back in each of the newest twenty attempts. The delivery is deleted 30 days after it finishes.",
	),
	policy: "developer",
	readOnly: true,
	params,
	responses: { 200: { description: doc("The delivery."), schema: deliveryDetailResponse } },
	errors: ["RESOURCE_NOT_FOUND"],
	handler: async ({ params: { endpointId, eventId }, principal, services, now }) => {
		const owned = { developerId: principal.developerId, endpointId, now };
		const found = await services.webhooks.deliveries.find({ ...owned, eventId });
		const { url, event } = found;
		const request = { url, headers: fixedHeaders(event, services.config.brand), body: event.body };
		return { status: 200, body: { ...presentDelivery(found.delivery), request } };
	},
});
