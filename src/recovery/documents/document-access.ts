/** recovery.md "Who may read documents". */

import { findSameDocument, type OfferedDocument } from "../../protocol/case-documents.ts";
import type { CaseDocument, CaseState } from "../../protocol/case-state.ts";
import type { ClaimantRole } from "../../protocol/enumerations.ts";
import { type Caller, roleOf } from "../case/case-access.ts";
import type { RejectedMove } from "../case/case-messages.ts";
import { decide } from "../case/lifecycle.ts";

export type NewDocument = Omit<CaseDocument, "addedAt">;

export type AddDocumentResult =
	/** Added now or before. */
	| { kind: "on_file"; document: CaseDocument }
	| RejectedMove
	/** D1 did not respond. */
	| { kind: "unavailable_storage" }
	/** The case does not exist, or this caller may not see it. */
	| { kind: "not_found" };

/** `free`: the caller may add the document, in the role `by`. */
export type DocumentOffer = { kind: "free"; by: ClaimantRole } | AddDocumentResult;

/** A document that the case has is `on_file`, even in an ended case. */
export function offerDocument(state: CaseState, offered: OfferedDocument, caller: Caller): DocumentOffer {
	const by = roleOf(state, caller);
	if (by === null || by === "reviewer") return { kind: "not_found" };
	const existing = findSameDocument(state, offered);
	if (existing) return { kind: "on_file", document: existing };
	const document: NewDocument = { documentId: "", size: 0, ...offered };
	const decision = decide(state, { kind: "add_document", by, document }, state.updatedAt);
	return decision.kind === "rejected" ? { ...decision, status: state.status } : { kind: "free", by };
}

/** null if the case lacks the document, or the caller may not read it. */
export function findDocument(state: CaseState, documentId: string, caller: Caller): CaseDocument | null {
	if (roleOf(state, caller) === null) return null;
	return state.documents.find((document) => document.documentId === documentId) ?? null;
}
