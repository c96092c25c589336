/**
 * The documents of a case (recovery.md "Beyond the specification"): what a claimant's side adds to it, each a move of
 * its own that leaves the status as it is. What a document is known by is its bytes and its title. Pure.
 */
import type { CaseDocument, CaseState, MoveCommand } from "../case/case-state.ts";
import type { Decision } from "../case/decision.ts";

/** recovery.md: "At most 20 of 10 MiB". Of one case, in all. */
export const MAX_DOCUMENTS = 20;

/** What tells one document of a case from another. */
export type OfferedDocument = Pick<CaseDocument, "sha256" | "title">;

/** The document that was offered, where the case has it already: it was sent again. */
export function documentLike(
	{ documents }: Pick<CaseState, "documents">,
	{ sha256, title }: OfferedDocument,
): CaseDocument | undefined {
	return documents.find((known) => known.sha256 === sha256 && known.title === title);
}

/** Of a case that is open. @param now unix milliseconds */
export function addDocument(
	state: CaseState,
	{ by, document }: Extract<MoveCommand, { kind: "add_document" }>,
	now: number,
): Decision {
	if (documentLike(state, document)) return { kind: "unchanged" };
	if (state.documents.length >= MAX_DOCUMENTS) return { kind: "refused", reason: "too_many_documents" };
	const documents = [...state.documents, { ...document, addedAt: now }];
	return { kind: "moved", state: { ...state, documents }, actor: by, event: null };
}
