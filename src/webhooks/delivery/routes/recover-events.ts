import { defineOperation } from "../../../http/operation.ts";
import { webhookError } from "../../errors.ts";
import { endpointParams, recoverBody } from "../../schemas.ts";

/** webhooks.md "Endpoints". */
export const recoverEvents = defineOperation({
	operationId: "recoverWebhookEvents",
	method: "POST",
	path: "/webhook-endpoints/{endpointId}/recover",
	tag: "Webhook endpoints",
	summary: "Redeliver failed and skipped events",
	description:
		"Oldest first, at most 10,000 events a call; call again while `hasMore` is true. The response does not wait for the attempts.",
	policy: "developer",
	params: endpointParams,
	body: recoverBody,
	responses: { 200: "The number of events. They are due now, unless this was a dry run." },
	errors: ["RESOURCE_NOT_FOUND", "WEBHOOK_ENDPOINT_DISABLED"],
	handler: async ({ params: { endpointId }, body, principal, services, now, audit }) => {
		const { dryRun } = body;
		// What was made before 1970 was made before everything.
		const since = Math.max(0, Date.parse(body.since));
		const owned = { developerId: principal.developerId, endpointId, now };
		const answer = await services.webhooks.deliveries.recover({ ...owned, since, dryRun });
		if (answer.kind !== "recovered") throw webhookError(answer);
		const { count, hasMore } = answer;
		if (!dryRun) await audit({ action: "webhook_endpoint.recovered", target: endpointId });
		return { status: 200, body: { count, hasMore, dryRun } };
	},
});
