/**
 * How often a password may be tried (auth.md "Passwords and sessions"): five wrong ones are free, then each
 * makes the next one wait twice as long. Pure; times are unix milliseconds.
 *
 * An attempt is counted as wrong before it is made and given back where it was not, so that any number of
 * parallel attempts are as many as the count allows.
 */

/** What is guarded: one account, against all who try it; or one address, against all that it tries. */
export type GuardKind = "account" | "address";

export type GuardState = { failures: number; blockedUntil: number; lastAttemptAt: number };

export type Reservation =
	| { kind: "admitted"; before: GuardState; after: GuardState }
	| { kind: "throttled"; retryAfterSeconds: number };

const FREE_FAILURES = 5;
const FIRST_WAIT_SECONDS = 1;
/** An account's owner must get in soon, whoever else tries; an address can wait. */
const MAX_WAIT_SECONDS: Record<GuardKind, number> = { account: 60, address: 15 * 60 };

/** A guard that nobody has tried for so long has forgotten everything. */
export const GUARD_MEMORY_MS = 24 * 60 * 60 * 1000;

export const UNTRIED: GuardState = { failures: 0, blockedUntil: 0, lastAttemptAt: 0 };

/** Counts one attempt, or says how long to wait. */
export function reserveAttempt(state: GuardState, kind: GuardKind, now: number): Reservation {
	const before = now - state.lastAttemptAt >= GUARD_MEMORY_MS ? UNTRIED : state;
	if (now < before.blockedUntil) {
		return { kind: "throttled", retryAfterSeconds: Math.ceil((before.blockedUntil - now) / 1000) };
	}
	const failures = before.failures + 1;
	const waitSeconds = waitSecondsAfter(failures, kind);
	// Requests reach the guard in another order than their clocks say: a free failure must not hold up an older one.
	const blockedUntil = waitSeconds === 0 ? before.blockedUntil : now + waitSeconds * 1000;
	return { kind: "admitted", before, after: { failures, blockedUntil, lastAttemptAt: now } };
}

/** The state without an attempt that turned out right, or was not made. */
export function takeBackAttempt(
	state: GuardState,
	{ before, after }: { before: GuardState; after: GuardState },
): GuardState {
	const isLatest =
		state.failures === after.failures &&
		state.blockedUntil === after.blockedUntil &&
		state.lastAttemptAt === after.lastAttemptAt;
	if (isLatest) return before;
	const failures = Math.max(0, state.failures - 1);
	// Others were counted since; the wait that they left stands, unless the failures that are left are free.
	return { ...state, failures, blockedUntil: failures < FREE_FAILURES ? 0 : state.blockedUntil };
}

/** Seconds from a failure to the next attempt. @param failures counts this one too */
export function waitSecondsAfter(failures: number, kind: GuardKind): number {
	if (failures < FREE_FAILURES) return 0;
	return Math.min(FIRST_WAIT_SECONDS * 2 ** (failures - FREE_FAILURES), MAX_WAIT_SECONDS[kind]);
}
