import type { WebhookEventType } from "../../protocol/enumerations.ts";

export const ENDPOINT_STATUSES = ["healthy", "failing", "disabled"] as const;
type EndpointStatus = (typeof ENDPOINT_STATUSES)[number];

/** `gone`: status 410. `failing`: no success for five days. */
export const DISABLED_REASONS = ["by_owner", "gone", "failing"] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** `skipped`: the endpoint was disabled. */
export const DELIVERY_STATUSES = ["waiting", "delivered", "failed", "skipped"] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** `interrupted`: the service stopped during the attempt. */
export const ATTEMPT_ERRORS = [
	"timeout",
	"connection_failed",
	"target_refused",
	"secret_unavailable",
	"interrupted",
] as const;
export type AttemptError = (typeof ATTEMPT_ERRORS)[number];

export type EndpointView = {
	endpointId: string;
	url: string;
	description: string | null;
	eventTypes: WebhookEventType[];
	enabled: boolean;
	status: EndpointStatus;
	disabledReason: DisabledReason | null;
	createdAt: number;
	lastSuccessAt: number | null;
	lastFailureAt: number | null;
	/** Share of successful attempts in the last seven days, 0 to 1. */
	successRate: number | null;
	/** The end of signatures by the previous secret. */
	previousSecretEndsAt: number | null;
};

export type AttemptView = {
	at: number;
	httpStatus: number | null;
	durationMs: number;
	error: AttemptError | null;
	/** First 4 KiB of the response body. */
	responseExcerpt: string | null;
};

export type DeliveryView = {
	eventId: string;
	type: WebhookEventType;
	status: DeliveryStatus;
	/** Oldest first. */
	attempts: AttemptView[];
	/** Null after the last attempt. */
	nextAttemptAt: number | null;
};

export type QueuedEvent = {
	eventId: string;
	type: WebhookEventType;
	/** The exact bytes of the envelope. */
	body: string;
	createdAt: number;
};
