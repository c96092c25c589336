/** recovery.md "Verdicts". */

import type { Failure } from "../../kernel/errors/failure.ts";
import type { CaseState } from "../../protocol/case-state.ts";
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
	| ReportFailure;

export type Reported = Exclude<ReportResult, ReportFailure>;

export type ReportFailure =
	/** The case was already halted. */
	| Failure<"mismatch", { finding: string }>
	/** The calls already prove another case. */
	| Failure<"claimed">
	| Failure<"no_chain", { chainId: number }>
	| Failure<"unavailable_chain">
	| Failure<"too_often", { retryAfterSeconds: number }>
	| Failure<"budget_exhausted", BudgetExhausted>
	| Failure<"wrong_status", { status: CaseState["status"] }>
	| Failure<"not_found">;

export function canReport(state: CaseState, reporter: Reporter): boolean {
	return roleOf(state, reporter) !== null;
}
