/** The outbox of mail (mail.md "Outbox"). */
import { and, eq, getTableColumns, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import * as z from "zod";
import { developers, mails } from "../db/schema.ts";
import { sealedQuery } from "../db/sealed-query.ts";
import { whole } from "../db/whole.ts";
import { lazy } from "../kernel/once.ts";
import { type MailKind, mailKinds, ruleOf } from "./mail-kinds.ts";

export type NewMail = {
	mailId: string;
	kind: MailKind;
	/** As in `mails`. */
	recipient: string;
	/** Of the kind, see `MAIL_KINDS`. */
	facts: Readonly<Record<string, string>>;
	/** Unix milliseconds. */
	now: number;
	/** No attempt begins later. */
	expiresAt: number;
};

export type DueMail = Omit<typeof mails.$inferSelect, "facts"> & { facts: Record<string, string> };

type Outcome = "sent" | "unknown" | "failed";

/** Doubles from a minute to an hour. */
const retryAt = (now: number) => sql`${whole(now)} + min(3600000, 60000 << min(attempts, 6))`;
const factsOf = lazy(() => z.record(z.string(), z.string()));

export type MailRows = ReturnType<typeof createMailRows>;

export function createMailRows(database: D1Database) {
	const db = drizzle(database);
	const { mailId, dueAt, createdAt, endedAt } = mails;
	/** Spelled out, because the indexes are partial. */
	const isWaiting = sql`state = 'waiting'`;

	async function queue(mail: NewMail): Promise<void> {
		await sealedQuery("queue a mail", mailInsertion(db, mail));
	}

	/**
	 * Takes due mails, oldest first, and counts an attempt of each, which is due again later unless `end` is called. Ends
	 * those that have expired, or that may not be sent again.
	 * @param isIdempotent the sender may repeat a send without harm
	 */
	async function takeDue(now: number, limit: number, isIdempotent: boolean): Promise<DueMail[]> {
		const isDue = and(isWaiting, sql`${dueAt} <= ${whole(now)}`);
		const alarms = mailKinds.filter((kind) => ruleOf(kind).mostSends > 1);
		const mostSends = sql`CASE WHEN ${inArray(mails.kind, alarms)} THEN 2 ELSE 1 END`;
		const [, , taken] = await sealedQuery(
			"take due mails",
			db.batch([
				...([
					endWhere("unknown", now, and(isDue, isIdempotent ? sql`0` : sql`perhaps_sent >= ${mostSends}`)),
					endWhere("failed", now, and(isDue, sql`expires_at <= ${whole(now)}`)),
				] as const),
				db
					.update(mails)
					.set({ attempts: sql`attempts + 1`, perhapsSent: sql`perhaps_sent + 1`, dueAt: retryAt(now) })
					.where(
						sql`mail_id IN (SELECT mail_id FROM mails WHERE ${isDue} ORDER BY due_at LIMIT ${whole(limit)})`,
					)
					.returning(getTableColumns(mails)),
			]),
		);
		return taken.map((mail) => ({ ...mail, facts: factsOf().parse(JSON.parse(mail.facts)) }));
	}

	const endWhere = (outcome: Outcome, now: number, where: ReturnType<typeof and>) =>
		db
			.update(mails)
			.set({ state: outcome, endedAt: whole(now) })
			.where(where);

	async function end(id: string, outcome: Outcome, now: number): Promise<void> {
		await sealedQuery("end a mail", endWhere(outcome, now, and(eq(mailId, id), isWaiting)));
	}

	/** The sender says that the attempt sent nothing. */
	async function uncount(id: string): Promise<void> {
		const update = db.update(mails).set({ perhapsSent: sql`max(0, perhaps_sent - 1)` }).where(eq(mailId, id));
		await sealedQuery("uncount a mail", update);
	}

	async function deleteEnded(before: number, limit: number): Promise<void> {
		const old = sql`SELECT mail_id FROM mails WHERE ${isNotNull(endedAt)} AND ended_at < ${whole(before)}
			ORDER BY ended_at LIMIT ${whole(limit)}`;
		await sealedQuery("delete old mails", db.delete(mails).where(sql`mail_id IN (${old})`));
	}

	/** Unix milliseconds; null if none waits. */
	async function oldestWaiting(): Promise<number | null> {
		const select = db
			.select({ createdAt })
			.from(mails)
			.where(and(isWaiting, sql`created_at >= 0`))
			.orderBy(createdAt)
			.limit(1);
		return (await sealedQuery("find the oldest mail", select))[0]?.createdAt ?? null;
	}

	return { queue, takeDue, end, uncount, deleteEnded, oldestWaiting };
}

/**
 * A statement for a transaction that tells somebody of what it does. Queues an id once, and nothing for an address that
 * has not confirmed itself, unless the mail has a code.
 */
export function mailInsertion(db: DrizzleD1Database, mail: NewMail) {
	return mailFrom(
		db,
		mail,
		sql`FROM ${developers} WHERE developer_id = ${mail.recipient}
			AND (email_confirmed_at IS NOT NULL OR ${whole(ruleOf(mail.kind).hasCode ? 1 : 0)})`,
	);
}

/** A statement that queues a mail once. @param source `FROM … WHERE …`, which finds a row if the mail is to be queued */
export function mailFrom(db: DrizzleD1Database, mail: NewMail, source: SQL) {
	const { mailId, kind, recipient, facts, now, expiresAt } = mail;
	return db
		.insert(mails)
		.select(
			sql`SELECT ${mailId}, ${kind}, ${recipient}, ${JSON.stringify(facts)}, 'waiting', 0, 0, ${whole(now)}, ${whole(now)},
			${whole(expiresAt)}, NULL ${source}`,
		)
		.onConflictDoNothing();
}
