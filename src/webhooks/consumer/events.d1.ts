/** An event is confirmed when every endpoint of its developer has it. */
import { eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { events } from "../../db/schema.ts";
import { sealedQuery } from "../../db/sealed-query.ts";
import { whole } from "../../db/whole.ts";
import type { EventPointer } from "../../recovery/case/event-pointer.ts";
import type { QueuedEvent } from "../endpoint/endpoint.ts";

export type EventConfirmations = ReturnType<typeof createEventConfirmations>;

export function createEventConfirmations(database: D1Database) {
	const db = drizzle(database);

	/**
	 * Keeps the time of an earlier confirmation.
	 * @returns the ids that D1 knows
	 */
	async function confirm(eventIds: readonly string[], confirmedAt: number): Promise<Set<string>> {
		const confirmed = db
			.update(events)
			.set({ confirmedAt: sql`COALESCE(${events.confirmedAt}, ${whole(confirmedAt)})` })
			.where(sql`${events.eventId} IN (SELECT value FROM json_each(${JSON.stringify(eventIds)}))`)
			.returning({ eventId: events.eventId });
		return new Set((await sealedQuery("confirm events", confirmed)).map(({ eventId }) => eventId));
	}

	/** Takes the unconfirmed events that have waited longest, so that no event delays the others. */
	async function takeUnconfirmed(request: {
		createdBefore: number;
		now: number;
		limit: number;
	}): Promise<EventPointer[]> {
		const { createdBefore, now, limit } = request;
		const taken = db
			.update(events)
			.set({ sweptAt: whole(now) })
			.where(
				sql`${events.seq} IN (
					SELECT seq FROM events WHERE confirmed_at IS NULL AND created_at < ${whole(createdBefore)}
					AND swept_at < ${whole(now)} ORDER BY swept_at, created_at LIMIT ${whole(limit)})`,
			)
			.returning({ caseId: events.caseId, sequence: events.sequence, eventId: events.eventId });
		const rows = await sealedQuery("take unconfirmed events", taken);
		return rows.map((row) => ({ v: 1, ...row }));
	}

	/** Of an event of a watched account, D1 has the only copy. */
	async function find(id: string): Promise<{ developerId: string | null; event: QueuedEvent } | null> {
		const { eventId, type, body, createdAt, developerId } = events;
		const select = db
			.select({ developerId, event: { eventId, type, body, createdAt } })
			.from(events)
			.where(eq(eventId, id));
		return (await sealedQuery("find an event", select))[0] ?? null;
	}

	return { confirm, takeUnconfirmed, find };
}
