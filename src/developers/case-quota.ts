/** How many open cases a developer may have on one lost account, counted in the developer's account object. */
import type { ReserveCaseAnswer } from "../../durable/account/account-messages.ts";

export type CaseQuota = {
	/**
	 * Counts a case, once however often it is asked. `full` names the cases that are old enough to be asked
	 * whether they are still open; release those that are not, and reserve again.
	 * @param now unix milliseconds
	 */
	reserve(input: {
		developerId: string;
		caseId: string;
		lostAccount: string;
		limit: number;
		now: number;
	}): Promise<ReserveCaseAnswer>;
	release(input: { developerId: string; caseIds: string[] }): Promise<void>;
};
