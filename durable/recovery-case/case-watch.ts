/** All that a case's object does on its chain: the execution, and the owner of the lost account. */

import type { CaseState, MoveCommand } from "../../src/recovery/case/case-state.ts";
import { decide, followUpOf } from "../../src/recovery/case/lifecycle.ts";
import type { ChainWatch } from "../../src/recovery/execution/chain-watch.ts";
import { createExecutionClaims } from "./execution-claims.ts";
import { createExecutionWatch, executes, logOutage, type WatchedCase } from "./execution-watch.ts";
import { createOwnerWatch } from "./owner-watch.ts";
import type { WatchStore } from "./watch-store.ts";

type CaseWatchPorts = {
	case: WatchedCase;
	store: WatchStore;
	database: D1Database;
	chain: () => ChainWatch;
	/** What is shown of the case may be another from now on. */
	changed: () => void;
};

export function createCaseWatch(ports: CaseWatchPorts) {
	const { store, database, changed } = ports;
	const claim = createExecutionClaims(database);
	const execution = createExecutionWatch({ ...ports, claim });
	const owner = createOwnerWatch(ports);

	async function report(...args: Parameters<typeof execution.report>) {
		try {
			return await execution.report(...args);
		} finally {
			changed();
		}
	}

	/** The execution first, since what it finds is no activity of the owner. Returns whether anything was due. */
	async function lookIfDue(): Promise<boolean> {
		const hasLooked = await execution.lookIfDue();
		if (hasLooked) changed();
		return (await owner.lookIfDue()) || hasLooked;
	}

	/**
	 * Claims the calls of an execution on file that would be judged right behind this move. Where they have proven
	 * another case it must not be, and where nobody can tell there must be no move.
	 */
	async function claimBefore(
		state: CaseState,
		command: MoveCommand,
	): Promise<"claimed" | "taken" | "unavailable"> {
		const decision = decide(state, command, Date.now());
		if (decision.kind !== "moved") return "claimed";
		const next = followUpOf(decision.state);
		const { execution: onFile } = decision.state;
		if (!next || !onFile || !executes(decision.state, next)) return "claimed";
		try {
			return await claim(state, onFile.calls, Date.now());
		} catch (cause) {
			logOutage(state.caseId, String(cause));
			return "unavailable";
		}
	}

	/** The case as callers see it: with an execution that confirms, where it has none that is final. */
	function shown(state: CaseState): CaseState {
		const observed = state.execution ? null : (store.execution()?.look.observed ?? null);
		return observed ? { ...state, execution: observed } : state;
	}

	return {
		report,
		lookIfDue,
		claimBefore,
		shown,
		arrange: owner.arrange,
		nextDueAt: store.nextDueAt,
	};
}
