/** The account's closure. The row is never deleted, so that nothing reopens the account. */
import { object, text } from "../../src/protocol/form.ts";
import { backoffMs } from "../outbox/backoff.ts";
import { columnsOf, integer, numberIn, rowsOf } from "../storage/rows.ts";
import { type DueErasure, type ErasureState, erasureState, FIRST_WALK } from "./case-erasure.ts";

const closure = object({ accountName: text(), closedAt: integer, erasure: text(), attempts: integer });

export type ClosureStore = ReturnType<typeof createClosureStore>;

export function createClosureStore(sql: SqlStorage) {
	/** Idempotent. */
	function close(developerId: string, now: number): void {
		sql.exec(
			`INSERT INTO closure (id, account_name, closed_at, erasure, attempts, due_at) VALUES (1, ?, ?, ?, 0, ?)
			ON CONFLICT (id) DO NOTHING`,
			developerId,
			now,
			JSON.stringify(FIRST_WALK),
			now,
		);
	}

	function isClosed(): boolean {
		return sql.exec("SELECT 1 FROM closure WHERE id = 1").toArray().length > 0;
	}

	function nextDueAt(): number | null {
		return numberIn(sql.exec("SELECT MAX(due_at) FROM closure WHERE id = 1"));
	}

	/** Claims the next page with back-off, so that a crash counts as a failure. */
	function claim(now: number, random: number): DueErasure | undefined {
		const select = `SELECT ${columnsOf(closure)} FROM closure WHERE id = 1 AND due_at <= ?`;
		const [due] = rowsOf(closure, sql.exec(select, now));
		if (!due) return undefined;
		const { accountName, closedAt, erasure, attempts } = due;
		sql.exec(
			"UPDATE closure SET attempts = ?, due_at = ? WHERE id = 1",
			attempts + 1,
			now + backoffMs(attempts + 1, random),
		);
		const state = erasureState().parse(JSON.parse(erasure));
		return { developerId: accountName, closedAt, state };
	}

	/** @param dueAt of the next page; null after the last */
	function advance(state: ErasureState, dueAt: number | null): void {
		sql.exec(
			"UPDATE closure SET erasure = ?, attempts = 0, due_at = ? WHERE id = 1",
			JSON.stringify(state),
			dueAt,
		);
	}

	return { close, isClosed, nextDueAt, claim, advance };
}
