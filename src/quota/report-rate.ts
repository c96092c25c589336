/** Limits the transactions reported per case and minute, because each check costs up to four calls of the node. */

const WINDOW_MS = 60_000;
export const NAMED_PER_MINUTE = 100;

export type ReportRate = { windowStart: number; named: number };

export const NO_REPORTS: ReportRate = { windowStart: 0, named: 0 };

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
