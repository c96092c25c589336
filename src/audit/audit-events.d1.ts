/** The `audit_events` table: inserted into and read, never updated, never deleted from. */
import { and, type Column, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import * as z from "zod";
import { auditEvents } from "../db/schema.ts";
import { sealedQuery } from "../db/sealed-query.ts";
import { lazy } from "../kernel/once.ts";
import type { AuditStamp } from "./audit-event.ts";
import type { AuditRows } from "./audit-service.ts";

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

/** Above every number that the table gives, so that the first page is a search like all others. */
const BEFORE_ALL = Number.MAX_SAFE_INTEGER;

/** As an equation where it can be one: then the index has the order too. */
function isOneOf(column: Column, names: readonly string[]): SQL {
	return names.length === 1 ? eq(column, names[0]) : inArray(column, [...names]);
}

/**
 * The entry of a deed, for its batch. @param entry what is written down depends on what the batch has done, so both
 * are expressions: `action` an `AuditAction`, `target` an id or NULL
 */
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

export function createAuditRows(database: D1Database): AuditRows {
	const db = drizzle(database);
	return {
		async insert(row) {
			await sealedQuery("insert an audit entry", db.insert(auditEvents).values(row));
		},
		async list({ action, actors, targets }, before, limit) {
			const isWanted = and(
				// The most selective first: SQLite takes one index and filters by the others.
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
