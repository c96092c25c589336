/** Checks once a day that the lost account of an open case has not acted (recovery.md "Owner-liveness"). */

import { log } from "../../src/kernel/log.ts";
import { payerOfCase } from "../../src/recovery/case/case-access.ts";
import type { CaseState, Execution } from "../../src/recovery/case/case-state.ts";
import { isDormant, isOpen } from "../../src/recovery/case/lifecycle.ts";
import type { AccountActivity } from "../../src/recovery/execution/account-activity.ts";
import type { ChainWatch } from "../../src/recovery/execution/chain-watch.ts";
import type { WatchedCase } from "./execution-watch.ts";
import { postponementMs, type WatchStore } from "./watch-store.ts";

const DAY_MS = 86_400_000;
/** Spreads the requests of cases that were filed together. */
const JITTER_MS = 600_000;

type OwnerWatchPorts = {
	case: WatchedCase;
	store: WatchStore;
	chain: () => ChainWatch;
	hasRpc: (chainId: number) => boolean;
};

export function createOwnerWatch({ case: watched, store, chain, hasRpc }: OwnerWatchPorts) {
	const tomorrow = () => Date.now() + DAY_MS + Math.round(Math.random() * JITTER_MS);

	function startOrStop(): void {
		const { state } = watched.current() ?? {};
		const isWatched = state !== undefined && isOpen(state.status) && hasRpc(state.rec.chainId);
		const pending = store.owner();
		if (!isWatched) {
			if (pending) store.remove("owner");
		} else if (isDormant(state)) {
			// Keeps the count, so that activity in the meantime halts a case that an order revives.
			if (pending && !pending.isAsleep) store.putOwnerToSleep(pending.baseline);
		} else if (!pending || pending.isAsleep) {
			store.saveOwner(pending?.baseline ?? { transactionCount: null }, Date.now());
		}
	}

	async function checkIfDue(): Promise<boolean> {
		const pending = store.owner();
		const { state } = watched.current() ?? {};
		if (!pending || !state || pending.dueAt > Date.now()) return false;
		// Scheduled before the request, so that there is no second check on the same day.
		store.saveOwner(pending.baseline, tomorrow());
		const { chainId, lostAccount } = state.rec;
		const by = { payer: payerOfCase(state), clientAddress: null };
		const activity = await chain().activityOf({ chainId, address: lostAccount }, by);
		if (activity.kind === "seen") compare(activity);
		else if (activity.kind === "budget_exhausted") {
			store.saveOwner(pending.baseline, Date.now() + postponementMs(activity.retryAfterSeconds));
		} else logOutage(state.caseId, activity.reason);
		return true;
	}

	function compare({ transactionCount, isSafe }: Extract<AccountActivity, { kind: "seen" }>): void {
		const pending = store.owner();
		const { state } = watched.current() ?? {};
		if (!pending || !state) return;
		const before = pending.baseline.transactionCount;
		const observed = store.execution()?.check.observed ?? null;
		const own = countOwnTransactions(state, [state.execution, observed], isSafe);
		if (before !== null && transactionCount <= before + own) return;
		// A halted case does not record activity, so the baseline stays until the halt ends.
		const isRecorded =
			before === null || watched.move({ kind: "observe_activity", transactionCount }) === "moved";
		// Every check subtracts the case's own transactions.
		if (isRecorded) store.saveOwner({ transactionCount: transactionCount - own }, pending.dueAt);
	}

	return { startOrStop, checkIfDue };
}

/** The account's transactions that belong to the case's proven execution. */
function countOwnTransactions(
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
	log.warn("owner-watch", { caseId, reason });
}
