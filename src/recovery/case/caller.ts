/** Who files, moves and reads cases, as far as this slice needs to know (recovery.md "Who sees a case"). */
import type { CaseState, ClaimantSide } from "./case-state.ts";

export type Caller =
	| { kind: "developer"; developerId: string }
	/** A session of the hosted app; `anon:<uuid>`. */
	| { kind: "anonymous"; subject: string }
	/** `address` in lower case; `chainId`: the only chain on which it was proven, null for every chain. */
	| { kind: "wallet"; subject: string; address: string; chainId: number | null }
	/** Known only by a header that can be forged outside browsers, so it is never shown a record. */
	| { kind: "origin"; origin: string; developerId: string };

/** `signer`: known by nothing but the signature that came with the move. `reviewer`: has that role, at this call. */
export type Viewer = Caller | { kind: "signer" } | { kind: "reviewer" };

type Visibility = "all" | "without_email" | "none";

/** What a viewer may see of a case. The e-mail is for whoever filed it and for the claimant's own wallet. */
export function visibilityOf(state: CaseState, viewer: Viewer): Visibility {
	switch (viewer.kind) {
		case "developer":
			return state.developerId === viewer.developerId ? "all" : "none";
		case "anonymous":
			return state.subject === viewer.subject ? "all" : "none";
		case "wallet": {
			if (state.subject === viewer.subject) return "all";
			if (!isOnItsChain(state, viewer)) return "none";
			if (state.rec.recoveryAccount.toLowerCase() === viewer.address) return "all";
			return state.rec.lostAccount.toLowerCase() === viewer.address ? "without_email" : "none";
		}
		case "reviewer":
			return "all";
		case "origin":
		case "signer":
			return "none";
	}
}

/**
 * For whom a viewer acts in what needs no wallet's signature: naming an execution, adding and reading documents. Null
 * for everybody else, the lost account and whoever has only filed the case among them (auth.md "Principals").
 */
export function partOf(state: CaseState, viewer: Viewer): ClaimantSide | "reviewer" | null {
	switch (viewer.kind) {
		case "developer":
			return state.developerId === viewer.developerId ? "developer" : null;
		case "wallet":
			return isOnItsChain(state, viewer) && state.rec.recoveryAccount.toLowerCase() === viewer.address
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

/** A contract of another chain may be somebody else's at the same address. */
function isOnItsChain({ rec }: CaseState, { chainId }: Extract<Caller, { kind: "wallet" }>): boolean {
	return chainId === null || chainId === rec.chainId;
}

/**
 * Whether a viewer may bring a move to a case at all. For sessions and signers the signature is the authority; a
 * developer acts on its own cases only, and so do the pages that speak for it. Which cases a reviewer does not
 * decide is the lifecycle's to say.
 */
export function mayMove(state: CaseState, viewer: Viewer): boolean {
	switch (viewer.kind) {
		case "developer":
		case "origin":
			return state.developerId === viewer.developerId;
		case "anonymous":
		case "wallet":
		case "signer":
		case "reviewer":
			return true;
	}
}

/** Whose a case becomes that this caller files. */
export function ownershipOf(caller: Caller): Pick<CaseState, "developerId" | "subject" | "source"> {
	switch (caller.kind) {
		case "developer":
			return { developerId: caller.developerId, subject: null, source: "api" };
		case "origin":
			return { developerId: caller.developerId, subject: null, source: "origin" };
		case "anonymous":
		case "wallet":
			return { developerId: null, subject: caller.subject, source: "hosted" };
	}
}

/** Under whose name, and on which account, open cases are counted, and how many there may be. */
export type SlotCount = { holder: string; lostAccount: string; limit: number };

/** Stands for all accounts together where cases are counted whatever account they name. */
const ANY_ACCOUNT = `0x${"0".repeat(40)}`;

/**
 * The counts that a new case has to fit into. Anonymous sessions come and go, so theirs are counted together,
 * per lost account. An origin can be forged outside browsers and lost accounts can be made up, so its cases
 * have a total too; it can only use up what is that origin's.
 * @param lostAccount lower case
 */
export function slotCountsOf(
	caller: Caller,
	lostAccount: string,
	limits: { perAccount: number; perOrigin: number },
): SlotCount[] {
	const onAccount = (holder: string): SlotCount => ({ holder, lostAccount, limit: limits.perAccount });
	switch (caller.kind) {
		case "developer":
			return [onAccount(caller.developerId)];
		case "wallet":
			return [onAccount(caller.subject)];
		case "anonymous":
			return [onAccount(`anonymous-cases:${lostAccount}`)];
		case "origin": {
			const total = {
				holder: `origin-total:${caller.origin}`,
				lostAccount: ANY_ACCOUNT,
				limit: limits.perOrigin,
			};
			return [onAccount(`origin:${caller.origin}`), total];
		}
	}
}
