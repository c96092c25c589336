/**
 * Schema migrations of an object's SQLite storage. Only a write creates tables, so that reading an object stores
 * nothing.
 */
import { UNRELEASED_DATA } from "../../src/db/generation.ts";
import { object, parseStored, wholeNumber } from "../../src/protocol/form.ts";

export const VERSION_TABLE = "schema_steps";
/** What it was called before the first release. */
const UNRELEASED_TABLE = "schema_version";

const appliedRow = object({ applied: wholeNumber(0) });

/**
 * Call inside the transaction of the first write, so that tables and rows appear together.
 *
 * @param migrations SQL texts, oldest first; a released step never changes
 */
export function migrate(storage: DurableObjectStorage, migrations: readonly string[]): void {
	const { sql } = storage;
	const before = hasSchema(storage) ? appliedCount(sql) : 0;
	if (before === 0 && hasTable(sql, UNRELEASED_TABLE)) throw new Error(UNRELEASED_DATA);
	if (before >= migrations.length) return;
	sql.exec(
		before === 0
			? `CREATE TABLE ${VERSION_TABLE} (applied INTEGER NOT NULL)`
			: `DELETE FROM ${VERSION_TABLE}`,
	);
	for (const step of migrations.slice(before)) sql.exec(step);
	sql.exec(`INSERT INTO ${VERSION_TABLE} (applied) VALUES (?)`, migrations.length);
}

/** True after the first write. The schema may still lack the newest steps. */
export function hasSchema(storage: DurableObjectStorage): boolean {
	return hasTable(storage.sql, VERSION_TABLE);
}

function hasTable(sql: SqlStorage, name: string): boolean {
	return sql.exec("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", name).toArray().length > 0;
}

function appliedCount(sql: SqlStorage): number {
	return parseStored(appliedRow, sql.exec(`SELECT applied FROM ${VERSION_TABLE}`).one()).applied;
}

/** The schema of one object, read from storage once. */
export type ObjectSchema = ReturnType<typeof openSchema>;

export function openSchema(storage: DurableObjectStorage, migrations: readonly string[]) {
	let state: "unread" | "absent" | "older" | "current" = "unread";

	/** True after the first write. The schema may still lack the newest steps. */
	function exists(): boolean {
		if (state === "unread") state = hasSchema(storage) ? "older" : "absent";
		return state !== "absent";
	}

	/** Runs a change in a transaction. The first one makes or completes the tables. */
	function transaction<T>(change: () => T): T {
		try {
			const result = storage.transactionSync(() => {
				if (state !== "current") migrate(storage, migrations);
				return change();
			});
			state = "current";
			return result;
		} catch (cause) {
			// What was rolled back may be the tables.
			forget();
			throw cause;
		}
	}

	/** False without tables. Completes older tables first. */
	function isReadable(): boolean {
		if (!exists()) return false;
		if (state !== "current") transaction(() => undefined);
		return true;
	}

	/** After the deletion of everything. */
	function forget(): void {
		state = "unread";
	}

	return { exists, isReadable, transaction, forget };
}
