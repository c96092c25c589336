/** The list of cases as the service asks for it; `adapters/case-index.d1.ts` keeps it in D1. */
import type { CaseStatus, StatusReason } from "./case-state.ts";

/** Times are unix milliseconds, addresses lower case. */
export type CaseRow = {
	caseId: string;
	jrcHash: string;
	developerId: string | null;
	subject: string | null;
	source: string;
	lostAccount: string;
	recoveryAccount: string;
	chainId: number;
	reason: string;
	status: string;
	statusReason: string | null;
	txHash: string | null;
	executeAfter: number | null;
	createdAt: number;
	updatedAt: number;
	version: number;
};

/** The last row of a page: where the next one starts. */
export type PageKey = { createdAt: number; caseId: string };

/**
 * Whose cases: a developer's, or those that name a wallet's account, on one chain where it was proven for that
 * one alone, or everybody's, for reviewers. Accounts are lower case.
 */
export type CaseFilter = {
	of: { developerId: string } | { walletAddress: string; provenOn: number | null } | { everybody: true };
	status?: CaseStatus | undefined;
	statusReason?: StatusReason | undefined;
	chainId?: number | undefined;
	/** Matches either account. */
	account?: string | undefined;
};

export type CaseIndex = {
	/** At most `limit` cases, newest first, that come after `after`. */
	list(filter: CaseFilter, after: PageKey | null, limit: number): Promise<CaseRow[]>;
	/** Whether a case with this id is on file. */
	has(caseId: string): Promise<boolean>;
	/** At most `limit` open cases on a chain that name this account as lost, oldest first, after `after`. */
	openCasesOf(
		lost: { chainId: number; account: string },
		after: PageKey | null,
		limit: number,
	): Promise<CaseRow[]>;
	/** Whether a developer has an open case on a chain that names this account as lost, other than this one. */
	hasOpenCaseOf(
		developerId: string,
		lost: { chainId: number; account: string; otherThan: string },
	): Promise<boolean>;
};
