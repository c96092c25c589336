/**
 * The backstop behind outbox, alarm and queue: events that nobody has confirmed for minutes are pointed to
 * again. Sending one twice is harmless, since everything behind the queue counts an event id once.
 */
import type { EventPointer } from "../recovery/core/event-pointer.ts";

/** Longer than a healthy delivery ever takes, so that the sweep does not race the outbox. */
export const SWEEP_AFTER_MS = 5 * 60_000;

/** What one sweep sends; the next one, a minute later, goes on. A queue batch takes a hundred. */
const SWEEP_SIZE = 100;

export type UnconfirmedEvents = (createdBefore: number, limit: number) => Promise<EventPointer[]>;

/** @param now unix milliseconds @returns how many pointers were sent */
export async function sweepUnconfirmedEvents(
	now: number,
	unconfirmedEvents: UnconfirmedEvents,
	send: (pointers: EventPointer[]) => Promise<void>,
): Promise<number> {
	const pointers = await unconfirmedEvents(now - SWEEP_AFTER_MS, SWEEP_SIZE);
	if (pointers.length > 0) await send(pointers);
	return pointers.length;
}
