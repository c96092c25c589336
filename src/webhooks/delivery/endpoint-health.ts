/**
 * How an end point that fails is spared and in the end given up (webhooks.md "Attempts"). Pure; times are unix
 * milliseconds.
 *
 * While the breaker is open one delivery at a time is tried, the probe; the others wait without using up
 * attempts. A failure that comes in before the probe was due is not the probe's but of a delivery that was under
 * way already, or that somebody asked for: it is counted, and does not put the probe off.
 */

export type EndpointHealth = {
	failuresInARow: number;
	/** Unix ms of the first failure since the last success. */
	failingSince: number | null;
	/** Distinct events that failed at least once since the last success. */
	failedEvents: number;
	/** While the breaker is open: when the one next delivery may be tried. */
	probeAt: number | null;
	/** While the breaker is open: the wait that led to `probeAt`, which the next failed probe doubles. */
	probeWaitMs: number;
};

/** "After five failures in a row an endpoint's breaker opens". */
const FAILURES_TO_OPEN = 5;

/** "one delivery at a time is tried, after 5 s …". */
const FIRST_PROBE_WAIT_MS = 5 * 1000;

/** "… doubling to 5 min …". */
const MAX_PROBE_WAIT_MS = 5 * 60 * 1000;

/** "… and 5 s after a restart": what kept the end point from answering may have been our own crash. */
const RESTART_PROBE_WAIT_MS = 5 * 1000;

/** "After five days without a success …". */
const FAILING_TO_DISABLE_MS = 5 * 24 * 60 * 60 * 1000;

/** "… and at least ten failed events it is disabled": a quiet end point is not judged by one event. */
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

/** A success forgets everything: the breaker closes, and "all are due at once when one gets through". */
export function afterSuccess(_health: EndpointHealth): EndpointHealth {
	return HEALTHY;
}

/**
 * Counts a failure; the fifth in a row opens the breaker, and a probe that fails doubles the wait for the next.
 * @param input.isFirstOfEvent whether this event had not failed since the last success
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

/** Five days without a failure end a streak: who is sent little is not judged by what failed months ago. */
export function afterSilence(
	health: EndpointHealth,
	lastFailureAt: number | null,
	now: number,
): EndpointHealth {
	const isOver = lastFailureAt !== null && now - lastFailureAt >= FAILING_TO_DISABLE_MS;
	return isOver && !isBreakerOpen(health) ? HEALTHY : health;
}

/** An open breaker probes 5 s after a restart, or when it would have; the doubling goes on from where it was. */
export function afterRestart(health: EndpointHealth, now: number): EndpointHealth {
	if (health.probeAt === null) return health;
	return { ...health, probeAt: Math.min(health.probeAt, now + RESTART_PROBE_WAIT_MS) };
}

/** Whether an end point has failed for so long and so often that it is disabled. */
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
