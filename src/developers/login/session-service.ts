/** The sessions of an account, for their owner (auth.md "Developer sessions"). */
import type { ListedSession } from "../../../durable/account/account-messages.ts";
import type { AccountOf } from "../account-object.ts";

/** `accountName`: a developer id or a wallet's subject. */
type Sessions = { accountName: string };

export function createSessionService(accountOf: AccountOf) {
	return {
		listSessions: ({ accountName, now }: Sessions & { now: number }): Promise<ListedSession[]> =>
			accountOf(accountName).listSessions({ now }),
		/** Returns false if the account has no such session. */
		async endSession({ accountName, sessionId }: Sessions & { sessionId: string }): Promise<boolean> {
			const { isClosed } = await accountOf(accountName).closeSession({ sessionId });
			return isClosed;
		},
		/** @returns the number of sessions that ended */
		async endOtherSessions(input: Sessions & { sessionId: string; now: number }): Promise<number> {
			const { accountName, ...session } = input;
			const { closed } = await accountOf(accountName).closeOtherSessions(session);
			return closed;
		},
	};
}
