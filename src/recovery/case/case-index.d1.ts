/**
 * Reads of the list index in D1. Every query runs on an index and pages by keyset: a page far back costs
 * what the first one costs. The truth of a single case is its object, never this.
 */
import { and, eq, ne, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import { recoveryCases } from "../../db/schema.ts";
import { sealedQuery } from "../../db/sealed-query.ts";
import type { CaseFilter, CaseIndex, CaseRow, PageKey } from "./case-index.ts";

/** Sorts after every case that there can be. */
const END: PageKey = { createdAt: Number.MAX_SAFE_INTEGER, caseId: "" };

type AccountColumn = typeof recoveryCases.lostAccount | typeof recoveryCases.recoveryAccount;

const pageKey = sql`(${recoveryCases.createdAt}, ${recoveryCases.caseId})`;
const newestFirst = sql`${recoveryCases.createdAt} DESC, ${recoveryCases.caseId} DESC`;

// D1 binds every number as REAL; a CAST makes it an integer again, which the index holds.
const whole = (value: number) => sql`CAST(${value} AS INTEGER)`;
const keyOf = ({ createdAt, caseId }: PageKey) => sql`(${whole(createdAt)}, ${caseId})`;

export function createCaseIndex(database: D1Database): CaseIndex {
	const db = drizzle(database);
	return {
		list: (filter, after, limit) => list(db, filter, after, limit),
		async has(caseId) {
			const select = db
				.select({ caseId: recoveryCases.caseId })
				.from(recoveryCases)
				.where(eq(recoveryCases.caseId, caseId))
				.limit(1);
			return (await sealedQuery("find a case", select)).length > 0;
		},
		openCasesOf({ chainId, account }, after, limit) {
			const select = db
				.select()
				.from(recoveryCases)
				.where(and(isOpenOn(chainId, account), after ? sql`${pageKey} > ${keyOf(after)}` : undefined))
				.orderBy(recoveryCases.createdAt, recoveryCases.caseId)
				.limit(limit);
			return sealedQuery("list notices", select);
		},
		async hasOpenCaseOf(developerId, { chainId, account, otherThan }) {
			const select = db
				.select({ caseId: recoveryCases.caseId })
				.from(recoveryCases)
				.where(
					and(
						isOpenOn(chainId, account),
						// An account has few open cases, a developer many: the plus keeps theirs from being walked.
						sql`+${recoveryCases.developerId} = ${developerId}`,
						ne(recoveryCases.caseId, otherThan),
					),
				)
				.limit(1);
			return (await sealedQuery("find a competing case", select)).length > 0;
		},
	};
}

/** Open cases that name the account as lost, in the words of the partial index, which SQLite takes for no other. */
function isOpenOn(chainId: number, account: string) {
	return and(
		eq(recoveryCases.lostAccount, account),
		eq(recoveryCases.chainId, whole(chainId)),
		sql`${recoveryCases.status} IN ('created', 'pending', 'action_required')`,
	);
}

/**
 * By account these are two walks, one along each account's index, merged here: with OR in one query SQLite
 * would sort every case. A case names two different accounts, so no row comes twice.
 */
async function list(
	db: DrizzleD1Database,
	filter: CaseFilter,
	after: PageKey | null,
	limit: number,
): Promise<CaseRow[]> {
	const { of, account } = filter;
	const walked = "walletAddress" in of ? of.walletAddress : account;
	if (walked === undefined) return sealedQuery("list cases", page(db, filter, undefined, after, limit));
	const [lost, recovery] = await sealedQuery(
		"list cases by account",
		db.batch([
			page(db, filter, sql`${recoveryCases.lostAccount} = ${walked}`, after, limit),
			page(db, filter, sql`${recoveryCases.recoveryAccount} = ${walked}`, after, limit),
		]),
	);
	return [...lost, ...recovery].sort(byNewest).slice(0, limit);
}

function page(
	db: DrizzleD1Database,
	{ of, status, statusReason, chainId, account }: CaseFilter,
	accountIs: SQL | undefined,
	after: PageKey | null,
	limit: number,
) {
	const alsoNames = (column: AccountColumn) => sql`${column} = ${account}`;
	// An account has few cases, a status or chain has many: the unary plus keeps their indexes out of its walk.
	const walked = (column: SQLWrapper) => (accountIs ? sql`+${column}` : column);
	const start = after ?? ("everybody" in of ? END : null);
	return db
		.select()
		.from(recoveryCases)
		.where(
			and(
				"developerId" in of ? eq(recoveryCases.developerId, of.developerId) : undefined,
				accountIs,
				"walletAddress" in of && of.provenOn !== null
					? sql`${walked(recoveryCases.chainId)} = ${whole(of.provenOn)}`
					: undefined,
				"walletAddress" in of && account !== undefined && account !== of.walletAddress
					? sql`(${alsoNames(recoveryCases.lostAccount)} OR ${alsoNames(recoveryCases.recoveryAccount)})`
					: undefined,
				status === undefined ? undefined : sql`${walked(recoveryCases.status)} = ${status}`,
				statusReason === undefined ? undefined : sql`${walked(recoveryCases.statusReason)} = ${statusReason}`,
				chainId === undefined ? undefined : sql`${walked(recoveryCases.chainId)} = ${whole(chainId)}`,
				start ? sql`${pageKey} < ${keyOf(start)}` : undefined,
			),
		)
		.orderBy(newestFirst)
		.limit(limit);
}

function byNewest(a: CaseRow, b: CaseRow): number {
	return b.createdAt - a.createdAt || (a.caseId < b.caseId ? 1 : -1);
}
