/**
 * Contests of all cases and their outbox (recovery.md "Contests of all cases"). The outbox is in D1, because the index
 * of cases, which names the cases to move, is there too: one transaction accepts a contest and lists its cases.
 */
import { and, desc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { advance, type EventStep, nextEvents } from "../../../db/follow-events.ts";
import { accountContests, contestDeliveries, IS_OPEN } from "../../../db/schema.ts";
import { sealedQuery } from "../../../db/sealed-query.ts";
import { whole } from "../../../db/whole.ts";
import { PACE } from "../../../protocol/contest-all.ts";
import { CLOSED_BY_CONTEST } from "../../../protocol/intent.ts";

/** Times are unix milliseconds, `deadline` unix seconds, `account` lower case. */
export type StoredContest = typeof accountContests.$inferSelect;
export type NewContest = Omit<StoredContest, "cases" | "revokedAt">;

/** `too_often`: as many contests as the pace permits were accepted, the first of them at `since`. */
export type Acceptance =
	| { kind: "accepted"; contest: StoredContest }
	| { kind: "nonce_used" }
	| { kind: "too_often"; since: number };

export type DueContest = { deliveryId: number; caseId: string; contest: StoredContest };

/** `provenOn`: the only chain on which the account is proven; null for every chain. */
export type ContestOwner = { account: string; provenOn: number | null };

export type ContestRows = ReturnType<typeof createContestRows>;

const MAX_LISTED = 100;

/** Doubles from a minute to an hour. */
const retryAt = (now: number) => sql`${whole(now)} + min(3600000, 60000 << min(attempts, 6))`;

export function createContestRows(database: D1Database) {
	const db = drizzle(database);
	const { digest, account, chainId, acceptedAt, endsAt, revokedAt } = accountContests;

	async function find(contestDigest: string): Promise<StoredContest | undefined> {
		const select = db.select().from(accountContests).where(eq(digest, contestDigest));
		return (await sealedQuery("find a contest", select))[0];
	}

	/**
	 * Accepts a contest and lists the open cases that it moves. Ends an earlier contest of the account on this chain, whose
	 * undelivered cases this one moves too.
	 * @returns the contest as stored, which may be an earlier copy
	 */
	async function accept(contest: NewContest): Promise<Acceptance> {
		const isAccepted = sql`EXISTS (SELECT 1 FROM ${accountContests} WHERE digest = ${contest.digest}
			AND accepted_at = ${whole(contest.acceptedAt)})`;
		const isOfAccount = sql`account = ${contest.account} AND chain_id = ${whole(contest.chainId)}`;
		const isPaced = sql`${isOfAccount} AND accepted_at > ${whole(contest.acceptedAt - PACE.withinMs)}`;
		const openCases = sql`FROM recovery_cases AS c WHERE c.lost_account = ${contest.account}
			AND c.chain_id = ${whole(contest.chainId)} AND c.${sql.raw(IS_OPEN)}`;
		const [, , , , stored, holders, paced] = await sealedQuery(
			"accept a contest",
			db.batch([
				insertPaced(contest, isPaced, openCases),
				db.delete(contestDeliveries).where(
					sql`digest IN (SELECT digest FROM account_contests WHERE ${isOfAccount} AND digest <> ${contest.digest})
						AND ${isAccepted}`,
				),
				queue(
					sql`${contest.digest}, c.case_id, 0, 0, ${whole(contest.acceptedAt)} ${openCases}
					AND ${isMovedBy(sql`${whole(contest.acceptedAt)}`)} AND ${isAccepted}`,
				),
				db
					.update(accountContests)
					.set({ endsAt: whole(contest.acceptedAt) })
					.where(
						sql`${isOfAccount} AND digest <> ${contest.digest} AND ends_at > ${whole(contest.acceptedAt)}
						AND ${isAccepted}`,
					),
				db.select().from(accountContests).where(eq(digest, contest.digest)),
				db.select({ digest }).from(accountContests).where(sql`${isOfAccount} AND nonce = ${contest.nonce}`),
				db.select({ since: sql<number>`MIN(accepted_at)` }).from(accountContests).where(isPaced),
			]),
		);
		if (stored[0]) return { kind: "accepted", contest: stored[0] };
		if (holders.length > 0) return { kind: "nonce_used" };
		return { kind: "too_often", since: Number(paced[0]?.since) };
	}

	function insertPaced(contest: NewContest, isPaced: SQL, openCases: SQL) {
		const { chainId, deadline, acceptedAt, endsAt } = contest;
		return db
			.insert(accountContests)
			.select(
				sql`SELECT ${contest.digest}, ${contest.account}, ${whole(chainId)}, ${contest.nonce}, ${whole(deadline)},
				${contest.signature}, ${contest.proof}, (SELECT COUNT(*) ${openCases}), ${whole(acceptedAt)}, ${whole(endsAt)}, NULL
				WHERE (SELECT COUNT(*) FROM account_contests WHERE ${isPaced}) < ${whole(PACE.contests)}`,
			)
			.onConflictDoNothing();
	}

	/**
	 * True for an open case `c` that the contest moves. A case that is contested already moves only if the contest closes it
	 * (`CLOSED_BY_CONTEST`), for which it must be older than the contest.
	 */
	function isMovedBy(accepted: SQL) {
		return sql`(c.status_reason IS NOT 'contested' OR (c.reason IN (${sql.join(
			CLOSED_BY_CONTEST.map((reason) => sql`${reason}`),
			sql`, `,
		)}) AND c.created_at < ${accepted}))`;
	}

	/** @param rest the columns after the id, and where they come from; must have a WHERE, as SQLite's grammar demands */
	function queue(rest: SQL) {
		return db.insert(contestDeliveries).select(sql`SELECT NULL, ${rest}`).onConflictDoNothing();
	}

	/** Newest first. */
	function standing(owner: ContestOwner, now: number): Promise<StoredContest[]> {
		const select = db
			.select()
			.from(accountContests)
			.where(and(isOf(owner), sql`${endsAt} > ${whole(now)}`, sql`${revokedAt} IS NULL`))
			.orderBy(desc(acceptedAt))
			.limit(MAX_LISTED);
		return sealedQuery("list standing contests", select);
	}

	/** Idempotent while the contest is stored. */
	async function revoke(
		owner: ContestOwner,
		contestDigest: string,
		now: number,
	): Promise<StoredContest | undefined> {
		const isThis = and(eq(digest, contestDigest), isOf(owner));
		const [, , stored] = await sealedQuery(
			"revoke a contest",
			db.batch([
				db
					.update(accountContests)
					.set({ revokedAt: whole(now) })
					.where(and(isThis, sql`${revokedAt} IS NULL`)),
				db.delete(contestDeliveries).where(
					sql`${contestDeliveries.digest} = (SELECT digest FROM ${accountContests} WHERE ${isThis})
						AND ${contestDeliveries.isStanding} = 1`,
				),
				db.select().from(accountContests).where(isThis),
			]),
		);
		return stored[0];
	}

	/**
	 * Takes due deliveries in turns, the oldest of each contest first, so that no contest waits for another's long list.
	 * Each is due again later, until `removeDeliveries`.
	 * @param of takes only this contest's
	 */
	async function takeDue(now: number, limit: number, of?: string): Promise<DueContest[]> {
		const isDue = sql`due_at <= ${whole(now)}`;
		const inTurns = sql`SELECT id FROM (SELECT id, due_at, ROW_NUMBER() OVER (PARTITION BY digest ORDER BY due_at, id)
			AS turn FROM contest_deliveries WHERE ${isDue}) ORDER BY turn, due_at, id`;
		const ofOne = sql`SELECT id FROM contest_deliveries WHERE digest = ${of} AND ${isDue} ORDER BY due_at, id`;
		const taken = db
			.update(contestDeliveries)
			.set({ attempts: sql`attempts + 1`, dueAt: retryAt(now) })
			.where(sql`id IN (${of === undefined ? inTurns : ofOne} LIMIT ${whole(limit)})`)
			.returning(getTableColumns(contestDeliveries));
		const due = await sealedQuery("take due contests", taken);
		if (due.length === 0) return [];
		const digests = JSON.stringify([...new Set(due.map((row) => row.digest))]);
		const select = db
			.select()
			.from(accountContests)
			.where(sql`${digest} IN (SELECT value FROM json_each(${digests}))`);
		const contests = new Map(
			(await sealedQuery("read due contests", select)).map((row) => [row.digest, row]),
		);
		return due.flatMap(({ id, caseId, digest }) => {
			const contest = contests.get(digest);
			return contest ? [{ deliveryId: id, caseId, contest }] : [];
		});
	}

	async function removeDeliveries(deliveryIds: readonly number[]): Promise<void> {
		if (deliveryIds.length === 0) return;
		const deletion = db
			.delete(contestDeliveries)
			.where(sql`id IN (SELECT value FROM json_each(${JSON.stringify(deliveryIds)}))`);
		await sealedQuery("remove deliveries of contests", deletion);
	}

	/**
	 * Compares the next new cases with the standing contests.
	 * @returns whether there may be more
	 */
	async function queueNewCases(now: number): Promise<boolean> {
		const step = await nextEvents(db, "contests", sql`NOT EXISTS (SELECT 1 FROM account_contests)`);
		if (!step) return false;
		const queued = queueBetween(step, now);
		await sealedQuery("queue contests", db.batch([queued, advance(db, "contests", step)]));
		return true;
	}

	/**
	 * At most one row per event: each case is compared with the account's last contest on the chain, as earlier ones have
	 * ended and were accepted before it. A contest that was revoked or has ended still moves the cases that are older.
	 */
	function queueBetween({ from, to }: EventStep, now: number) {
		return queue(sql`k.digest, c.case_id, c.created_at >= k.accepted_at, 0, ${whole(now)} FROM events AS e CROSS JOIN recovery_cases AS c CROSS JOIN account_contests AS k
			WHERE e.seq > ${whole(from)} AND e.seq <= ${whole(to)} AND e.type = 'recovery_case.created'
			AND c.case_id = e.case_id AND c.${sql.raw(IS_OPEN)}
			AND k.digest = (SELECT l.digest FROM account_contests AS l WHERE l.account = c.lost_account
				AND l.chain_id = c.chain_id ORDER BY l.ends_at DESC LIMIT 1)
			AND ${isMovedBy(sql`k.accepted_at`)}
			AND (c.created_at < k.accepted_at OR (c.created_at < k.ends_at AND k.revoked_at IS NULL))`);
	}

	/** Keeps contests with cases to move. */
	async function deleteEnded(before: number, limit: number): Promise<void> {
		const deletion = db.delete(accountContests).where(
			sql`digest IN (SELECT digest FROM account_contests AS k WHERE ends_at < ${whole(before)}
			AND NOT EXISTS (SELECT 1 FROM contest_deliveries AS d WHERE d.digest = k.digest)
			ORDER BY ends_at LIMIT ${whole(limit)})`,
		);
		await sealedQuery("delete ended contests", deletion);
	}

	function isOf({ account: address, provenOn }: ContestOwner): SQL | undefined {
		const isOnChain = provenOn === null ? undefined : sql`${chainId} = ${whole(provenOn)}`;
		return and(eq(account, address), isOnChain);
	}

	return { find, accept, standing, revoke, takeDue, removeDeliveries, queueNewCases, deleteEnded };
}
