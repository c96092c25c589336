/**
 * The circuit breaker of an endpoint that fails (webhooks.md "The circuit breaker"), and when the endpoint is disabled.
 * Pure; times are unix milliseconds.
 * - While the breaker is open, one delivery at a time is tried (the probe). The others use up no attempts.
 * - A failure before the probe was due belongs to another attempt. It is counted and does not put the probe off.
 */

export type EndpointHealth = {
	failuresInARow: number;
	/** Unix ms of the first failure since the last success. */
	failingSince: number | null;
	/** Number of different events that failed since the last success. */
	failedEvents: number;
	/** When the next probe is due; null if the breaker is closed. */
	probeAt: number | null;
	/** The wait before `probeAt`, which a failed probe doubles. */
	probeWaitMs: number;
};

const FAILURES_TO_OPEN = 5;

const FIRST_PROBE_WAIT_MS = 5 * 1000;

const MAX_PROBE_WAIT_MS = 5 * 60 * 1000;

/** Soon, because the failures may have been caused by the crash. */
const RESTART_PROBE_WAIT_MS = 5 * 1000;

const FAILING_TO_DISABLE_MS = 5 * 24 * 60 * 60 * 1000;

/** An endpoint with few events is not disabled because of one of them. */
const FAILED_EVENTS_TO_DISABLE = 10;

export const HEALTHY: EndpointHealth = Object.freeze({
	failuresInARow: 0,
	failingSince: null,
	failedEvents: 0,
	probeAt: null,
	probeWaitMs: 0,
});

export function isBreakerOpen(health: EndpointHealth): boolean {
	return health.probeAt !== null;
}

/** A success clears the record and closes the breaker. */
export function afterSuccess(_health: EndpointHealth): EndpointHealth {
	return HEALTHY;
}

/**
 * The fifth failure in a row opens the breaker; a failed probe doubles the wait.
 * @param input.isFirstOfEvent tells whether the event failed for the first time since the last success
 */
export function afterFailure(
	health: EndpointHealth,
	input: { now: number; isFirstOfEvent: boolean },
): EndpointHealth {
	const failuresInARow = health.failuresInARow + 1;
	return {
		failuresInARow,
		failingSince: health.failingSince ?? input.now,
		failedEvents: health.failedEvents + (input.isFirstOfEvent ? 1 : 0),
		...nextProbe(health, failuresInARow, input.now),
	};
}

/** Clears the record after five days without a failure, so that old failures do not disable a quiet endpoint. */
export function afterSilence(
	health: EndpointHealth,
	lastFailureAt: number | null,
	now: number,
): EndpointHealth {
	const isSilent = lastFailureAt !== null && now - lastFailureAt >= FAILING_TO_DISABLE_MS;
	return isSilent && !isBreakerOpen(health) ? HEALTHY : health;
}

/** Makes the probe due within 5 s of a restart. */
export function afterRestart(health: EndpointHealth, now: number): EndpointHealth {
	if (health.probeAt === null) return health;
	return { ...health, probeAt: Math.min(health.probeAt, now + RESTART_PROBE_WAIT_MS) };
}

/** No success for five days, and ten different events failed. */
export function shouldDisable(health: EndpointHealth, now: number): boolean {
	if (health.failingSince === null || health.failedEvents < FAILED_EVENTS_TO_DISABLE) return false;
	return now - health.failingSince >= FAILING_TO_DISABLE_MS;
}

function nextProbe(
	health: EndpointHealth,
	failuresInARow: number,
	now: number,
): Pick<EndpointHealth, "probeAt" | "probeWaitMs"> {
	const { probeAt, probeWaitMs } = health;
	if (probeAt === null) {
		if (failuresInARow < FAILURES_TO_OPEN) return { probeAt, probeWaitMs };
		return { probeAt: now + FIRST_PROBE_WAIT_MS, probeWaitMs: FIRST_PROBE_WAIT_MS };
	}
	if (now < probeAt) return { probeAt, probeWaitMs };
	const doubledMs = Math.min(probeWaitMs * 2, MAX_PROBE_WAIT_MS);
	return { probeAt: now + doubledMs, probeWaitMs: doubledMs };
}
