/**
 * Starts one password hash at a time, in order of arrival (auth.md "Password hashing"; ADR 34).
 *
 * - The pause after a hash is twice as long, which is time for other requests.
 * - Each caller polls with its own timer, because another request's promise may be cancelled.
 */

/** The caller who hashes is included. Two dozen take about two seconds; scrypt hashes of earlier builds take twelve. */
const MAX_QUEUE_LENGTH = 24;

const POLL_MS = 5;

const PAUSE_PER_HASH = 2;
/** On a machine so busy that a hash takes longer than half of this, logins must go on. */
const MAX_PAUSE_MS = 1_000;

/** After this time without a poll a ticket is dropped, because the runtime may cancel a request that queues. */
const ABANDONED_AFTER_MS = 5_000;

/** A hash and its pause, until one was measured. */
const EXPECTED_TURN_MS = 100;

type Ticket = { polledAt: number };

/** The outcome of work that had to wait its turn. */
export type GateResult<T> = { kind: "done"; value: T } | { kind: "busy"; retryAfterSeconds: number };

export type HashGate = { run<T>(work: () => T): Promise<GateResult<T>> };

export type HashGatePorts = {
	/** Unix milliseconds. */
	now(): number;
	wait(milliseconds: number): Promise<void>;
	/** Keeps the caller's request alive until its turn is over. */
	runLater(work: Promise<unknown>): void;
};

export function createHashGate({ now, wait, runLater }: HashGatePorts): HashGate {
	const queue: Ticket[] = [];
	/** Unix milliseconds. */
	let pausedUntil = 0;
	let lastTurnMs = EXPECTED_TURN_MS;

	function pauseLeftMs(): number {
		const left = pausedUntil - now();
		// A clock that was set back must not close the gate.
		return left > MAX_PAUSE_MS ? 0 : left;
	}

	async function waitForTurn(ticket: Ticket): Promise<void> {
		for (;;) {
			ticket.polledAt = now();
			// A late caller may have been taken for an abandoned one.
			if (!queue.includes(ticket)) queue.push(ticket);
			while (queue[0] && queue[0] !== ticket && now() - queue[0].polledAt > ABANDONED_AFTER_MS) queue.shift();
			if (queue[0] === ticket && pauseLeftMs() <= 0) return;
			await wait(Math.max(POLL_MS, pauseLeftMs()));
		}
	}

	async function takeTurn<T>(ticket: Ticket, work: () => T): Promise<T> {
		try {
			await waitForTurn(ticket);
			const startedAt = now();
			try {
				return work();
			} finally {
				// A Worker's clock stands still while it computes. A timer shows when the hash ended.
				await wait(0);
				const hashMs = now() - startedAt;
				const pauseMs = Math.min(PAUSE_PER_HASH * hashMs, MAX_PAUSE_MS);
				pausedUntil = now() + pauseMs;
				lastTurnMs = hashMs + pauseMs;
			}
		} finally {
			const place = queue.indexOf(ticket);
			if (place >= 0) queue.splice(place, 1);
		}
	}

	return {
		async run(work) {
			if (queue.length >= MAX_QUEUE_LENGTH)
				return {
					kind: "busy",
					retryAfterSeconds: Math.max(1, Math.ceil((queue.length * lastTurnMs) / 1_000)),
				};
			const ticket = { polledAt: now() };
			queue.push(ticket);
			const turn = takeTurn(ticket, work);
			runLater(turn.catch(() => undefined));
			return { kind: "done", value: await turn };
		},
	};
}
