/** The `dead_letters` table. Which letters there may be is decided by its unique indexes. */
import { and, desc, eq, getTableColumns, isNotNull, isNull, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { deadLetters, events } from "../../db/schema.ts";
import { sealedQuery } from "../../db/sealed-query.ts";
import type { DeadLetterRows } from "./dead-letter-service.ts";

/** Above every number that the table gives, so that the first page is a search like all others. */
const BEFORE_ALL = Number.MAX_SAFE_INTEGER;

const whole = (value: number) => sql`CAST(${value} AS INTEGER)`;

export function deadLettersIn(database: D1Database): DeadLetterRows {
	const db = drizzle(database);
	const { messageId: _, ...columns } = getTableColumns(deadLetters);
	const { seq, deadLetterId, requeuedAt } = deadLetters;
	const letters = () =>
		db
			.select({ ...columns, confirmedAt: events.confirmedAt })
			.from(deadLetters)
			.leftJoin(events, eq(events.eventId, deadLetters.eventId));

	return {
		async insert(letter) {
			const { sentAt, receivedAt, ...texts } = letter;
			const row = { ...texts, sentAt: whole(sentAt), receivedAt: whole(receivedAt) };
			const insert = db.insert(deadLetters).values(row).onConflictDoNothing().returning({ seq });
			return (await sealedQuery("store a dead letter", insert)).length > 0 ? "inserted" : "known";
		},

		async list(status, before, limit) {
			const isWanted = status === "open" ? isNull(requeuedAt) : isNotNull(requeuedAt);
			const select = letters()
				.where(and(isWanted, sql`${seq} < ${whole(before ?? BEFORE_ALL)}`))
				.orderBy(desc(seq))
				.limit(limit);
			return sealedQuery("list dead letters", select);
		},

		async find(id) {
			const select = letters().where(eq(deadLetterId, id)).limit(1);
			return (await sealedQuery("find a dead letter", select))[0];
		},

		async markRequeued({ deadLetterId: id, by, at }) {
			const update = db
				.update(deadLetters)
				.set({ requeuedAt: whole(at), requeuedBy: by })
				.where(and(eq(deadLetterId, id), isNull(requeuedAt)))
				.returning({ seq });
			return (await sealedQuery("mark a dead letter", update)).length > 0;
		},

		async forgetSettled(before, limit) {
			const isOld = (time: string) => sql`${sql.raw(time)} < ${whole(before)}`;
			const removed = db
				.delete(deadLetters)
				.where(
					sql`${seq} IN (
						SELECT letter.seq FROM dead_letters AS letter LEFT JOIN events ON events.event_id = letter.event_id
						WHERE ${isOld("letter.received_at")}
						AND (${isOld("letter.requeued_at")} OR ${isOld("events.confirmed_at")})
						LIMIT ${whole(limit)})`,
				)
				.returning({ seq });
			return (await sealedQuery("forget dead letters", removed)).length;
		},
	};
}
