/**
 * That the account was closed, and how far the erasure of personal data in its cases has come. The row stays:
 * it keeps a request that was on its way from opening a session or taking a key afterwards. Synchronous.
 */
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
	/** The first call counts; the erasure is due at once. */
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

	/** When the erasure goes on; null where there is none, or none any more. */
	function nextDueAt(): number | null {
		const [row] = sql.exec("SELECT due_at FROM closure WHERE id = 1").toArray();
		return typeof row?.due_at === "number" ? row.due_at : null;
	}

	/** Takes the next piece of work, as an outbox does: a crash in the middle of it is a failure. */
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

	/** The piece is done. @param dueAt when the next one is due; null when nothing is left */
	function advance(state: ErasureState, dueAt: number | null): void {
		sql.exec(
			"UPDATE closure SET erasure = ?, attempts = 0, due_at = ? WHERE id = 1",
			JSON.stringify(state),
			dueAt,
		);
	}

	return { close, isClosed, nextDueAt, claim, advance };
}
