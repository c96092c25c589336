/** How long a session lives (design/auth.md "Passwords and sessions"). Pure. */

/** Absolute: from login, whatever happens. Equals the token's life. */
export const SESSION_LIFETIME_MS = 8 * 60 * 60 * 1000;

/** From the last request. */
const SESSION_IDLE_LIMIT_MS = 60 * 60 * 1000;

/**
 * Last use (of sessions and keys) is written at most this often, so that a busy caller costs no write per
 * request. A session may therefore run idle up to this much early, never late.
 */
export const LAST_USE_GRANULARITY_MS = 60 * 1000;

/** Whole seconds, as JWT knows only those, and then the row and the token end at the same instant. */
export function sessionEndOf(openedAt: number, lifetimeMs: number): number {
	return Math.floor((openedAt + lifetimeMs) / 1000) * 1000;
}

export function hasSessionExpired(session: { expiresAt: number; lastSeenAt: number }, now: number): boolean {
	return now >= session.expiresAt || now - session.lastSeenAt >= SESSION_IDLE_LIMIT_MS;
}

/** Whether a use at `now` is to be written down. @param lastUse unix milliseconds; null for never */
export function isUseWorthWriting(lastUse: number | null, now: number): boolean {
	return lastUse === null || now - lastUse >= LAST_USE_GRANULARITY_MS;
}
