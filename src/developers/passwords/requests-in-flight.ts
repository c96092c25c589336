/**
 * The requests that this isolate is answering, for the hash gate: it starts no hash while one that has lived
 * through the last is still on its way. Nothing waits here on another request; the gate looks whenever it asks
 * for its turn.
 *
 * A request leaves when it is answered, whether by a response or by an error. One whose client went away never
 * leaves, since the runtime ends it where it stands: such requests, and slow ones, are forgotten when the gate
 * has waited long enough for them, and otherwise by their age.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { OtherRequests } from "../ports.ts";

/** Nobody waits so long for an answer; only for those that no hash has come after. */
const FORGOTTEN_AFTER_MS = 60_000;

type InFlight = {
	/** Unix milliseconds. */
	arrivedAt: number;
	/** Its turns at the gate that are not over. */
	turns: number;
};

export type RequestsInFlight = OtherRequests & {
	/** Counts a request until `answer` has settled. */
	during<T>(answer: () => Promise<T>): Promise<T>;
};

/** @param now unix milliseconds */
export function createRequestsInFlight(now: () => number): RequestsInFlight {
	/** In the order of arrival. */
	const inFlight = new Set<InFlight>();
	const current = new AsyncLocalStorage<InFlight>();

	function forgetOld(): void {
		for (const request of inFlight) {
			if (now() - request.arrivedAt <= FORGOTTEN_AFTER_MS) return;
			inFlight.delete(request);
		}
	}

	function* unanswered(arrivedBy: number): Generator<InFlight> {
		for (const request of inFlight) {
			if (request.arrivedAt > arrivedBy) return;
			if (request.turns === 0) yield request;
		}
	}

	return {
		async during(answer) {
			forgetOld();
			const request = { arrivedAt: now(), turns: 0 };
			inFlight.add(request);
			try {
				return await current.run(request, answer);
			} finally {
				inFlight.delete(request);
			}
		},
		stepAside() {
			const request = current.getStore();
			if (!request) return () => {};
			request.turns++;
			return () => {
				request.turns--;
			};
		},
		areAnswered: (arrivedBy) => unanswered(arrivedBy).next().done === true,
		forget(arrivedBy) {
			for (const request of unanswered(arrivedBy)) inFlight.delete(request);
		},
	};
}

/** Those of this isolate: a hash holds all of it, whoever asked. */
export const requestsInFlight = createRequestsInFlight(Date.now);
