import type { CaseStatus, StatusReason, VERIFICATIONS } from "../../protocol/enumerations.ts";

type OrderVerification = (typeof VERIFICATIONS)[number];

/** The cases that a list contains. Accounts are lower case. */
export type CaseFilter = {
	owner:
		| { developerId: string }
		/** `provenOn`: null for every chain. `through`: only cases of this developer. */
		| { walletAddress: string; provenOn: number | null; through?: string | undefined }
		| { everybody: true };
	caseId?: string | undefined;
	/** Matches any of them. */
	statuses?: readonly CaseStatus[] | undefined;
	statusReason?: StatusReason | undefined;
	chainId?: number | undefined;
	/** Matches the lost or the recovery account. */
	account?: string | undefined;
	verification?: OrderVerification | undefined;
	/** Unix milliseconds. */
	executableBefore?: number | undefined;
	reference?: string | undefined;
	/** Unix milliseconds. */
	createdAfter?: number | undefined;
	/** Only rows with a greater change number, in its order (recovery.md "Changes of a list"). */
	changedSince?: number | undefined;
	/** In any letter case. */
	fullCaseNumber?: string | undefined;
	/** Newest first by default. */
	isOldestFirst?: boolean | undefined;
};
