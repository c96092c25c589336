/** The accounts that developers watch, and the events that tell them of its cases (webhooks.md "Watched accounts"). */
import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import { advance, type EventStep, isNext, nextEvents } from "../db/follow-events.ts";
import { events, watchedAccountCounts, watchedAccounts } from "../db/schema.ts";
import { sealedQuery } from "../db/sealed-query.ts";
import { whole } from "../db/whole.ts";
import { toChecksumAddress } from "../kernel/crypto/address.ts";
import { newAccountEventId } from "../kernel/crypto/random-ids.ts";
import type { AccountEventType, CaseStatus } from "../protocol/enumerations.ts";
import { accountEventEnvelope } from "../protocol/event-envelope.ts";
import type { EventPointer } from "../recovery/case/event-pointer.ts";

/** `chainId`: 0 for every chain. Accounts in lower case. */
type Selection = { developerId: string; accounts: readonly string[]; chainId: number };

/** In lower case. */
export type WatchedKey = { account: string; chainId: number };

type WatchedRow = typeof watchedAccounts.$inferSelect;

export const MAX_WATCHED = 1_000;
/** With an allowed browser origin, which a reviewer has looked at. */
export const MAX_WATCHED_WITH_ORIGIN = 1_000_000;

const MAX_TOLD_PER_STEP = 2_000;
/** In an hour. Later events of the hour are in the feed alone. */
const MAX_WEBHOOKS_PER_HOUR = 3_600;
const HOUR_MS = 3600 * 1000;
/** A statement takes a parameter of at most 2 MB. */
const EVENTS_PER_STATEMENT = 500;

export type WatchedAccountRows = ReturnType<typeof createWatchedAccountRows>;

