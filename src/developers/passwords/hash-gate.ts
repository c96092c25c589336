/**
 * One password hash at a time (auth.md "Passwords and sessions"). A hash holds its whole isolate for
 * 0.2 s, so the next one starts only when every request that has lived through the last has its answer: none
 * meets two. And a queue that has grown too long turns callers away, since each of them would only make the
 * others wait.
 *
 * Nobody waits on another request's promise: each asks for its turn with a timer of its own. A request that
 * was cut off in the middle would otherwise leave those behind it waiting for ever.
 */
import type { HashGate, OtherRequests } from "../ports.ts";

/** Two dozen take about six seconds, which is as long as a person waits for a login. */
const MAX_QUEUE_LENGTH = 24;

const POLL_MS = 5;

/**
 * What was sent during a hash reaches this code only after it, so whoever arrives before the third look counts as
 * having lived through it. Looks and not milliseconds: between two of them the runtime takes in what has come,
 * however little of the processor it gets.
 */
const ARRIVAL_LOOKS = 3;

/**
 * How long the next hash is held back at most, in hashes: a slow upload, or an answer that waits for a node of a
 * chain, loses nothing by a second hash. So logins keep a quarter of their pace whatever the others do, and as a
 * request is waited for only once, one that never ends slows down one login.
 */
const MAX_HOLD_HASHES = 3;
const MIN_HOLD_MS = 250;
const MAX_HOLD_MS = 2_000;

/** Whoever met a hash that is so long over has been answered, or takes that long by itself. */
const FORGOTTEN_AFTER_MS = 1_000;

/** A ticket whose owner has not asked for so long has no owner any more. */
const ABANDONED_AFTER_MS = 5_000;

/** For the estimate that a caller who is turned away is given. */
const SECONDS_PER_HASH = 0.25;

type Ticket = { askedAt: number };

export type HashGatePorts = {
	/** Unix milliseconds. */
	now(): number;
	wait(milliseconds: number): Promise<void>;
	/** Keeps the caller's request alive until its turn is over. */
	runLater(work: Promise<unknown>): void;
	/** Absent where the isolate does nothing but hash. */
	others?: OtherRequests;
};

/** What is known since the last hash ended. Times are unix milliseconds. */
type AfterHash = {
	endedAt: number;
	/** Milliseconds. */
	maxHold: number;
	looks: number;
	/** When the looks were enough: those who had arrived by then have met it. */
	metBy?: number;
	/** Whether all of these were answered one look ago: an answer that has left this code has to leave the isolate too. */
	areAnswered: boolean;
};

export function createHashGate({ now, wait, runLater, others }: HashGatePorts): HashGate {
	const queue: Ticket[] = [];
	let last: AfterHash | undefined;

	/** Asked by the first of the queue, at every look. */
	function isFree(): boolean {
		if (!last) return true;
		const time = now();
		if (last.looks === 0 && time - last.endedAt > FORGOTTEN_AFTER_MS) return true;
		if (++last.looks < ARRIVAL_LOOKS) return false;
		last.metBy ??= time;
		if (time - last.metBy > last.maxHold) return true;
		const wereAnswered = last.areAnswered;
		last.areAnswered = others?.areAnswered(last.metBy) ?? true;
		return wereAnswered && last.areAnswered;
	}

	async function untilTurn(ticket: Ticket): Promise<void> {
		for (;;) {
			ticket.askedAt = now();
			// It was so late that others took it for abandoned.
			if (!queue.includes(ticket)) queue.push(ticket);
			while (queue[0] && queue[0] !== ticket && now() - queue[0].askedAt > ABANDONED_AFTER_MS) queue.shift();
			if (queue[0] === ticket && isFree()) return;
			await wait(POLL_MS);
		}
	}

	/** @param took milliseconds */
	function hashEnded(took: number): void {
		const maxHold = Math.min(Math.max(took * MAX_HOLD_HASHES, MIN_HOLD_MS), MAX_HOLD_MS);
		last = { endedAt: now(), maxHold, looks: 0, areAnswered: false };
	}

	async function takeTurn<T>(ticket: Ticket, work: () => T): Promise<T> {
		let startedAt = now();
		try {
			await untilTurn(ticket);
			others?.forget(last?.metBy ?? 0);
			startedAt = now();
			return work();
		} finally {
			// A Worker's clock stands still while it computes: only after a timer does it show the end of the hash.
			await wait(0);
			hashEnded(now() - startedAt);
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
			const goOn = others?.stepAside();
			const turn = takeTurn(ticket, work).finally(goOn);
			runLater(turn.catch(() => undefined));
			return { kind: "done", value: await turn };
		},
	};
}
