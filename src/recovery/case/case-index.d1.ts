/** The index of cases in D1 (recovery.md "Copies in D1"). Pages by keyset, so that late pages are as fast. */
import { and, eq, getTableColumns, ne, type SQL, sql } from "drizzle-orm";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import { firstRows, type IndexRange, indexedBy, MAX_WALKED_ROWS } from "../../db/bounded-walk.ts";
import { IS_OPEN, recoveryCases } from "../../db/schema.ts";
import { sealedQuery } from "../../db/sealed-query.ts";
import { whole } from "../../db/whole.ts";
import { type Page, pageOfWalks } from "../../kernel/paging/paging.ts";
import type { CaseFilter } from "./case-filter.ts";
import { rangesOf } from "./case-ranges.d1.ts";

/** Times are unix milliseconds, addresses lower case. */
export type CaseRow = typeof recoveryCases.$inferSelect;

export type PageKey = { createdAt: number; caseId: string };

/** By time and by change number, of which a list uses one. */
export type CaseKey = PageKey & { changeNumber: number };

export type CasePage = Page<CaseRow, CaseKey>;

/** If `isExact` is false, the list may have more than `count` cases. */
export type CaseTotal = { count: number; isExact: boolean };

/** `account` is lower case. */
export type LostAccount = { chainId: number; account: string };

/** Without a chain: on every chain. */
export type LostAnywhere = { chainId?: number | undefined; account: string };

export type CaseIndex = ReturnType<typeof createCaseIndex>;

const BEGIN: PageKey = { createdAt: -1, caseId: "" };
const END: PageKey = { createdAt: Number.MAX_SAFE_INTEGER, caseId: "" };

const pageKey = sql`(${recoveryCases.createdAt}, ${recoveryCases.caseId})`;
const newestFirst = sql`${recoveryCases.createdAt} DESC, ${recoveryCases.caseId} DESC`;
const oldestFirst = sql`${recoveryCases.createdAt}, ${recoveryCases.caseId}`;

const keyOf = ({ createdAt, caseId }: PageKey) => sql`(${whole(createdAt)}, ${caseId})`;

export function createCaseIndex(database: D1Database) {
	const db = drizzle(database);
	return {
		/** A page may be short, or empty, although there is a next one (architecture.md "Scale"). */
		list: (filter: CaseFilter, after: CaseKey | undefined, limit: number) => list(db, filter, after, limit),

		/** Counts the matches among the first thousand rows of an index. */
		count: (filter: CaseFilter) => count(db, filter),

		async has(caseId: string): Promise<boolean> {
			const select = db
				.select({ caseId: recoveryCases.caseId })
				.from(recoveryCases)
				.where(eq(recoveryCases.caseId, caseId))
				.limit(1);
			return (await sealedQuery("find a case", select)).length > 0;
		},

		/** Open cases that name the account as lost, oldest first. */
		openCasesOf(lost: LostAnywhere, after: PageKey | undefined, limit: number): Promise<CaseRow[]> {
			const select = db
				.select(getTableColumns(recoveryCases))
				.from(
					indexedBy(
						recoveryCases,
						lost.chainId === undefined ? "recovery_cases_open_anywhere" : "recovery_cases_open",
					),
				)
				.where(and(isOpenFor(lost), after ? sql`${pageKey} > ${keyOf(after)}` : undefined))
				.orderBy(recoveryCases.createdAt, recoveryCases.caseId)
				.limit(limit);
			return sealedQuery("list notices", select);
		},

		/** The oldest open cases of each account. Reads no more rows than it returns, whatever strangers have filed. */
		openCasesOfEach(accounts: readonly string[], perAccount: number): Promise<CaseRow[]> {
			const oldest = sql`SELECT case_id FROM recovery_cases INDEXED BY recovery_cases_open_anywhere
				WHERE lost_account = account.value AND ${sql.raw(IS_OPEN)} ORDER BY created_at, case_id
				LIMIT ${whole(perAccount)}`;
			const ofEach = sql`SELECT found.value FROM json_each(${JSON.stringify(accounts)}) AS account
				CROSS JOIN json_each((SELECT json_group_array(case_id) FROM (${oldest}))) AS found`;
			const { lostAccount, createdAt, caseId } = recoveryCases;
			const select = db
				.select(getTableColumns(recoveryCases))
				.from(recoveryCases)
				.where(sql`${caseId} IN (${ofEach})`)
				.orderBy(lostAccount, createdAt, caseId);
			return sealedQuery("list notices of accounts", select);
		},

		async hasOpenCaseOf(developerId: string, lost: LostAccount, exceptCaseId: string): Promise<boolean> {
			const select = db
				.select({ caseId: recoveryCases.caseId })
				// A stranger can name an account in many cases, but not file them for the reviewer.
				.from(indexedBy(recoveryCases, "recovery_cases_developer_lost"))
				.where(
					and(
						isOpenFor(lost),
						eq(recoveryCases.developerId, developerId),
						ne(recoveryCases.caseId, exceptCaseId),
					),
				)
				.limit(1);
			return (await sealedQuery("find a competing case", select)).length > 0;
		},
	};
}

