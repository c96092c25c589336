/** The cases that the account's sessions have live sockets of (recovery.md "Live updates"). Call inside one transaction. */
import { type Of, object, parseStored, text } from "../../src/protocol/form.ts";
import type { Deliver } from "../outbox/outbox.ts";
import { columnsOf, numberIn, rowsOf } from "../storage/rows.ts";

const endedSockets = object({ sessionId: text(), caseId: text() });

/** A session that has ended, and a case with sockets of it. */
export type EndedSockets = Of<typeof endedSockets>;

export type LiveSocketStore = ReturnType<typeof createLiveSocketStore>;

export function createLiveSocketStore(sql: SqlStorage) {
	/** @returns false if the session has ended */
	function add({
		sessionId,
		caseId,
		expiresAt,
		now,
	}: EndedSockets & { expiresAt: number; now: number }): boolean {
		sql.exec("DELETE FROM live_sockets WHERE expires_at <= ?", now);
		const added = sql.exec(
			`INSERT OR REPLACE INTO live_sockets (session_id, case_id, expires_at)
			SELECT session_id, ?, ? FROM sessions WHERE session_id = ? AND expires_at > ?`,
			caseId,
			expiresAt,
			sessionId,
			now,
		);
		return added.rowsWritten > 0;
	}

	/** Removes and returns those of ended sessions, however they have ended. */
	function takeEnded(): EndedSockets[] {
		const deletion = `DELETE FROM live_sockets WHERE session_id NOT IN (SELECT session_id FROM sessions)
			RETURNING ${columnsOf(endedSockets)}`;
		return rowsOf(endedSockets, sql.exec(deletion));
	}

	/** When the first session ends that its sockets would outlive. */
	function nextEndAt(): number | null {
		const select = `SELECT MIN(sessions.expires_at) FROM live_sockets JOIN sessions USING (session_id)
			WHERE live_sockets.expires_at > sessions.expires_at`;
		return numberIn(sql.exec(select));
	}

	return { add, takeEnded, nextEndAt };
}

/** Closes the sockets. Repetitions find none. */
export function deliverEndedSockets({ RECOVERY_CASES }: Pick<Env, "RECOVERY_CASES">): Deliver {
	return async (entries) => {
		const ended = entries.map(({ payload }) => parseStored(endedSockets, JSON.parse(payload)));
		await Promise.all(
			ended.map(({ caseId, sessionId }) => RECOVERY_CASES.getByName(caseId).closeLiveSockets({ sessionId })),
		);
		return "done";
	};
}
