import type { ReserveCaseResult } from "../../durable/account/account-messages.ts";

/** The open-case quota (auth.md "The open-case quota", ADR 5), counted in the account object of the filing caller. */
export type OpenCaseQuota = {
	/**
	 * Reserves a slot for a case. Idempotent. `full` names the cases that hold the slots: ask them, release the slots
	 * of closed cases and of settled ones that do not exist, then reserve again.
	 * @param now unix milliseconds
	 */
	reserve(input: {
		holder: string;
		caseId: string;
		lostAccount: string;
		limit: number;
		now: number;
	}): Promise<ReserveCaseResult>;
	release(input: { holder: string; caseIds: string[] }): Promise<void>;
};
