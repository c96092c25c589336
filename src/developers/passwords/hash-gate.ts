/**
 * Runs one password hash at a time (auth.md "Password hashing"; ADR 34).
 *
 * - Logins precede registrations; each group is in order of arrival.
 * - One client network may fill only a part of the queue, and so may one IPv4 /24 or IPv6 /48.
 * - The pause after a hash is twice as long, which is time for other requests.
 * - Each caller polls with its own timer, because another request's promise may be cancelled.
 */

import { wideNetworkOf } from "../../kernel/client-network.ts";

/** Includes the running hash. A full queue takes about four seconds. */
const MAX_QUEUE_LENGTH = 48;
const MAX_PER_NETWORK = 24;
/** More than one network's part, so that a subscriber cannot keep out the others of a carrier. */
const MAX_PER_WIDE_NETWORK = 32;
const MAX_REGISTRATIONS = 24;

/** After these a registration runs, so that logins cannot delay it for good. */
const LOGINS_IN_A_ROW = 3;

const POLL_MS = 5;

const PAUSE_PER_HASH = 2;
/** Logins must go on even if a hash takes longer than half of this. */
const MAX_PAUSE_MS = 1_000;

/** A ticket that was not polled for this long is dropped, because the runtime may have cancelled its request. */
const ABANDONED_AFTER_MS = 5_000;

/** A hash and its pause, until one was measured. */
const EXPECTED_TURN_MS = 100;

/** `network` of the client. `isLogin`: the work opens a session. */
export type HashClient = { network: string; isLogin: boolean };

type Ticket = HashClient & { wideNetwork: string; polledAt: number };

/** `by`: the part of the queue that is full. */
export type Busy = { kind: "busy"; by: "network" | "service"; retryAfterSeconds: number };

type GateResult<T> = { kind: "done"; value: T } | Busy;

export type HashGate = { run<T>(client: HashClient, work: () => T): Promise<GateResult<T>> };

export type HashGatePorts = {
	/** Unix milliseconds. */
	now(): number;
	wait(milliseconds: number): Promise<void>;
	/** Keeps the caller's request alive until its turn ends. */
	runLater(work: Promise<unknown>): void;
};

export function createHashGate({ now, wait, runLater }: HashGatePorts): HashGate {
	const queue: Ticket[] = [];
	/** Unix milliseconds. */
	let pausedUntil = 0;
	let lastTurnMs = EXPECTED_TURN_MS;
	let loginsInARow = 0;
	/** From its turn until its pause is known. Meanwhile no other ticket is next, of whatever kind. */
	let hashing: Ticket | undefined;

	function nextTicket(): Ticket | undefined {
		if (hashing) return hashing;
		const login = queue.find(({ isLogin }) => isLogin);
		const other = queue.find(({ isLogin }) => !isLogin);
		return other && loginsInARow >= LOGINS_IN_A_ROW ? other : (login ?? other);
	}

	function remove(ticket: Ticket): void {
		if (hashing === ticket) hashing = undefined;
		const place = queue.indexOf(ticket);
		if (place >= 0) queue.splice(place, 1);
	}

	function fullPart({ network, wideNetwork, isLogin }: Ticket): Busy["by"] | undefined {
		const neighbours = queue.filter((ticket) => ticket.wideNetwork === wideNetwork);
		if (neighbours.length >= MAX_PER_WIDE_NETWORK) return "network";
		if (neighbours.filter((ticket) => ticket.network === network).length >= MAX_PER_NETWORK) return "network";
		if (queue.length >= MAX_QUEUE_LENGTH) return "service";
		const registrations = queue.filter((ticket) => !ticket.isLogin).length;
		return !isLogin && registrations >= MAX_REGISTRATIONS ? "service" : undefined;
	}

	function pauseLeftMs(): number {
		const left = pausedUntil - now();
		// A clock that was set back must not close the gate.
		return left > MAX_PAUSE_MS ? 0 : left;
	}

	function nextUnabandoned(own: Ticket): Ticket | undefined {
		for (;;) {
			const next = nextTicket();
			if (!next || next === own || now() - next.polledAt <= ABANDONED_AFTER_MS) return next;
			remove(next);
		}
	}

	async function waitForTurn(ticket: Ticket): Promise<void> {
		for (;;) {
			ticket.polledAt = now();
			// This caller may have been late and dropped as abandoned.
			if (!queue.includes(ticket)) queue.push(ticket);
			const next = nextUnabandoned(ticket);
			if (next === ticket && pauseLeftMs() <= 0) {
				hashing = ticket;
				return;
			}
			await wait(Math.max(POLL_MS, pauseLeftMs()));
		}
	}

	async function takeTurn<T>(ticket: Ticket, work: () => T): Promise<T> {
		try {
			await waitForTurn(ticket);
			const startedAt = now();
			loginsInARow = ticket.isLogin ? loginsInARow + 1 : 0;
			try {
				return work();
			} finally {
				// A Worker's clock stands still while it computes, so a timer shows when the hash ended.
				await wait(0);
				const hashMs = now() - startedAt;
				const pauseMs = Math.min(PAUSE_PER_HASH * hashMs, MAX_PAUSE_MS);
				pausedUntil = now() + pauseMs;
				lastTurnMs = hashMs + pauseMs;
			}
		} finally {
			remove(ticket);
		}
	}

	return {
		async run(client, work) {
			const ticket = { ...client, wideNetwork: wideNetworkOf(client.network), polledAt: now() };
			const by = fullPart(ticket);
			if (by !== undefined) {
				const retryAfterSeconds = Math.max(1, Math.ceil((queue.length * lastTurnMs) / 1_000));
				return { kind: "busy", by, retryAfterSeconds };
			}
			queue.push(ticket);
			const turn = takeTurn(ticket, work);
			runLater(turn.catch(() => undefined));
			return { kind: "done", value: await turn };
		},
	};
}
