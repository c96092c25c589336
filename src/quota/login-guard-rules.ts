/**
 * Five wrong attempts are free, then each doubles the wait (auth.md "Login"). An attempt counts before it is
 * made, so that parallel attempts cannot exceed the limit.
 */

/** `account` guards an account against all clients; `address` limits one client, `device` one known device. */
export type GuardKind = "account" | "address" | "device";

export type GuardState = { failures: number; blockedUntil: number; lastAttemptAt: number };

export type CountedAttempt = { before: GuardState; after: GuardState };

export type Reservation =
	| ({ kind: "admitted" } & CountedAttempt)
	| { kind: "throttled"; retryAfterSeconds: number };

const FREE_FAILURES = 5;
const FIRST_WAIT_SECONDS = 1;
/** Short, because the owner must get in while others try. */
const MAX_WAIT_SECONDS = { account: 60, address: 15 * 60 } as const;

export const GUARD_MEMORY_MS = 24 * 60 * 60 * 1000;

export const NO_FAILURES: GuardState = { failures: 0, blockedUntil: 0, lastAttemptAt: 0 };

export function reserveAttempt(state: GuardState, kind: GuardKind, now: number): Reservation {
	const before = now - state.lastAttemptAt >= GUARD_MEMORY_MS ? NO_FAILURES : state;
	if (now < before.blockedUntil) {
		return { kind: "throttled", retryAfterSeconds: Math.ceil((before.blockedUntil - now) / 1000) };
	}
	const failures = before.failures + 1;
	const waitSeconds = waitSecondsAfter(failures, kind);
	// Requests arrive out of order, so a free failure must not block an older request.
	const blockedUntil = waitSeconds === 0 ? before.blockedUntil : now + waitSeconds * 1000;
	return { kind: "admitted", before, after: { failures, blockedUntil, lastAttemptAt: now } };
}

/** Removes a counted attempt that was right or was not made. */
export function cancelAttempt(state: GuardState, { before, after }: CountedAttempt): GuardState {
	const isLatest =
		state.failures === after.failures &&
		state.blockedUntil === after.blockedUntil &&
		state.lastAttemptAt === after.lastAttemptAt;
	if (isLatest) return before;
	const failures = Math.max(0, state.failures - 1);
	// Later attempts were counted too, so their wait stays.
	return { ...state, failures, blockedUntil: failures < FREE_FAILURES ? 0 : state.blockedUntil };
}

/** @param failures includes the present failure */
export function waitSecondsAfter(failures: number, kind: GuardKind): number {
	if (failures < FREE_FAILURES) return 0;
	// The device then counts as unknown for a day.
	if (kind === "device") return GUARD_MEMORY_MS / 1000;
	return Math.min(FIRST_WAIT_SECONDS * 2 ** (failures - FREE_FAILURES), MAX_WAIT_SECONDS[kind]);
}
