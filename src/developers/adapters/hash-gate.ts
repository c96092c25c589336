/**
 * One password hash at a time (design/auth.md "Passwords and sessions"). A hash holds its whole isolate for
 * 0.2 s, so between two of them every other request gets room to run; and a queue that has grown too long
 * turns callers away, since each of them would only make the others wait.
 *
 * Nobody waits on another request's promise: each asks for its turn with a timer of its own. A request that
 * was cut off in the middle would otherwise leave those behind it waiting for ever.
 */
import type { HashGate } from "../ports.ts";

/** Two dozen take about six seconds, which is as long as a person waits for a login. */
const MAX_QUEUE_LENGTH = 24;

/**
 * From the end of one hash to the start of the next: an ordinary request runs from start to end in it, or it
 * would meet a second hash. A machine that takes longer for one takes longer for the other, so the gap follows
 * what the hash took.
 */
const MIN_GAP_MS = 15;
const MAX_GAP_MS = 150;
const GAP_PER_HASH = 1 / 3;

const POLL_MS = 5;

/** A ticket whose owner has not asked for so long has no owner any more. */
const ABANDONED_AFTER_MS = 5_000;

/** For the estimate that a caller who is turned away is given. */
const SECONDS_PER_HASH = 0.25;

type Ticket = { askedAt: number };

export type HashGateTimers = {
	/** Unix milliseconds. */
	now(): number;
	wait(milliseconds: number): Promise<void>;
	/** Keeps the caller's request alive until its turn is over. */
	runLater(work: Promise<unknown>): void;
};

export function createHashGate({ now, wait, runLater }: HashGateTimers): HashGate {
	const queue: Ticket[] = [];
	let freeAt = 0;

	async function untilTurn(ticket: Ticket): Promise<void> {
		for (;;) {
			ticket.askedAt = now();
			while (queue[0] && queue[0] !== ticket && now() - queue[0].askedAt > ABANDONED_AFTER_MS) queue.shift();
			if (queue[0] === ticket && now() >= freeAt) return;
			await wait(POLL_MS);
		}
	}

	async function takeTurn<T>(ticket: Ticket, work: () => T): Promise<T> {
		let startedAt = now();
		try {
			await untilTurn(ticket);
			startedAt = now();
			return work();
		} finally {
			// A Worker's clock stands still while it computes: only after a timer does it show the end of the hash.
			await wait(0);
			const gap = (now() - startedAt) * GAP_PER_HASH;
			freeAt = now() + Math.min(Math.max(gap, MIN_GAP_MS), MAX_GAP_MS);
			const place = queue.indexOf(ticket);
			if (place >= 0) queue.splice(place, 1);
		}
	}

	return {
		async run(work) {
			if (queue.length >= MAX_QUEUE_LENGTH) {
				return { kind: "busy", retryAfterSeconds: Math.ceil(queue.length * SECONDS_PER_HASH) };
			}
			const ticket = { askedAt: now() };
			queue.push(ticket);
			const turn = takeTurn(ticket, work);
			runLater(turn.catch(() => undefined));
			return { kind: "done", value: await turn };
		},
	};
}
