/** The addresses that watch accounts, and what they are told of (mail.md "Watchers"). */
import { and, asc, eq, gt, isNull, type SQL, sql } from "drizzle-orm";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import { advance, type EventStep, isNext, nextEvents } from "../db/follow-events.ts";
import { mails, watchers } from "../db/schema.ts";
import { sealedQuery } from "../db/sealed-query.ts";
import { sealedUnder } from "../db/sealed-under.ts";
import { newMailId } from "../kernel/crypto/random-ids.ts";
import type { MailKind } from "../mail/mail-kinds.ts";
import type { NewMail } from "../mail/mails.d1.ts";

export type Watcher = typeof watchers.$inferSelect;

/** `chainId`: the contract's, or 0 for a key's account. `account` in lower case. */
export type WatchedAccount = Pick<Watcher, "account" | "chainId">;

export const MAX_WATCHERS_PER_ACCOUNT = 2;

const HOUR_MS = 3600 * 1000;
/** News of a week ago are sent no more. */
const KEPT_MS = 7 * 24 * HOUR_MS;
const MAX_DELETED = 500;

const whole = (value: number) => sql`CAST(${value} AS INTEGER)`;

/** The kind of mail for an event `e`; null for one of which nobody is told. */
const KIND = sql.raw(`CASE
	WHEN e.type = 'recovery_case.created' THEN 'claim_filed'
	WHEN e.type = 'recovery_case.executed' THEN 'claim_executed'
	WHEN e.type = 'recovery_case.rejected' THEN 'claim_closed'
	WHEN e.type = 'recovery_case.pending' AND json_extract(e.body, '$.data.phase') IN ('order_attached', 'order_verified', 'executable')
		THEN 'claim_' || json_extract(e.body, '$.data.phase') END`);

export type WatcherRows = ReturnType<typeof createWatcherRows>;

