/** Decides who may see, use and move a case (recovery.md "Who sees a case"). */

import type { CaseState } from "../../protocol/case-state.ts";
import type { ClaimantRole } from "../../protocol/enumerations.ts";
import type { Payer } from "../../quota/bills.ts";

export type Filer =
	| { kind: "developer"; developerId: string }
	/** `subject`: `anon:<uuid>` of the hosted app. */
	| { kind: "anonymous"; subject: string }
	/** `chainId`: the only chain on which the address is proven; null for every chain. */
	| { kind: "wallet"; subject: string; address: string; chainId: number | null; page?: FilingPage | null }
	/** Never sees a record, because an `Origin` header can be forged. */
	| { kind: "origin"; origin: string; developerId: string };

/** The page that opened a wallet session. It acts only for the origin's developer. */
type FilingPage = { origin: string; developerId: string };

export type Caller =
	| Filer
	/** Sends a signed move without a credential. */
	| { kind: "signer" }
	| { kind: "reviewer" };

type Visibility = "all" | "without_email" | "none";

/** Only the filer, the claimant's wallet and reviewers see the e-mail address. */
export function visibilityOf(state: CaseState, caller: Caller): Visibility {
	switch (caller.kind) {
		case "developer":
			return state.developerId === caller.developerId ? "all" : "none";
		case "anonymous":
			return state.subject === caller.subject ? "all" : "none";
		case "wallet": {
			if (!isOfPage(state, caller)) return "none";
			if (state.subject === caller.subject) return "all";
			if (!isProvenOnChainOf(state, caller)) return "none";
			if (state.rec.recoveryAccount.toLowerCase() === caller.address) return "all";
			return state.rec.lostAccount.toLowerCase() === caller.address ? "without_email" : "none";
		}
		case "reviewer":
			return "all";
		case "origin":
		case "signer":
			return "none";
	}
}

/** The role in which a caller may report executions and read documents (recovery.md "Who may read documents"). */
export function roleOf(state: CaseState, caller: Caller): ClaimantRole | "reviewer" | null {
	switch (caller.kind) {
		case "developer":
			return state.developerId === caller.developerId ? "developer" : null;
		case "wallet":
			return isOfPage(state, caller) &&
				isProvenOnChainOf(state, caller) &&
				state.rec.recoveryAccount.toLowerCase() === caller.address
				? "recovery_account"
				: null;
		case "reviewer":
			return "reviewer";
		case "anonymous":
		case "origin":
		case "signer":
			return null;
	}
}

export const VIEWER_ROLES = ["developer", "recovery_account", "lost_account", "filer", "reviewer"] as const;

/** The role in which a caller reads a case. `filer`: a session that filed it and has none of its accounts. */
export type ViewerRole = (typeof VIEWER_ROLES)[number];

/** null for a caller who may not read the case. */
export function viewerRoleOf(state: CaseState, caller: Caller): ViewerRole | null {
	if (visibilityOf(state, caller) === "none") return null;
	const isOwner =
		caller.kind === "wallet" &&
		isProvenOnChainOf(state, caller) &&
		state.rec.lostAccount.toLowerCase() === caller.address;
	return roleOf(state, caller) ?? (isOwner ? "lost_account" : "filer");
}

/** Pays for what the service does for the claimant of a case by itself. */
export function payerOfCase({ developerId, subject }: CaseState): Payer {
	if (developerId !== null) return { kind: "developer", developerId };
	if (subject === null) return { kind: "service" };
	return { kind: subject.startsWith("anon:") ? "anonymous" : "wallet", subject };
}

/** Whose part of the reserve a look at the lost account counts to. An origin may be forged, so its visitors' network does. */
export function lookPayerOf(state: CaseState): Payer {
	return state.source === "origin" ? { kind: "nobody" } : payerOfCase(state);
}

/** A session of a page may access only the cases of the page's developer. */
function isOfPage({ developerId }: CaseState, { page }: Extract<Caller, { kind: "wallet" }>): boolean {
	return !page || developerId === page.developerId;
}

/** On another chain a contract's address may belong to somebody else (ADR 7). */
function isProvenOnChainOf({ rec }: CaseState, { chainId }: Extract<Caller, { kind: "wallet" }>): boolean {
	return chainId === null || chainId === rec.chainId;
}

/** Developers and their pages may move only their own cases. The lifecycle restricts reviewers. */
export function canMove(state: CaseState, caller: Caller): boolean {
	switch (caller.kind) {
		case "developer":
		case "origin":
			return state.developerId === caller.developerId;
		case "wallet":
			return isOfPage(state, caller);
		case "anonymous":
		case "signer":
		case "reviewer":
			return true;
	}
}

export function ownershipOf(caller: Filer): Pick<CaseState, "developerId" | "subject" | "source"> {
	switch (caller.kind) {
		case "developer":
			return { developerId: caller.developerId, subject: null, source: "api" };
		case "origin":
			return { developerId: caller.developerId, subject: null, source: "origin" };
		case "wallet":
			// The result must not depend on whether the page's visitor has a session.
			if (caller.page) return ownershipOf({ kind: "origin", ...caller.page });
			return { developerId: null, subject: caller.subject, source: "hosted" };
		case "anonymous":
			return { developerId: null, subject: caller.subject, source: "hosted" };
	}
}
