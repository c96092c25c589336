/** What a case's object is asked and what it answers. */
import type { CaseState } from "./case-state.ts";
import type { Rejection } from "./decision.ts";
import type { CaseEvent, HistoryEntry } from "./history.ts";

/** What has to be known of a case to verify a signature about it, or to decide about it. */
export type CaseParties = Pick<CaseState, "caseId" | "jrcHash" | "attestations"> &
	Pick<CaseState["rec"], "lostAccount" | "recoveryAccount" | "chainId">;

/** As much of a case as may be told to whoever moved it by a signature. */
export type CaseStanding = Pick<CaseState, "caseId" | "jrcHash" | "status" | "statusReason">;

/** `record` is the case as JSON text, or null for who may not see it. */
export type CreateResult =
	| { kind: "created"; record: string | null; standing: CaseStanding }
	| { kind: "known"; record: string | null; standing: CaseStanding }
	/** `byCaller`: by the same caller, with another e-mail. */
	| { kind: "taken"; byCaller: boolean };

export type MoveResult =
	| { kind: "moved"; record: string | null; standing: CaseStanding }
	| { kind: "unchanged"; record: string | null; standing: CaseStanding }
	| { kind: "refused"; reason: Rejection; status: CaseState["status"] }
	/** What the move needs to know could not be asked. Nothing was moved. */
	| { kind: "unavailable_storage" }
	| { kind: "not_found" };

export type Openness = "open" | "closed" | "absent";

/** What an evidence bundle is built of, as it stands at one moment. Times are unix milliseconds. */
export type EvidenceSource = {
	/** Without the e-mail address. */
	state: CaseState;
	/** From the first entry on; `payload` is the text that the entry's `payloadHash` is of. */
	history: { entry: HistoryEntry; payload: string }[];
	/** In their order. */
	events: { event: CaseEvent; confirmedAt: number | null }[];
};
