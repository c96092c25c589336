/**
 * The circuit breaker of a failing endpoint (webhooks.md "The circuit breaker"). Times are unix milliseconds. While
 * it is open, one delivery at a time is tried (the probe). An earlier failure does not postpone the probe.
 */

export type EndpointHealth = {
	failuresInARow: number;
	failingSince: number | null;
	failedEvents: number;
	/** Null if the breaker is closed. */
	probeAt: number | null;
	/** The wait before `probeAt`, which a failed probe doubles. */
	probeWaitMs: number;
};

export const FAILURES_TO_OPEN = 5;

export const FIRST_PROBE_WAIT_MS = 5 * 1000;

export const MAX_PROBE_WAIT_MS = 5 * 60 * 1000;

/** Short, because our own crash may have caused the failures. */
const RESTART_PROBE_WAIT_MS = 5 * 1000;

export const FAILING_TO_DISABLE_MS = 5 * 24 * 60 * 60 * 1000;

/** One event alone must not disable an endpoint with few events. */
export const FAILED_EVENTS_TO_DISABLE = 10;

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

export function afterSuccess(_health: EndpointHealth): EndpointHealth {
	return HEALTHY;
}

/** @param input.isFirstOfEvent whether the event had not failed since the last success */
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

/** After five days without a failure, so that old failures do not disable a quiet endpoint. */
export function afterSilence(
	health: EndpointHealth,
	lastFailureAt: number | null,
	now: number,
): EndpointHealth {
	const isSilent = lastFailureAt !== null && now - lastFailureAt >= FAILING_TO_DISABLE_MS;
	return isSilent && !isBreakerOpen(health) ? HEALTHY : health;
}

/** Makes the probe due within 5 s. */
export function afterRestart(health: EndpointHealth, now: number): EndpointHealth {
	if (health.probeAt === null) return health;
	return { ...health, probeAt: Math.min(health.probeAt, now + RESTART_PROBE_WAIT_MS) };
}

/** True after five days without success and failures of ten different events. */
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
