/**
 * Reads of the list index in D1. Every query runs on an index and pages by keyset: a page far back costs
 * what the first one costs. The truth of a single case is its object, never this.
 */
import { and, eq, inArray, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { recoveryCases } from "../../db/schema.ts";
import { sealedQuery } from "../../db/sealed-query.ts";
import type { CaseFilter, CaseIndex, CaseRow, PageKey } from "../case-index.ts";
import type { CaseStatus } from "../core/case-state.ts";

const OPEN_STATUSES: CaseStatus[] = ["created", "pending", "action_required"];
/** Far above what an account can have in earnest; a bound against a table full of nuisance cases. */
const MAX_NOTICES = 100;

const newestFirst = sql`${recoveryCases.createdAt} DESC, ${recoveryCases.caseId} DESC`;

const olderThan = (after: PageKey | null) =>
	after &&
	sql`(${recoveryCases.createdAt}, ${recoveryCases.caseId}) < (CAST(${after.createdAt} AS INTEGER), ${after.caseId})`;

export function createCaseIndex(database: D1Database): CaseIndex {
	const db = drizzle(database);

	async function list(filter: CaseFilter, after: PageKey | null, limit: number): Promise<CaseRow[]> {
		const { account } = filter;
		if (account !== undefined) return pageOfEither(filter, account, after, limit);
		return sealedQuery("list cases", page(filter, undefined, after, limit));
	}

	function page(
		filter: CaseFilter,
		accountIs: ReturnType<typeof sql> | undefined,
		after: PageKey | null,
		limit: number,
	) {
		const { developerId, status, chainId } = filter;
		return db
			.select()
			.from(recoveryCases)
			.where(
				and(
					eq(recoveryCases.developerId, developerId),
					accountIs,
					status === undefined ? undefined : eq(recoveryCases.status, status),
					chainId === undefined ? undefined : eq(recoveryCases.chainId, sql`CAST(${chainId} AS INTEGER)`),
					olderThan(after) ?? undefined,
				),
			)
			.orderBy(newestFirst)
			.limit(limit);
	}

	/**
	 * Two walks, one along each account's index, merged here: with OR in one query SQLite would sort every
	 * case of the developer. A case names two different accounts, so no row comes twice.
	 */
	async function pageOfEither(
		filter: CaseFilter,
		account: string,
		after: PageKey | null,
		limit: number,
	): Promise<CaseRow[]> {
		const statement = (column: typeof recoveryCases.lostAccount | typeof recoveryCases.recoveryAccount) =>
			page(filter, sql`${column} = ${account}`, after, limit);
		const [lost, recovery] = await sealedQuery(
			"list cases by account",
			db.batch([statement(recoveryCases.lostAccount), statement(recoveryCases.recoveryAccount)]),
		);
		return [...lost, ...recovery].sort(byNewest).slice(0, limit);
	}

	async function has(caseId: string): Promise<boolean> {
		const select = db
			.select({ caseId: recoveryCases.caseId })
			.from(recoveryCases)
			.where(eq(recoveryCases.caseId, caseId))
			.limit(1);
		return (await sealedQuery("find a case", select)).length > 0;
	}

	async function openCasesOf(chainId: number, account: string): Promise<CaseRow[]> {
		const select = db
			.select()
			.from(recoveryCases)
			.where(
				and(
					eq(recoveryCases.lostAccount, account),
					eq(recoveryCases.chainId, sql`CAST(${chainId} AS INTEGER)`),
					inArray(recoveryCases.status, OPEN_STATUSES),
				),
			)
			.orderBy(recoveryCases.createdAt, recoveryCases.caseId)
			.limit(MAX_NOTICES);
		return sealedQuery("list notices", select);
	}

	return { list, has, openCasesOf };
}

function byNewest(a: CaseRow, b: CaseRow): number {
	return b.createdAt - a.createdAt || (a.caseId < b.caseId ? 1 : -1);
}
