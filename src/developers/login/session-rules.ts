/** Lifetime of sessions (auth.md "Developer sessions"). Pure. */

/** From login, and equal to the token's lifetime. */
export const SESSION_LIFETIME_MS = 8 * 60 * 60 * 1000;

/** From the last request. */
const SESSION_IDLE_LIMIT_MS = 60 * 60 * 1000;

/**
 * The last use of sessions and keys is written at most this often, so that not every request costs a write. A session
 * may therefore expire this much early when idle, but never late.
 */
export const LAST_USE_GRANULARITY_MS = 60 * 1000;

/** In whole seconds, the precision of JWTs, so that the row and the token expire at the same instant. */
export function sessionEndOf(openedAt: number, lifetimeMs: number): number {
	return Math.floor((openedAt + lifetimeMs) / 1000) * 1000;
}

export function hasSessionExpired(session: { expiresAt: number; lastSeenAt: number }, now: number): boolean {
	return now >= session.expiresAt || now - session.lastSeenAt >= SESSION_IDLE_LIMIT_MS;
}

/** Whether the stored last use is old enough to write a new one. @param lastUse unix milliseconds; null for never */
export function isLastUseStale(lastUse: number | null, now: number): boolean {
	return lastUse === null || now - lastUse >= LAST_USE_GRANULARITY_MS;
}
