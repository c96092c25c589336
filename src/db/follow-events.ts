/**
 * Follows D1's `events` by their number, to act on each once. D1 numbers them in the order of their transactions, so no late
 * row is passed over. It costs filing nothing, and a case knows nobody who follows.
 */
import { eq, type SQL, sql } from "drizzle-orm";
import type { DrizzleD1Database } from "drizzle-orm/d1";
import { eventProgress } from "./schema.ts";
import { sealedQuery } from "./sealed-query.ts";
import { whole } from "./whole.ts";

type Follower = (typeof eventProgress.$inferSelect)["follower"];

/** Events after `from` and up to `to`. */
export type EventStep = { from: number; to: number };

const EVENTS_PER_STEP = 1000;

/** Two runs may overlap. */
const furthest = sql`max(${eventProgress.seq}, excluded.seq)`;

/**
 * The next events. Nothing is changed before `advance`.
 * @param isIdle whether nobody is interested: then one step passes over all events
 * @returns undefined if there is none
 */
export async function nextEvents(
	db: DrizzleD1Database,
	follower: Follower,
	isIdle: SQL,
): Promise<EventStep | undefined> {
	const isOurs = eq(eventProgress.follower, follower);
	const next = sql`(SELECT MAX(seq) FROM (SELECT seq FROM events WHERE seq > ${progressOf(follower)} ORDER BY seq
		LIMIT ${whole(EVENTS_PER_STEP)}))`;
	const [, steps] = await sealedQuery(
		"find the next events",
		db.batch([
			db
				.insert(eventProgress)
				.select(sql`SELECT ${follower}, COALESCE(MAX(seq), 0) FROM events WHERE ${isIdle}`)
				.onConflictDoUpdate({ target: eventProgress.follower, set: { seq: furthest } }),
			db
				.select({ from: eventProgress.seq, to: sql<number | null>`${next}` })
				.from(eventProgress)
				.where(isOurs),
		]),
	);
	const [step] = steps;
	return step && step.to !== null && step.to > step.from ? { from: step.from, to: step.to } : undefined;
}

/** A statement for the transaction that acts on the events. */
export function advance(db: DrizzleD1Database, follower: Follower, { to }: EventStep) {
	return db
		.insert(eventProgress)
		.values({ follower, seq: to })
		.onConflictDoUpdate({ target: eventProgress.follower, set: { seq: furthest } });
}

/** False if another run has acted on the events meanwhile, for statements that must not be repeated. */
export const isNext = (follower: Follower, { from }: EventStep): SQL =>
	sql`${progressOf(follower)} = ${whole(from)}`;

const progressOf = (follower: Follower) => sql`(SELECT seq FROM event_progress WHERE follower = ${follower})`;
