/** Types of a webhook endpoint, its deliveries and their attempts. Times are unix milliseconds. */
import type { EventType } from "../../recovery/case/case-state.ts";

export const ENDPOINT_STATUSES = ["healthy", "failing", "disabled"] as const;
type EndpointStatus = (typeof ENDPOINT_STATUSES)[number];

/** `gone`: the receiver responded with 410. `failing`: no success for five days. */
export const DISABLED_REASONS = ["by_owner", "gone", "failing"] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** `skipped`: the endpoint was disabled. Failed and skipped deliveries can be recovered. */
export const DELIVERY_STATUSES = ["waiting", "delivered", "failed", "skipped"] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Why an attempt has no status, or why a 2xx did not count. `interrupted`: the service stopped during the attempt. */
export const ATTEMPT_ERRORS = [
	"timeout",
	"connection_failed",
	"target_refused",
	"secret_unavailable",
	"interrupted",
] as const;
export type AttemptError = (typeof ATTEMPT_ERRORS)[number];

/** An endpoint as its owner sees it. */
export type EndpointView = {
	endpointId: string;
	url: string;
	description: string | null;
	eventTypes: EventType[];
	enabled: boolean;
	status: EndpointStatus;
	disabledReason: DisabledReason | null;
	createdAt: number;
	lastSuccessAt: number | null;
	lastFailureAt: number | null;
	/** Share of successful attempts in the last seven days, 0 to 1; null if there were no attempts. */
	successRate: number | null;
	/** Until when a secret from before a rotation signs too; null if only the newest one signs. */
	previousSecretEndsAt: number | null;
};

/** `durationMs` is the time until the end of the response. */
export type AttemptView = {
	at: number;
	httpStatus: number | null;
	durationMs: number;
	error: AttemptError | null;
	/** First 4 KiB of the response body; null if there was none. */
	responseExcerpt: string | null;
};

export type DeliveryView = {
	eventId: string;
	type: EventType;
	status: DeliveryStatus;
	/** Oldest first. */
	attempts: AttemptView[];
	/** Null if there is no next attempt. */
	nextAttemptAt: number | null;
};

/** An event as its case stores it. */
export type QueuedEvent = {
	eventId: string;
	caseId: string;
	/** Number of the event within its case, from 1. */
	sequence: number;
	type: EventType;
	/** The exact bytes of the envelope. */
	body: string;
	/** Hash of the newest entry of the case's history when the event was made. */
	historyHash: string;
	createdAt: number;
};
