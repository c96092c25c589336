/**
 * A daily quota of stored bytes that comes back evenly (auth.md "The quota of stored bytes"): the generic cell rate
 * algorithm.
 */

const DAY_MS = 86_400_000;

/** A forger on one network leaves the rest of the quota to others. */
export const NETWORK_SHARE = 1 / 8;

/** `fullAt`: unix milliseconds at which the quota is whole again. `perDay`: bytes. */
export type QuotaState = { fullAt: number; bytes: number; perDay: number; now: number };

/** @returns the new `fullAt`, or the wait; more than `perDay` never fits */
export function consumeQuota({
	fullAt,
	bytes,
	perDay,
	now,
}: QuotaState): { kind: "consumed"; fullAt: number } | { kind: "exceeded"; waitMs: number } {
	const next = Math.max(fullAt, now) + refillMs(bytes, perDay);
	const waitMs = next - now - DAY_MS;
	return waitMs > 0 ? { kind: "exceeded", waitMs } : { kind: "consumed", fullAt: next };
}

export function refundQuota({ fullAt, bytes, perDay }: Omit<QuotaState, "now">): number {
	return fullAt - refillMs(bytes, perDay);
}

function refillMs(bytes: number, perDay: number): number {
	return (bytes / perDay) * DAY_MS;
}
