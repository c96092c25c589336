/**
 * Sends unconfirmed events to the queue again, in case the outbox, its alarm or the queue has lost them. Sending one
 * twice is harmless, because endpoints de-duplicate events.
 */
import type { EventPointer } from "../../recovery/case/event-pointer.ts";
import type { EventConfirmations } from "./events.d1.ts";

/** Longer than a healthy delivery takes, so that the sweep does not race the outbox. */
const SWEEP_AFTER_MS = 5 * 60_000;

/** A queue batch holds a hundred messages. */
const PAGE_SIZE = 100;

/** Limits one sweep. The next, a minute later, continues with the events that have waited longest. */
const MAX_PAGES = 10;

/** @param now unix milliseconds @returns how many pointers were sent */
export async function sweepUnconfirmedEvents(
	now: number,
	takeUnconfirmed: EventConfirmations["takeUnconfirmed"],
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
