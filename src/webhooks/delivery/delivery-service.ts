/** Lists and redelivers an endpoint's deliveries, and sends samples (webhooks.md "Endpoints"). */
import { newSampleEventId } from "../../kernel/crypto/random-ids.ts";
import { successOf } from "../../kernel/errors/failure.ts";
import type { EndpointOf, ListDeliveriesInput } from "../endpoint/endpoint-messages.ts";
import { webhookErrors } from "../errors.ts";
import { sampleEvent } from "./webhook-event.ts";

type Owned = { developerId: string; endpointId: string; now: number };

export function createDeliveryService(endpointOf: EndpointOf) {
	return {
		/** Sends a sample and waits for its result, 15 seconds at most. @param sample.sampleId a UUID */
		async sendTest({ endpointId, sampleId, ...owner }: Owned & { sampleId: string }) {
			const eventId = newSampleEventId(sampleId);
			const body = sampleEvent(eventId, owner.now);
			const result = await endpointOf(endpointId).sendTest({ ...owner, eventId, body });
			return { ...successOf(result, webhookErrors), eventId };
		},

		/** @param page.before `next` of the previous page */
		async list({ endpointId, ...request }: ListDeliveriesInput & { endpointId: string }) {
			return successOf(await endpointOf(endpointId).listDeliveries(request), webhookErrors);
		},

		async find({ endpointId, ...request }: Owned & { eventId: string }) {
			return successOf(await endpointOf(endpointId).findDelivery(request), webhookErrors);
		},

		/** Makes one event due now, without waiting for the attempt. */
		async redeliver({ endpointId, ...request }: Owned & { eventId: string }) {
			return successOf(await endpointOf(endpointId).redeliver(request), webhookErrors).delivery;
		},

		/** Makes failed and skipped events due now. @param request.since unix milliseconds */
		async recover({ endpointId, ...request }: Owned & { since: number; dryRun: boolean }) {
			return successOf(await endpointOf(endpointId).recover(request), webhookErrors);
		},
	};
}
