/**
 * Cases that wait for a reviewer, one line for each filer (recovery.md "Waiting cases"). A filer costs two rows of the
 * index, however many cases it has.
 */
import { inArray, type SQL, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { FILER, IS_WAITING, recoveryCases } from "../../db/schema.ts";
import { sealedQuery } from "../../db/sealed-query.ts";
import { type Page, pageOf } from "../../kernel/paging.ts";
import type { CaseRow, PageKey } from "../case/case-index.d1.ts";

/** Each kind has its own lines, so that sessions, which cost nothing, leave developers theirs. The second text ends it. */
const KINDS = [
	["dev_", "dev`"],
	["wallet:", "wallet;"],
	["anon:", "anon;"],
] as const;
const FILERS_PER_KIND = 500;
export const MAX_OTHER_WAITING = 100;

/** `otherWaiting`: of the same filer, up to `MAX_OTHER_WAITING`. */
export type WaitingCase = { row: CaseRow; filer: string; otherWaiting: number };

export type WaitingCases = ReturnType<typeof createWaitingCases>;

type Head = PageKey & { filer: string };

const filer = sql.raw(FILER);
const fromWaiting = sql.raw(`FROM recovery_cases INDEXED BY recovery_cases_waiting WHERE (${IS_WAITING})`);

export function createWaitingCases(database: D1Database) {
	const db = drizzle(database);

	/** The oldest waiting case of every filer, oldest first. */
	async function page(after: PageKey | undefined, limit: number): Promise<Page<WaitingCase, PageKey>> {
		const queries = KINDS.map(([begin, end]) => db.all<Head>(headsOf(begin, end)));
		const heads = (await sealedQuery("list waiting filers", Promise.all(queries))).flat();
		const later = heads.filter((head) => after === undefined || compare(head, after) > 0);
		return withRows(later.sort(compare).slice(0, limit + 1), limit);
	}

	/** All waiting cases of one filer, oldest first. */
	async function pageOfFiler(
		name: string,
		after: PageKey | undefined,
		limit: number,
	): Promise<Page<WaitingCase, PageKey>> {
		const { createdAt, caseId } = after ?? { createdAt: -1, caseId: "" };
		const found = db.all<Head>(sql`
			SELECT case_id AS caseId, created_at AS createdAt, ${filer} AS filer ${fromWaiting} AND ${filer} = ${name}
			AND (created_at, case_id) > (CAST(${createdAt} AS INTEGER), ${caseId})
			ORDER BY created_at, case_id LIMIT ${limit + 1}`);
		return withRows(await sealedQuery("list waiting cases of a filer", found), limit);
	}

	async function withRows(found: readonly Head[], limit: number): Promise<Page<WaitingCase, PageKey>> {
		const { rows: heads, next } = pageOf(found, limit, ({ createdAt, caseId }) => ({ createdAt, caseId }));
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

	/** Each count ends early. */
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

/** Jumps from filer to filer, since SQLite's DISTINCT would read every case. */
function headsOf(begin: string, end: string): SQL {
	const next = (from: SQL) => sql`${fromWaiting} AND ${filer} > ${from} AND ${filer} < ${end}
		ORDER BY ${filer}, created_at, case_id LIMIT 1`;
	return sql`
		WITH RECURSIVE heads (caseId, createdAt, filer) AS (
			SELECT * FROM (SELECT case_id, created_at, ${filer} ${next(sql`${begin}`)})
			UNION ALL
			SELECT later.case_id, later.created_at, CASE WHEN later.developer_id IS NULL THEN later.subject ELSE later.developer_id END
			FROM heads JOIN recovery_cases AS later ON later.case_id = (SELECT case_id ${next(sql`heads.filer`)})
			LIMIT ${FILERS_PER_KIND}
		) SELECT * FROM heads`;
}

function compare(a: PageKey, b: PageKey): number {
	return a.createdAt - b.createdAt || Number(a.caseId > b.caseId) - Number(a.caseId < b.caseId);
}