export function createWatchedAccountRows(database: D1Database) {
	const db = drizzle(database);
	const { developerId, account, chainId } = watchedAccounts;

	/**
	 * Adds all of the accounts or none. An account that is watched already stays as it is.
	 * @returns how many the developer watches then; undefined if that would be too many
	 */
	async function add(selection: Selection & { now: number }): Promise<number | undefined> {
		const { developerId: owner, accounts, chainId: chain, now } = selection;
		const list = sql`json_each(${JSON.stringify(accounts)}) AS j`;
		const isWatched = sql`EXISTS (SELECT 1 FROM watched_accounts AS w WHERE w.account = j.value
			AND w.chain_id = ${whole(chain)} AND w.developer_id = ${owner})`;
		const most = sql`CASE WHEN EXISTS (SELECT 1 FROM origins WHERE developer_id = ${owner} AND status = 'allowed')
			THEN ${whole(MAX_WATCHED_WITH_ORIGIN)} ELSE ${whole(MAX_WATCHED)} END`;
		const [, counted, missing] = await sealedQuery(
			"watch accounts",
			db.batch([
				db
					.insert(watchedAccounts)
					.select(
						sql`SELECT j.value, ${whole(chain)}, ${owner}, ${whole(now)}, COALESCE((SELECT MAX(seq) FROM events), 0)
						FROM ${list} WHERE EXISTS (SELECT 1 FROM developers WHERE developer_id = ${owner}) AND (SELECT COUNT(*) FROM ${list} WHERE NOT ${isWatched}) + ${countOf(owner)} <= ${most}`,
					)
					.onConflictDoNothing(),
				count(owner, sql`changes()`),
				db.select({ account: sql`j.value` }).from(list).where(sql`NOT ${isWatched}`).limit(1),
			]),
		);
		return missing.length === 0 ? counted[0]?.accounts : undefined;
	}

	/** @returns how many were removed, and how many the developer watches then */
	async function remove({ developerId: owner, accounts, chainId: chain }: Selection) {
		const list = sql`SELECT value FROM json_each(${JSON.stringify(accounts)})`;
		const [removed, counted] = await sealedQuery(
			"watch accounts no longer",
			db.batch([
				db
					.delete(watchedAccounts)
					.where(and(sql`${account} IN (${list})`, sql`${chainId} = ${whole(chain)}`, eq(developerId, owner)))
					.returning({ account }),
				count(owner, sql`-changes()`),
			]),
		);
		return { removed: removed.length, watched: counted[0]?.accounts ?? 0 };
	}

	/** @param change evaluated right after the statement before */
	function count(owner: string, change: ReturnType<typeof sql>) {
		const { accounts } = watchedAccountCounts;
		return db
			.insert(watchedAccountCounts)
			.values({ developerId: owner, accounts: change })
			.onConflictDoUpdate({
				target: watchedAccountCounts.developerId,
				set: { accounts: sql`${accounts} + excluded.accounts` },
			})
			.returning({ accounts });
	}

	/** By address; one more than `limit`, if there is one. */
	function list(owner: string, after: WatchedKey | undefined, limit: number): Promise<WatchedRow[]> {
		const isAfter = after && sql`(${account}, ${chainId}) > (${after.account}, ${whole(after.chainId)})`;
		const select = db
			.select()
			.from(watchedAccounts)
			.where(and(eq(developerId, owner), isAfter))
			.orderBy(asc(account), asc(chainId))
			.limit(limit + 1);
		return sealedQuery("list watched accounts", select);
	}

	/**
	 * Makes the events that developers get of the next events of cases, and moves on, in one transaction.
	 * @returns pointers to the events made; undefined if no case had an event
	 */
	async function tellOfNextEvents(now: number): Promise<EventPointer[] | undefined> {
		const next = await nextEvents(db, "watched_accounts", sql`NOT EXISTS (SELECT 1 FROM watched_accounts)`);
		if (!next) return undefined;
		const { step, found } = await newsOf(next);
		const told = found.map((news) => rowOf(news, now));
		const pages = insertAccountEvents(db, told, { when: isNext("watched_accounts", step), now });
		const last = advance(db, "watched_accounts", step);
		const [first = last, ...others] = [...pages, last];
		const results = await sealedQuery("tell who watches accounts", db.batch([first, ...others]));
		const inserted = results.flatMap((result) => (Array.isArray(result) ? result : []));
		return pointersTo(inserted);
	}

	/**
	 * A step tells so many developers at most, since all of it is one transaction. A flood of events takes several steps, and
	 * an event that more developers hear of is a step of its own.
	 */
	async function newsOf(next: EventStep): Promise<{ step: EventStep; found: News[] }> {
		const find = (step: EventStep, limit: number) =>
			sealedQuery("find who watches accounts", newsBetween(step, limit));
		const found = await find(next, MAX_TOLD_PER_STEP + 1);
		const [first, last] = [found[0]?.seq ?? 0, found[MAX_TOLD_PER_STEP]?.seq];
		if (last === undefined) return { step: next, found };
		const step = { from: next.from, to: last > first ? last - 1 : last };
		return { step, found: last > first ? found.filter(({ seq }) => seq < last) : await find(step, -1) };
	}

	/** CROSS JOIN keeps the order of the tables: one look-up in the index of watched accounts for each event. */
	function newsBetween({ from, to }: EventStep, limit: number) {
		return db.all<News>(sql`SELECT w.developer_id AS developerId, w.account AS account, c.chain_id AS chainId,
				c.case_id AS caseId, c.jrc_hash AS jrcHash, json_extract(e.body, '$.data.status') AS status,
				e.sequence AS sequence, e.created_at AS at, e.seq AS seq
			FROM events AS e CROSS JOIN recovery_cases AS c CROSS JOIN watched_accounts AS w
			WHERE e.seq > ${whole(from)} AND e.seq <= ${whole(to)} AND e.sequence > 0 AND c.case_id = e.case_id
				AND w.account = c.lost_account AND w.chain_id IN (0, c.chain_id) AND w.added_seq < e.seq
			GROUP BY e.seq, w.developer_id ORDER BY e.seq, w.developer_id LIMIT ${whole(limit)}`);
	}

	return { add, remove, list, tellOfNextEvents };
}

