/** What a case's object answers to whoever says that the recovery was executed (recovery.md "Proof of execution"). */
import { type Filer, roleOf } from "../case/case-access.ts";
import type { CaseStanding } from "../case/case-messages.ts";
import type { CaseState } from "../case/case-state.ts";
import type { Rejection } from "../case/decision.ts";

/** Who may name transactions: a developer or wallet of the case, or any reviewer. */
export type Reporter = Extract<Filer, { kind: "developer" } | { kind: "wallet" }> | { kind: "reviewer" };

/** How a look at named transactions came out that has settled nothing yet. */
export const OBSERVATION_STATES = ["confirming", "unseen", "unproven"] as const;

export type Observation = {
	state: (typeof OBSERVATION_STATES)[number];
	txHashes: string[];
	/** For people; null where there is nothing to say. */
	reason: string | null;
	/** Unix milliseconds; null where another look would see the same. */
	nextLookAt: number | null;
};

export type ReportResult =
	/** Final, and judged: the record says what became of it. */
	| { kind: "settled"; record: string }
	| { kind: "observed"; observation: Observation; standing: CaseStanding }
	/** A proven mismatch of a case that waits for somebody already, so that it changes nothing. */
	| { kind: "mismatch"; finding: string }
	/** The calls have proven another case. */
	| { kind: "claimed" }
	| { kind: "no_chain"; chainId: number }
	| { kind: "unavailable_chain" }
	/** The chain was asked for this case too often in the last minute. */
	| { kind: "too_often"; retryAfterSeconds: number }
	| { kind: "rejected"; reason: Rejection; status: CaseState["status"] }
	| { kind: "not_found" };

/** Whether this caller may name transactions that executed the case. */
export function canReport(state: CaseState, reporter: Reporter): boolean {
	return roleOf(state, reporter) !== null;
}
