/** The one place where a reason of this slice becomes an error for the caller. */
import { AppError } from "../kernel/app-error.ts";
import type { SendTestAnswer } from "./delivery/delivery-service.ts";
import type { ListDeliveriesAnswer, RecoverAnswer, RedeliverAnswer } from "./endpoint/endpoint-messages.ts";
import type {
	CreateEndpointAnswer,
	RotateSecretAnswer,
	UpdateEndpointAnswer,
} from "./endpoint/endpoint-service.ts";

/** Every answer of the services that is no success. */
type WebhookReason = Exclude<
	| CreateEndpointAnswer
	| UpdateEndpointAnswer
	| RotateSecretAnswer
	| SendTestAnswer
	| ListDeliveriesAnswer
	| RedeliverAnswer
	| RecoverAnswer,
	{ kind: "created" | "endpoint" | "rotated" | "tried" | "page" | "due" | "recovered" }
>;

export function webhookError(reason: WebhookReason): AppError {
	switch (reason.kind) {
		case "gone":
			return new AppError({
				code: "RESOURCE_NOT_FOUND",
				message: "Your account has no such webhook endpoint. The list of endpoints shows those it has.",
			});
		case "unknown_event":
			return new AppError({
				code: "RESOURCE_NOT_FOUND",
				message:
					"This endpoint knows no such event: it was never meant for it, or was finished more than 30 days ago. `GET /events` has every event.",
			});
		case "target_refused":
			return new AppError({
				code: "INPUT_VALIDATION_ERROR",
				message: "Webhooks may not go to this URL; `details` says why. Nothing was stored.",
				details: [{ field: "url", message: reason.problem }],
			});
		case "full":
			return new AppError({
				code: "EXCEEDED_WEBHOOK_ENDPOINT_AMOUNT",
				message: `Your account has ${reason.limit} webhook endpoints, which is the most it may have. Remove one first.`,
			});
		case "user_gone":
			return new AppError({
				code: "USER_NOT_FOUND",
				message: "The account of this credential does not exist any more. Register again to go on.",
			});
		case "disabled":
			return new AppError({
				code: "WEBHOOK_ENDPOINT_DISABLED",
				message:
					'The endpoint is disabled, so nothing is sent there. Enable it with `{ "enabled": true }`, then try again.',
			});
		case "older_key":
			return new AppError({
				code: "SERVICE_UNAVAILABLE",
				message:
					"The service's keys are being changed, and this place does not know the new one yet. Nothing was changed; try again in a moment.",
				retryAfterSeconds: 5,
			});
		case "too_many":
			return new AppError({
				code: "RATE_LIMITED",
				message:
					"Too many samples were sent to this endpoint. Wait as long as Retry-After says, then try again.",
				retryAfterSeconds: reason.retryAfterSeconds,
			});
	}
}
