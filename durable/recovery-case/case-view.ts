/** A case as its object holds it, and as its viewers are shown it. */
import { type Caller, type Viewer, visibilityOf } from "../../src/recovery/case/caller.ts";
import type {
	CaseParties,
	CaseStanding,
	CreateResult,
	Openness,
} from "../../src/recovery/case/case-messages.ts";
import { caseRecordOf } from "../../src/recovery/case/case-record.ts";
import type { CaseState, CreateCommand } from "../../src/recovery/case/case-state.ts";
import type { CaseEvent } from "../../src/recovery/case/history.ts";
import { isOpen } from "../../src/recovery/case/lifecycle.ts";
import type { QueuedEvent } from "../../src/webhooks/endpoint/endpoint.ts";
import type { StoredCase } from "./case-store.ts";

/** `shown`: with an execution that is still confirming, which is no part of the case yet. */
export type LoadedCase = StoredCase & { shown: CaseState; record: string };

/** What a viewer is told of a case: its record if they may see it, and how it stands. */
export function shownTo(
	viewer: Viewer,
	known: LoadedCase,
): { record: string | null; standing: CaseStanding } {
	return { record: recordFor(viewer, known), standing: standingOf(known.state) };
}

export function standingOf({ caseId, jrcHash, status, statusReason }: CaseState): CaseStanding {
	return { caseId, jrcHash, status, statusReason };
}

/** What is answered to a creation of a case that is on file: the case, to whoever has created the very same. */
export function createdBefore(known: LoadedCase, command: CreateCommand, caller: Caller): CreateResult {
	const { developerId, subject, rec } = known.state;
	const byCaller = developerId === command.developerId && subject === command.subject;
	if (!byCaller || rec.email !== command.rec.email) return { kind: "taken", byCaller };
	return { kind: "known", ...shownTo(caller, known) };
}

/** An event as endpoints are handed it, and whose it is; null where no move of the case has it. */
export function eventToDeliver(
	{ state, history }: LoadedCase,
	event: CaseEvent,
): { developerId: string | null; event: QueuedEvent } | null {
	const entry = history.find(({ eventId }) => eventId === event.eventId);
	if (!entry) return null;
	const { caseId, developerId } = state;
	return { developerId, event: { caseId, historyHash: entry.hash, ...event } };
}

export function partiesOf({ caseId, jrcHash, attestations, rec }: CaseState): CaseParties {
	const { lostAccount, recoveryAccount, chainId } = rec;
	return { caseId, jrcHash, attestations, lostAccount, recoveryAccount, chainId };
}

export function opennessOf(known: LoadedCase | null): Openness {
	if (!known) return "absent";
	return isOpen(known.state.status) ? "open" : "closed";
}

export function withoutEmail(state: CaseState): CaseState {
	return { ...state, rec: { ...state.rec, email: null } };
}

function recordFor(
	viewer: Viewer,
	{ state, shown, record, transactions, history }: LoadedCase,
): string | null {
	switch (visibilityOf(state, viewer)) {
		case "all":
			return record;
		case "without_email":
			return JSON.stringify(caseRecordOf(withoutEmail(shown), transactions, history));
		case "none":
			return null;
	}
}
