/** Reads a developer's events by her own numbers. One writer gives them, so numbers increase with time. */
import { and, asc, eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { events } from "../../db/schema.ts";
import { sealedQuery } from "../../db/sealed-query.ts";
import { whole } from "../../db/whole.ts";

export function createEventFeed(database: D1Database) {
	const db = drizzle(database);
	const { position, body, developerId } = events;

	/** `body` is byte for byte the webhook's. */
	function list(owner: string, after: number, limit: number): Promise<{ seq: number; body: string }[]> {
		const select = db
			.select({ seq: position, body })
			.from(events)
			.where(and(eq(developerId, owner), sql`${position} > ${whole(after)}`))
			.orderBy(asc(position))
			.limit(limit);
		return sealedQuery("list events", select);
	}

	return { list };
}
