/** recovery.md "Who may read documents". */

import { failure } from "../../kernel/errors/failure.ts";
import { findSameDocument, type OfferedDocument } from "../../protocol/case-documents.ts";
import type { CaseDocument, CaseState } from "../../protocol/case-state.ts";
import type { ClaimantRole } from "../../protocol/enumerations.ts";
import { type Caller, roleOf } from "../case/case-access.ts";
import type { MoveFailure } from "../case/case-messages.ts";
import { decide } from "../case/lifecycle.ts";

export type NewDocument = Omit<CaseDocument, "addedAt">;

/** Added now or before. */
export type AddDocumentResult = { kind: "on_file"; document: CaseDocument } | MoveFailure;

/** `free`: the caller may add the document, in the role `by`. */
export type DocumentOffer = { kind: "free"; by: ClaimantRole } | AddDocumentResult;

/** A document that the case has is `on_file`, even in an ended case. */
export function offerDocument(state: CaseState, offered: OfferedDocument, caller: Caller): DocumentOffer {
	const by = roleOf(state, caller);
	if (by === null || by === "reviewer") return failure("not_found", null);
	const existing = findSameDocument(state, offered);
	if (existing) return { kind: "on_file", document: existing };
	const document: NewDocument = { documentId: "", size: 0, ...offered };
	const decision = decide(state, { kind: "add_document", by, document }, state.updatedAt);
	if (decision.kind === "rejected") return failure(decision.reason, { status: state.status });
	return { kind: "free", by };
}

/** null if the case lacks the document, or the caller may not read it. */
export function findDocument(state: CaseState, documentId: string, caller: Caller): CaseDocument | null {
	if (roleOf(state, caller) === null) return null;
	return state.documents.find((document) => document.documentId === documentId) ?? null;
}
