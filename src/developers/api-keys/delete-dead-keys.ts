/** Deletes the D1 rows of ended keys, as the account objects delete theirs (auth.md "Issue, list, rotate, revoke"). */
import type { KeyRows } from "./api-keys.d1.ts";
import { DEAD_KEY_RETENTION_MS } from "./key-limits.ts";

const MAX_DELETED_AT_ONCE = 1000;

/** @returns the number of deleted rows */
export function deleteDeadKeys(now: number, rows: Pick<KeyRows, "deleteEnded">): Promise<number> {
	return rows.deleteEnded(now - DEAD_KEY_RETENTION_MS, MAX_DELETED_AT_ONCE);
}
