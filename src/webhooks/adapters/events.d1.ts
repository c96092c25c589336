import { and, isNull, lt, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { events } from "../../db/schema.ts";
import { sealedQuery } from "../../db/sealed-query.ts";
import type { UnconfirmedEvents } from "../sweep.ts";

/** Reads the oldest events that no consumer has confirmed, by their partial index. */
export function unconfirmedEventsIn(database: D1Database): UnconfirmedEvents {
	return async (createdBefore, limit) => {
		const select = drizzle(database)
			.select({ caseId: events.caseId, sequence: events.sequence, eventId: events.eventId })
			.from(events)
			.where(and(isNull(events.confirmedAt), lt(events.createdAt, sql`CAST(${createdBefore} AS INTEGER)`)))
			.orderBy(events.createdAt)
			.limit(limit);
		const rows = await sealedQuery("find unconfirmed events", select);
		return rows.map((row) => ({ v: 1, ...row }));
	};
}
