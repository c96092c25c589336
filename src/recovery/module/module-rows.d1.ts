/** How far the recovery module's events are read, and schedules that no case of ours explains. */
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { foreignSchedules, mails, moduleCursors, recoveryCases } from "../../db/schema.ts";
import { sealedQuery } from "../../db/sealed-query.ts";
import { whole } from "../../db/whole.ts";
import { toChecksumAddress } from "../../kernel/crypto/address.ts";
import { caseIdOf } from "../../kernel/crypto/ids.ts";
import { newAccountEventId } from "../../kernel/crypto/random-ids.ts";
import type { Hex } from "../../kernel/encoding/hex.ts";
import type { CaseStatus } from "../../protocol/enumerations.ts";
import { accountEventEnvelope } from "../../protocol/event-envelope.ts";
import {
	type AccountEventRow,
	insertAccountEvents,
	pointersTo,
	watchersOf,
} from "../../watchers/watched-accounts.d1.ts";
import type { EventPointer } from "../case/event-pointer.ts";

/** In lower case; times in unix milliseconds. */
export type ForeignSchedule = Omit<typeof foreignSchedules.$inferSelect, "seenAt">;
export type ScheduledCase = AlarmedCase & { account: string; chainId: number; isExecutable: number };
type DelayedSchedule = Pick<ForeignSchedule, "chainId" | "account" | "jrcHash" | "readyAt" | "endsAt">;
type AlarmedCase = { caseId: string; status: CaseStatus };

const KEPT_MS = 7 * 86_400_000;
const MAX_CASES_OF_ACCOUNT = 100;

export type ModuleRows = ReturnType<typeof createModuleRows>;