/** Spelled like the partial index, which SQLite requires. */
function isOpenFor({ chainId, account }: LostAnywhere) {
	return and(
		eq(recoveryCases.lostAccount, account),
		chainId === undefined ? undefined : eq(recoveryCases.chainId, whole(chainId)),
		sql.raw(IS_OPEN),
	);
}

/**
 * A walk for each range, because SQLite would sort every case for OR. They are one transaction, so that no case that
 * moves from one range to another is missed or listed twice, and share the number of rows to be read.
 */
async function list(
	db: DrizzleD1Database,
	filter: CaseFilter,
	after: CaseKey | undefined,
	limit: number,
): Promise<CasePage> {
	const order = orderOf(filter, after);
	const { ranges, rest } = rangesOf(filter);
	const most = Math.floor(MAX_WALKED_ROWS / ranges.length);
	const walks = ranges.map((range) =>
		walkOf(db, { where: and(range, order.within), order: order.by }, { rest, limit, most }),
	);
	const [one, ...others] = walks.flat();
	if (one === undefined) return { rows: [], next: undefined };
	const found = await sealedQuery("list cases", db.batch([one, ...others]));
	const width = found.length / ranges.length;
	const read = ranges.map((_, at) => {
		const [rows = [], end = []] = found.slice(at * width, (at + 1) * width);
		return { rows, end: end[0] && keyOfRow(end[0]) };
	});
	return pageOfWalks(read, limit, { keyOf: keyOfRow, compare: order.compare });
}

/** Selects the matches, and the last entry that is read to find them. */
function walkOf(
	db: DrizzleD1Database,
	range: IndexRange,
	{ rest, limit, most }: { rest: SQL | undefined; limit: number; most: number },
) {
	const select = () => db.select(getTableColumns(recoveryCases));
	const entries = select().from(recoveryCases).where(range.where).orderBy(range.order);
	if (rest === undefined) return [entries.limit(limit + 1)];
	const matches = select()
		.from(firstRows(recoveryCases, range, most))
		.where(rest);
	return [matches.limit(limit + 1), entries.limit(1).offset(most - 1)];
}

const keyOfRow = ({ createdAt, caseId, changeNumber }: CaseRow): CaseKey => ({
	createdAt,
	caseId,
	changeNumber,
});

async function count(db: DrizzleD1Database, filter: CaseFilter): Promise<CaseTotal> {
	const order = orderOf(filter, undefined);
	const { ranges, rest } = rangesOf(filter);
	const counts = ranges.map(async (range) => {
		// The extra row shows that there are more.
		const limit = MAX_WALKED_ROWS + 1;
		const rows = firstRows(recoveryCases, { where: and(range, order.within), order: order.by }, limit);
		const matches = sql<number>`count(*) FILTER (WHERE ${rest ?? sql`TRUE`})`;
		const select = db.select({ walked: sql<number>`count(*)`, matches }).from(rows);
		return (await sealedQuery("count cases", select))[0] ?? { walked: 0, matches: 0 };
	});
	const found = await Promise.all(counts);
	const total = found.reduce((sum, { matches }) => sum + matches, 0);
	return {
		count: Math.min(total, MAX_WALKED_ROWS),
		isExact: total <= MAX_WALKED_ROWS && found.every(({ walked }) => walked <= MAX_WALKED_ROWS),
	};
}

type Order = { by: SQL; within: SQL | undefined; compare: (a: CaseKey, b: CaseKey) => number };

/** `within` has a condition on the key also for the first page. It makes SQLite search an index that has no other. */
function orderOf(
	{ isOldestFirst, createdAfter, changedSince }: CaseFilter,
	after: CaseKey | undefined,
): Order {
	const { createdAt, changeNumber } = recoveryCases;
	if (changedSince !== undefined)
		return {
			by: sql`${changeNumber}`,
			within: sql`${changeNumber} > ${whole(after?.changeNumber ?? changedSince)}`,
			compare: (a, b) => a.changeNumber - b.changeNumber,
		};
	if (isOldestFirst) {
		const begin = createdAfter === undefined ? BEGIN : { createdAt: createdAfter + 1, caseId: "" };
		// SQLite would search for one of two lower bounds only.
		const start = after === undefined || compareAge(after, begin) < 0 ? begin : after;
		return { by: oldestFirst, within: sql`${pageKey} > ${keyOf(start)}`, compare: compareAge };
	}
	return {
		by: newestFirst,
		within: and(
			sql`${pageKey} < ${keyOf(after ?? END)}`,
			createdAfter === undefined ? undefined : sql`${createdAt} > ${whole(createdAfter)}`,
		),
		compare: (a, b) => compareAge(b, a),
	};
}

function compareAge(a: PageKey, b: PageKey): number {
	return a.createdAt - b.createdAt || Number(a.caseId > b.caseId) - Number(a.caseId < b.caseId);
}
