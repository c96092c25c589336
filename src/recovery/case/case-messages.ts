/** What a case's object is asked and responds. */
import type { CaseState } from "./case-state.ts";
import type { Rejection } from "./decision.ts";
import type { CaseEvent, HistoryEntry } from "./history.ts";

/** The facts of a case that verifying a signature or deciding about it needs. */
export type CaseParties = Pick<CaseState, "caseId" | "jrcHash" | "attestations"> &
	Pick<CaseState["rec"], "lostAccount" | "recoveryAccount" | "chainId">;

/** The part of a case that the sender of a signed move may see. */
export type CaseStanding = Pick<CaseState, "caseId" | "jrcHash" | "status" | "statusReason">;

/** `record`: the case as JSON text, null for a caller who may not see it. */
type CaseView = { record: string | null; standing: CaseStanding };

export type CreateResult =
	| ({ kind: "created" } & CaseView)
	/** The same caller filed the same case before. */
	| ({ kind: "repeated" } & CaseView)
	/** The case exists, filed by another caller or, if `isByCaller`, with another e-mail address. */
	| { kind: "conflict"; isByCaller: boolean };

export type MoveResult =
	| ({ kind: "moved" } & CaseView)
	| ({ kind: "unchanged" } & CaseView)
	| RejectedMove
	/** D1 did not respond. The case did not move. */
	| { kind: "unavailable_storage" }
	| { kind: "not_found" };

/** `status`: the status of the case that rejected the move. */
export type RejectedMove = { kind: "rejected"; reason: Rejection; status: CaseState["status"] };

export type Openness = "open" | "closed" | "absent";

/** The source of an evidence bundle at one moment. Times are unix milliseconds. */
export type EvidenceSource = {
	/** Without the e-mail address. */
	state: CaseState;
	/** In order. `payload`: the text whose SHA-256 is the entry's `payloadHash`. */
	history: { entry: HistoryEntry; payload: string }[];
	/** In order. */
	events: { event: CaseEvent; confirmedAt: number | null }[];
};
