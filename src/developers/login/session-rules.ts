/** Lifetime of sessions (auth.md "Developer sessions"). Pure. */

/** From login, and equal to the token's lifetime. */
export const SESSION_LIFETIME_MS = 8 * 60 * 60 * 1000;

/** From the last request. */
export const SESSION_IDLE_LIMIT_MS = 60 * 60 * 1000;

/** Of one account at the same time (auth.md "Developer sessions"). The next login ends the oldest. */
export const MAX_SESSIONS = 20;

/** A session that has sent so many ends (auth.md "Passwords that a session sends"). */
export const MAX_WRONG_PASSWORDS = 5;

/** The last use is written at most this often, so an idle session may expire this much early. */
export const LAST_USE_GRANULARITY_MS = 60 * 1000;

/** In whole seconds like JWTs, so that row and token expire together. */
export function sessionEndOf(openedAt: number, lifetimeMs: number): number {
	return Math.floor((openedAt + lifetimeMs) / 1000) * 1000;
}

export function hasSessionExpired(session: { expiresAt: number; lastSeenAt: number }, now: number): boolean {
	return now >= session.expiresAt || now - session.lastSeenAt >= SESSION_IDLE_LIMIT_MS;
}

export function isLastUseStale(lastUse: number | null, now: number): boolean {
	return lastUse === null || now - lastUse >= LAST_USE_GRANULARITY_MS;
}
