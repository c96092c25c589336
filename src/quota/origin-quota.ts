/**
 * How much may be stored in the name of a browser origin (auth.md "Principals": "with a quota per origin, since the
 * header can be forged outside browsers"). An allowance is what may be stored at once, and comes back evenly over a
 * day; the generic cell rate algorithm keeps of it nothing but the time at which it will be whole again. Pure.
 */

const DAY_MS = 86_400_000;
/** Of an origin's allowance for one client network: whoever forges the header from one place leaves most of it. */
export const NETWORK_SHARE = 1 / 8;

/** Bytes a day. */
export type Allowances = { origin: number; network: number };

/** @param perDay bytes */
export function allowancesOf(perDay: number): Allowances {
	return { origin: perDay, network: perDay * NETWORK_SHARE };
}

/** @param fullAt when the allowance is whole again, unix milliseconds; any time that is over where it is */
export type AllowanceUse = { fullAt: number; bytes: number; perDay: number; now: number };

/** @returns the new `fullAt`, or for how long there is not as much left. More than `perDay` never fits. */
export function useAllowance({
	fullAt,
	bytes,
	perDay,
	now,
}: AllowanceUse): { kind: "used"; fullAt: number } | { kind: "short"; waitMs: number } {
	const next = Math.max(fullAt, now) + timeOf(bytes, perDay);
	const waitMs = next - now - DAY_MS;
	return waitMs > 0 ? { kind: "short", waitMs } : { kind: "used", fullAt: next };
}

/** What had been used is there again. @returns the new `fullAt` */
export function restoreAllowance({ fullAt, bytes, perDay }: Omit<AllowanceUse, "now">): number {
	return fullAt - timeOf(bytes, perDay);
}

/** In which as much comes back, in milliseconds. */
function timeOf(bytes: number, perDay: number): number {
	return (bytes / perDay) * DAY_MS;
}
