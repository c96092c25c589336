/** Sessions of one account, deleted when closed or at their maximum lifetime. Call inside one transaction. */
import {
	hasSessionExpired,
	LAST_USE_GRANULARITY_MS,
	MAX_SESSIONS,
	MAX_WRONG_PASSWORDS,
	SESSION_IDLE_LIMIT_MS,
	sessionEndOf,
} from "../../src/developers/login/session-rules.ts";
import { object, text } from "../../src/protocol/form.ts";
import { columnsOf, integer, numberIn, rowsOf } from "../storage/rows.ts";
import type { ConfirmSessionResult, ListedSession } from "./account-messages.ts";

const session = { expiresAt: integer, lastSeenAt: integer };
const storedSession = object(session);
const listedSession = object({ ...session, sessionId: text(), openedAt: integer });

export type SessionStore = ReturnType<typeof createSessionStore>;

export function createSessionStore(sql: SqlStorage) {
	/** Ends the oldest sessions beyond the limit, idle ones first. @returns when the session expires at the latest */
	function open(sessionId: string, now: number, lifetimeMs: number): number {
		const expiresAt = sessionEndOf(now, lifetimeMs);
		sql.exec(
			"INSERT INTO sessions (session_id, opened_at, expires_at, last_seen_at) VALUES (?, ?, ?, ?)",
			sessionId,
			now,
			expiresAt,
			now,
		);
		sql.exec(
			`DELETE FROM sessions WHERE session_id IN (SELECT session_id FROM sessions
				ORDER BY last_seen_at > ? DESC, opened_at DESC, rowid DESC LIMIT -1 OFFSET ?)`,
			now - SESSION_IDLE_LIMIT_MS,
			MAX_SESSIONS,
		);
		return expiresAt;
	}

	function confirm(sessionId: string, now: number): ConfirmSessionResult & { lastSeenAt?: number } {
		const select = `SELECT ${columnsOf(storedSession)} FROM sessions WHERE session_id = ?`;
		const [found] = rowsOf(storedSession, sql.exec(select, sessionId));
		if (!found) return { kind: "unknown" };
		return hasSessionExpired(found, now)
			? { kind: "expired" }
			: { kind: "live", lastSeenAt: found.lastSeenAt };
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

	/** Newest first, without those that have expired. */
	function list(now: number): ListedSession[] {
		const found = sql.exec(
			`SELECT ${columnsOf(listedSession)} FROM sessions
			WHERE expires_at > ? AND last_seen_at > ? ORDER BY opened_at DESC, rowid DESC`,
			now,
			now - SESSION_IDLE_LIMIT_MS,
		);
		return rowsOf(listedSession, found);
	}

	/** Returns false if the session had ended before. */
	function close(sessionId: string): boolean {
		return sql.exec("DELETE FROM sessions WHERE session_id = ?", sessionId).rowsWritten > 0;
	}

	/** @returns how many of them were live */
	function closeOthers(sessionId: string, now: number): number {
		const others = list(now).filter((session) => session.sessionId !== sessionId);
		sql.exec("DELETE FROM sessions WHERE session_id <> ?", sessionId);
		return others.length;
	}

	/** Counts a password before it is checked, so that parallel checks cannot exceed the limit. */
	function countPassword(sessionId: string): boolean {
		const counted = sql.exec(
			`UPDATE sessions SET password_failures = password_failures + 1
			WHERE session_id = ? AND password_failures < ? RETURNING session_id`,
			sessionId,
			MAX_WRONG_PASSWORDS,
		);
		return counted.toArray().length > 0;
	}

	/** Takes a count back, because the password was not checked. */
	function uncountPassword(sessionId: string): void {
		sql.exec("UPDATE sessions SET password_failures = password_failures - 1 WHERE session_id = ?", sessionId);
	}

	/** Closes the session at the limit. Returns whether it has ended. */
	function failPassword(sessionId: string): boolean {
		sql.exec(
			"DELETE FROM sessions WHERE session_id = ? AND password_failures >= ?",
			sessionId,
			MAX_WRONG_PASSWORDS,
		);
		return sql.exec("SELECT 1 FROM sessions WHERE session_id = ?", sessionId).toArray().length === 0;
	}

	function closeAll(): void {
		sql.exec("DELETE FROM sessions");
	}

	/** Keeps idle sessions, so that their tokens are rejected as expired. */
	function deleteExpired(now: number): void {
		sql.exec("DELETE FROM sessions WHERE expires_at <= ?", now);
	}

	function lastExpiryAt(): number | null {
		return numberIn(sql.exec("SELECT MAX(expires_at) FROM sessions"));
	}

	return {
		open,
		confirm,
		recordUse,
		list,
		close,
		closeOthers,
		closeAll,
		countPassword,
		uncountPassword,
		failPassword,
		deleteExpired,
		lastExpiryAt,
	};
}
