/**
 * Whether the owner of the lost account is at work (recovery.md "Proof of execution", owner-liveness): once a day, while
 * the case is open, what the account has done is compared with what it had done when the case came in. An
 * account that can be used is not lost.
 */

import type { CaseState, Execution } from "../../src/recovery/case/case-state.ts";
import { isOpen } from "../../src/recovery/case/lifecycle.ts";
import type { AccountActivity } from "../../src/recovery/execution/account-activity.ts";
import type { ChainWatch } from "../../src/recovery/execution/chain-watch.ts";
import type { WatchedCase } from "./execution-watch.ts";
import type { WatchStore } from "./watch-store.ts";

const DAY_MS = 86_400_000;
/** Cases that were filed together shall not ask the node together. */
const JITTER_MS = 600_000;

type OwnerWatchPorts = { case: WatchedCase; store: WatchStore; chain: () => ChainWatch };

export function createOwnerWatch({ case: watched, store, chain }: OwnerWatchPorts) {
	const tomorrow = () => Date.now() + DAY_MS + Math.round(Math.random() * JITTER_MS);

	/** Begins to watch an open case on a chain that can be asked, and ends with the case. */
	function arrange(): void {
		const { state } = watched.current() ?? {};
		const isWatched = state !== undefined && isOpen(state.status) && chain().hasRpc(state.rec.chainId);
		const known = store.owner();
		if (isWatched && !known) store.saveOwner({ transactionCount: null }, Date.now());
		if (!isWatched && known) store.forget("owner");
	}

	/** Looks where it is time. An outage says nothing, so the comparison waits for the next look. Returns whether it was time. */
	async function lookIfDue(): Promise<boolean> {
		const known = store.owner();
		const { state } = watched.current() ?? {};
		if (!known || !state || known.dueAt > Date.now()) return false;
		// Before the node is asked, so that nothing makes it be asked twice a day.
		store.saveOwner(known.look, tomorrow());
		const { chainId, lostAccount } = state.rec;
		const activity = await chain().activityOf({ chainId, address: lostAccount });
		if (activity.kind === "seen") judge(activity);
		else logOutage(state.caseId, activity.reason);
		return true;
	}

	function judge({ transactionCount, isSafe }: Extract<AccountActivity, { kind: "seen" }>): void {
		const known = store.owner();
		const { state } = watched.current() ?? {};
		if (!known || !state) return;
		const before = known.look.transactionCount;
		const observed = store.execution()?.look.observed ?? null;
		const own = ownTransactions(state, [state.execution, observed], isSafe);
		if (before !== null && transactionCount <= before + own) return;
		// What a halted case does not write down is seen again once it goes on.
		const isTold =
			before === null || watched.move({ kind: "observe_activity", transactionCount }) === "moved";
		// Without the case's own, which are forgiven at every look.
		if (isTold) store.saveOwner({ transactionCount: transactionCount - own }, known.dueAt);
	}

	return { arrange, lookIfDue };
}

/** How many of the account's transactions were the case's own execution, as far as the chain has proven it. */
function ownTransactions(
	{ rec }: CaseState,
	executions: readonly (Execution | null)[],
	isSafe: boolean,
): number {
	const owner = rec.lostAccount.toLowerCase();
	const calls = executions
		.flatMap((execution) => execution?.calls ?? [])
		.filter(({ caller, index }) => caller.toLowerCase() === owner && (index === 0 || isSafe));
	return new Set(calls.map(({ txHash }) => txHash.toLowerCase())).size;
}

function logOutage(caseId: string, reason: string): void {
	console.warn(JSON.stringify({ level: "warn", event: "owner-watch", caseId, reason }));
}
