/** Lists and redelivers an endpoint's deliveries, and sends samples (webhooks.md "Endpoints"). */
import { newSampleEventId } from "../../kernel/crypto/random-ids.ts";
import type { DeliveryStatus } from "../endpoint/endpoint.ts";
import type {
	EndpointOf,
	FindDeliveryResult,
	ListDeliveriesResult,
	RecoverResult,
	RedeliverResult,
	TestResult,
} from "../endpoint/endpoint-messages.ts";
import { sampleEvent } from "./webhook-event.ts";

/** `eventId` is that of the sample. */
export type SendTestResult = TestResult & { eventId: string };

type Owned = { developerId: string; endpointId: string; now: number };

export type DeliveryService = ReturnType<typeof createDeliveryService>;

export function createDeliveryService(endpointOf: EndpointOf) {
	return {
		/** Sends a sample and waits for its result, 15 seconds at most. @param sample.sampleId a UUID */
		async sendTest({
			endpointId,
			sampleId,
			...owner
		}: Owned & { sampleId: string }): Promise<SendTestResult> {
			const eventId = newSampleEventId(sampleId);
			const body = sampleEvent(eventId, owner.now);
			const result = await endpointOf(endpointId).sendTest({ ...owner, eventId, body });
			return { ...result, eventId };
		},

		/** @param page.before `next` of the previous page */
		list(page: {
			developerId: string;
			endpointId: string;
			status?: DeliveryStatus | undefined;
			before?: number | undefined;
			limit: number;
		}): Promise<ListDeliveriesResult> {
			const { endpointId, ...request } = page;
			return endpointOf(endpointId).listDeliveries(request);
		},

		find({ endpointId, ...request }: Owned & { eventId: string }): Promise<FindDeliveryResult> {
			return endpointOf(endpointId).findDelivery(request);
		},

		/** Makes one event due now, without waiting for the attempt. */
		redeliver({ endpointId, ...request }: Owned & { eventId: string }): Promise<RedeliverResult> {
			return endpointOf(endpointId).redeliver(request);
		},

		/** Makes failed and skipped events due now. @param request.since unix milliseconds */
		recover({ endpointId, ...request }: Owned & { since: number; dryRun: boolean }): Promise<RecoverResult> {
			return endpointOf(endpointId).recover(request);
		},
	};
}
