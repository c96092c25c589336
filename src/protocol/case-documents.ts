import type { CaseDocument, CaseState, MoveCommand } from "./case-state.ts";
import type { Decision } from "./decision.ts";

export const MAX_DOCUMENTS = 20;
export const MAX_TITLE_LENGTH = 200;

export type OfferedDocument = Pick<CaseDocument, "sha256" | "title">;

export function findSameDocument(
	{ documents }: Pick<CaseState, "documents">,
	{ sha256, title }: OfferedDocument,
): CaseDocument | undefined {
	return documents.find((document) => document.sha256 === sha256 && document.title === title);
}

/** @param now unix milliseconds */
export function addDocument(
	state: CaseState,
	{ by, document }: Extract<MoveCommand, { kind: "add_document" }>,
	now: number,
): Decision {
	if (findSameDocument(state, document)) return { kind: "unchanged" };
	if (state.documents.length >= MAX_DOCUMENTS) return { kind: "rejected", reason: "too_many_documents" };
	const documents = [...state.documents, { ...document, addedAt: now }];
	return { kind: "moved", state: { ...state, documents }, actor: by, event: null };
}
