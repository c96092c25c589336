/** Checks once a day that the lost account of an open case has not acted (recovery.md "The watch over the lost account"). */

import { log } from "../../src/kernel/log.ts";
import type { CaseState, Execution, NotWatched } from "../../src/protocol/case-state.ts";
import { isDormant, isOpen } from "../../src/protocol/lifecycle.ts";
import { lookPayerOf } from "../../src/recovery/case/case-access.ts";
import type { AccountActivity } from "../../src/recovery/execution/account-activity.ts";
import type { ChainWatch } from "../../src/recovery/execution/chain-watch.ts";
import type { WatchedCase } from "./execution-watch.ts";
import { postponementMs, type WatchStore } from "./watch-store.ts";

const DAY_MS = 86_400_000;
/** Spreads the requests of cases that were filed together. */
const JITTER_MS = 600_000;

/** A case is not watched after the third look in a row that was missed. */
const LOST_AFTER_MS = 2 * DAY_MS;

type OwnerWatchPorts = {
	case: WatchedCase;
	store: WatchStore;
	chain: () => ChainWatch;
	hasRpc: (chainId: number) => boolean;
};
type Seen = Extract<AccountActivity, { kind: "seen" }>;

export function createOwnerWatch({ case: watched, store, chain, hasRpc }: OwnerWatchPorts) {
	const inADay = () => Date.now() + DAY_MS + Math.round(Math.random() * JITTER_MS);

	/** @param network of the filer; kept with a new watch */
	function startOrStop(network: string | null = null): void {
		const { state } = watched.current() ?? {};
		const pending = store.owner();
		if (!state || !isOpen(state.status)) {
			if (pending) store.removeOwner();
		} else if (isDormant(state)) {
			// Keeps the count, so that activity in the meantime halts a case that an order revives.
			if (pending && !pending.isAsleep) store.putOwnerToSleep(pending.watch);
		} else if (pending?.isAsleep) {
			store.saveOwner({ ...pending.watch, owedSince: Date.now() }, Date.now());
		} else if (!pending && hasRpc(state.rec.chainId)) {
			// The chain may have got its node after the creation. If it loses the node, each look is missed.
			const never = { transactionCount: null, lookedAt: null, missedBy: "node_outage" } as const;
			store.saveOwner({ ...never, owedSince: state.createdAt, network }, Date.now());
		}
	}

	/** Call before a proof counts, because the alarm may not have run since the chain got its node. */
	function noteOverdue(): void {
		startOrStop();
		loseIfOverdue();
	}

	async function checkIfDue(): Promise<boolean> {
		const pending = store.owner();
		const { state } = watched.current() ?? {};
		if (!pending || !state || pending.dueAt > Date.now()) return false;
		// Scheduled before the request, so that a crash counts as a missed look.
		store.saveOwner(pending.watch, Date.now() + postponementMs(0));
		const { chainId, lostAccount } = state.rec;
		const { network } = pending.watch;
		const look = { payer: lookPayerOf(state), network, hasOrder: state.courtOrder !== null };
		const activity = await chain().activityOf({ chainId, address: lostAccount }, look);
		if (activity.kind === "seen") noteSeen(activity);
		else {
			const isOutage = activity.kind === "unavailable";
			const reason = isOutage ? activity.reason : `the reserve of ${activity.identity} is used up`;
			log.warn("owner-watch", { caseId: state.caseId, reason });
			if (isOutage) noteMissed("node_outage", 0);
			else noteMissed("reserve_used_up", activity.retryAfterSeconds);
		}
		return true;
	}

	function noteMissed(missedBy: NotWatched["because"], retryAfterSeconds: number): void {
		const pending = store.owner();
		if (!pending || pending.isAsleep) return;
		store.saveOwner({ ...pending.watch, missedBy }, Date.now() + postponementMs(retryAfterSeconds));
		loseIfOverdue();
	}

	function loseIfOverdue(): void {
		const { watch } = store.owner() ?? {};
		const { state } = watched.current() ?? {};
		if (!watch || !state || Date.now() < watch.owedSince + LOST_AFTER_MS) return;
		const notWatched = { since: watch.lookedAt ?? state.createdAt, because: watch.missedBy };
		watched.move({ kind: "lose_watch", notWatched });
	}

	function noteSeen({ transactionCount, isSafe }: Seen): void {
		const pending = store.owner();
		if (!pending || pending.isAsleep) return;
		const next = inADay();
		const watch = { ...pending.watch, lookedAt: Date.now(), owedSince: next };
		store.saveOwner(watch, next);
		watched.move({ kind: "regain_watch" });
		const { state } = watched.current() ?? {};
		if (!state) return;
		const before = watch.transactionCount;
		const observed = store.executions().map(({ check }) => check.observed);
		const own = countOwnTransactions(state, [state.execution, ...observed], isSafe);
		if (before !== null && transactionCount <= before + own) return;
		// A halted case does not record activity, so the baseline stays until the halt ends.
		const isRecorded =
			before === null || watched.move({ kind: "observe_activity", transactionCount }) === "moved";
		// Every check subtracts the case's own transactions.
		if (isRecorded) store.saveOwner({ ...watch, transactionCount: transactionCount - own }, next);
	}

	return { startOrStop, noteOverdue, checkIfDue };
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
