/**
 * A line is an API key and the successors that key pairs of the line issued themselves (auth.md "Rotation by the pair itself").
 * Called inside one transaction.
 */
import { object, text } from "../../src/protocol/form.ts";
import { columnsOf, integer, rowsOf } from "../storage/rows.ts";
import type { TooManyRotations } from "./account-messages.ts";

const MAX_SELF_ISSUED_PER_DAY = 3;
const DAY_MS = 24 * 60 * 60 * 1000;

const successor = object({ id: text() });
const issue = object({ createdAt: integer });

/**
 * `below`: successors that the keys of `above` issued themselves, directly or through others. CROSS JOIN fixes the
 * order: each key of the line, then its rows by an index.
 */
const BELOW = `below(id) AS (
	SELECT key_id FROM above CROSS JOIN api_keys ON rotated_from = above.id WHERE is_self_issued = 1
	UNION SELECT key_id FROM below CROSS JOIN api_keys ON rotated_from = below.id WHERE is_self_issued = 1)`;

export type KeyLines = ReturnType<typeof createKeyLines>;

export function createKeyLines(sql: SqlStorage) {
	/** Includes successors that have ended. */
	function successorsOf(keyId: string): string[] {
		const select = `WITH RECURSIVE above(id) AS (SELECT ?), ${BELOW} SELECT id FROM below`;
		return rowsOf(successor, sql.exec(select, keyId)).map(({ id }) => id);
	}

	/** Counts the whole line, because a successor could issue the next key. */
	function dailyLimitOf(keyId: string, now: number): TooManyRotations | undefined {
		const found = sql.exec(
			`WITH RECURSIVE above(id) AS (
				SELECT ?1
				UNION SELECT rotated_from FROM above CROSS JOIN api_keys ON key_id = above.id WHERE is_self_issued = 1
			), ${BELOW}
			SELECT ${columnsOf(issue)} FROM below CROSS JOIN api_keys ON key_id = below.id
			WHERE created_at > ?2 ORDER BY created_at DESC LIMIT ?3`,
			keyId,
			now - DAY_MS,
			MAX_SELF_ISSUED_PER_DAY,
		);
		const oldest = rowsOf(issue, found)[MAX_SELF_ISSUED_PER_DAY - 1]?.createdAt;
		if (oldest === undefined) return undefined;
		const limit = { amount: MAX_SELF_ISSUED_PER_DAY, windowSeconds: DAY_MS / 1000 };
		return { kind: "too_many_rotations", ...limit, waitMs: oldest + DAY_MS - now };
	}

	return { successorsOf, dailyLimitOf };
}
