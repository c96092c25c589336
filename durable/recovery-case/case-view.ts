import { failure } from "../../src/kernel/errors/failure.ts";
import { caseRecordOf } from "../../src/protocol/case-record.ts";
import type { CaseState, CreateCommand } from "../../src/protocol/case-state.ts";
import { isDormant, isOpen } from "../../src/protocol/lifecycle.ts";
import { type Caller, type Filer, visibilityOf } from "../../src/recovery/case/case-access.ts";
import type {
	CaseParties,
	CaseStanding,
	CreateResult,
	Openness,
} from "../../src/recovery/case/case-messages.ts";
import type { ModuleCase } from "../../src/recovery/module/module-messages.ts";
import type { StoredCase } from "./case-store.ts";

/** `shownState`: includes an execution that is still confirming, which is not in the case yet. `record`: JSON text. */
export type LoadedCase = StoredCase & { shownState: CaseState; record: string };

export function viewFor(
	caller: Caller,
	loaded: LoadedCase,
): { record: string | null; standing: CaseStanding } {
	return { record: recordFor(caller, loaded), standing: standingOf(loaded.state) };
}

export function standingOf({ caseId, jrcHash, status, statusReason }: CaseState): CaseStanding {
	return { caseId, jrcHash, status, statusReason };
}

/** The result of creating a case again. Only the same caller sees the case. */
export function repeatedCreation(loaded: LoadedCase, command: CreateCommand, caller: Filer): CreateResult {
	const { caseId, developerId, subject, linkId, rec } = loaded.state;
	// The developer pays for the cases of its links, whose subjects are its users' wallets.
	const isByCaller =
		developerId === command.developerId && (developerId !== null || subject === command.subject);
	const isSameFiling = isByCaller && subject === command.subject && linkId === command.link?.linkId;
	if (!isSameFiling || rec.email !== command.rec.email) {
		const isVisible = visibilityOf(loaded.state, caller) !== "none";
		return failure("conflict", { isByCaller, visibleCaseId: isVisible ? caseId : null });
	}
	return { kind: "repeated", ...viewFor(caller, loaded) };
}

export function partiesOf(state: CaseState, caller: Caller): CaseParties {
	const { caseId, jrcHash, developerId, attestations, firstVerifier, rec } = state;
	const { lostAccount, recoveryAccount, chainId } = rec;
	return {
		...{ caseId, jrcHash, developerId, attestations, firstVerifier, lostAccount, recoveryAccount, chainId },
		isVisible: visibilityOf(state, caller) !== "none",
		isOpen: isOpen(state.status),
	};
}

export function moduleCaseOf({ state, transactions }: LoadedCase): ModuleCase {
	const { status, courtOrder, jrcHash, rec, executeAfter, approvals = [] } = state;
	return {
		standing: standingOf(state),
		...{ jrcHash, executeAfter, approvals },
		rec: { ...rec, email: null },
		txs: transactions,
		isExecutable: status === "pending" && courtOrder?.verification === "verified",
	};
}

export function opennessOf(loaded: LoadedCase | null): Openness {
	if (!loaded) return "absent";
	if (isDormant(loaded.state)) return "dormant";
	return isOpen(loaded.state.status) ? "open" : "closed";
}

export function withoutEmail(state: CaseState): CaseState {
	return { ...state, rec: { ...state.rec, email: null } };
}

function recordFor(
	caller: Caller,
	{ state, shownState, record, transactions, history }: LoadedCase,
): string | null {
	switch (visibilityOf(state, caller)) {
		case "all":
			return record;
		case "without_email":
			return JSON.stringify(caseRecordOf(withoutEmail(shownState), transactions, history));
		case "none":
			return null;
	}
}
