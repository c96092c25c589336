import { and, type Column, desc, eq, getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import { firstRows, MAX_WALKED_ROWS } from "../db/bounded-walk.ts";
import { formsOf } from "../db/row-forms.ts";
import { auditEvents } from "../db/schema.ts";
import { sealedQuery } from "../db/sealed-query.ts";
import { whole } from "../db/whole.ts";
import { type Page, pageOfWalks, type Walk } from "../kernel/paging/paging.ts";
import { type Of, object, parseStored } from "../protocol/form.ts";
import type { AuditAction, AuditStamp } from "./audit-event.ts";

const { hour: _, ...columns } = getTableColumns(auditEvents);
const auditRow = object(formsOf(columns));
export type AuditRow = Of<typeof auditRow>;

export type AuditRowFilter = {
	action?: AuditAction | undefined;
	actors?: readonly string[] | undefined;
	targets?: readonly string[] | undefined;
	/** At this time or later; unix milliseconds. */
	from?: number | undefined;
	/** Before this time; unix milliseconds. */
	to?: number | undefined;
};

/** An entry is written at most this long after its `at`, so numbers follow times but for this much. */
const LATEST_WRITE_MS = 3_600_000;

/** Above every `seq`. */
const BEFORE_ALL = Number.MAX_SAFE_INTEGER;

/** Adds an entry to its action's batch. @param entry SQL expressions, which may depend on earlier statements */
export function stampedEntry(
	db: DrizzleD1Database,
	{ at, actor, requestId, ipHash }: AuditStamp,
	{ action, target }: { action: SQL; target: SQL },
) {
	return db
		.insert(auditEvents)
		.select(sql`SELECT NULL, ${whole(at)}, ${action}, ${actor}, ${target}, ${requestId}, ${ipHash}, NULL, 1`);
}

export type AuditRows = ReturnType<typeof createAuditRows>;

export function createAuditRows(database: D1Database) {
	const db = drizzle(database);
	return {
		async insert(row: Omit<AuditRow, "seq" | "count">): Promise<void> {
			await sealedQuery("insert an audit entry", db.insert(auditEvents).values(row));
		},
		/**
		 * A page may be short, or empty, although there is a next one (architecture.md "Scale").
		 * @param before the `seq` below which the list begins
		 */
		async list(
			filter: AuditRowFilter,
			before: number | undefined,
			limit: number,
		): Promise<Page<AuditRow, number>> {
			const isBefore = sql`${auditEvents.seq} < ${whole(before ?? BEFORE_ALL)}`;
			const times = timesOf(filter);
			const walks = rangesOf(filter).map(({ indexed, rest }) =>
				walk(db, { indexed: and(indexed, isBefore, times.indexed), rest: and(rest, times.rest) }, limit),
			);
			return pageOfWalks(await Promise.all(walks), limit, {
				keyOf: ({ seq }) => seq,
				compare: (a, b) => b - a,
			});
		},
	};
}

type AuditRange = { indexed: SQL | undefined; rest: SQL | undefined };

/** The index of the targets, the actors or the action, whichever the filter has first. A wallet has several names. */
function rangesOf({ action, actors, targets }: AuditRowFilter): AuditRange[] {
	const hasAction = action === undefined ? undefined : eq(auditEvents.action, action);
	const isByActor = actors && inArray(auditEvents.actor, [...actors]);
	const each = (column: Column, names: readonly string[], rest: SQL | undefined) =>
		names.map((name) => ({ indexed: eq(column, name), rest }));
	if (targets) return each(auditEvents.target, targets, and(isByActor, hasAction));
	if (actors) return each(auditEvents.actor, actors, hasAction);
	return [{ indexed: hasAction, rest: undefined }];
}

/**
 * The numbers that entries of these times can have, found in the index of times, and the exact times. A list stays in
 * the order of numbers, whatever its filter.
 */
function timesOf({ from, to }: AuditRowFilter): AuditRange {
	const time = (at: number) => whole(at);
	const { seq, at } = auditEvents;
	return {
		indexed: and(
			from === undefined
				? undefined
				: sql`${seq} > COALESCE((SELECT edge.seq FROM ${auditEvents} AS edge
					WHERE edge.at < ${time(from - LATEST_WRITE_MS)} ORDER BY edge.at DESC LIMIT 1), 0)`,
			to === undefined
				? undefined
				: sql`${seq} < COALESCE((SELECT edge.seq FROM ${auditEvents} AS edge
					WHERE edge.at > ${time(to + LATEST_WRITE_MS)} ORDER BY edge.at LIMIT 1), ${time(BEFORE_ALL)})`,
		),
		rest: and(
			from === undefined ? undefined : sql`${at} >= ${time(from)}`,
			to === undefined ? undefined : sql`${at} < ${time(to)}`,
		),
	};
}

const newestFirst = desc(auditEvents.seq);

async function walk(
	db: DrizzleD1Database,
	{ indexed, rest }: AuditRange,
	limit: number,
): Promise<Walk<AuditRow, number>> {
	if (rest === undefined) {
		const select = db.select(columns).from(auditEvents).where(indexed).orderBy(newestFirst);
		const found = await sealedQuery("list audit entries", select.limit(limit + 1));
		return { rows: found.map((row) => parseStored(auditRow, row)), end: undefined };
	}
	const [found, [end]] = await sealedQuery(
		"list filtered audit entries",
		db.batch([
			db
				.select(columns)
				.from(firstRows(auditEvents, { where: indexed, order: newestFirst }))
				.where(rest)
				.limit(limit + 1),
			db
				.select({ seq: auditEvents.seq })
				.from(auditEvents)
				.where(indexed)
				.orderBy(newestFirst)
				.limit(1)
				.offset(MAX_WALKED_ROWS - 1),
		] as const),
	);
	return { rows: found.map((row) => parseStored(auditRow, row)), end: end?.seq };
}
