/** The index of cases in D1 (recovery.md "Copies in D1"). Queries page by keyset, so a late page is as fast. */
import { and, eq, ne, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import { recoveryCases } from "../../db/schema.ts";
import { sealedQuery } from "../../db/sealed-query.ts";
import type { CaseStatus, StatusReason } from "./case-state.ts";

/** Times are unix milliseconds, addresses lower case. */
export type CaseRow = typeof recoveryCases.$inferSelect;

export type PageKey = { createdAt: number; caseId: string };

/** Accounts are lower case. */
export type CaseFilter = {
	owner:
		| { developerId: string }
		/** `provenOn`: null for every chain. `through`: only cases of this developer. */
		| { walletAddress: string; provenOn: number | null; through?: string | undefined }
		| { everybody: true };
	status?: CaseStatus | undefined;
	statusReason?: StatusReason | undefined;
	chainId?: number | undefined;
	/** Matches the lost or the recovery account. */
	account?: string | undefined;
};

/** `account` is lower case. */
export type LostAccount = { chainId: number; account: string };

export type CaseIndex = ReturnType<typeof createCaseIndex>;

/** Sorts after every possible case. */
const END: PageKey = { createdAt: Number.MAX_SAFE_INTEGER, caseId: "" };

type AccountColumn = typeof recoveryCases.lostAccount | typeof recoveryCases.recoveryAccount;

const pageKey = sql`(${recoveryCases.createdAt}, ${recoveryCases.caseId})`;
const newestFirst = sql`${recoveryCases.createdAt} DESC, ${recoveryCases.caseId} DESC`;

// D1 binds numbers as REAL; the index needs integers.
const integer = (value: number) => sql`CAST(${value} AS INTEGER)`;
const keyOf = ({ createdAt, caseId }: PageKey) => sql`(${integer(createdAt)}, ${caseId})`;

export function createCaseIndex(database: D1Database) {
	const db = drizzle(database);
	return {
		/** At most `limit` cases after `after`, newest first. */
		list: (filter: CaseFilter, after: PageKey | undefined, limit: number) => list(db, filter, after, limit),

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
				.select()
				.from(recoveryCases)
				.where(and(isOpenFor(lost), after ? sql`${pageKey} > ${keyOf(after)}` : undefined))
				.orderBy(recoveryCases.createdAt, recoveryCases.caseId)
				.limit(limit);
			return sealedQuery("list notices", select);
		},

		async hasOpenCaseOf(developerId: string, lost: LostAccount, exceptCaseId: string): Promise<boolean> {
			const select = db
				.select({ caseId: recoveryCases.caseId })
				.from(recoveryCases)
				.where(
					and(
						isOpenFor(lost),
						// The plus keeps SQLite off the developer's index, because an account has fewer cases.
						sql`+${recoveryCases.developerId} = ${developerId}`,
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

/**
 * Two queries, one per account's index, because with OR SQLite would sort every case. No row comes twice: the two
 * accounts differ.
 */
async function list(
	db: DrizzleD1Database,
	filter: CaseFilter,
	after: PageKey | undefined,
	limit: number,
): Promise<CaseRow[]> {
	const { owner, account } = filter;
	const indexed = "walletAddress" in owner ? owner.walletAddress : account;
	if (indexed === undefined) return sealedQuery("list cases", page(db, filter, undefined, after, limit));
	const [lost, recovery] = await sealedQuery(
		"list cases by account",
		db.batch([
			page(db, filter, sql`${recoveryCases.lostAccount} = ${indexed}`, after, limit),
			page(db, filter, sql`${recoveryCases.recoveryAccount} = ${indexed}`, after, limit),
		]),
	);
	return [...lost, ...recovery].sort(byNewest).slice(0, limit);
}

function page(
	db: DrizzleD1Database,
	{ owner, status, statusReason, chainId, account }: CaseFilter,
	accountCondition: SQL | undefined,
	after: PageKey | undefined,
	limit: number,
) {
	const names = (column: AccountColumn) => sql`${column} = ${account}`;
	// The plus keeps SQLite off the indexes of status and chain.
	const filtered = (column: SQLWrapper) => (accountCondition ? sql`+${column}` : column);
	const start = after ?? ("everybody" in owner ? END : undefined);
	return db
		.select()
		.from(recoveryCases)
		.where(
			and(
				"developerId" in owner ? eq(recoveryCases.developerId, owner.developerId) : undefined,
				accountCondition,
				"walletAddress" in owner && owner.provenOn !== null
					? sql`${filtered(recoveryCases.chainId)} = ${integer(owner.provenOn)}`
					: undefined,
				"walletAddress" in owner && owner.through !== undefined
					? sql`${filtered(recoveryCases.developerId)} = ${owner.through}`
					: undefined,
				"walletAddress" in owner && account !== undefined && account !== owner.walletAddress
					? sql`(${names(recoveryCases.lostAccount)} OR ${names(recoveryCases.recoveryAccount)})`
					: undefined,
				status === undefined ? undefined : sql`${filtered(recoveryCases.status)} = ${status}`,
				statusReason === undefined
					? undefined
					: sql`${filtered(recoveryCases.statusReason)} = ${statusReason}`,
				chainId === undefined ? undefined : sql`${filtered(recoveryCases.chainId)} = ${integer(chainId)}`,
				start ? sql`${pageKey} < ${keyOf(start)}` : undefined,
			),
		)
		.orderBy(newestFirst)
		.limit(limit);
}

function byNewest(a: CaseRow, b: CaseRow): number {
	return b.createdAt - a.createdAt || (a.caseId < b.caseId ? 1 : -1);
}
