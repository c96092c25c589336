/** Runs a case's checks of its chain. */

import type { CaseState, MoveCommand } from "../../src/protocol/case-state.ts";
import { followUpOf } from "../../src/protocol/lifecycle.ts";
import { decide } from "../../src/recovery/case/lifecycle.ts";
import type { ChainWatch } from "../../src/recovery/execution/chain-watch.ts";
import { createExecutionClaims } from "./execution-claims.ts";
import { createExecutionWatch, logOutage, type WatchedCase, wouldExecute } from "./execution-watch.ts";
import { createOwnerWatch } from "./owner-watch.ts";
import type { WatchStore } from "./watch-store.ts";

type CaseWatchPorts = {
	case: WatchedCase;
	store: WatchStore;
	database: D1Database;
	chain: () => ChainWatch;
	hasRpc: (chainId: number) => boolean;
	/** The result of `withObservedExecution` may have changed. */
	onChange: () => void;
};

export function createCaseWatch(ports: CaseWatchPorts) {
	const { store, database, onChange } = ports;
	const claim = createExecutionClaims(database);
	const owner = createOwnerWatch(ports);
	const execution = createExecutionWatch({ ...ports, claim, noteOverdueWatch: owner.noteOverdue });

	async function report(...args: Parameters<typeof execution.report>) {
		try {
			return await execution.report(...args);
		} finally {
			onChange();
		}
	}

	/** Checks the execution first, because it is not activity. Returns whether a check was due. */
	async function checkIfDue(): Promise<boolean> {
		const hasChecked = await execution.checkIfDue();
		if (hasChecked) onChange();
		return (await owner.checkIfDue()) || hasChecked;
	}

	/**
	 * If this move would let a stored execution complete the case, claims its calls first. "taken": another case has
	 * them. "unavailable": D1 did not respond, so reject the move.
	 */
	async function claimBefore(
		state: CaseState,
		command: MoveCommand,
	): Promise<"claimed" | "taken" | "unavailable"> {
		const decision = decide(state, command, Date.now());
		if (decision.kind !== "moved") return "claimed";
		const next = followUpOf(decision.state);
		const { execution: stored } = decision.state;
		if (!next || !stored || !wouldExecute(decision.state, next)) return "claimed";
		try {
			return await claim(state, stored.calls, Date.now());
		} catch (cause) {
			logOutage(state.caseId, String(cause));
			return "unavailable";
		}
	}

	/** Adds the execution that is still confirming, if there is no final one. */
	function withObservedExecution(state: CaseState): CaseState {
		if (state.execution) return state;
		const seen = store.executions().find(({ check }) => check.observed !== null);
		return seen ? { ...state, execution: seen.check.observed } : state;
	}

	return {
		report,
		lastObservation: execution.lastObservation,
		checkIfDue,
		claimBefore,
		withObservedExecution,
		startOrStop: owner.startOrStop,
		nextDueAt: store.nextDueAt,
	};
}
