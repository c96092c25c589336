/** The accounts that developers watch (webhooks.md "Watched accounts"). */
import { AppError } from "../kernel/errors/app-error.ts";
import { MAX_WATCHED, MAX_WATCHED_WITH_ORIGIN, type WatchedAccountRows } from "./watched-accounts.d1.ts";

/** `chainId`: every chain if absent. */
type Selection = { developerId: string; accounts: readonly string[]; chainId?: number | undefined };

export function createWatchedAccountService(rows: WatchedAccountRows) {
	/** @returns how many the developer watches then. @throws AppError, and adds none, if that would be too many */
	async function add({ now, ...selection }: Selection & { now: number }): Promise<number> {
		const watched = await rows.add({ ...keysOf(selection), now });
		if (watched !== undefined) return watched;
		const [few, many] = [MAX_WATCHED, MAX_WATCHED_WITH_ORIGIN].map((most) => most.toLocaleString("en"));
		throw new AppError({
			code: "RATE_LIMITED",
			message: `Your account would watch more accounts than it may, so none was added: ${few}, or ${many} with an allowed browser origin.`,
			details: [{ field: "accounts", rule: "quota_full", message: "names more than the account may watch" }],
		});
	}

	return { add, remove: (selection: Selection) => rows.remove(keysOf(selection)), list: rows.list };
}

function keysOf({ developerId, accounts, chainId = 0 }: Selection) {
	return { developerId, chainId, accounts: [...new Set(accounts.map((account) => account.toLowerCase()))] };
}
