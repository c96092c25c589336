/** A developer's events in D1, as they are pulled. One writer numbers them, so none comes before one that was read. */
import { and, asc, eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { events } from "../../db/schema.ts";
import { sealedQuery } from "../../db/sealed-query.ts";
import type { EventFeed } from "../ports.ts";

export function createEventFeed(database: D1Database): EventFeed {
	const db = drizzle(database);
	const { seq, body, developerId } = events;
	return {
		list(owner, after, limit) {
			const select = db
				.select({ seq, body })
				.from(events)
				// D1 binds every number as REAL; a CAST makes it an integer again, which the index holds.
				.where(and(eq(developerId, owner), sql`${seq} > CAST(${after} AS INTEGER)`))
				.orderBy(asc(seq))
				.limit(limit);
			return sealedQuery("list events", select);
		},
	};
}
