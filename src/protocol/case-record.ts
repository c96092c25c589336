/** The record of a case, as `GET /recovery-cases/{caseId}` shows it. */
import { isoTime, isoTimeOrNull } from "../kernel/time/iso-time.ts";
import { answeredAt } from "./answered.ts";
import type { CaseDocument, CaseState, HistoryEntry } from "./case-state.ts";
import type { Call } from "./intent.ts";

export type CaseRecord = ReturnType<typeof caseRecordOf>;

/** Includes the e-mail address. */
export function caseRecordOf(state: CaseState, transactions: readonly Call[], history: HistoryEntry[]) {
	const { courtOrder, execution, notWatched } = state;
	return {
		caseId: state.caseId,
		jrcHash: state.jrcHash,
		status: state.status,
		statusReason: state.statusReason,
		statusNote: state.statusNote,
		answeredAt: answeredAt(state, history),
		source: state.source,
		...(state.reference !== undefined && { reference: state.reference }),
		...(state.tokenDecimals !== undefined && { tokenDecimals: state.tokenDecimals }),
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
		notWatched: notWatched ? { ...notWatched, since: isoTime(notWatched.since) } : null,
		txHash: state.txHash,
		signer: state.signer,
		history,
		createdAt: isoTime(state.createdAt),
		updatedAt: isoTime(state.updatedAt),
		version: state.version,
	};
}

export function documentRecord(document: CaseDocument) {
	return { ...document, addedAt: isoTime(document.addedAt) };
}

function executionRecord(execution: NonNullable<CaseState["execution"]>) {
	const { blockTime: _, confirmedAt, ...published } = execution;
	return { ...published, confirmedAt: isoTime(confirmedAt) };
}
