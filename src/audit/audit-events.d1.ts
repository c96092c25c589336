import { and, type Column, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import * as z from "zod";
import { auditEvents } from "../db/schema.ts";
import { sealedQuery } from "../db/sealed-query.ts";
import { type Infer, lazy } from "../kernel/once.ts";
import type { AuditAction, AuditStamp } from "./audit-event.ts";

const auditRow = lazy(() =>
	z.object({
		seq: z.int(),
		at: z.int(),
		action: z.string(),
		actor: z.string().nullable(),
		target: z.string().nullable(),
		requestId: z.string(),
		ipHash: z.string(),
	}),
);

export type AuditRow = Infer<typeof auditRow>;

export type AuditRowFilter = {
	action?: AuditAction | undefined;
	actors?: readonly string[] | undefined;
	targets?: readonly string[] | undefined;
};

/** Above every `seq`. */
const BEFORE_ALL = Number.MAX_SAFE_INTEGER;

/** With `=` the index also gives the order. */
function isOneOf(column: Column, names: readonly string[]): SQL {
	return names.length === 1 ? eq(column, names[0]) : inArray(column, [...names]);
}

/** Adds an entry to its action's batch. @param entry SQL expressions, which may depend on earlier statements */
export function stampedEntry(
	db: DrizzleD1Database,
	{ at, actor, requestId, ipHash }: AuditStamp,
	{ action, target }: { action: SQL; target: SQL },
) {
	return db
		.insert(auditEvents)
		.select(
			sql`SELECT NULL, CAST(${at} AS INTEGER), ${action}, ${actor}, ${target}, ${requestId}, ${ipHash}`,
		);
}

export type AuditRows = ReturnType<typeof createAuditRows>;

export function createAuditRows(database: D1Database) {
	const db = drizzle(database);
	return {
		async insert(row: Omit<AuditRow, "seq">): Promise<void> {
			await sealedQuery("insert an audit entry", db.insert(auditEvents).values(row));
		},
		/** @param before the `seq` below which the list begins */
		async list(
			{ action, actors, targets }: AuditRowFilter,
			before: number | undefined,
			limit: number,
		): Promise<AuditRow[]> {
			const isWanted = and(
				// The most selective first: SQLite uses one index.
				targets && isOneOf(auditEvents.target, targets),
				actors && isOneOf(auditEvents.actor, actors),
				action === undefined ? undefined : eq(auditEvents.action, action),
				sql`${auditEvents.seq} < CAST(${before ?? BEFORE_ALL} AS INTEGER)`,
			);
			const select = db
				.select()
				.from(auditEvents)
				.where(isWanted)
				.orderBy(desc(auditEvents.seq))
				.limit(limit);
			const rows = await sealedQuery("list audit entries", select);
			return rows.map((row) => auditRow().parse(row));
		},
	};
}
