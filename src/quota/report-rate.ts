/**
 * How often the chain may be asked because somebody names transactions: a look costs the operator's node up to four
 * questions for each of them, and whoever may name them has nothing to pay for that. The alarm's own looks do not count.
 */

const WINDOW_MS = 60_000;
/** In a minute, for one case: as many as one report may name. */
export const NAMED_PER_MINUTE = 100;

export type ReportPace = { windowStart: number; named: number };

export const NO_REPORTS: ReportPace = { windowStart: 0, named: 0 };

/** @param now unix milliseconds @returns the pace with this report in it, or how long the next one has to wait */
export function paceWith(
	pace: ReportPace,
	count: number,
	now: number,
): ({ kind: "free" } & ReportPace) | { kind: "too_often"; retryAfterSeconds: number } {
	const ends = pace.windowStart + WINDOW_MS;
	if (now >= ends) return { kind: "free", windowStart: now, named: count };
	const named = pace.named + count;
	if (named <= NAMED_PER_MINUTE) return { kind: "free", windowStart: pace.windowStart, named };
	return { kind: "too_often", retryAfterSeconds: Math.ceil((ends - now) / 1000) };
}
