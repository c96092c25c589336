/** The index of cases in D1 (recovery.md "Copies in D1"). Pages by keyset, so that late pages are as fast. */
import { and, eq, ne, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import { recoveryCases } from "../../db/schema.ts";
import { sealedQuery } from "../../db/sealed-query.ts";
import type { CaseStatus, StatusReason, VERIFICATIONS } from "./case-state.ts";

/** Times are unix milliseconds, addresses lower case. */
export type CaseRow = typeof recoveryCases.$inferSelect;

type OrderVerification = (typeof VERIFICATIONS)[number];

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
	orderVerification?: OrderVerification | undefined;
	/** In any letter case. */
	fullCaseNumber?: string | undefined;
	/** Newest first by default. */
	isOldestFirst?: boolean | undefined;
};

/** `account` is lower case. */
export type LostAccount = { chainId: number; account: string };

export type CaseIndex = ReturnType<typeof createCaseIndex>;

const BEGIN: PageKey = { createdAt: -1, caseId: "" };
const END: PageKey = { createdAt: Number.MAX_SAFE_INTEGER, caseId: "" };

type AccountColumn = typeof recoveryCases.lostAccount | typeof recoveryCases.recoveryAccount;

const pageKey = sql`(${recoveryCases.createdAt}, ${recoveryCases.caseId})`;
const newestFirst = sql`${recoveryCases.createdAt} DESC, ${recoveryCases.caseId} DESC`;
const oldestFirst = sql`${recoveryCases.createdAt}, ${recoveryCases.caseId}`;

// D1 binds numbers as REAL; the index needs integers.
const integer = (value: number) => sql`CAST(${value} AS INTEGER)`;
const keyOf = ({ createdAt, caseId }: PageKey) => sql`(${integer(createdAt)}, ${caseId})`;

export function createCaseIndex(database: D1Database) {
	const db = drizzle(database);
	return {
		list: (filter: CaseFilter, after: PageKey | undefined, limit: number) => list(db, filter, after, limit),

		/** Counts up to `limit`. */
		count: (filter: CaseFilter, limit: number) => count(db, filter, limit),

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
 * Two queries, one per account's index, because SQLite would sort every case for OR. No row comes twice, because the
 * two accounts differ.
 */
async function list(
	db: DrizzleD1Database,
	filter: CaseFilter,
	after: PageKey | undefined,
	limit: number,
): Promise<CaseRow[]> {
	const [order, byAge] = filter.isOldestFirst
		? [oldestFirst, compareAge]
		: [newestFirst, reversed(compareAge)];
	const page = (where: SQL | undefined) =>
		db.select().from(recoveryCases).where(where).orderBy(order).limit(limit);
	const [first, second] = conditionsOf(filter, after);
	if (second === undefined) return sealedQuery("list cases", page(first));
	const [lost, recovery] = await sealedQuery("list cases by account", db.batch([page(first), page(second)]));
	return [...lost, ...recovery].sort(byAge).slice(0, limit);
}

/** Stops at `limit`, so that a count costs no more than a long page. */
async function count(db: DrizzleD1Database, filter: CaseFilter, limit: number): Promise<number> {
	const order = filter.isOldestFirst ? oldestFirst : newestFirst;
	const matches = (where: SQL | undefined) =>
		db.select({ one: sql`1` }).from(recoveryCases).where(where).orderBy(order).limit(limit);
	const [first, second] = conditionsOf(filter, undefined);
	if (second === undefined) return (await sealedQuery("count cases", matches(first))).length;
	const found = await sealedQuery("count cases by account", db.batch([matches(first), matches(second)]));
	return Math.min(found.flat().length, limit);
}

/** The conditions of the queries that together find the cases: one, or one for each account column. */
function conditionsOf(filter: CaseFilter, after: PageKey | undefined): [SQL | undefined, (SQL | undefined)?] {
	const { owner, account, fullCaseNumber } = filter;
	const indexed = "walletAddress" in owner ? owner.walletAddress : account;
	const rest = (isNarrow: boolean) => and(...otherConditionsOf(filter, after, isNarrow));
	if (indexed !== undefined) {
		const isNumber =
			fullCaseNumber && sql`+${recoveryCases.fullCaseNumber} = ${fullCaseNumber} COLLATE NOCASE`;
		const names = (column: AccountColumn) =>
			and(ofDeveloper(filter), sql`${column} = ${indexed}`, isNumber || undefined, rest(true));
		return [names(recoveryCases.lostAccount), names(recoveryCases.recoveryAccount)];
	}
	if (fullCaseNumber === undefined) return [and(ofDeveloper(filter), rest(false))];
	const isNumber = sql`${recoveryCases.fullCaseNumber} = ${fullCaseNumber} COLLATE NOCASE`;
	const isOwn =
		"developerId" in owner ? sql`+${recoveryCases.developerId} = ${owner.developerId}` : undefined;
	return [and(isNumber, isOwn, rest(true))];
}

const ofDeveloper = ({ owner }: CaseFilter) =>
	"developerId" in owner ? eq(recoveryCases.developerId, owner.developerId) : undefined;

/** @param isNarrow an account or a court number finds few rows, so the plus keeps SQLite off the other indexes */
function otherConditionsOf(
	filter: CaseFilter,
	after: PageKey | undefined,
	isNarrow: boolean,
): (SQL | undefined)[] {
	const { owner, account, chainId, isOldestFirst = false } = filter;
	const column = (indexed: SQLWrapper) => (isNarrow ? sql`+${indexed}` : indexed);
	const equals = (indexed: SQLWrapper, value: string | undefined) =>
		value === undefined ? undefined : sql`${column(indexed)} = ${value}`;
	const isOnChain = (id: number) => sql`${column(recoveryCases.chainId)} = ${integer(id)}`;
	const isOthersAccount =
		"walletAddress" in owner && account !== undefined && account !== owner.walletAddress;
	const start = after ?? ("everybody" in owner ? (isOldestFirst ? BEGIN : END) : undefined);
	return [
		"walletAddress" in owner && owner.provenOn !== null ? isOnChain(owner.provenOn) : undefined,
		isOthersAccount
			? sql`(${recoveryCases.lostAccount} = ${account} OR ${recoveryCases.recoveryAccount} = ${account})`
			: undefined,
		equals(recoveryCases.developerId, "walletAddress" in owner ? owner.through : undefined),
		equals(recoveryCases.status, filter.status),
		equals(recoveryCases.statusReason, filter.statusReason),
		equals(recoveryCases.orderVerification, filter.orderVerification),
		chainId === undefined ? undefined : isOnChain(chainId),
		start ? sql`${pageKey} ${isOldestFirst ? sql`>` : sql`<`} ${keyOf(start)}` : undefined,
	];
}

function compareAge(a: CaseRow, b: CaseRow): number {
	return a.createdAt - b.createdAt || (a.caseId < b.caseId ? -1 : 1);
}

const reversed =
	(compare: typeof compareAge): typeof compareAge =>
	(a, b) =>
		compare(b, a);
