import type { Failure } from "../../kernel/errors/failure.ts";
import type { CaseState } from "../../protocol/case-state.ts";
import type { Rejection } from "../../protocol/decision.ts";
import type { CaseEvent, HistoryEntry } from "./history.ts";

export type CaseParties = Pick<CaseState, "caseId" | "jrcHash" | "attestations" | "firstVerifier"> &
	Pick<CaseState["rec"], "lostAccount" | "recoveryAccount" | "chainId"> & {
		developerId: string | null;
		isVisible: boolean;
		isOpen: boolean;
	};

export type CaseStanding = Pick<CaseState, "caseId" | "jrcHash" | "status" | "statusReason">;

/** `record`: null if the caller may not see it. */
type CaseView = { record: string | null; standing: CaseStanding };

export type CreateResult = ({ kind: "created" | "repeated" } & CaseView) | CreateFailure;

export type CreateFailure =
	/**
	 * `isByCaller`: this caller filed the case, with another e-mail address. `visibleCaseId`: null unless the caller may
	 * read the case.
	 */
	| Failure<"conflict", { isByCaller: boolean; visibleCaseId: string | null }>
	/** A repetition of a filing whose D1 row is not written yet. */
	| Failure<"not_indexed">
	/** The reservation of the case's hosted link ended before the case was created. */
	| Failure<"reservation_ended">;

/** "other": the case exists, but was not filed through the link. */
export type LinkUse = "this" | "other" | "absent";

export type MoveResult = ({ kind: "moved" | "unchanged" } & CaseView) | MoveFailure;
export type Moved = Exclude<MoveResult, MoveFailure>;

export type MoveFailure =
	/** `outdated`: it was decided upon another version. */
	| Failure<Rejection | "outdated", { status: CaseState["status"] }>
	/** D1 did not respond. */
	| Failure<"unavailable_storage">
	/** The case does not exist, or this caller may not see it. */
	| Failure<"not_found">;

export type Openness = "open" | "dormant" | "closed" | "absent";

/** Times are unix milliseconds. */
export type EvidenceSource = {
	/** Without the e-mail address. */
	state: CaseState;
	/** `payload` is the text that `payloadHash` hashes. */
	history: { entry: HistoryEntry; payload: string }[];
	/** In order. */
	events: { event: CaseEvent; confirmedAt: number | null }[];
};
