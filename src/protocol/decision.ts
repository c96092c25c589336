import type { Actor, CaseState } from "./case-state.ts";
import type { EventType } from "./enumerations.ts";

/** `unchanged`: the command took effect before, so it succeeds without a move. */
export type Decision =
	| { kind: "moved"; state: CaseState; actor: Actor; event: EventType | null }
	| { kind: "unchanged" }
	| { kind: "rejected"; reason: Rejection };

export type Rejection =
	| "wrong_status"
	| "no_order"
	| "order_not_verified"
	/** The reviewer has verified the order before, and another one must too. */
	| "second_reviewer_needed"
	/** The reviewer's passkey signed the decision for an earlier time. */
	| "signature_expired"
	| "challenge_period_running"
	/** The approval's deadline has passed, or is further ahead than thirty days. */
	| "approval_deadline"
	| "message_spent"
	/** The reviewer's own account filed the case, or receives what it moves. */
	| "own_case"
	| "too_many_documents";
