/** A case as its object holds it, and as its viewers are shown it. */
import { type Caller, type Filer, visibilityOf } from "../../src/recovery/case/case-access.ts";
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

/** What a caller is told of a case: its record if they may see it, and how it stands. */
export function shownTo(
	caller: Caller,
	known: LoadedCase,
): { record: string | null; standing: CaseStanding } {
	return { record: recordFor(caller, known), standing: standingOf(known.state) };
}

export function standingOf({ caseId, jrcHash, status, statusReason }: CaseState): CaseStanding {
	return { caseId, jrcHash, status, statusReason };
}

/** The result of creating a case that exists. Only the same caller with the same e-mail address sees it. */
export function repeatedCreation(known: LoadedCase, command: CreateCommand, caller: Filer): CreateResult {
	const { developerId, subject, rec } = known.state;
	const isByCaller = developerId === command.developerId && subject === command.subject;
	if (!isByCaller || rec.email !== command.rec.email) return { kind: "conflict", isByCaller };
	return { kind: "repeated", ...shownTo(caller, known) };
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
	caller: Caller,
	{ state, shown, record, transactions, history }: LoadedCase,
): string | null {
	switch (visibilityOf(state, caller)) {
		case "all":
			return record;
		case "without_email":
			return JSON.stringify(caseRecordOf(withoutEmail(shown), transactions, history));
		case "none":
			return null;
	}
}
