/**
 * Mails that the clock causes (mail.md "By the clock"): the reviewers' digest, their overdue work and what they must stop, and what the operator must see.
 * The rows of `mails` tell what was told, so one statement decides and queues, and a killed process loses and repeats nothing.
 */
import { type SQL, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { IS_WAITING, mails } from "../db/schema.ts";
import { sealedQuery } from "../db/sealed-query.ts";
import { whole } from "../db/whole.ts";
import { newMailId } from "../kernel/crypto/random-ids.ts";
import type { MailFacts, MailKind } from "./mail-kinds.ts";

const HOUR_MS = 3600 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** A key that signs evidence should be replaced within that time. */
const KEY_WARNING_MS = 30 * DAY_MS;
/** Counts end here, so that they cost little. */
const MAX_COUNTED = 1_000;

export const OPERATOR = "operator";

export type ClockSettings = {
	/** UTC, 0 to 23; null for no digest. */
	digestHour: number | null;
	overdueHours: number;
	/** Whether the operator named an address for alerts. */
	hasOperator: boolean;
	/** Unix milliseconds; null if the operator set none. */
	evidenceKeyEndsAt: number | null;
};

const countOf = (rows: SQL) => sql`(SELECT COUNT(*) FROM (SELECT 1 ${rows} LIMIT ${MAX_COUNTED}))`;

export function createClockMails(database: D1Database, settings: ClockSettings) {
	const db = drizzle(database);
	const all = <Row>(what: string, query: SQL) => sealedQuery(what, db.all<Row>(query));

	/** Whether the recipient had a mail of the kind since then. `recipient`: a column or a value. */
	const hasHad = (kind: MailKind, recipient: SQL, since: number) =>
		sql`EXISTS (SELECT 1 FROM mails WHERE recipient = ${recipient} AND kind = ${kind} AND created_at >= ${whole(since)})`;

	function insertion<K extends MailKind>(letter: Letter<K>, now: number) {
		const { kind, recipient, facts, unlessSince, from = sql`WHERE 1` } = letter;
		return db.insert(mails).select(
			sql`SELECT ${newMailId()}, ${kind}, ${recipient}, ${JSON.stringify(facts)}, 'waiting', 0, 0, ${whole(now)},
				${whole(now)}, ${whole(now + DAY_MS)}, NULL ${from} AND NOT ${hasHad(kind, sql`${recipient}`, unlessSince)}`,
		);
	}

	/** Reviewers who had no such mail since then, with the time of their last one. */
	const reviewersWithout = (kind: MailKind, since: number) =>
		all<{ developerId: string; lastAt: number }>(
			"find reviewers to tell",
			sql`SELECT developer_id AS developerId, COALESCE((SELECT MAX(created_at) FROM mails WHERE recipient = developer_id
				AND kind = ${kind}), 0) AS lastAt FROM developers
				WHERE role = 'reviewer' AND email_confirmed_at IS NOT NULL AND NOT ${hasHad(kind, sql`developer_id`, since)}`,
		);

	/** What waits for a reviewer, and began to between the two times. */
	async function waitingBetween(after: number, until: number): Promise<MailFacts<"review_digest">> {
		const between = (column: string) =>
			sql`${sql.raw(column)} > ${whole(after)} AND ${sql.raw(column)} <= ${whole(until)}`;
		const [row] = await all<Record<"cases" | "releases" | "origins", number>>(
			"count what waits for reviewers",
			sql`SELECT ${countOf(sql`FROM recovery_cases INDEXED BY recovery_cases_waiting_since
					WHERE (${sql.raw(IS_WAITING)}) AND ${between("updated_at")}`)} AS cases,
				${countOf(sql`FROM release_requests WHERE status = 'open' AND ${between("requested_at")}`)} AS releases,
				${countOf(sql`FROM origins WHERE status = 'requested' AND ${between("requested_at")}`)} AS origins`,
		);
		const { cases = 0, releases = 0, origins = 0 } = row ?? {};
		return { cases: String(cases), releases: String(releases), origins: String(origins) };
	}

	const isReviewer = (developerId: string) =>
		sql`FROM developers WHERE developer_id = ${developerId} AND role = 'reviewer' AND email_confirmed_at IS NOT NULL`;

	/** Once a working day, also if the process was down at its hour. */
	async function queueDigest(now: number): Promise<void> {
		const { digestHour } = settings;
		const day = new Date(now).setUTCHours(digestHour ?? 0, 0, 0, 0);
		const isWeekend = [0, 6].includes(new Date(now).getUTCDay());
		if (digestHour === null || isWeekend || now < day) return;
		const reviewers = await reviewersWithout("review_digest", day);
		if (reviewers.length === 0) return;
		const facts = await waitingBetween(-1, now);
		await queueAll(
			reviewers.map(({ developerId }) => {
				const from = isReviewer(developerId);
				return insertion(
					{ kind: "review_digest", recipient: developerId, facts, unlessSince: day, from },
					now,
				);
			}),
		);
	}

	/** At once what has waited for too long since the reviewer's last such mail, but one mail an hour at most. */
	async function queueOverdue(now: number): Promise<void> {
		const limit = settings.overdueHours * HOUR_MS;
		const unlessSince = now - HOUR_MS;
		const reviewers = await reviewersWithout("review_overdue", unlessSince);
		const byLast = Map.groupBy(reviewers, ({ lastAt }) => lastAt);
		for (const [lastAt, group] of byLast) {
			const waiting = await waitingBetween(lastAt === 0 ? -1 : lastAt - limit, now - limit);
			if (Object.values(waiting).every((count) => count === "0")) continue;
			const facts = { ...waiting, hours: String(settings.overdueHours) };
			await queueAll(
				group.map(({ developerId }) => {
					const from = isReviewer(developerId);
					return insertion({ kind: "review_overdue", recipient: developerId, facts, unlessSince, from }, now);
				}),
			);
		}
	}

	/**
	 * At once what the chain could still execute of a case that was halted or closed after its approval: each reviewer once for
	 * the same approvals, because they are in the mail's id.
	 */
	async function queueStops(now: number): Promise<void> {
		const until = sql`strftime('%Y-%m-%dT%H:%M:%fZ', c.stop_until / 1000.0, 'unixepoch')`;
		const insertion = db
			.insert(mails)
			.select(
				sql`SELECT 'mail_' || d.developer_id || '_' || c.case_id || '_' || c.stop_until, 'review_stop', d.developer_id,
				json_object('caseId', c.case_id, 'until', ${until}), 'waiting', 0, 0, ${whole(now)}, ${whole(now)}, ${whole(now + DAY_MS)}, NULL
				FROM recovery_cases AS c INDEXED BY recovery_cases_stop CROSS JOIN developers AS d
				WHERE c.stop_until > ${whole(now)} AND d.role = 'reviewer' AND d.email_confirmed_at IS NOT NULL`,
			)
			.onConflictDoNothing();
		await sealedQuery("queue mails of what must be stopped", insertion);
	}

	/** New messages since the last mail, one mail an hour; a job or a key once a day. */
	async function queueForOperator(now: number): Promise<void> {
		const { hasOperator, evidenceKeyEndsAt } = settings;
		if (!hasOperator) return;
		const last = sql`COALESCE((SELECT MAX(created_at) FROM mails WHERE recipient = ${OPERATOR} AND kind = 'dead_letters'), -1)`;
		const [found] = await all<{ letters: number; jobs: number }>(
			"find what the operator must see",
			sql`SELECT ${countOf(sql`FROM dead_letters AS letter LEFT JOIN events ON events.event_id = letter.event_id
					WHERE letter.received_at > ${last} AND letter.received_at <= ${whole(now)} AND letter.requeued_at IS NULL
					AND events.confirmed_at IS NULL`)} AS letters,
				${countOf(sql`FROM maintenance_jobs WHERE kind IN ('reindex', 'reseal') AND finished_at IS NULL
					AND requested_at <= ${whole(now - DAY_MS)}`)} AS jobs`,
		);
		const { letters = 0, jobs = 0 } = found ?? {};
		const recipient = OPERATOR;
		const endsSoon = evidenceKeyEndsAt !== null && evidenceKeyEndsAt - now < KEY_WARNING_MS;
		await queueAll([
			...(letters > 0
				? [
						insertion(
							{
								kind: "dead_letters",
								recipient,
								facts: { letters: String(letters) },
								unlessSince: now - HOUR_MS,
							},
							now,
						),
					]
				: []),
			...(jobs > 0
				? [insertion({ kind: "job_stopped", recipient, facts: {}, unlessSince: now - DAY_MS }, now)]
				: []),
			...(endsSoon
				? [
						insertion(
							{
								kind: "evidence_key_ending",
								recipient,
								facts: { until: new Date(evidenceKeyEndsAt).toISOString() },
								unlessSince: now - 7 * DAY_MS,
							},
							now,
						),
					]
				: []),
		]);
	}

	async function queueAll(statements: ReturnType<typeof insertion>[]): Promise<void> {
		const [first, ...others] = statements;
		if (first) await sealedQuery("queue mails by the clock", db.batch([first, ...others]));
	}

	return async (now: number): Promise<void> => {
		await queueDigest(now);
		await queueOverdue(now);
		await queueStops(now);
		await queueForOperator(now);
	};
}

/** `unlessSince`: not if the recipient had one since then. `from`: who must be there. */
type Letter<K extends MailKind> = {
	kind: K;
	recipient: string;
	facts: MailFacts<K>;
	unlessSince: number;
	from?: SQL;
};
