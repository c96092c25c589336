/** Copies of API keys, for KV misses and for the count by pepper version. The account objects write them. */
import { getTableColumns, inArray, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { formsOf } from "../../db/row-forms.ts";
import { apiKeys } from "../../db/schema.ts";
import { sealedQuery } from "../../db/sealed-query.ts";
import { type Of, object, parseStored } from "../../protocol/form.ts";
import { DEAD_KEY_RETENTION_MS } from "./key-limits.ts";

const storedKeyRow = object(formsOf(getTableColumns(apiKeys)));
type StoredKeyRow = Of<typeof storedKeyRow>;

/** Of each kind. */
const MAX_DELETED_AT_ONCE = 1000;

export type KeyRows = ReturnType<typeof createKeyRows>;

export function createKeyRows(database: D1Database) {
	const db = drizzle(database);

	/** @param lookups one per pepper version */
	async function findByLookup(lookups: readonly string[]): Promise<StoredKeyRow | undefined> {
		const isMatch = inArray(apiKeys.lookup, [...lookups]);
		const select = db.select().from(apiKeys).where(isMatch).limit(1);
		const [row] = await sealedQuery("find an API key", select);
		return row && parseStored(storedKeyRow, row);
	}

	/**
	 * Deletes keys that ended long ago, as the account objects delete theirs.
	 * @returns the number of deleted rows
	 */
	async function deleteEnded(now: number): Promise<number> {
		const before = now - DEAD_KEY_RETENTION_MS;
		const endedBy = (column: SQLiteColumn) =>
			db
				.delete(apiKeys)
				.where(
					// D1 binds numbers as REAL.
					sql`key_id IN (SELECT key_id FROM ${apiKeys} WHERE ${column} < CAST(${before} AS INTEGER)
					ORDER BY ${column} LIMIT CAST(${MAX_DELETED_AT_ONCE} AS INTEGER))`,
				)
				.returning({ keyId: apiKeys.keyId });
		const deletions = db.batch([endedBy(apiKeys.revokedAt), endedBy(apiKeys.expiresAt)]);
		const deleted = await sealedQuery("delete ended API keys", deletions);
		return deleted.flat().length;
	}

	return { findByLookup, deleteEnded };
}
