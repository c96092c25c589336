/** What a case's object answers to whoever wants to add a document to it. */
import { partOf, type Viewer } from "../case/caller.ts";
import type { CaseDocument, CaseState, ClaimantSide } from "../case/case-state.ts";
import type { Rejection } from "../case/decision.ts";
import { decide } from "../case/lifecycle.ts";
import { documentLike, type OfferedDocument } from "./case-documents.ts";

export type NewDocument = Omit<CaseDocument, "addedAt">;

export type DocumentAnswer =
	/** The case has it, whether it was added now or before. */
	| { kind: "on_file"; document: CaseDocument }
	| { kind: "refused"; reason: Rejection; status: CaseState["status"] }
	/** Nothing was moved. */
	| { kind: "unavailable_storage" }
	/** Also for a case that this viewer may add nothing to. */
	| { kind: "not_found" };

/** `free`: it can be added, for whom `by` says. */
export type DocumentOffer = { kind: "free"; by: ClaimantSide } | DocumentAnswer;

/** Whether a document can be added. One that is there already is, also when the case has ended meanwhile. */
export function offerDocument(state: CaseState, offered: OfferedDocument, viewer: Viewer): DocumentOffer {
	const by = partOf(state, viewer);
	if (by === null || by === "reviewer") return { kind: "not_found" };
	const known = documentLike(state, offered);
	if (known) return { kind: "on_file", document: known };
	const document: NewDocument = { documentId: "", size: 0, ...offered };
	const decision = decide(state, { kind: "add_document", by, document }, state.updatedAt);
	return decision.kind === "refused" ? { ...decision, status: state.status } : { kind: "free", by };
}

/** One of its documents, for who has a part in the case; null for everybody else, and where there is none. */
export function findDocument(state: CaseState, documentId: string, viewer: Viewer): CaseDocument | null {
	if (partOf(state, viewer) === null) return null;
	return state.documents.find((document) => document.documentId === documentId) ?? null;
}
