/** The rows of D1, table by table, and the ids of what has an object of its own. */
import { asc, gt, type SQL, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { developers, recoveryCases, webhookEndpoints } from "../../db/schema.ts";
import { sealedQuery } from "../../db/sealed-query.ts";
import { whole } from "../../db/whole.ts";
import type { ExportStage } from "./continue-export.ts";

const ROWS_PER_PART = 200;

/** Of the database itself and of the operator's jobs. */
const LEFT_OUT = ["d1_migrations", "maintenance_jobs", "schema_generation"];

const utf8 = new TextEncoder();
export const jsonBytes = (value: unknown) => utf8.encode(JSON.stringify(value));

export function createExportedRows(database: D1Database) {
	const db = drizzle(database);

	async function rowsAfter(table: string, after: number): Promise<Record<string, unknown>[]> {
		const select: SQL = sql`SELECT rowid AS export_rowid, * FROM ${sql.identifier(table)}
			WHERE rowid > ${whole(after)} ORDER BY rowid LIMIT ${sql.raw(String(ROWS_PER_PART))}`;
		return sealedQuery("export rows", db.all<Record<string, unknown>>(select));
	}

	function tableStage(table: string): ExportStage {
		return {
			name: `rows:${table}`,
			async next(after) {
				const rows = await rowsAfter(table, Number(after));
				const last = rows.at(-1)?.export_rowid;
				if (last === undefined) return null;
				const bytes = jsonBytes(rows.map(({ export_rowid: _, ...row }) => row));
				const name = `rows:${table}:${after === "" ? 0 : after}`;
				return { part: { name, rows: rows.length, bytes }, after: String(last) };
			},
		};
	}

	const idAfter = (column: SQLiteColumn) => async (after: string) => {
		const select = db.select({ id: sql<string>`${column}` }).from(column.table);
		const next = select.where(gt(column, after)).orderBy(asc(column)).limit(1);
		return (await sealedQuery("find the next object", next))[0]?.id;
	};

	return {
		async stages(): Promise<ExportStage[]> {
			const select = sql`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB 'sqlite_*'
				AND name NOT GLOB '_cf_*' ORDER BY name`;
			const tables = await sealedQuery("list the tables", db.all<{ name: string }>(select));
			return tables.filter(({ name }) => !LEFT_OUT.includes(name)).map(({ name }) => tableStage(name));
		},

		caseIdAfter: idAfter(recoveryCases.caseId),
		developerIdAfter: idAfter(developers.developerId),
		endpointIdAfter: idAfter(webhookEndpoints.endpointId),
	};
}
