import type { Actor, CaseState, EventType } from "./case-state.ts";

/** Outcome of a command. `unchanged`: the command had already taken effect, so the response is a success and nothing moves. */
export type Decision =
	| { kind: "moved"; state: CaseState; actor: Actor; event: EventType | null }
	| { kind: "unchanged" }
	| { kind: "refused"; reason: Rejection };

export type Rejection =
	/** The case's status does not allow it. */
	| "wrong_status"
	/** It needs a court order on file. */
	| "no_order"
	| "order_not_verified"
	| "challenge_period_running"
	/** The wallet's very message has moved the case before. */
	| "message_spent"
	/** A reviewer never decides a case of their own account. */
	| "own_case"
	| "too_many_documents";
