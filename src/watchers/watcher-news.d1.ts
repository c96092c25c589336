/**
 * Queues the mails to addresses that watch an account or a case (mail.md "Watchers", "Claimants"). It reads D1's events in their
 * order. One transaction stores the mails and how far it has read, so that no mail is lost or queued twice.
 */
import { type SQL, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { advance, type EventStep, isNext, nextEvents } from "../db/follow-events.ts";
import { mails, watchers } from "../db/schema.ts";
import { sealedQuery } from "../db/sealed-query.ts";
import { whole } from "../db/whole.ts";
import { newMailId } from "../kernel/crypto/random-ids.ts";
import type { MailKind } from "../mail/mail-kinds.ts";
import { EXPIRY_WARNING_MS } from "./watcher-service.ts";
import { NEWS_KEPT_MS } from "./watchers.d1.ts";

const HOUR_MS = 3600 * 1000;

const PHASE = "json_extract(e.body, '$.data.phase')";

/** The kind of mail to an owner for an event `e`, or null for no mail. */
const OWNERS_KIND = sql.raw(`CASE
	WHEN e.type = 'recovery_case.created' THEN 'claim_filed'
	WHEN e.type = 'recovery_case.executed' THEN 'claim_executed'
	WHEN e.type = 'recovery_case.rejected' THEN 'claim_closed'
	WHEN e.type = 'recovery_case.pending' AND ${PHASE} IN ('order_attached', 'order_verified', 'executable')
		THEN 'claim_' || ${PHASE} END`);

/** The same to a claimant. A case is created again when a reviewer ends its halt. */
const CLAIMANTS_KIND = sql.raw(`CASE
	WHEN e.type = 'recovery_case.action_required' THEN 'case_halted'
	WHEN e.type = 'recovery_case.executed' THEN 'case_executed'
	WHEN e.type = 'recovery_case.rejected' THEN 'case_closed'
	WHEN e.type = 'recovery_case.created' OR ${PHASE} = 'order_attached' THEN 'case_answered'
	WHEN ${PHASE} = 'order_verified' THEN 'case_verified'
	WHEN ${PHASE} = 'executable' THEN 'case_executable' END`);

/** After these the claimant has nothing more to hear. */
const LAST_KINDS: readonly MailKind[] = ["case_executed", "case_closed"];

/** @param challengeMs how long a case waits after its order, so that the first day of its execution can be told */
export function createWatcherNews(database: D1Database, challengeMs: number) {
	const db = drizzle(database);

	/**
	 * Queues the mails of the next events. Cases that move within an hour after a mail of the same kind share the next one, so
	 * that a flood of cases is not a flood of mails.
	 * @returns how many mails; undefined if there was no event
	 */
	async function tellOfNextEvents(now: number): Promise<number | undefined> {
		const step = await nextEvents(db, "watchers", sql`NOT EXISTS (SELECT 1 FROM watchers)`);
		if (!step) return undefined;
		const both = Promise.all([claimsBetween(step), casesBetween(step)]);
		const [claims, cases] = await sealedQuery("find watchers", both);
		const news = [...claims.map(newsOfClaim), ...cases.map(newsOfCase)];
		const [first = advance(db, "watchers", step), ...others] = [
			...news.flatMap((one) => tellingOf(one, now, step)),
			advance(db, "watchers", step),
		];
		await sealedQuery("tell watchers", db.batch([first, ...others]));
		return news.length;
	}

	/** By watcher and kind. An event of a chain on which the contract's account is another's is not the watcher's. */
	function claimsBetween({ from, to }: EventStep) {
		const fields = sql`w.watcher_id AS watcherId, ${OWNERS_KIND} AS kind, w.account AS account,
			CASE WHEN COUNT(DISTINCT c.chain_id) = 1 THEN MAX(c.chain_id) END AS chainId, COUNT(*) AS cases,
			MIN(COALESCE(c.execute_after, e.created_at + ${whole(challengeMs)})) AS earliest`;
		return db.all<Claim>(sql`SELECT ${fields}
			FROM events AS e CROSS JOIN recovery_cases AS c CROSS JOIN watchers AS w
			WHERE e.seq > ${whole(from)} AND e.seq <= ${whole(to)} AND c.case_id = e.case_id
				AND w.account = c.lost_account AND w.chain_id IN (0, c.chain_id) AND w.case_id = ''
				AND w.confirmed_at <= e.created_at AND ${OWNERS_KIND} IS NOT NULL
			GROUP BY w.watcher_id, ${OWNERS_KIND}`);
	}

	/** By watcher and kind; of several events of a kind the last one. */
	function casesBetween({ from, to }: EventStep) {
		return db.all<CaseNews>(sql`SELECT w.watcher_id AS watcherId, ${CLAIMANTS_KIND} AS kind, e.case_id AS caseId,
				json_extract(e.body, '$.data.statusReason') AS reason, c.execute_after AS executeAfter, MAX(e.seq) AS seq
			FROM events AS e CROSS JOIN watchers AS w CROSS JOIN recovery_cases AS c
			WHERE e.seq > ${whole(from)} AND e.seq <= ${whole(to)} AND e.sequence > 0
				AND w.case_id = e.case_id AND w.case_id <> '' AND w.confirmed_at <= e.created_at
				AND c.case_id = e.case_id AND ${CLAIMANTS_KIND} IS NOT NULL
			GROUP BY w.watcher_id, ${CLAIMANTS_KIND} ORDER BY seq`);
	}

	/** Adds to a mail that waits for its hour, or queues one. Does nothing if another run has taken the step. */
	function tellingOf({ watcherId: recipient, kind, facts, merged }: News, now: number, step: EventStep) {
		const isOurs = isNext("watchers", step);
		const isWaiting = sql`recipient = ${recipient} AND kind = ${kind} AND state = 'waiting' AND attempts = 0`;
		const lastAt = sql`(SELECT MAX(COALESCE(ended_at, created_at)) FROM mails WHERE recipient = ${recipient}
			AND kind = ${kind})`;
		return [
			// Before the insertion, which would be added to.
			db.update(mails).set({ facts: merged }).where(sql`${isWaiting} AND ${isOurs}`),
			db.insert(mails).select(
				sql`SELECT ${newMailId()}, ${kind}, ${recipient}, ${JSON.stringify(facts)}, 'waiting', 0, 0, ${whole(now)},
					MAX(${whole(now)}, COALESCE(${lastAt} + ${whole(HOUR_MS)}, 0)), ${whole(now + NEWS_KEPT_MS)}, NULL
					WHERE ${isOurs} AND NOT EXISTS (SELECT 1 FROM mails WHERE ${isWaiting})`,
			),
			...(LAST_KINDS.includes(kind)
				? [
						db
							.update(watchers)
							.set({ removedAt: whole(now + NEWS_KEPT_MS) })
							.where(sql`watcher_id = ${recipient} AND ${isOurs}`),
					]
				: []),
		];
	}

	/** Tells claimants, once, of cases that expire in three days. */
	async function tellOfExpiries(now: number): Promise<void> {
		const isDue = sql`warn_at <= ${whole(now)} AND confirmed_at IS NOT NULL`;
		const until = sql`strftime('%Y-%m-%dT%H:%M:%fZ', (warn_at + ${whole(EXPIRY_WARNING_MS)}) / 1000.0, 'unixepoch')`;
		await sealedQuery(
			"tell of cases that expire",
			db.batch([
				db.insert(mails).select(
					sql`SELECT 'mail_' || lower(hex(randomblob(16))), 'case_expiring', w.watcher_id,
						json_object('caseId', w.case_id, 'until', ${until}), 'waiting', 0, 0, ${whole(now)}, ${whole(now)},
						w.warn_at + ${whole(EXPIRY_WARNING_MS)}, NULL
						FROM watchers AS w CROSS JOIN recovery_cases AS c
						WHERE ${isDue} AND c.case_id = w.case_id AND c.status = 'created'
						AND w.warn_at + ${whole(EXPIRY_WARNING_MS)} > ${whole(now)}`,
				),
				db.update(watchers).set({ warnAt: null }).where(isDue),
			]),
		);
	}

	/**
	 * Tells claimants that they have answered a halt by a document, which is no event. Once for each halt, because the mail's id has
	 * the time of its first document.
	 */
	async function tellOfAnswers(now: number): Promise<void> {
		const insertion = db
			.insert(mails)
			.select(
				sql`SELECT 'mail_' || w.watcher_id || '_' || c.answered_at, 'case_answered', w.watcher_id,
					json_object('caseId', w.case_id), 'waiting', 0, 0, ${whole(now)}, ${whole(now)}, ${whole(now + NEWS_KEPT_MS)}, NULL
					FROM recovery_cases AS c CROSS JOIN watchers AS w
					WHERE c.answered_at > ${whole(now - NEWS_KEPT_MS)} AND w.case_id = c.case_id AND w.case_id <> ''
					AND w.confirmed_at <= c.answered_at`,
			)
			.onConflictDoNothing();
		await sealedQuery("tell of answers", insertion);
	}

	return { tellOfNextEvents, tellOfExpiries, tellOfAnswers };
}

/** `merged`: the facts of a waiting mail that also tells of this. */
type News = { watcherId: string; kind: MailKind; facts: Record<string, string>; merged: SQL };

type Claim = Pick<News, "watcherId" | "kind"> & {
	account: string;
	/** Null for cases on several chains. */
	chainId: number | null;
	cases: number;
	/** Unix milliseconds. */
	earliest: number;
};

function newsOfClaim({ watcherId, kind, account, chainId, cases, earliest }: Claim): News {
	const chain = chainId === null ? "" : String(chainId);
	const merged = sql`json_set(facts,
		'$.cases', CAST(CAST(json_extract(facts, '$.cases') AS INTEGER) + ${whole(cases)} AS TEXT),
		'$.chainId', CASE json_extract(facts, '$.chainId') WHEN ${chain} THEN ${chain} ELSE '' END)`;
	const facts = { account, chainId: chain, cases: String(cases), earliest: new Date(earliest).toISOString() };
	return { watcherId, kind, facts, merged };
}

/** `executeAfter`: unix milliseconds. */
type CaseNews = Pick<News, "watcherId" | "kind"> & {
	caseId: string;
	reason: string | null;
	executeAfter: number | null;
};

function newsOfCase({ watcherId, kind, caseId, reason, executeAfter }: CaseNews): News {
	const facts = {
		caseId,
		...(kind === "case_halted" && { reason: reason ?? "" }),
		...(kind === "case_verified" && {
			until: executeAfter === null ? "" : new Date(executeAfter).toISOString(),
		}),
	};
	return { watcherId, kind, facts, merged: sql`${JSON.stringify(facts)}` };
}
