import * as z from "zod";
import { defineOperation } from "../../../http/operation.ts";
import { lazy } from "../../../kernel/once.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { timeField } from "../../../kernel/schemas/schemas.ts";
import { endpointParams } from "../../endpoint/endpoint-schemas.ts";

const body = lazy(() =>
	z
		.strictObject({
			since: timeField().meta({
				description: doc(
					"Only events created at this time or later. Choose a time at least four days before the outage, because an event fails up to that long after its creation.",
				),
				example: "2026-11-21T09:30:00.000Z",
			}),
			dryRun: z
				.boolean("must be true or false")
				.default(false)
				.meta({ description: doc("Only counts the events."), example: true }),
		})
		.meta({ id: "WebhookRecovery" }),
);

const recoverEventsResponse = lazy(() =>
	z
		.strictObject({
			count: z.int().meta({ description: doc("Number of events that are sent again, or would be.") }),
			hasMore: z
				.boolean()
				.meta({ description: doc("True if there are more events than the 10,000 of one call.") }),
			dryRun: z.boolean().meta({ description: doc("True if the events were only counted.") }),
		})
		.meta({ id: "WebhookRecoveryResult" }),
);

/** webhooks.md "Endpoints". */
export const recoverEvents = defineOperation({
	operationId: "recoverWebhookEvents",
	method: "POST",
	path: "/webhook-endpoints/{endpointId}/recover",
	tag: "Webhook endpoints",
	summary: doc("Redeliver failed and skipped events"),
	description: doc(
		"Sends events that have failed or were skipped, never those that were delivered. Oldest first, at most 10,000 events a call; call again while `hasMore` is true. The response does not wait for the attempts.",
	),
	policy: "developer",
	params: endpointParams,
	body,
	responses: {
		200: {
			description: doc("The number of events. They are due now, unless this was a dry run."),
			schema: recoverEventsResponse,
		},
	},
	errors: ["RESOURCE_NOT_FOUND", "WEBHOOK_ENDPOINT_DISABLED"],
	handler: async ({ params: { endpointId }, body, principal, services, now, audit }) => {
		const { dryRun } = body;
		// The object takes no negative time.
		const since = Math.max(0, Date.parse(body.since));
		const owned = { developerId: principal.developerId, endpointId, now };
		const { count, hasMore } = await services.webhooks.deliveries.recover({ ...owned, since, dryRun });
		if (!dryRun) await audit({ action: "webhook_endpoint.recovered", target: endpointId });
		return { status: 200, body: { count, hasMore, dryRun } };
	},
});
