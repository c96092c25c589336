/** Records an attempt's result for the delivery and the endpoint's health (webhooks.md "Attempts"). */
import {
	afterFailure,
	afterSilence,
	afterSuccess,
	type EndpointHealth,
	isBreakerOpen,
	shouldDisable,
} from "../../src/webhooks/delivery/endpoint-health.ts";
import type { DisabledReason } from "../../src/webhooks/endpoint/endpoint.ts";
import { insertAttempt } from "./delivery-attempts.ts";
import type { DeliveryJob } from "./delivery-store.ts";
import type { EndpointDatabase } from "./endpoint-database.ts";
import type { Endpoint } from "./endpoint-store.ts";
import type { Outcome } from "./post-event.ts";

/** Written at most once a second, because the last success need not be exact. */
const SUCCESS_INTERVAL_MS = 1_000;

/**
 * Call inside a transaction, unless delivered to a healthy endpoint.
 * @param result.isJudged whether the result concerns the present receiver
 * @returns the reason to disable the endpoint, if any
 */
export function recordResult(
	database: EndpointDatabase,
	endpoint: Endpoint,
	{ job, outcome, isJudged }: { job: DeliveryJob; outcome: Outcome; isJudged: boolean },
	now: number,
): DisabledReason | null {
	const { endpoints, deliveries, sql } = database;
	const { isGone, isServiceFault, retryAfterMs } = outcome;
	const { delivered, ...attempt } = outcome.attempt;
	if (!isServiceFault) endpoints.countAttempt(delivered);
	if (delivered) {
		deliveries.recordDelivered(job, attempt, now);
		if (isJudged) recordSuccess(database, endpoint, now);
		return null;
	}
	insertAttempt(sql, job.number, attempt);
	const health = isJudged ? recordFailure(database, endpoint, job, now) : endpoint.health;
	deliveries.recordFailed(job, { retryAfterMs, isServiceFault, streak: health.failingSince }, now);
	if (!isJudged) return null;
	if (isGone) return "gone";
	return shouldDisable(health, now) ? "failing" : null;
}

function recordSuccess(
	{ endpoints, deliveries }: EndpointDatabase,
	{ health, lastSuccessAt }: Endpoint,
	now: number,
): void {
	if (health.failingSince === null && now - (lastSuccessAt ?? 0) < SUCCESS_INTERVAL_MS) return;
	endpoints.update({ health: afterSuccess(health), lastSuccessAt: now });
	endpoints.saveCounts(now);
	if (isBreakerOpen(health)) deliveries.pullForward(now);
}

/** An event counts as failed once between two successes. */
function recordFailure(
	{ endpoints }: EndpointDatabase,
	endpoint: Endpoint,
	job: DeliveryJob,
	now: number,
): EndpointHealth {
	const before = afterSilence(endpoint.health, endpoint.lastFailureAt, now);
	const isFirstOfEvent = before.failingSince === null || job.failedStreak !== before.failingSince;
	const health = afterFailure(before, { now, isFirstOfEvent });
	endpoints.update({ health, lastFailureAt: now });
	endpoints.saveCounts(now);
	return health;
}
