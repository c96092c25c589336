/** What a case's object is asked and what it answers. */
import type { CaseState } from "./case-state.ts";
import type { Refusal } from "./lifecycle.ts";

/** Who asks. Everybody else than the owner is told that there is no such case. */
export type Viewer = { kind: "developer"; developerId: string } | { kind: "signer" };

/** What has to be known of a case to verify a signature about it. */
export type CaseParties = Pick<CaseState, "caseId" | "jrcHash" | "developerId"> &
	Pick<CaseState["rec"], "lostAccount" | "recoveryAccount" | "chainId">;

/** `record` is the case as JSON text, made once per version. */
export type CreateResult =
	| { kind: "created"; record: string }
	| { kind: "known"; record: string }
	| { kind: "taken" };
export type MoveResult =
	| { kind: "moved"; record: string; standing: CaseStanding }
	| { kind: "unchanged"; record: string; standing: CaseStanding }
	| { kind: "refused"; reason: Refusal; status: CaseState["status"] }
	| { kind: "not_found" };
export type Openness = "open" | "closed" | "absent";
export type CaseStanding = Pick<CaseState, "caseId" | "jrcHash" | "status" | "statusReason">;
