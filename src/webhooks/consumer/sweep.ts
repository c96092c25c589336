/**
 * The backstop behind outbox, alarm and queue: events that nobody has confirmed for minutes are pointed to
 * again. Sending one twice is harmless, since everything behind the queue counts an event id once.
 */
import type { EventPointer } from "../../recovery/case/event-pointer.ts";

/** Longer than a healthy delivery ever takes, so that the sweep does not race the outbox. */
const SWEEP_AFTER_MS = 5 * 60_000;

/** A queue batch takes a hundred. */
const PAGE_SIZE = 100;

/** What one sweep sends at most; the next one, a minute later, goes on with those that wait longest. */
const MAX_PAGES = 10;

/** Takes the events that have waited longest since they were last taken, and notes that they were. */
export type TakeUnconfirmed = (request: {
	createdBefore: number;
	now: number;
	limit: number;
}) => Promise<EventPointer[]>;

/** @param now unix milliseconds @returns how many pointers were sent */
export async function sweepUnconfirmedEvents(
	now: number,
	takeUnconfirmed: TakeUnconfirmed,
	send: (pointers: EventPointer[]) => Promise<void>,
): Promise<number> {
	let sent = 0;
	for (let page = 0; page < MAX_PAGES; page++) {
		const pointers = await takeUnconfirmed({ createdBefore: now - SWEEP_AFTER_MS, now, limit: PAGE_SIZE });
		if (pointers.length > 0) await send(pointers);
		sent += pointers.length;
		if (pointers.length < PAGE_SIZE) break;
	}
	return sent;
}
