/**
 * Cases that wait for a reviewer, one line for each filer (recovery.md "Waiting cases"). A page walks the waiting cases by
 * age and not by filer, because filers choose their names, and would choose one that comes first.
 */
import { inArray, type SQL, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { MAX_WALKED_ROWS } from "../../db/bounded-walk.ts";
import { FILER, IS_NEW, IS_WAITING, recoveryCases } from "../../db/schema.ts";
import { sealedQuery } from "../../db/sealed-query.ts";
import { whole } from "../../db/whole.ts";
import { type Page, pageOf, pageOfWalks } from "../../kernel/paging/paging.ts";
import type { CaseRow, PageKey } from "../case/case-index.d1.ts";

export const MAX_OTHER_WAITING = 100;
export const MAX_COUNTED_WAITING = 1_000;

/** `otherWaiting`: of the same filer, up to `MAX_OTHER_WAITING`. */
export type WaitingCase = { row: CaseRow; filer: string; otherWaiting: number };

type Counted = "all" | "filers" | "new" | "contested" | "answered" | "second" | "mine";
export type WaitingCounts = Record<Counted, number>;

export type WaitingCases = ReturnType<typeof createWaitingCases>;

type Head = PageKey & { filer: string };

const filer = sql.raw(FILER);
/** Beside another table that names a developer. */
const filerOfCase = sql.raw(FILER.replaceAll("developer_id", "recovery_cases.developer_id"));
const key = sql.raw("created_at, case_id");
/** A contested case is not among the new ones. This condition is no part of their indexes, because few cases are contested. */
const isNew = `(${IS_NEW}) AND status_reason IS NOT 'contested'`;
/** Lists with one line for each filer: of all waiting cases, or of the new ones. */
const FROM = {
	all: {
		byFiler: sql.raw(`FROM recovery_cases INDEXED BY recovery_cases_waiting WHERE (${IS_WAITING})`),
		byAge: sql.raw(`recovery_cases INDEXED BY recovery_cases_waiting_age WHERE (${IS_WAITING})`),
	},
	new: {
		byFiler: sql.raw(`FROM recovery_cases INDEXED BY recovery_cases_new WHERE ${isNew}`),
		byAge: sql.raw(`recovery_cases INDEXED BY recovery_cases_new_age WHERE ${isNew}`),
	},
};
/** Lists with one line for each case, because it takes a reviewer, or the claimed account's signature, to put one into them. */
const FLAT = {
	contested: `recovery_cases INDEXED BY recovery_cases_newest_reason WHERE status_reason = 'contested' AND (${IS_WAITING})`,
	answered: `recovery_cases INDEXED BY recovery_cases_answered_age WHERE answered_at IS NOT NULL AND (${IS_WAITING})`,
	second: `recovery_cases INDEXED BY recovery_cases_newest_order WHERE order_verification = 'verified_once' AND (${IS_WAITING})`,
};
export type Collapsed = keyof typeof FROM;
export type Flat = keyof typeof FLAT;
const names = sql.raw("case_id AS caseId, created_at AS createdAt");
const keyFields = { caseId: sql<string>`caseId`, createdAt: sql<number>`createdAt` };
const headFields = { ...keyFields, filer: sql<string>`filer` };

type Reviewer = { reviewerId: string; now: number };

/** The waiting cases that a reviewer has taken. */
const takenBy = ({ reviewerId, now }: Reviewer) =>
	sql`taken_cases CROSS JOIN recovery_cases USING (case_id) WHERE taken_cases.developer_id = ${reviewerId}
		AND taken_until > ${whole(now)} AND (${sql.raw(IS_WAITING)})`;

export function createWaitingCases(database: D1Database) {
	const db = drizzle(database);

	/** The oldest waiting case of every filer, oldest first. */
	async function page(
		after: PageKey | undefined,
		limit: number,
		group: Collapsed = "all",
	): Promise<Page<WaitingCase, PageKey>> {
		const { byFiler, byAge } = FROM[group];
		const later = sql`${byAge} AND (${key}) > ${valuesOf(after)} ORDER BY ${key}`;
		const walked = sql`(SELECT ${names}, ${filer} AS filer FROM ${later} LIMIT ${MAX_WALKED_ROWS})`;
		const hasOlder = sql`EXISTS (SELECT 1 ${byFiler} AND ${filer} = walked.filer AND (${key}) < (createdAt, caseId))`;
		const heads = db.select(headFields).from(sql`${walked} AS walked`).where(sql`NOT ${hasOlder}`);
		const last = sql`(SELECT ${names} FROM ${later} LIMIT 1 OFFSET ${MAX_WALKED_ROWS - 1})`;
		const [rows, [end]] = await sealedQuery(
			"list waiting filers",
			db.batch([heads.limit(limit + 1), db.select(keyFields).from(last)] as const),
		);
		return withRows(pageOfWalks([{ rows, end }], limit, { keyOf, compare }));
	}

	/** All waiting cases of one filer, oldest first. */
	async function pageOfFiler(
		name: string,
		after: PageKey | undefined,
		limit: number,
	): Promise<Page<WaitingCase, PageKey>> {
		const found = db.all<Head>(sql`
			SELECT case_id AS caseId, created_at AS createdAt, ${filer} AS filer ${FROM.all.byFiler} AND ${filer} = ${name}
			AND (${key}) > ${valuesOf(after)} ORDER BY ${key} LIMIT ${limit + 1}`);
		return withRows(pageOf(await sealedQuery("list waiting cases of a filer", found), limit, keyOf));
	}

	/** Each case of a group, oldest first. */
	async function pageOfGroup(
		group: Flat,
		after: PageKey | undefined,
		limit: number,
	): Promise<Page<WaitingCase, PageKey>> {
		const found = db.all<Head>(sql`
			SELECT ${names}, ${filer} AS filer FROM ${sql.raw(FLAT[group])}
			AND (${key}) > ${valuesOf(after)} ORDER BY ${key} LIMIT ${limit + 1}`);
		return withRows(pageOf(await sealedQuery("list waiting cases of a group", found), limit, keyOf));
	}

	/** The waiting cases that a reviewer has taken, oldest first. */
	async function pageOfReviewer(
		reviewer: Reviewer,
		after: PageKey | undefined,
		limit: number,
	): Promise<Page<WaitingCase, PageKey>> {
		const found = db.all<Head>(sql`
			SELECT ${names}, ${filerOfCase} AS filer FROM ${takenBy(reviewer)}
			AND (${key}) > ${valuesOf(after)} ORDER BY ${key} LIMIT ${limit + 1}`);
		return withRows(pageOf(await sealedQuery("list the cases of a reviewer", found), limit, keyOf));
	}

	async function withRows({ rows: heads, next }: Page<Head, PageKey>): Promise<Page<WaitingCase, PageKey>> {
		const [rows, counts] = await Promise.all([
			rowsOf(heads.map(({ caseId }) => caseId)),
			countsOf([...new Set(heads.map((head) => head.filer))]),
		]);
		const shown = heads.flatMap((head): WaitingCase[] => {
			const row = rows.get(head.caseId);
			return row ? [{ row, filer: head.filer, otherWaiting: (counts.get(head.filer) ?? 1) - 1 }] : [];
		});
		return { rows: shown, next };
	}

	async function rowsOf(caseIds: readonly string[]): Promise<Map<string, CaseRow>> {
		if (caseIds.length === 0) return new Map();
		const select = db
			.select()
			.from(recoveryCases)
			.where(inArray(recoveryCases.caseId, [...caseIds]));
		return new Map((await sealedQuery("read waiting cases", select)).map((row) => [row.caseId, row]));
	}

	/** Each count stops at its limit, so that a filer with many cases costs a bounded read. */
	async function countsOf(filers: readonly string[]): Promise<Map<string, number>> {
		if (filers.length === 0) return new Map();
		const count = (name: string) => sql`
			SELECT ${name} AS filer, count(*) AS waiting FROM
			(SELECT 1 ${FROM.all.byFiler} AND ${filer} = ${name} LIMIT ${MAX_OTHER_WAITING + 1})`;
		const counted = filers.map((name) => db.all<{ filer: string; waiting: number }>(count(name)));
		const rows = (await sealedQuery("count waiting cases", Promise.all(counted))).flat();
		return new Map(rows.map((row) => [row.filer, row.waiting]));
	}

	/** The cases of each group, and the filers of all. Each count stops at `MAX_COUNTED_WAITING` and reads no further. */
	async function counts(reviewer: Reviewer): Promise<WaitingCounts> {
		const groups: Record<Exclude<Counted, "filers">, SQL> = {
			all: FROM.all.byAge,
			new: FROM.new.byAge,
			contested: sql.raw(FLAT.contested),
			answered: sql.raw(FLAT.answered),
			second: sql.raw(FLAT.second),
			mine: takenBy(reviewer),
		};
		const counted = Object.entries(groups).map(
			([group, from]) =>
				sql`(SELECT count(*) FROM (SELECT 1 FROM ${from} LIMIT ${MAX_COUNTED_WAITING})) AS ${sql.identifier(group)}`,
		);
		// From name to name, so that a filer with many cases costs one read.
		const next = sql`(SELECT ${filer} ${FROM.all.byFiler} AND ${filer} > name ORDER BY ${filer} LIMIT 1)`;
		const filers = sql`(WITH RECURSIVE walk(name) AS (SELECT '' UNION ALL
			SELECT ${next} FROM walk WHERE name IS NOT NULL LIMIT ${MAX_COUNTED_WAITING + 1})
			SELECT count(name) - 1 FROM walk) AS filers`;
		const read = db.get<WaitingCounts>(sql`SELECT ${sql.join([...counted, filers], sql`, `)}`);
		return sealedQuery("count waiting cases by group", read);
	}

	return { page, pageOfFiler, pageOfGroup, pageOfReviewer, counts };
}

function keyOf({ createdAt, caseId }: PageKey): PageKey {
	return { createdAt, caseId };
}

function valuesOf(after: PageKey | undefined) {
	const { createdAt, caseId } = after ?? { createdAt: -1, caseId: "" };
	return sql`(${whole(createdAt)}, ${caseId})`;
}

function compare(a: PageKey, b: PageKey): number {
	return a.createdAt - b.createdAt || Number(a.caseId > b.caseId) - Number(a.caseId < b.caseId);
}
