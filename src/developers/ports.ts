/** The outcome of work that had to wait its turn. */
export type GateAnswer<T> = { kind: "done"; value: T } | { kind: "busy"; retryAfterSeconds: number };

/** Runs one piece of work at a time, each in a turn of its own. */
export type HashGate = { run<T>(work: () => T): Promise<GateAnswer<T>> };

/** What the gate asks of the requests that are being answered beside the one that asks. Times are unix milliseconds. */
export type OtherRequests = {
	/** From now on the request that asks is none of the others, until it says by the function that it goes on. */
	stepAside(): () => void;
	/** Whether all of them that had arrived by then have their answer. */
	areAnswered(arrivedBy: number): boolean;
	/** Those that have none by now are not waited for any more. */
	forget(arrivedBy: number): void;
};