export function createModuleRows(database: D1Database) {
	const db = drizzle(database);

	async function cursorOf(chainId: number): Promise<number | undefined> {
		const select = db
			.select()
			.from(moduleCursors)
			.where(sql`chain_id = ${whole(chainId)}`);
		return (await sealedQuery("find how far a chain is read", select))[0]?.block;
	}

	async function moveOn(chainId: number, block: number, readAt: number): Promise<void> {
		const furthest = sql`max(${moduleCursors.block}, excluded.block)`;
		const upsert = db
			.insert(moduleCursors)
			.values({ chainId, block, readAt })
			.onConflictDoUpdate({ target: moduleCursors.chainId, set: { block: furthest, readAt } });
		await sealedQuery("note how far a chain is read", upsert);
	}

	/** Whether the cases exist, and may be executed now. */
	function casesOf(caseIds: readonly string[]): Promise<ScheduledCase[]> {
		return sealedQuery(
			"find the cases of events",
			db.all<ScheduledCase>(sql`SELECT case_id AS caseId, status, lost_account AS account, chain_id AS chainId,
				status IN ('pending', 'executed') AND order_verification = 'verified' AS isExecutable FROM recovery_cases
				WHERE case_id IN (SELECT value FROM json_each(${JSON.stringify(caseIds)}))`),
		);
	}

	/** Of which a new generation may end a schedule. */
	async function casesOfAccount(account: string, chainId: number): Promise<string[]> {
		const found = db.all<{ caseId: string }>(sql`SELECT case_id AS caseId FROM recovery_cases
			WHERE lost_account = ${account} AND chain_id = ${whole(chainId)} AND order_verification = 'verified'
			ORDER BY created_at DESC LIMIT ${whole(MAX_CASES_OF_ACCOUNT)}`);
		return (await sealedQuery("find the cases of an account", found)).map(({ caseId }) => caseId);
	}

	/** Whether somebody or a developer watches the account, or a case names it as lost. */
	async function isKnown(account: string, chainId: number): Promise<boolean> {
		const [found] = await sealedQuery(
			"find who knows an account",
			db.all<{
				known: number;
			}>(sql`SELECT EXISTS (SELECT 1 FROM watchers WHERE account = ${account} AND chain_id IN (0, ${whole(chainId)}) AND case_id = '')
				OR EXISTS (SELECT 1 FROM watched_accounts WHERE account = ${account} AND chain_id IN (0, ${whole(chainId)}))
				OR EXISTS (SELECT 1 FROM recovery_cases WHERE lost_account = ${account} AND chain_id = ${whole(chainId)}) AS known`),
		);
		return found?.known === 1;
	}

	/**
	 * With a mail to each address that watches the account, and an event for each developer who does.
	 *
	 * @param of its case, if there is one. @returns pointers to the events that endpoints get; null if it is known already
	 */
	async function alarm(
		schedule: ForeignSchedule,
		now: number,
		of?: AlarmedCase,
	): Promise<EventPointer[] | null> {
		const { account, chainId, readyAt, jrcHash, generation, round } = schedule;
		const told = (await watchersOf(db, schedule)).map((developerId) =>
			eventOf(developerId, schedule, { of, now }),
		);
		const isNew = sql`NOT EXISTS (SELECT 1 FROM foreign_schedules WHERE chain_id = ${whole(chainId)} AND account = ${account}
			AND jrc_hash = ${jrcHash} AND generation = ${whole(generation)} AND round = ${whole(round)})`;
		const facts = { account, chainId: String(chainId), until: new Date(readyAt).toISOString() };
		const note = db
			.insert(foreignSchedules)
			.values({ ...schedule, seenAt: now })
			.onConflictDoNothing()
			.returning({ seenAt: foreignSchedules.seenAt });
		// Right after that statement: nobody is told twice.
		const mail = db.insert(mails).select(
			sql`SELECT 'mail_' || lower(hex(randomblob(16))), 'recovery_scheduled', w.watcher_id, ${JSON.stringify(facts)}, 'waiting', 0, 0,
				${whole(now)}, ${whole(now)}, ${whole(now + KEPT_MS)}, NULL FROM watchers AS w
				WHERE changes() > 0 AND w.account = ${account} AND w.chain_id IN (0, ${whole(chainId)}) AND w.case_id = ''
				AND w.confirmed_at IS NOT NULL`,
		);
		const pages = insertAccountEvents(db, told, { when: isNew, now });
		const [first = note, ...others] = [...pages, note, mail];
		const results = await sealedQuery("note a foreign schedule", db.batch([first, ...others]));
		const made = results.slice(0, pages.length).flat() as Awaited<(typeof pages)[number]>;
		const isNoted = (results[pages.length] as Awaited<typeof note>).length > 0;
		return isNoted ? pointersTo(made) : null;
	}

	/** @param ended without a member, all schedules of the account that the other members name */
	async function end(ended: {
		chainId: number;
		account: string;
		jrcHash?: string;
		belowRound?: number;
		belowGeneration?: number;
	}): Promise<void> {
		const { chainId, account, jrcHash, belowRound, belowGeneration } = ended;
		const below = (limit = Number.MAX_SAFE_INTEGER) => whole(limit);
		const deletion = db.delete(foreignSchedules).where(
			sql`chain_id = ${whole(chainId)} AND account = ${account} AND generation < ${below(belowGeneration)}
				AND round < ${below(belowRound)} AND ${jrcHash === undefined ? sql`1` : sql`jrc_hash = ${jrcHash}`}`,
		);
		await sealedQuery("end a foreign schedule", deletion);
	}

	/** Notes the new times of a schedule, so that it is not forgotten before it ends. */
	async function delay({ chainId, account, jrcHash, readyAt, endsAt }: DelayedSchedule): Promise<void> {
		const update = db
			.update(foreignSchedules)
			.set({ readyAt, endsAt })
			.where(sql`chain_id = ${whole(chainId)} AND account = ${account} AND jrc_hash = ${jrcHash}`);
		await sealedQuery("delay a foreign schedule", update);
	}

	/** Schedules that nobody can execute any more, and cases of which nothing is to be stopped any more. */
	async function forgetOld(now: number): Promise<void> {
		await sealedQuery(
			"forget what has ended on the chain",
			db.batch([
				db.delete(foreignSchedules).where(sql`ends_at <= ${whole(now)}`),
				db
					.update(recoveryCases)
					.set({ stopUntil: null })
					.where(sql`stop_until <= ${whole(now)}`),
			]),
		);
	}

	return { cursorOf, moveOn, casesOf, casesOfAccount, isKnown, alarm, end, delay, forgetOld };
}

function eventOf(
	developerId: string,
	schedule: ForeignSchedule,
	{ of, now }: { of: AlarmedCase | undefined; now: number },
): AccountEventRow {
	const { chainId, account, jrcHash, readyAt, endsAt } = schedule;
	const type = "account.recovery_scheduled";
	const eventId = newAccountEventId();
	const times = { readyAt: new Date(readyAt).toISOString(), endsAt: new Date(endsAt).toISOString() };
	const subject = {
		...{ caseId: of?.caseId ?? null, jrcHash: jrcHash as Hex, status: of?.status ?? null },
		...{ chainId, account: toChecksumAddress(account), ...times },
	};
	const body = accountEventEnvelope(subject, type, eventId, new Date(now).toISOString());
	// The id that a case of this hash would have.
	return {
		eventId,
		developerId,
		caseId: of?.caseId ?? caseIdOf(subject.jrcHash),
		type,
		body,
		createdAt: now,
	};
}