/** @param challengeMs how long a case waits after its order, so that the first day of its execution can be told */
export function createWatcherRows(database: D1Database, challengeMs: number) {
	const db = drizzle(database);
	const { watcherId, account, chainId, addressMac, codeHash, codeExpiresAt, confirmedAt, removedAt } =
		watchers;
	const isOf = (of: WatchedAccount) => and(eq(account, of.account), eq(chainId, of.chainId));

	/** Oldest first. */
	function list(of: WatchedAccount): Promise<Watcher[]> {
		const select = db.select().from(watchers).where(isOf(of)).orderBy(asc(watchers.createdAt));
		return sealedQuery("list the watchers of an account", select);
	}

	async function find(id: string): Promise<Watcher | undefined> {
		const select = db.select().from(watchers).where(eq(watcherId, id)).limit(1);
		return (await sealedQuery("find a watcher", select))[0];
	}

	/** Unless the address was sealed again since. */
	async function reseal(
		{ watcherId: id, sealed: before }: Watcher,
		{ sealed, keyVersion }: Pick<Watcher, "sealed" | "keyVersion">,
	) {
		const update = db
			.update(watchers)
			.set({ sealed, keyVersion: whole(keyVersion) })
			.where(and(eq(watcherId, id), eq(watchers.sealed, before)));
		await sealedQuery("seal a watcher again", update);
	}

	/** The code that was mailed to this address and may still confirm it, for whatever account. */
	async function livingCodeOf(macs: readonly string[], now: number) {
		const select = db
			.select({ codeHash, codeExpiresAt })
			.from(watchers)
			.where(
				sql`${addressMac} IN (SELECT value FROM json_each(${JSON.stringify(macs)})) AND code_expires_at > ${whole(now)}
				AND code_hash IS NOT NULL AND confirmed_at IS NULL`,
			)
			.limit(1);
		return (await sealedQuery("find the code of an address", select))[0];
	}

	/** With the mail of its code, unless that was mailed before. @returns false if the account has as many as it may */
	async function insert(watcher: Watcher, letter: NewMail | null): Promise<boolean> {
		const { createdAt, keyVersion, codeExpiresAt: until } = watcher;
		const values = [
			...[
				watcher.watcherId,
				watcher.account,
				whole(watcher.chainId),
				watcher.sealed,
				sealedUnder(keyVersion),
			],
			...[watcher.addressMac, watcher.masked, watcher.language, watcher.network, whole(createdAt), sql`NULL`],
			...[watcher.codeHash, whole(until), sql`NULL`],
		].map((value) => sql`${value}`);
		const isFree = sql`(SELECT COUNT(*) FROM watchers WHERE ${isOf(watcher)}) < ${whole(MAX_WATCHERS_PER_ACCOUNT)}`;
		const [inserted] = await sealedQuery(
			"insert a watcher",
			db.batch([
				db
					.insert(watchers)
					.select(sql`SELECT ${sql.join(values, sql`, `)} WHERE ${isFree}`)
					.onConflictDoNothing()
					.returning({ watcherId }),
				...(letter ? [codeLetter(letter, watcher.codeHash ?? "")] : []),
			]),
		);
		return inserted.length > 0;
	}

	/** Of an address that has none, with its mail. */
	async function setCode(of: WatchedAccount, hash: string, letter: NewMail): Promise<void> {
		const isFree = sql`removed_at IS NULL AND (code_hash IS NULL OR code_expires_at <= ${whole(letter.now)})`;
		const update = db
			.update(watchers)
			.set({ codeHash: hash, codeExpiresAt: whole(letter.expiresAt) })
			.where(and(isOf(of), eq(watcherId, letter.recipient), isFree));
		await sealedQuery("set the code of a watcher", db.batch([update, codeLetter(letter, hash)]));
	}

	/** By the code that was mailed to it. @returns undefined if no address of the account has the code */
	async function confirm(of: WatchedAccount, hash: string, now: number): Promise<Watcher | undefined> {
		const update = db
			.update(watchers)
			.set({ confirmedAt: sql`COALESCE(confirmed_at, ${whole(now)})`, codeHash: null })
			.where(and(isOf(of), eq(codeHash, hash), isNull(removedAt), gt(codeExpiresAt, whole(now))))
			.returning();
		return (await sealedQuery("confirm a watcher", update))[0];
	}

	/** An address that is not confirmed goes at once; another one at `removedAt`, of which the letter tells it. */
	async function remove(of: WatchedAccount, id: string, removal: Removal): Promise<Watcher | undefined> {
		const isThis = and(isOf(of), eq(watcherId, id));
		const { at, codeHash: hash, letter } = removal;
		const [, updated, , found] = await sealedQuery(
			"remove a watcher",
			db.batch([
				db.delete(watchers).where(and(isThis, isNull(confirmedAt))),
				db
					.update(watchers)
					.set({ removedAt: whole(at), codeHash: hash, codeExpiresAt: whole(at) })
					.where(and(isThis, isNull(removedAt)))
					.returning(),
				codeLetter(letter, hash),
				db.select().from(watchers).where(isThis),
			]),
		);
		return updated[0] ?? found[0];
	}

	/** By the code of the mail that told of its removal. */
	async function keep(hash: string, now: number): Promise<Watcher | undefined> {
		const update = db
			.update(watchers)
			.set({ removedAt: null, codeHash: null })
			.where(and(eq(codeHash, hash), sql`${removedAt} > ${whole(now)}`))
			.returning();
		return (await sealedQuery("keep a watcher", update))[0];
	}

	/** Those whose time has come, and those that were not confirmed in time. */
	async function deleteOld(now: number): Promise<void> {
		const old = (where: SQL | undefined) =>
			db
				.delete(watchers)
				.where(
					sql`watcher_id IN (SELECT watcher_id FROM watchers WHERE ${where} LIMIT ${whole(MAX_DELETED)})`,
				);
		await sealedQuery(
			"delete old watchers",
			db.batch([
				old(sql`removed_at IS NOT NULL AND removed_at <= ${whole(now)}`),
				old(sql`confirmed_at IS NULL AND code_expires_at <= ${whole(now)}`),
			]),
		);
	}

	/**
	 * Queues the mails of the next events. Cases that move within an hour after a mail of the same kind share the next one, so
	 * that a flood of cases is not a flood of mails.
	 * @returns how many mails; undefined if there was no event
	 */
	async function tellOfNextEvents(now: number): Promise<number | undefined> {
		const step = await nextEvents(db, "watchers", sql`NOT EXISTS (SELECT 1 FROM watchers)`);
		if (!step) return undefined;
		const found = await sealedQuery("find watchers", newsBetween(step));
		const [first = advance(db, "watchers", step), ...others] = [
			...found.flatMap((news) => tellingOf(news, now, step)),
			advance(db, "watchers", step),
		];
		await sealedQuery("tell watchers", db.batch([first, ...others]));
		return found.length;
	}

	/** By watcher and kind. An event of a chain on which the contract's account is another's is not the watcher's. */
	function newsBetween({ from, to }: EventStep) {
		return db.all<News>(sql`SELECT w.watcher_id AS watcherId, ${KIND} AS kind, w.account AS account,
				CASE WHEN COUNT(DISTINCT c.chain_id) = 1 THEN MAX(c.chain_id) END AS chainId, COUNT(*) AS cases,
				MIN(COALESCE(c.execute_after, e.created_at + ${whole(challengeMs)})) AS earliest
			FROM events AS e CROSS JOIN recovery_cases AS c CROSS JOIN watchers AS w
			WHERE e.seq > ${whole(from)} AND e.seq <= ${whole(to)} AND c.case_id = e.case_id
				AND w.account = c.lost_account AND w.chain_id IN (0, c.chain_id) AND w.confirmed_at <= e.created_at
				AND ${KIND} IS NOT NULL
			GROUP BY w.watcher_id, ${KIND}`);
	}

	/** Adds to a mail that waits for its hour, or queues one. Does nothing if another run has taken the step. */
	function tellingOf(news: News, now: number, step: EventStep) {
		const { watcherId: recipient, kind, chainId: chain, cases, earliest } = news;
		const isOurs = isNext("watchers", step);
		const isWaiting = sql`recipient = ${recipient} AND kind = ${kind} AND state = 'waiting' AND attempts = 0`;
		const facts = {
			account: news.account,
			chainId: chain === null ? "" : String(chain),
			cases: String(cases),
			earliest: new Date(earliest).toISOString(),
		};
		const lastAt = sql`(SELECT MAX(COALESCE(ended_at, created_at)) FROM mails WHERE recipient = ${recipient}
			AND kind = ${kind})`;
		return [
			// Before the insertion, which would be added to.
			db
				.update(mails)
				.set({
					facts: sql`json_set(facts,
						'$.cases', CAST(CAST(json_extract(facts, '$.cases') AS INTEGER) + ${whole(cases)} AS TEXT),
						'$.chainId', CASE json_extract(facts, '$.chainId') WHEN ${facts.chainId} THEN ${facts.chainId} ELSE '' END)`,
				})
				.where(sql`${isWaiting} AND ${isOurs}`),
			db.insert(mails).select(
				sql`SELECT ${newMailId()}, ${kind}, ${recipient}, ${JSON.stringify(facts)}, 'waiting', 0, 0, ${whole(now)},
					MAX(${whole(now)}, COALESCE(${lastAt} + ${whole(HOUR_MS)}, 0)), ${whole(now + KEPT_MS)}, NULL
					WHERE ${isOurs} AND NOT EXISTS (SELECT 1 FROM mails WHERE ${isWaiting})`,
			),
		];
	}

	/** The mail of a code, if the code was stored. */
	function codeLetter({ mailId, kind, recipient, facts, now, expiresAt }: NewMail, hash: string) {
		return db.insert(mails).select(
			sql`SELECT ${mailId}, ${kind}, watcher_id, ${JSON.stringify(facts)}, 'waiting', 0, 0, ${whole(now)}, ${whole(now)},
				${whole(expiresAt)}, NULL FROM watchers WHERE watcher_id = ${recipient} AND code_hash = ${hash}`,
		);
	}

	return {
		list,
		find,
		reseal,
		livingCodeOf,
		insert,
		setCode,
		confirm,
		remove,
		keep,
		deleteOld,
		tellOfNextEvents,
	};
}

type News = {
	watcherId: string;
	kind: MailKind;
	account: string;
	/** Null for cases on several chains. */
	chainId: number | null;
	cases: number;
	/** Unix milliseconds. */
	earliest: number;
};

type Removal = { at: number; codeHash: string; letter: NewMail };

/** A statement that tells the owner's addresses of a request for her will. */
export function releaseMails(
	db: DrizzleD1Database,
	{ estateId, now, until, when }: { estateId: string; now: number; until: number; when: SQL },
) {
	return db.insert(mails).select(
		sql`SELECT 'mail_' || lower(hex(randomblob(16))), 'release_requested', w.watcher_id,
			json_object('account', w.account, 'until', ${new Date(until).toISOString()}), 'waiting', 0, 0, ${whole(now)}, ${whole(now)},
			${whole(now + KEPT_MS)}, NULL
			FROM estate_profiles AS p CROSS JOIN watchers AS w WHERE p.estate_id = ${estateId}
			AND w.account = p.owner_address AND w.chain_id = p.chain_id AND w.confirmed_at IS NOT NULL AND ${when}`,
	);
}
