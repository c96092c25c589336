/**
 * Lets few requests of an isolate do heavy work at a time (auth.md "Other limits"; ADR 71).
 *
 * - Networks take turns, so that one with many requests delays only itself.
 * - A network may fill only a part of the queue.
 * - Each caller polls with its own timer, because another request's promise may be cancelled.
 */

const MAX_RUNNING = 2;
/** Includes the running ones. */
const MAX_QUEUED = 64;
const MAX_QUEUED_PER_NETWORK = 24;

const POLL_MS = 10;

/** A request that was cancelled by the runtime polls no more, and does not end its work. */
const ABANDONED_AFTER_MS = 5_000;
const FORGOTTEN_AFTER_MS = 30_000;

/** Average duration of the work of one ticket. */
const EXPECTED_WORK_MS = 50;

/** `by`: the part of the queue that is full. */
export type NoTurn = { kind: "no_turn"; by: "network" | "service"; retryAfterSeconds: number };

/** @param network of the client, by which turns are shared */
export type Turns = {
	run<T>(network: string, work: () => Promise<T>): Promise<{ kind: "done"; value: T } | NoTurn>;
};

export type TurnPorts = {
	/** Unix milliseconds. */
	now(): number;
	wait(milliseconds: number): Promise<void>;
	/** Keeps the caller's request alive until its work ends. */
	runLater(work: Promise<unknown>): void;
};

type Ticket = { network: string; isRunning: boolean; heardAt: number };

export function createTurns({ now, wait, runLater }: TurnPorts): Turns {
	/** In order of arrival. */
	const tickets = new Set<Ticket>();
	/** The number of the last turn of each network that has tickets. */
	const lastTurns = new Map<string, number>();
	let turnCount = 0;

	const ofNetwork = (network: string) => [...tickets].filter((ticket) => ticket.network === network);

	function remove(ticket: Ticket): void {
		tickets.delete(ticket);
		if (ofNetwork(ticket.network).length === 0) lastTurns.delete(ticket.network);
	}

	function removeAbandoned(): void {
		const time = now();
		for (const ticket of tickets) {
			const limit = ticket.isRunning ? FORGOTTEN_AFTER_MS : ABANDONED_AFTER_MS;
			if (time - ticket.heardAt > limit) remove(ticket);
		}
	}

	function isNext(own: Ticket): boolean {
		const waiting = [...tickets].filter(({ isRunning }) => !isRunning);
		if (tickets.size - waiting.length >= MAX_RUNNING) return false;
		const lastTurnOf = ({ network }: Ticket) => lastTurns.get(network) ?? 0;
		const first = Math.min(...waiting.map(lastTurnOf));
		return waiting.find((ticket) => lastTurnOf(ticket) === first) === own;
	}

	async function waitForTurn(ticket: Ticket): Promise<void> {
		for (;;) {
			ticket.heardAt = now();
			// This caller may have been late and dropped as abandoned.
			tickets.add(ticket);
			removeAbandoned();
			if (isNext(ticket)) break;
			await wait(POLL_MS);
		}
		ticket.isRunning = true;
		lastTurns.set(ticket.network, ++turnCount);
	}

	async function takeTurn<T>(ticket: Ticket, work: () => Promise<T>): Promise<T> {
		try {
			await waitForTurn(ticket);
			return await work();
		} finally {
			remove(ticket);
		}
	}

	return {
		async run(network, work) {
			removeAbandoned();
			const isNetworkFull = ofNetwork(network).length >= MAX_QUEUED_PER_NETWORK;
			if (isNetworkFull || tickets.size >= MAX_QUEUED) {
				const retryAfterSeconds = Math.ceil((tickets.size * EXPECTED_WORK_MS) / 1000);
				return { kind: "no_turn", by: isNetworkFull ? "network" : "service", retryAfterSeconds };
			}
			const ticket = { network, isRunning: false, heardAt: now() };
			tickets.add(ticket);
			const turn = takeTurn(ticket, work);
			runLater(turn.catch(() => undefined));
			return { kind: "done", value: await turn };
		},
	};
}
