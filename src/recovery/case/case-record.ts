/** The case as callers see it (recovery.md "GET /recovery-cases/{caseId}"). Pure. */
import { isoTime, isoTimeOrNull } from "../../kernel/iso-time.ts";
import type { Call } from "../intent/intent.ts";
import type { CaseDocument, CaseState } from "./case-state.ts";
import type { HistoryEntry } from "./history.ts";

/** The record for a caller who may see all of it, e-mail included. */
export function caseRecordOf(state: CaseState, transactions: readonly Call[], history: HistoryEntry[]) {
	const { courtOrder, execution } = state;
	return {
		caseId: state.caseId,
		jrcHash: state.jrcHash,
		status: state.status,
		statusReason: state.statusReason,
		statusNote: state.statusNote,
		source: state.source,
		case: state.rec,
		transactions: [...transactions],
		courtOrder: courtOrder && {
			...courtOrder,
			attachedAt: isoTime(courtOrder.attachedAt),
			verifiedAt: isoTimeOrNull(courtOrder.verifiedAt),
		},
		documents: state.documents.map(documentRecord),
		executeAfter: isoTimeOrNull(state.executeAfter),
		expiresAt: isoTimeOrNull(state.expiresAt),
		execution: execution && executionRecord(execution),
		txHash: state.txHash,
		signer: state.signer,
		history,
		createdAt: isoTime(state.createdAt),
		updatedAt: isoTime(state.updatedAt),
		version: state.version,
	};
}

/** A document as the record, the evidence and whoever has added it name it. */
export function documentRecord(document: CaseDocument) {
	return { ...document, addedAt: isoTime(document.addedAt) };
}

function executionRecord(execution: NonNullable<CaseState["execution"]>) {
	const { blockTime: _, confirmedAt, ...shown } = execution;
	return { ...shown, confirmedAt: isoTime(confirmedAt) };
}
