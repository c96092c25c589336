/**
 * Lists with filters that no index covers (architecture.md "Scale"). A query walks the first entries of one index and
 * filters them, so it reads a bounded number of rows whatever it finds. The page ends with the walk.
 */
import { getTableColumns, getTableName, type SQL, Subquery, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";

/** One query reads no further, so a page costs a few milliseconds in a table of any size. */
export const MAX_WALKED_ROWS = 1_000;

/** The entries of an index. `order` must be the index's own. */
export type IndexRange = { where: SQL | undefined; order: SQL };

/**
 * The first rows in an index range, for FROM. They have the table's name, so conditions and columns are written as for
 * the table. SQLite keeps their order, and stops early if the outer query has a limit.
 */
export function firstRows(
	table: SQLiteTable,
	{ where, order }: IndexRange,
	limit: number = MAX_WALKED_ROWS,
): Subquery {
	const isInRange = where ?? sql`TRUE`;
	return named(table, sql`SELECT * FROM ${table} WHERE ${isInRange} ORDER BY ${order} LIMIT ${limit}`);
}

/** A table for FROM, where SQLite would prefer an index with more entries. */
export function indexedBy(table: SQLiteTable, index: string): Subquery {
	return named(table, sql`SELECT * FROM ${table} INDEXED BY ${sql.identifier(index)}`);
}

const named = (table: SQLiteTable, rows: SQL) =>
	new Subquery(rows, getTableColumns(table), getTableName(table));
