/** A case as its object holds it, and as its viewers are shown it. */
import { type Viewer, visibilityOf } from "../../src/recovery/core/caller.ts";
import type { CaseStanding } from "../../src/recovery/core/case-messages.ts";
import { caseRecordOf } from "../../src/recovery/core/case-record.ts";
import type { CaseState } from "../../src/recovery/core/case-state.ts";
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

function recordFor(
	viewer: Viewer,
	{ state, shown, record, transactions, history }: LoadedCase,
): string | null {
	switch (visibilityOf(state, viewer)) {
		case "all":
			return record;
		case "without_email": {
			const seen: CaseState = { ...shown, rec: { ...shown.rec, email: null } };
			return JSON.stringify(caseRecordOf(seen, transactions, history));
		}
		case "none":
			return null;
	}
}
