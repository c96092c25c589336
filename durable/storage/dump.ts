/** All rows of an object, for the operator's export and the drill that restores it (archives.md "The export"). */
import type { ObjectDump } from "../../src/operator-jobs/export/object-dump.ts";
import { hasSchema, type ObjectSchema, VERSION_TABLE } from "./migrate.ts";

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** null for an object that was never written. */
export function dumpOf(storage: DurableObjectStorage): ObjectDump | null {
	if (!hasSchema(storage)) return null;
	const { sql } = storage;
	const names = sql
		.exec<{ name: string }>(
			"SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '_cf_*'",
		)
		.toArray()
		.filter(({ name }) => name !== VERSION_TABLE);
	return Object.fromEntries(
		names.map(({ name }) => [
			name,
			sql.exec<Record<string, string | number | null>>(`SELECT * FROM ${quoted(name)}`).toArray(),
		]),
	);
}

/** False for an object that has something already. */
export function restoreInto({ sql }: DurableObjectStorage, schema: ObjectSchema, dump: ObjectDump): boolean {
	if (schema.exists()) return false;
	schema.transaction(() => {
		for (const [table, rows] of Object.entries(dump)) {
			// A migration may have written first rows.
			sql.exec(`DELETE FROM ${quoted(table)}`);
			for (const row of rows) {
				const columns = Object.keys(row);
				const places = columns.map(() => "?").join(", ");
				const into = `INSERT INTO ${quoted(table)} (${columns.map(quoted).join(", ")}) VALUES (${places})`;
				sql.exec(into, ...Object.values(row));
			}
		}
	});
	return true;
}
