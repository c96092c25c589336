/** recovery.md "Verdicts". */

import type { CaseState } from "../../protocol/case-state.ts";
import type { Rejection } from "../../protocol/decision.ts";
import type { BudgetExhausted } from "../../quota/errors.ts";
import { type Filer, roleOf } from "../case/case-access.ts";
import type { CaseStanding } from "../case/case-messages.ts";

export type OwnReporter = Extract<Filer, { kind: "developer" } | { kind: "wallet" }>;
export type Reporter = OwnReporter | { kind: "reviewer" };

/** These verdicts leave the case unchanged. */
export const OBSERVATION_STATES = ["confirming", "unseen", "unproven"] as const;

export type Observation = {
	state: (typeof OBSERVATION_STATES)[number];
	txHashes: string[];
	/** For people. */
	reason: string | null;
	/** null if another check would give the same result. */
	nextLookAt: number | null;
};

/** `observation`: null if no check of reported transactions has a result that is still open. */
export type ExecutionStanding = { standing: CaseStanding; observation: Observation | null };

export type ReportResult =
	| { kind: "settled"; record: string }
	| { kind: "observed"; observation: Observation; standing: CaseStanding }
	/** The case was already halted. */
	| { kind: "mismatch"; finding: string }
	/** The calls already prove another case. */
	| { kind: "claimed" }
	| { kind: "no_chain"; chainId: number }
	| { kind: "unavailable_chain" }
	| { kind: "too_often"; retryAfterSeconds: number }
	| BudgetExhausted
	| { kind: "rejected"; reason: Rejection; status: CaseState["status"] }
	| { kind: "not_found" };

export function canReport(state: CaseState, reporter: Reporter): boolean {
	return roleOf(state, reporter) !== null;
}
