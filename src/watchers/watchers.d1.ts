/** The addresses that watch accounts and cases (mail.md "Watchers", "Claimants"). */
import { and, asc, eq, gt, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import { mailOptOuts, mails, watchers } from "../db/schema.ts";
import { sealedQuery } from "../db/sealed-query.ts";
import { sealedUnder } from "../db/sealed-under.ts";
import { whole } from "../db/whole.ts";
import { addressCode } from "../mail/address-codes.d1.ts";
import { mailFrom, type NewMail } from "../mail/mails.d1.ts";

export type Watcher = typeof watchers.$inferSelect;
type NewWatcher = Watcher & { codeHash: string };

/** `chainId`: the contract's, or 0 for a key's account. `account` in lower case. */
export type WatchingAccount = Pick<Watcher, "account" | "chainId">;

/** All cases of an account, or one case. */
export type Watched = WatchingAccount & Pick<Watcher, "caseId">;

export const MAX_WATCHERS = 2;

/** News of a week ago are sent no more. */
export const NEWS_KEPT_MS = 7 * 24 * 3600 * 1000;
const MAX_DELETED = 500;

export type WatcherRows = ReturnType<typeof createWatcherRows>;

export function createWatcherRows(database: D1Database) {
	const db = drizzle(database);
	const { watcherId, account, chainId, codeHash, codeExpiresAt, confirmedAt, removedAt } = watchers;
	const isOf = (of: WatchingAccount) => and(eq(account, of.account), eq(chainId, of.chainId));
	const watches = (watched: Watched) => and(isOf(watched), eq(watchers.caseId, watched.caseId));

	/** Oldest first. */
	function list(watched: Watched): Promise<Watcher[]> {
		const select = db.select().from(watchers).where(watches(watched)).orderBy(asc(watchers.createdAt));
		return sealedQuery("list watchers", select);
	}

	async function find(id: string): Promise<Watcher | undefined> {
		const select = db.select().from(watchers).where(eq(watcherId, id)).limit(1);
		return (await sealedQuery("find a watcher", select))[0];
	}

	async function findOf(of: WatchingAccount, id: string): Promise<Watcher | undefined> {
		const select = db
			.select()
			.from(watchers)
			.where(and(isOf(of), eq(watcherId, id)))
			.limit(1);
		return (await sealedQuery("find a watcher of an account", select))[0];
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

	/** @param letter null if no code is mailed. @returns false if there are as many as may be */
	async function insert(watcher: NewWatcher, letter: NewMail | null): Promise<boolean> {
		const { createdAt, keyVersion, addressMac, codeHash, warnAt } = watcher;
		const code = letter && addressCode(db, { addressMac, codeHash, letter });
		const values = [
			...[
				watcher.watcherId,
				watcher.account,
				whole(watcher.chainId),
				watcher.caseId,
				warnAt === null ? sql`NULL` : whole(warnAt),
				watcher.sealed,
				sealedUnder(keyVersion),
			],
			...[addressMac, watcher.masked, watcher.language, watcher.network, whole(createdAt), sql`NULL`],
			...[code?.codeHash ?? codeHash, code?.expiresAt ?? whole(watcher.codeExpiresAt), sql`NULL`],
		].map((value) => sql`${value}`);
		const isFree = sql`(SELECT COUNT(*) FROM watchers WHERE ${watches(watcher)}) < ${whole(MAX_WATCHERS)}`;
		const [inserted] = await sealedQuery(
			"insert a watcher",
			db.batch([
				db
					.insert(watchers)
					.select(sql`SELECT ${sql.join(values, sql`, `)} WHERE ${isFree}`)
					.onConflictDoNothing()
					.returning({ watcherId }),
				...(code ? code.mailing(withCode(watcher.watcherId, codeHash)) : []),
			]),
		);
		return inserted.length > 0;
	}

	/** Stores a code for an address that has no valid one, together with the mail that brings it. */
	async function setCode(of: WatchingAccount, hash: string, letter: NewMail): Promise<void> {
		const isFree = sql`removed_at IS NULL AND (code_hash IS NULL OR code_expires_at <= ${whole(letter.now)})`;
		const update = db
			.update(watchers)
			.set({ codeHash: hash, codeExpiresAt: whole(letter.expiresAt) })
			.where(and(isOf(of), eq(watcherId, letter.recipient), isFree));
		await sealedQuery("set the code of a watcher", db.batch([update, codeLetter(letter, hash)]));
	}

	/**
	 * Confirms the address that got this code, and queues a claimant's first mail, which says that mails about the case come from now on.
	 * @returns undefined if no address of the account has the code
	 */
	async function confirm(of: WatchingAccount, hash: string, now: number): Promise<Watcher | undefined> {
		const isThis = and(isOf(of), eq(codeHash, hash), isNull(removedAt), gt(codeExpiresAt, whole(now)));
		const [, confirmed] = await sealedQuery(
			"confirm a watcher",
			db.batch([
				db.insert(mails).select(
					sql`SELECT 'mail_' || lower(hex(randomblob(16))), 'case_filed', watcher_id, json_object('caseId', case_id), 'waiting',
						0, 0, ${whole(now)}, ${whole(now)}, ${whole(now + NEWS_KEPT_MS)}, NULL
						FROM watchers WHERE ${isThis} AND confirmed_at IS NULL AND case_id <> ''`,
				),
				db
					.update(watchers)
					.set({ confirmedAt: sql`COALESCE(confirmed_at, ${whole(now)})`, codeHash: null })
					.where(isThis)
					.returning(),
			]),
		);
		return confirmed[0];
	}

	/**
	 * An address that is not confirmed, or a claimant's, goes at once; another one at `removedAt`, of which the letter tells it.
	 */
	async function remove(of: WatchingAccount, id: string, removal: Removal): Promise<Watcher | undefined> {
		const isThis = and(isOf(of), eq(watcherId, id));
		const { now, at, codeHash: hash, letter } = removal;
		const goesAtOnce = and(isThis, or(isNull(confirmedAt), ne(watchers.caseId, "")));
		const [, deleted, updated, , found] = await sealedQuery(
			"remove a watcher",
			db.batch([
				db
					.delete(mailOptOuts)
					.where(sql`recipient = ${id} AND EXISTS (SELECT 1 FROM watchers WHERE ${goesAtOnce})`),
				db.delete(watchers).where(goesAtOnce).returning(),
				db
					.update(watchers)
					.set({ removedAt: whole(at), codeHash: hash, codeExpiresAt: whole(at) })
					.where(and(isThis, isNull(removedAt)))
					.returning(),
				codeLetter(letter, hash),
				db.select().from(watchers).where(isThis),
			]),
		);
		const [gone] = deleted;
		return gone ? { ...gone, removedAt: now } : (updated[0] ?? found[0]);
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

	/** Deletes addresses whose removal is due, and those that were not confirmed in time. */
	async function deleteOld(now: number): Promise<void> {
		// In the order of their index, because SQLite would walk the table in any other.
		const old = (due: SQL) => {
			const ids = sql`(SELECT watcher_id FROM watchers WHERE ${due} LIMIT ${whole(MAX_DELETED)})`;
			return [
				db.delete(mailOptOuts).where(sql`recipient IN ${ids}`),
				db.delete(watchers).where(sql`watcher_id IN ${ids}`),
			] as const;
		};
		await sealedQuery(
			"delete old watchers",
			db.batch([
				...old(sql`removed_at IS NOT NULL AND removed_at <= ${whole(now)} ORDER BY removed_at`),
				...old(sql`confirmed_at IS NULL AND code_expires_at <= ${whole(now)} ORDER BY code_expires_at`),
			]),
		);
	}

	/** The mail of a code, if the code was stored. */
	const codeLetter = (letter: NewMail, hash: string) =>
		mailFrom(db, letter, withCode(letter.recipient, hash));
	const withCode = (id: string, hash: string) =>
		sql`FROM watchers WHERE watcher_id = ${id} AND code_hash = ${hash}`;

	return {
		list,
		find,
		findOf,
		reseal,
		insert,
		setCode,
		confirm,
		remove,
		keep,
		deleteOld,
	};
}

/** `at`: when a confirmed address of an owner goes. */
type Removal = { now: number; at: number; codeHash: string; letter: NewMail };

/** A statement that tells the owner's addresses of a request for her will. */
export function releaseMails(
	db: DrizzleD1Database,
	{ estateId, now, until, when }: { estateId: string; now: number; until: number; when: SQL },
) {
	return db.insert(mails).select(
		sql`SELECT 'mail_' || lower(hex(randomblob(16))), 'release_requested', w.watcher_id,
			json_object('account', w.account, 'until', ${new Date(until).toISOString()}), 'waiting', 0, 0, ${whole(now)}, ${whole(now)},
			${whole(now + NEWS_KEPT_MS)}, NULL
			FROM estate_profiles AS p CROSS JOIN watchers AS w WHERE p.estate_id = ${estateId}
			AND w.account = p.owner_address AND w.chain_id = p.chain_id AND w.case_id = '' AND w.confirmed_at IS NOT NULL AND ${when}`,
	);
}
