/** The words of a webhook endpoint: what it is told to do, how it fares, and what becomes of each event. */
import type { EventType } from "../../recovery/case/case-state.ts";

export const ENDPOINT_STATUSES = ["healthy", "failing", "disabled"] as const;
type EndpointStatus = (typeof ENDPOINT_STATUSES)[number];

/** By its owner; by an answer 410; by five days without a success. */
export const DISABLED_REASONS = ["by_owner", "gone", "failing"] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** Skipped: it came while the endpoint was disabled. What failed and what was skipped can be recovered. */
export const DELIVERY_STATUSES = ["waiting", "delivered", "failed", "skipped"] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/**
 * Why an attempt has no status, or a 2xx was not enough: `interrupted` is one that the service did not live to
 * see the end of.
 */
export const ATTEMPT_ERRORS = [
	"timeout",
	"connection_failed",
	"target_refused",
	"secret_unavailable",
	"interrupted",
] as const;
export type AttemptError = (typeof ATTEMPT_ERRORS)[number];

/** An endpoint as its owner sees it. Times are unix milliseconds. */
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
	/** Share of successful attempts of the last seven days, 0 to 1; null where there were none. */
	successRate: number | null;
	/** Until when a secret from before a rotation still signs; null where none does. */
	previousSecretEndsAt: number | null;
};

/** One attempt. `durationMs` is to the end of the answer. */
export type AttemptView = {
	at: number;
	httpStatus: number | null;
	durationMs: number;
	error: AttemptError | null;
	/** The first 4 KiB of the answer's body; null where none came. */
	responseExcerpt: string | null;
};

export type DeliveryView = {
	eventId: string;
	type: EventType;
	status: DeliveryStatus;
	/** Oldest first. */
	attempts: AttemptView[];
	/** Null where none is to come. */
	nextAttemptAt: number | null;
};

/** An event as the case keeps it. */
export type QueuedEvent = {
	eventId: string;
	caseId: string;
	/** The case's own event sequence, from 1. */
	sequence: number;
	type: EventType;
	/** The exact bytes of the envelope. */
	body: string;
	/** Hash of the newest entry of the case's history when the event was made. */
	historyHash: string;
	createdAt: number;
};
