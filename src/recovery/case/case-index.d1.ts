/** The index of cases in D1 (recovery.md "Copies in D1"). Pages by keyset, so that late pages are as fast. */
import { and, eq, getTableColumns, ne, type SQL, sql } from "drizzle-orm";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import { firstRows, indexedBy, MAX_WALKED_ROWS } from "../../db/bounded-walk.ts";
import { recoveryCases } from "../../db/schema.ts";
import { sealedQuery } from "../../db/sealed-query.ts";
import { type Page, pageOfWalks, type Walk } from "../../kernel/paging.ts";
import type { CaseFilter } from "./case-filter.ts";
import { type CaseRange, rangesOf } from "./case-ranges.d1.ts";

/** Times are unix milliseconds, addresses lower case. */
export type CaseRow = typeof recoveryCases.$inferSelect;

export type PageKey = { createdAt: number; caseId: string };

export type CasePage = Page<CaseRow, PageKey>;

/** If `isExact` is false, the list may have more than `count` cases. */
export type CaseTotal = { count: number; isExact: boolean };

/** `account` is lower case. */
export type LostAccount = { chainId: number; account: string };

export type CaseIndex = ReturnType<typeof createCaseIndex>;

const BEGIN: PageKey = { createdAt: -1, caseId: "" };
const END: PageKey = { createdAt: Number.MAX_SAFE_INTEGER, caseId: "" };

const pageKey = sql`(${recoveryCases.createdAt}, ${recoveryCases.caseId})`;
const newestFirst = sql`${recoveryCases.createdAt} DESC, ${recoveryCases.caseId} DESC`;
const oldestFirst = sql`${recoveryCases.createdAt}, ${recoveryCases.caseId}`;

// D1 binds numbers as REAL; the index needs integers.
const integer = (value: number) => sql`CAST(${value} AS INTEGER)`;
const keyOf = ({ createdAt, caseId }: PageKey) => sql`(${integer(createdAt)}, ${caseId})`;

export function createCaseIndex(database: D1Database) {
	const db = drizzle(database);
	return {
		/** A page may be short, or empty, although there is a next one (architecture.md "Scale"). */
		list: (filter: CaseFilter, after: PageKey | undefined, limit: number) => list(db, filter, after, limit),

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
		openCasesOf(lost: LostAccount, after: PageKey | undefined, limit: number): Promise<CaseRow[]> {
			const select = db
				.select(getTableColumns(recoveryCases))
				.from(indexedBy(recoveryCases, "recovery_cases_open"))
				.where(and(isOpenFor(lost), after ? sql`${pageKey} > ${keyOf(after)}` : undefined))
				.orderBy(recoveryCases.createdAt, recoveryCases.caseId)
				.limit(limit);
			return sealedQuery("list notices", select);
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
function isOpenFor({ chainId, account }: LostAccount) {
	return and(
		eq(recoveryCases.lostAccount, account),
		eq(recoveryCases.chainId, integer(chainId)),
		sql`${recoveryCases.status} IN ('created', 'pending', 'action_required')`,
	);
}

/** Two walks for an account, one per index, because SQLite would sort every case for OR. */
async function list(
	db: DrizzleD1Database,
	filter: CaseFilter,
	after: PageKey | undefined,
	limit: number,
): Promise<CasePage> {
	const order = orderOf(filter);
	const start = sql`${pageKey} ${order.isBeyond} ${keyOf(after ?? order.begin)}`;
	const walks = rangesOf(filter).map((range) =>
		walk(db, { ...range, indexed: and(range.indexed, start) }, order.by, limit),
	);
	return pageOfWalks(await Promise.all(walks), limit, {
		keyOf: ({ createdAt, caseId }) => ({ createdAt, caseId }),
		compare: order.compare,
	});
}

async function walk(
	db: DrizzleD1Database,
	{ indexed, rest }: CaseRange,
	order: SQL,
	limit: number,
): Promise<Walk<CaseRow, PageKey>> {
	const { createdAt, caseId } = recoveryCases;
	if (rest === undefined) {
		const select = db.select().from(recoveryCases).where(indexed).orderBy(order);
		return { rows: await sealedQuery("list cases", select.limit(limit + 1)), end: undefined };
	}
	const range = firstRows(recoveryCases, { where: indexed, order });
	const [rows, [end]] = await sealedQuery(
		"list filtered cases",
		db.batch([
			db
				.select(getTableColumns(recoveryCases))
				.from(range)
				.where(rest)
				.limit(limit + 1),
			db
				.select({ createdAt, caseId })
				.from(recoveryCases)
				.where(indexed)
				.orderBy(order)
				.limit(1)
				.offset(MAX_WALKED_ROWS - 1),
		] as const),
	);
	return { rows, end };
}

async function count(db: DrizzleD1Database, filter: CaseFilter): Promise<CaseTotal> {
	const order = orderOf(filter);
	const start = sql`${pageKey} ${order.isBeyond} ${keyOf(order.begin)}`;
	const counts = rangesOf(filter).map(async ({ indexed, rest }) => {
		// The extra row shows that there are more.
		const limit = MAX_WALKED_ROWS + 1;
		const rows = firstRows(recoveryCases, { where: and(indexed, start), order: order.by }, limit);
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

/** `begin` is before all cases. The condition on it makes SQLite search an index that has no other condition. */
function orderOf({ isOldestFirst }: CaseFilter) {
	return isOldestFirst
		? { by: oldestFirst, compare: compareAge, isBeyond: sql`>`, begin: BEGIN }
		: { by: newestFirst, compare: reversed(compareAge), isBeyond: sql`<`, begin: END };
}

function compareAge(a: PageKey, b: PageKey): number {
	return a.createdAt - b.createdAt || Number(a.caseId > b.caseId) - Number(a.caseId < b.caseId);
}

const reversed =
	(compare: typeof compareAge): typeof compareAge =>
	(a, b) =>
		compare(b, a);
