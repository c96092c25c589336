/**
 * Cases that wait for a reviewer, one line for each filer (recovery.md "Waiting cases"). A page walks the waiting cases by
 * age and not by filer, because filers choose their names, and would choose one that comes first.
 */
import { inArray, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { MAX_WALKED_ROWS } from "../../db/bounded-walk.ts";
import { FILER, IS_WAITING, recoveryCases } from "../../db/schema.ts";
import { sealedQuery } from "../../db/sealed-query.ts";
import { type Page, pageOf, pageOfWalks } from "../../kernel/paging/paging.ts";
import type { CaseRow, PageKey } from "../case/case-index.d1.ts";

export const MAX_OTHER_WAITING = 100;

/** `otherWaiting`: of the same filer, up to `MAX_OTHER_WAITING`. */
export type WaitingCase = { row: CaseRow; filer: string; otherWaiting: number };

export type WaitingCases = ReturnType<typeof createWaitingCases>;

type Head = PageKey & { filer: string };

const filer = sql.raw(FILER);
const key = sql.raw("created_at, case_id");
const fromWaiting = sql.raw(`FROM recovery_cases INDEXED BY recovery_cases_waiting WHERE (${IS_WAITING})`);
const oldestWaiting = sql.raw(`recovery_cases INDEXED BY recovery_cases_waiting_age WHERE (${IS_WAITING})`);
const names = sql.raw("case_id AS caseId, created_at AS createdAt");
const keyFields = { caseId: sql<string>`caseId`, createdAt: sql<number>`createdAt` };
const headFields = { ...keyFields, filer: sql<string>`filer` };

export function createWaitingCases(database: D1Database) {
	const db = drizzle(database);

	/** The oldest waiting case of every filer, oldest first. */
	async function page(after: PageKey | undefined, limit: number): Promise<Page<WaitingCase, PageKey>> {
		const later = sql`${oldestWaiting} AND (${key}) > ${valuesOf(after)} ORDER BY ${key}`;
		const walked = sql`(SELECT ${names}, ${filer} AS filer FROM ${later} LIMIT ${MAX_WALKED_ROWS})`;
		const hasOlder = sql`EXISTS (SELECT 1 ${fromWaiting} AND ${filer} = walked.filer AND (${key}) < (createdAt, caseId))`;
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
			SELECT case_id AS caseId, created_at AS createdAt, ${filer} AS filer ${fromWaiting} AND ${filer} = ${name}
			AND (${key}) > ${valuesOf(after)} ORDER BY ${key} LIMIT ${limit + 1}`);
		return withRows(pageOf(await sealedQuery("list waiting cases of a filer", found), limit, keyOf));
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
			(SELECT 1 ${fromWaiting} AND ${filer} = ${name} LIMIT ${MAX_OTHER_WAITING + 1})`;
		const counted = filers.map((name) => db.all<{ filer: string; waiting: number }>(count(name)));
		const rows = (await sealedQuery("count waiting cases", Promise.all(counted))).flat();
		return new Map(rows.map((row) => [row.filer, row.waiting]));
	}

	return { page, pageOfFiler };
}

function keyOf({ createdAt, caseId }: PageKey): PageKey {
	return { createdAt, caseId };
}

function valuesOf(after: PageKey | undefined) {
	const { createdAt, caseId } = after ?? { createdAt: -1, caseId: "" };
	return sql`(CAST(${createdAt} AS INTEGER), ${caseId})`;
}

function compare(a: PageKey, b: PageKey): number {
	return a.createdAt - b.createdAt || Number(a.caseId > b.caseId) - Number(a.caseId < b.caseId);
}
