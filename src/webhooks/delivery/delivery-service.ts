/** What is on its way to an endpoint, and what its owner may do about it (webhooks.md "Endpoints"). */
import { newSampleEventId } from "../../kernel/random-ids.ts";
import type { DeliveryStatus } from "../endpoint/endpoint.ts";
import type {
	ListDeliveriesResult,
	RecoverResult,
	RedeliverResult,
	TestResult,
} from "../endpoint/endpoint-messages.ts";
import type { EndpointOf } from "../ports.ts";
import { sampleEvent } from "./webhook-event.ts";

/** `eventId` of the sample that was sent. */
export type SendTestResult = TestResult & { eventId: string };

type Owned = { developerId: string; endpointId: string; now: number };

export type DeliveryService = ReturnType<typeof createDeliveryService>;

export function createDeliveryService(endpointOf: EndpointOf) {
	return {
		/** Sends a sample and waits for how it went, as long as an attempt may take. */
		async sendTest({ endpointId, ...owner }: Owned): Promise<SendTestResult> {
			const eventId = newSampleEventId();
			const body = sampleEvent(eventId, owner.now);
			const answer = await endpointOf(endpointId).sendTest({ ...owner, eventId, body });
			return { ...answer, eventId };
		},

		/** One page, the newest first. @param page.before the `next` of the page before */
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

		/** Makes one event due now; the answer does not wait for the attempt. */
		redeliver({ endpointId, ...request }: Owned & { eventId: string }): Promise<RedeliverResult> {
			return endpointOf(endpointId).redeliver(request);
		},

		/** Makes due what failed or was skipped. @param request.since unix milliseconds */
		recover({ endpointId, ...request }: Owned & { since: number; dryRun: boolean }): Promise<RecoverResult> {
			return endpointOf(endpointId).recover(request);
		},
	};
}
