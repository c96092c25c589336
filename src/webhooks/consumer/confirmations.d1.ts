/** Notes in D1 that events have arrived, which ends the sweep's interest in them. */
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { events } from "../../db/schema.ts";
import { sealedQuery } from "../../db/sealed-query.ts";
import type { ConsumerPorts } from "./consumer.ts";

/** One statement, however many there are; what was confirmed before keeps its time. */
export function confirmationsIn(database: D1Database): ConsumerPorts["indexConfirmations"] {
	return async (eventIds, confirmedAt) => {
		const confirmed = drizzle(database)
			.update(events)
			.set({ confirmedAt: sql`COALESCE(${events.confirmedAt}, CAST(${confirmedAt} AS INTEGER))` })
			.where(sql`${events.eventId} IN (SELECT value FROM json_each(${JSON.stringify(eventIds)}))`)
			.returning({ eventId: events.eventId });
		return new Set((await sealedQuery("confirm events", confirmed)).map(({ eventId }) => eventId));
	};
}
