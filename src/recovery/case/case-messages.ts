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

export type CreateResult =
	| ({ kind: "created" } & CaseView)
	| ({ kind: "repeated" } & CaseView)
	/** `isByCaller`: this caller filed the case, with another e-mail address. `isVisible`: the caller may read it. */
	| { kind: "conflict"; isByCaller: boolean; isVisible: boolean }
	/** A repetition of a filing whose D1 row is not written yet. */
	| { kind: "not_indexed" }
	/** The reservation of the case's hosted link ended before the case was created. */
	| { kind: "reservation_ended" };

/** "other": the case exists, but was not filed through the link. */
export type LinkUse = "this" | "other" | "absent";

export type MoveResult =
	| ({ kind: "moved" } & CaseView)
	| ({ kind: "unchanged" } & CaseView)
	| RejectedMove
	/** D1 did not respond. */
	| { kind: "unavailable_storage" }
	| { kind: "not_found" };

/** `outdated`: it was decided upon another version. */
export type RejectedMove = {
	kind: "rejected";
	reason: Rejection | "outdated";
	status: CaseState["status"];
};

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
