/** The account's closure. The row is never deleted, so that nothing reopens the account. */
import * as z from "zod";
import { lazy } from "../../src/kernel/once.ts";
import { backoffMs } from "../outbox/backoff.ts";
import { type DueErasure, type ErasureState, erasureState, FIRST_WALK } from "./case-erasure.ts";

const closureRow = lazy(() =>
	z.object({
		account_name: z.string(),
		closed_at: z.int(),
		erasure: z.string(),
		attempts: z.int(),
	}),
);

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
		const [row] = sql.exec("SELECT due_at FROM closure WHERE id = 1").toArray();
		return typeof row?.due_at === "number" ? row.due_at : null;
	}

	/** Claims the next page with back-off, so that a crash counts as a failure. */
	function claim(now: number, random: number): DueErasure | undefined {
		const [row] = sql
			.exec(
				"SELECT account_name, closed_at, erasure, attempts FROM closure WHERE id = 1 AND due_at <= ?",
				now,
			)
			.toArray();
		if (!row) return undefined;
		const { account_name, closed_at, erasure, attempts } = closureRow().parse(row);
		sql.exec(
			"UPDATE closure SET attempts = ?, due_at = ? WHERE id = 1",
			attempts + 1,
			now + backoffMs(attempts + 1, random),
		);
		const state = erasureState().parse(JSON.parse(erasure));
		return { developerId: account_name, closedAt: closed_at, state };
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
