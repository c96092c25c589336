/**
 * A daily quota of stored bytes (auth.md "The quota of stored bytes"). All of it may be used at once, and it comes back
 * evenly over a day. The generic cell rate algorithm stores only the time at which the quota is whole again. Pure.
 */

const DAY_MS = 86_400_000;

/** One client network's share of an origin's quota, so that a forger on one network leaves most of it to others. */
export const NETWORK_SHARE = 1 / 8;

/**
 * `fullAt` is when the quota is whole again, in unix milliseconds; it is in the past if the quota is whole now.
 * `perDay` is the quota in bytes.
 */
export type QuotaState = { fullAt: number; bytes: number; perDay: number; now: number };

/** @returns the new `fullAt`, or the wait until enough bytes have come back. More than `perDay` never fits. */
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

/** Gives consumed bytes back. @returns the new `fullAt` */
export function refundQuota({ fullAt, bytes, perDay }: Omit<QuotaState, "now">): number {
	return fullAt - refillMs(bytes, perDay);
}

function refillMs(bytes: number, perDay: number): number {
	return (bytes / perDay) * DAY_MS;
}
