/** Sessions of one account, deleted when closed or at their maximum lifetime. */
import * as z from "zod";
import {
	hasSessionExpired,
	LAST_USE_GRANULARITY_MS,
	sessionEndOf,
} from "../../src/developers/login/session-rules.ts";
import { lazy } from "../../src/kernel/once.ts";
import type { ConfirmSessionResult } from "./account-messages.ts";

const sessionRow = lazy(() => z.object({ expires_at: z.int(), last_seen_at: z.int() }));

export type SessionStore = ReturnType<typeof createSessionStore>;

export function createSessionStore(sql: SqlStorage) {
	/** @returns when the session expires at the latest */
	function open(sessionId: string, now: number, lifetimeMs: number): number {
		const expiresAt = sessionEndOf(now, lifetimeMs);
		sql.exec(
			"INSERT INTO sessions (session_id, opened_at, expires_at, last_seen_at) VALUES (?, ?, ?, ?)",
			sessionId,
			now,
			expiresAt,
			now,
		);
		return expiresAt;
	}

	function confirm(sessionId: string, now: number): ConfirmSessionResult & { lastSeenAt?: number } {
		const [row] = sql
			.exec("SELECT expires_at, last_seen_at FROM sessions WHERE session_id = ?", sessionId)
			.toArray();
		if (!row) return { kind: "unknown" };
		const session = sessionRow().parse(row);
		const lastSeenAt = session.last_seen_at;
		if (hasSessionExpired({ expiresAt: session.expires_at, lastSeenAt }, now)) return { kind: "expired" };
		return { kind: "live", lastSeenAt };
	}

	/** At most once a minute, and never back in time. */
	function recordUse(sessionId: string, now: number): void {
		sql.exec(
			"UPDATE sessions SET last_seen_at = ?1 WHERE session_id = ?2 AND last_seen_at <= ?1 - ?3",
			now,
			sessionId,
			LAST_USE_GRANULARITY_MS,
		);
	}

	function close(sessionId: string): void {
		sql.exec("DELETE FROM sessions WHERE session_id = ?", sessionId);
	}

	function closeAll(): void {
		sql.exec("DELETE FROM sessions");
	}

	/** Keeps idle sessions, so that their tokens are rejected as expired. */
	function deleteExpired(now: number): void {
		sql.exec("DELETE FROM sessions WHERE expires_at <= ?", now);
	}

	function lastExpiryAt(): number | null {
		const { last } = sql.exec("SELECT MAX(expires_at) AS last FROM sessions").one();
		return typeof last === "number" ? last : null;
	}

	return { open, confirm, recordUse, close, closeAll, deleteExpired, lastExpiryAt };
}
