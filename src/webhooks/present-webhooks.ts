/** Makes of what the services know about endpoints and deliveries what goes out. */
import type * as z from "zod";
import { isoTime, isoTimeOrNull } from "../kernel/iso-time.ts";
import type { AttemptView, DeliveryView, EndpointView } from "./endpoint/endpoint.ts";
import type { deliveryResponse, endpointResponse, testResponse } from "./response-schemas.ts";

/** Field by field, so that nothing goes out that was not meant to. */
export function presentEndpoint(view: EndpointView): z.infer<typeof endpointResponse> {
	return {
		endpointId: view.endpointId,
		url: view.url,
		description: view.description,
		eventTypes: view.eventTypes,
		enabled: view.enabled,
		status: view.status,
		disabledReason: view.disabledReason,
		createdAt: isoTime(view.createdAt),
		lastSuccessAt: isoTimeOrNull(view.lastSuccessAt),
		lastFailureAt: isoTimeOrNull(view.lastFailureAt),
		successRate: view.successRate,
		previousSecretEndsAt: isoTimeOrNull(view.previousSecretEndsAt),
	};
}

export function presentAttempt(attempt: AttemptView): z.infer<typeof testResponse>["attempt"] {
	const { at, httpStatus, durationMs, error, responseExcerpt } = attempt;
	return { at: isoTime(at), httpStatus, durationMs, error, responseExcerpt };
}

export function presentDelivery(delivery: DeliveryView): z.infer<typeof deliveryResponse> {
	const { eventId, type, status, attempts, nextAttemptAt } = delivery;
	return {
		eventId,
		type,
		status,
		attempts: attempts.map(presentAttempt),
		nextAttemptAt: isoTimeOrNull(nextAttemptAt),
	};
}
