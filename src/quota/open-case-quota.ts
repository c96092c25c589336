/** How many open cases a developer may have on one lost account, counted in the account object of whoever files them. */
import type { ReserveCaseAnswer } from "../../durable/account/account-messages.ts";

export type CaseQuota = {
	/**
	 * Counts a case, once however often it is asked. `full` names the cases that hold the slots: ask them,
	 * release those that are closed (or, if settled, do not exist), and reserve again.
	 * @param now unix milliseconds
	 */
	reserve(input: {
		holder: string;
		caseId: string;
		lostAccount: string;
		limit: number;
		now: number;
	}): Promise<ReserveCaseAnswer>;
	release(input: { holder: string; caseIds: string[] }): Promise<void>;
};
