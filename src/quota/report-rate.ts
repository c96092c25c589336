/**
 * Limits how many transactions may be named as a case's execution per minute. A check of one costs the operator's node
 * up to four calls, and naming it costs the caller nothing. Checks by the case's own alarm do not count. Pure.
 */

const WINDOW_MS = 60_000;
/** Per case: as many as one report may name. */
export const NAMED_PER_MINUTE = 100;

export type ReportRate = { windowStart: number; named: number };

export const NO_REPORTS: ReportRate = { windowStart: 0, named: 0 };

/** @param now unix milliseconds @returns the rate including this report, or how long to wait before it */
export function countReport(
	rate: ReportRate,
	transactions: number,
	now: number,
): ({ kind: "counted" } & ReportRate) | { kind: "too_often"; retryAfterSeconds: number } {
	const windowEnd = rate.windowStart + WINDOW_MS;
	if (now >= windowEnd) return { kind: "counted", windowStart: now, named: transactions };
	const named = rate.named + transactions;
	if (named <= NAMED_PER_MINUTE) return { kind: "counted", windowStart: rate.windowStart, named };
	return { kind: "too_often", retryAfterSeconds: Math.ceil((windowEnd - now) / 1000) };
}