/**
 * Statements that insert the events, if `when` holds. An event is confirmed at once, so that it goes to no endpoint, if the
 * developer's event as many positions before is younger than an hour.
 */
export function insertAccountEvents(
	db: DrizzleD1Database,
	rows: readonly AccountEventRow[],
	condition: { when: SQL; now: number },
) {
	const pages = Math.ceil(rows.length / EVENTS_PER_STATEMENT);
	return Array.from({ length: pages }, (_, page) => {
		const from = page * EVENTS_PER_STATEMENT;
		return insertEventsOfPage(db, rows.slice(from, from + EVENTS_PER_STATEMENT), condition);
	});
}

function insertEventsOfPage(
	db: DrizzleD1Database,
	rows: readonly AccountEventRow[],
	{ when, now }: { when: SQL; now: number },
) {
	const column = (name: keyof AccountEventRow) => sql`json_extract(value, ${`$.${name}`})`;
	const isHeldBack = sql`EXISTS (SELECT 1 FROM events WHERE developer_id = owner
		AND position = place - ${whole(MAX_WEBHOOKS_PER_HOUR)} AND created_at > ${whole(now - HOUR_MS)})`;
	return db
		.insert(events)
		.select(
			sql`SELECT NULL, owner, place, ${column("caseId")}, ${column("eventId")}, 0, ${column("type")}, ${column("body")},
			${column("createdAt")}, CASE WHEN ${isHeldBack} THEN ${whole(now)} END, 0 FROM (SELECT value,
			${column("developerId")} AS owner, COALESCE((SELECT MAX(position) FROM events WHERE developer_id = ${column("developerId")}), 0)
			+ ROW_NUMBER() OVER (PARTITION BY ${column("developerId")} ORDER BY key) AS place FROM json_each(${JSON.stringify(rows)}))
			WHERE ${when}`,
		)
		.returning({
			caseId: events.caseId,
			eventId: events.eventId,
			developerId: events.developerId,
			confirmedAt: events.confirmedAt,
		});
}

/** To the events that go to endpoints. */
export function pointersTo(
	inserted: readonly (Omit<EventPointer, "v" | "sequence"> & { confirmedAt: number | null })[],
): EventPointer[] {
	return inserted
		.filter(({ confirmedAt }) => confirmedAt === null)
		.map(({ confirmedAt: _, ...pointer }) => ({ v: 1, sequence: 0, ...pointer }));
}

/** All who watch the account there, so that nobody keeps others from an alarm. @param of the account in lower case */
export async function watchersOf(db: DrizzleD1Database, of: WatchedKey): Promise<string[]> {
	const found = db.all<{
		developerId: string;
	}>(sql`SELECT DISTINCT developer_id AS developerId FROM watched_accounts
		WHERE account = ${of.account} AND chain_id IN (0, ${whole(of.chainId)})`);
	return (await sealedQuery("find who watches an account", found)).map(({ developerId }) => developerId);
}

const countOf = (owner: string) =>
	sql`COALESCE((SELECT accounts FROM watched_account_counts WHERE developer_id = ${owner}), 0)`;

type News = {
	developerId: string;
	account: string;
	chainId: number;
	caseId: string;
	jrcHash: `0x${string}`;
	status: CaseStatus;
	/** Of the case's event. */
	sequence: number;
	at: number;
	seq: number;
};

export type AccountEventRow = {
	eventId: string;
	developerId: string;
	caseId: string;
	type: AccountEventType;
	/** The exact bytes of the envelope. */
	body: string;
	createdAt: number;
};

function rowOf({ developerId, account, sequence, at, seq: _, ...told }: News, now: number): AccountEventRow {
	const type = sequence === 1 ? "account.claimed" : "account.claim_changed";
	const eventId = newAccountEventId();
	const subject = { ...told, account: toChecksumAddress(account) };
	const body = accountEventEnvelope(subject, type, eventId, new Date(at).toISOString());
	return { eventId, developerId, caseId: told.caseId, type, body, createdAt: now };
}
