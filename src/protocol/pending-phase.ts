import type { PendingPhase, VERIFICATIONS } from "./enumerations.ts";

type Order = {
	verification: (typeof VERIFICATIONS)[number] | null | undefined;
	/** Unix milliseconds. */
	executeAfter: number | null;
};

/** The phase of a pending case at a time (recovery.md "Phases of a pending case"). @param now unix milliseconds */
export function pendingPhase({ verification, executeAfter }: Order, now: number): PendingPhase {
	if (verification !== "verified") return "order_attached";
	return executeAfter !== null && now < executeAfter ? "order_verified" : "executable";
}
