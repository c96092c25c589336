/** Sends unconfirmed events to the queue again, in case outbox, alarm or queue lost them. Endpoints de-duplicate. */
import type { EventPointer } from "../../recovery/case/event-pointer.ts";
import type { EventConfirmations } from "./events.d1.ts";

/** Longer than a healthy delivery, so that the sweep does not race the outbox. */
const SWEEP_AFTER_MS = 5 * 60_000;

/** A queue batch holds a hundred messages. */
const PAGE_SIZE = 100;

/** The next sweep continues. */
const MAX_PAGES = 10;

/** @returns the number of pointers sent */
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
