import * as z from "zod";
import { type Infer, lazy } from "../../kernel/once.ts";
import { doc } from "../../kernel/schemas/doc.ts";
import { lazyObject } from "../../kernel/schemas/lazy-object.ts";
import { timestampSchema } from "../../kernel/schemas/schemas.ts";
import { isoTime, isoTimeOrNull } from "../../kernel/time/iso-time.ts";
import { WEBHOOK_EVENT_TYPES } from "../../protocol/enumerations.ts";
import {
	ATTEMPT_ERRORS,
	type AttemptView,
	DELIVERY_STATUSES,
	type DeliveryView,
} from "../endpoint/endpoint.ts";
import { EXAMPLE_EVENT_ID } from "./webhook-event.ts";

export const eventIdField = lazy(() => z.string().meta({ example: EXAMPLE_EVENT_ID }));

export const eventIdParam = lazy(() =>
	z.string().regex(/^evt_[0-9a-f]{32}$/, "must be `evt_` and 32 lower-case hex digits"),
);

export const attemptSchema = lazyObject("WebhookAttempt", () => ({
	at: timestampSchema(),
	httpStatus: z.int().nullable().describe(doc("Null if there was no response.")),
	durationMs: z.int().describe(doc("Until the end of the response.")),
	error: z
		.enum(ATTEMPT_ERRORS)
		.nullable()
		.describe(
			doc(
				"Why there is no response, or why a 2xx response did not count. `timeout`: the response was not complete within 15 seconds. `connection_failed`: the connection failed. `target_refused`: the URL is no longer allowed. `secret_unavailable`: the service could not open the secret, which does not count against the endpoint. `interrupted`: the service stopped during the attempt.",
			),
		),
	responseExcerpt: z
		.string()
		.nullable()
		.describe(doc("First 4 KiB of the response body; null if there was none.")),
}));

export const deliveryResponse = lazyObject("WebhookDelivery", () => ({
	eventId: eventIdField(),
	type: z.enum(WEBHOOK_EVENT_TYPES),
	status: z
		.enum(DELIVERY_STATUSES)
		.describe(
			doc(
				"`waiting`: for its next attempt. `delivered`: the receiver responded with 2xx. `failed`: all attempts failed. `skipped`: the endpoint was disabled.",
			),
		),
	attempts: z.array(attemptSchema()).describe(doc("Oldest first.")),
	nextAttemptAt: timestampSchema().nullable().describe(doc("Null if there is no next attempt.")),
}));

export function presentAttempt(attempt: AttemptView): Infer<typeof attemptSchema> {
	const { at, httpStatus, durationMs, error, responseExcerpt } = attempt;
	return { at: isoTime(at), httpStatus, durationMs, error, responseExcerpt };
}

export function presentDelivery(delivery: DeliveryView): Infer<typeof deliveryResponse> {
	const { eventId, type, status, attempts, nextAttemptAt } = delivery;
	return {
		eventId,
		type,
		status,
		attempts: attempts.map(presentAttempt),
		nextAttemptAt: isoTimeOrNull(nextAttemptAt),
	};
}
