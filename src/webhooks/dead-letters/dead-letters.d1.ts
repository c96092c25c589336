/** Unique indexes de-duplicate messages, and an event's open message. */
import { and, desc, eq, getTableColumns, isNotNull, isNull, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { deadLetters, events } from "../../db/schema.ts";
import { sealedQuery } from "../../db/sealed-query.ts";
import { whole } from "../../db/whole.ts";
import type { DeadLetter, DeadLetterStatus, NewDeadLetter } from "./dead-letter.ts";

const RETENTION_MS = 90 * 86_400_000;
/** Above every `seq`. */
const ABOVE_ALL = Number.MAX_SAFE_INTEGER;

export type DeadLetterRows = ReturnType<typeof createDeadLetterRows>;

export function createDeadLetterRows(database: D1Database) {
	const db = drizzle(database);
	const { messageId: _, ...columns } = getTableColumns(deadLetters);
	const { seq, deadLetterId, requeuedAt } = deadLetters;
	const selectDeadLetters = () =>
		db
			.select({ ...columns, confirmedAt: events.confirmedAt })
			.from(deadLetters)
			.leftJoin(events, eq(events.eventId, deadLetters.eventId));

	/** @returns `known` for a duplicate */
	async function insert(deadLetter: NewDeadLetter): Promise<"inserted" | "known"> {
		const { sentAt, receivedAt, ...texts } = deadLetter;
		const row = { ...texts, sentAt: whole(sentAt), receivedAt: whole(receivedAt) };
		const insertion = db.insert(deadLetters).values(row).onConflictDoNothing().returning({ seq });
		return (await sealedQuery("store a dead letter", insertion)).length > 0 ? "inserted" : "known";
	}

	/** @param before the `seq` below which the list begins */
	function list(status: DeadLetterStatus, before: number | undefined, limit: number): Promise<DeadLetter[]> {
		const hasStatus = status === "open" ? isNull(requeuedAt) : isNotNull(requeuedAt);
		const select = selectDeadLetters()
			.where(and(hasStatus, sql`${seq} < ${whole(before ?? ABOVE_ALL)}`))
			.orderBy(desc(seq))
			.limit(limit);
		return sealedQuery("list dead letters", select);
	}

	async function find(id: string): Promise<DeadLetter | undefined> {
		const select = selectDeadLetters().where(eq(deadLetterId, id)).limit(1);
		return (await sealedQuery("find a dead letter", select))[0];
	}

	async function markRequeued(mark: { deadLetterId: string; by: string; at: number }): Promise<boolean> {
		const update = db
			.update(deadLetters)
			.set({ requeuedAt: whole(mark.at), requeuedBy: mark.by })
			.where(and(eq(deadLetterId, mark.deadLetterId), isNull(requeuedAt)))
			.returning({ seq });
		return (await sealedQuery("mark a dead letter", update)).length > 0;
	}

	/** Ninety days after they were settled. @returns the number of deleted messages */
	async function removeOld(now: number, limit: number): Promise<number> {
		const isOld = (time: string) => sql`${sql.raw(time)} < ${whole(now - RETENTION_MS)}`;
		const deletion = db
			.delete(deadLetters)
			.where(
				sql`${seq} IN (
					SELECT letter.seq FROM dead_letters AS letter LEFT JOIN events ON events.event_id = letter.event_id
					WHERE ${isOld("letter.received_at")}
					AND (${isOld("letter.requeued_at")} OR ${isOld("events.confirmed_at")})
					LIMIT ${whole(limit)})`,
			)
			.returning({ seq });
		return (await sealedQuery("forget dead letters", deletion)).length;
	}

	return { insert, list, find, markRequeued, removeOld };
}
