/** The events in D1 that no consumer has confirmed, taken by turns. */
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { events } from "../../db/schema.ts";
import { sealedQuery } from "../../db/sealed-query.ts";
import type { TakeUnconfirmed } from "./sweep.ts";

/**
 * Marks and returns in one statement, so that one event that can never be confirmed comes last next time and
 * holds up none of the others.
 */
export function unconfirmedEventsIn(database: D1Database): TakeUnconfirmed {
	return async ({ createdBefore, now, limit }) => {
		const taken = drizzle(database)
			.update(events)
			.set({ sweptAt: sql`CAST(${now} AS INTEGER)` })
			.where(
				sql`${events.seq} IN (
					SELECT seq FROM events WHERE confirmed_at IS NULL AND created_at < CAST(${createdBefore} AS INTEGER)
					AND swept_at < CAST(${now} AS INTEGER) ORDER BY swept_at, created_at LIMIT CAST(${limit} AS INTEGER))`,
			)
			.returning({ caseId: events.caseId, sequence: events.sequence, eventId: events.eventId });
		const rows = await sealedQuery("take unconfirmed events", taken);
		return rows.map((row) => ({ v: 1, ...row }));
	};
}
