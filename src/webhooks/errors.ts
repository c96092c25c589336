import { AppError } from "../kernel/app-error.ts";
import type { RequeueResult } from "./dead-letters/dead-letter-service.ts";
import type { SendTestResult } from "./delivery/delivery-service.ts";
import type {
	FindDeliveryResult,
	ListDeliveriesResult,
	RecoverResult,
	RedeliverResult,
} from "./endpoint/endpoint-messages.ts";
import type {
	CreateEndpointResult,
	RotateSecretResult,
	UpdateEndpointResult,
} from "./endpoint/endpoint-service.ts";

type WebhookReason = Exclude<
	| CreateEndpointResult
	| UpdateEndpointResult
	| RotateSecretResult
	| SendTestResult
	| ListDeliveriesResult
	| FindDeliveryResult
	| RedeliverResult
	| RecoverResult,
	{
		kind:
			| "created"
			| "created_before"
			| "endpoint"
			| "rotated"
			| "rotated_before"
			| "attempted"
			| "page"
			| "delivery"
			| "due"
			| "recovered";
	}
>;

export function webhookError(reason: WebhookReason): AppError {
	switch (reason.kind) {
		case "not_found":
			return new AppError({
				code: "RESOURCE_NOT_FOUND",
				message: "Your account has no webhook endpoint with this id. List your endpoints to see their ids.",
			});
		case "created_and_deleted":
			return new AppError({
				code: "RESOURCE_NOT_FOUND",
				message:
					"An earlier request with this `Idempotency-Key` created a webhook endpoint, which was deleted since. To create another one, send a new key. Nothing was changed.",
			});
		case "unknown_event":
			return new AppError({
				code: "RESOURCE_NOT_FOUND",
				message:
					"This endpoint has no delivery of this event: the event was never sent to it, or its delivery was deleted 30 days after it finished. `GET /events` lists all your events.",
			});
		case "target_rejected":
			return new AppError({
				code: "INPUT_VALIDATION_ERROR",
				message: "Webhooks cannot be sent to this URL; `details` says why. Nothing was changed.",
				details: [{ field: "url", rule: "not_allowed", message: reason.problem }],
			});
		case "full":
			return new AppError({
				code: "EXCEEDED_WEBHOOK_ENDPOINT_AMOUNT",
				message: `Your account has ${reason.limit} webhook endpoints, which is the maximum. Delete one first.`,
			});
		case "user_gone":
			return new AppError({
				code: "USER_NOT_FOUND",
				message: "The account of this credential no longer exists. Register again to continue.",
			});
		case "disabled":
			return new AppError({
				code: "WEBHOOK_ENDPOINT_DISABLED",
				message:
					'The endpoint is disabled, so nothing is sent to it. Enable it with `PATCH` and `{ "enabled": true }`, then retry.',
			});
		case "older_key":
			return new AppError({
				code: "SERVICE_UNAVAILABLE",
				message:
					"The service is rotating its own keys and could not store a new secret. Nothing was changed; retry after the time in Retry-After.",
				retryAfterSeconds: 5,
			});
		case "samples_exhausted":
			return new AppError({
				code: "RATE_LIMITED",
				message:
					"This account has sent as many samples as it may within a minute, to all its endpoints together. Retry after the time in Retry-After.",
				retryAfterSeconds: reason.retryAfterSeconds,
			});
	}
}

export function requeueError(reason: Exclude<RequeueResult, { deadLetter: unknown }>): AppError {
	switch (reason.kind) {
		case "not_found":
			return new AppError({
				code: "RESOURCE_NOT_FOUND",
				message: "There is no dead-letter message with this id.",
			});
		case "queue_unavailable":
			return new AppError({
				code: "SERVICE_UNAVAILABLE",
				message: "The queue did not accept the message. Nothing was changed; retry in a few seconds.",
				cause: reason.cause,
			});
	}
}
