import type { ReserveCaseResult } from "../../durable/account/account-messages.ts";

/** The open-case quota (auth.md "The open-case quota", ADR 5), counted in the caller's account object. */
export type OpenCaseQuota = {
	/** Idempotent. After `full`, release the slots of closed and of missing cases, then reserve again. */
	reserve(input: {
		holder: string;
		caseId: string;
		lostAccount: string;
		limit: number;
		now: number;
	}): Promise<ReserveCaseResult>;
	release(input: { holder: string; caseIds: string[] }): Promise<void>;
};
