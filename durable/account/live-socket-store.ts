/** The cases that the account's sessions have live sockets of (recovery.md "Live updates"). Call inside one transaction. */
import * as z from "zod";
import { type Infer, lazy } from "../../src/kernel/once.ts";
import type { Deliver } from "../outbox/outbox.ts";

const socketRow = lazy(() => z.object({ session_id: z.string(), case_id: z.string() }));

const endedSocketsPayload = lazy(() => z.object({ sessionId: z.string(), caseId: z.string() }));

/** A session that has ended, and a case with sockets of it. */
export type EndedSockets = Infer<typeof endedSocketsPayload>;

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
		return sql
			.exec(
				`DELETE FROM live_sockets WHERE session_id NOT IN (SELECT session_id FROM sessions)
				RETURNING session_id, case_id`,
			)
			.toArray()
			.map((row) => {
				const { session_id: sessionId, case_id: caseId } = socketRow().parse(row);
				return { sessionId, caseId };
			});
	}

	/** When the first session ends that its sockets would outlive. */
	function nextEndAt(): number | null {
		const { next } = sql
			.exec(
				`SELECT MIN(sessions.expires_at) AS next FROM live_sockets JOIN sessions USING (session_id)
				WHERE live_sockets.expires_at > sessions.expires_at`,
			)
			.one();
		return typeof next === "number" ? next : null;
	}

	return { add, takeEnded, nextEndAt };
}

/** Closes the sockets. Repetitions find none. */
export function deliverEndedSockets({ RECOVERY_CASES }: Pick<Env, "RECOVERY_CASES">): Deliver {
	return async (entries) => {
		const ended = entries.map(({ payload }) => endedSocketsPayload().parse(JSON.parse(payload)));
		await Promise.all(
			ended.map(({ caseId, sessionId }) => RECOVERY_CASES.getByName(caseId).closeLiveSockets({ sessionId })),
		);
		return "done";
	};
}
