/**
 * Looks at the transactions that are said to have executed a case, once when they are named and then from the
 * alarm, with back-off, while they confirm (recovery.md "Proof of execution").
 *
 * Between a question to the node and its answer everything may happen to the case. So a verdict is a fact about
 * the chain only, and what it means is decided on the case as it stands when the answer is there; a look whose
 * transactions were named anew meanwhile decides nothing.
 */

import type { Hex } from "../../src/kernel/hex.ts";
import { countReport, NO_REPORTS } from "../../src/quota/report-rate.ts";
import type { CaseState, Execution, MoveCommand } from "../../src/recovery/case/case-state.ts";
import type { Decision } from "../../src/recovery/case/decision.ts";
import { decide, isOpen } from "../../src/recovery/case/lifecycle.ts";
import type { ChainWatch } from "../../src/recovery/execution/chain-watch.ts";
import type { Observation, ReportResult } from "../../src/recovery/execution/execution-messages.ts";
import type { ExecutionVerdict } from "../../src/recovery/execution/verify-execution.ts";
import type { Call } from "../../src/recovery/intent/intent.ts";
import { backoffMs } from "../outbox/backoff.ts";
import type { ClaimCalls } from "./execution-claims.ts";
import type { ExecutionLook, WatchStore } from "./watch-store.ts";

const DAY_MS = 86_400_000;
/** What nobody has mined by then is not under way any more; it can be named again. */
const UNSEEN_FOR_MS = 3 * DAY_MS;
/** However long a node is out or a chain takes, an open look must have an end. */
const LOOKED_AT_FOR_MS = 30 * DAY_MS;

/** The case that is watched. Synchronous, so that nothing comes between reading it and moving it. */
export type WatchedCase = {
	current(): { state: CaseState; transactions: readonly Call[] } | null;
	move(command: MoveCommand): Decision["kind"];
};

type ExecutionWatchPorts = {
	case: WatchedCase;
	store: WatchStore;
	chain: () => ChainWatch;
	claim: ClaimCalls;
};

/** What a verdict came to. */
type Settled =
	| { kind: "judged" }
	| { kind: "claimed" }
	| { kind: "unavailable_chain" }
	| { kind: "mismatch"; finding: string }
	| { kind: "observed"; observation: Observation };

/** As `ReportResult`, before the record and the standing of the case are added. */
type Reported = Settled | Extract<ReportResult, { kind: "no_chain" | "too_often" | "refused" | "not_found" }>;

export function createExecutionWatch({ case: watched, store, chain, claim }: ExecutionWatchPorts) {
	/** Not stored: an object that is evicted has been quiet for a while. */
	let reportRate = NO_REPORTS;

	/** Looks at transactions that somebody has just named. An outage leaves everything as it was. */
	async function report(txHashes: readonly Hex[]): Promise<Reported> {
		const { state } = watched.current() ?? {};
		if (!state) return { kind: "not_found" };
		if (!isOpen(state.status)) {
			return isExecutionOf(state, txHashes)
				? { kind: "judged" }
				: { kind: "refused", reason: "wrong_status", status: state.status };
		}
		const { chainId } = state.rec;
		if (!chain().hasRpc(chainId)) return { kind: "no_chain", chainId };
		const next = countReport(reportRate, txHashes.length, Date.now());
		if (next.kind === "too_often") return next;
		reportRate = next;
		const look: ExecutionLook = {
			submission: crypto.randomUUID(),
			txHashes: [...txHashes],
			submittedAt: Date.now(),
			attempts: 1,
			observed: null,
		};
		const verdict = await verdictOn(txHashes);
		if (verdict.kind === "unavailable") logOutage(state.caseId, verdict.reason);
		return verdict.kind === "unavailable" ? { kind: "unavailable_chain" } : settle(look, verdict);
	}

	/** Looks again where it is time. Returns whether it was. */
	async function lookIfDue(): Promise<boolean> {
		const known = store.execution();
		const { state } = watched.current() ?? {};
		if (!known || !state || known.dueAt > Date.now()) return false;
		const { submittedAt, txHashes } = known.look;
		if (!isOpen(state.status) || Date.now() - submittedAt > LOOKED_AT_FOR_MS) {
			store.forget("execution");
			return true;
		}
		const look = { ...known.look, attempts: known.look.attempts + 1 };
		// Before the node is asked, so that a crash in the middle is a look that has failed.
		save(look);
		const verdict = await verdictOn(txHashes);
		if (store.execution()?.look.submission !== look.submission) return true;
		if (verdict.kind === "unavailable") logOutage(state.caseId, verdict.reason);
		else await settle(look, verdict);
		return true;
	}

	async function verdictOn(txHashes: readonly Hex[]): Promise<ExecutionVerdict> {
		const known = watched.current();
		if (!known) return { kind: "unavailable", reason: "there is no case" };
		const { chainId, lostAccount } = known.state.rec;
		return chain().verify({
			...{ chainId, lostAccount, txHashes },
			txs: known.transactions,
			now: Date.now(),
		});
	}

	async function settle(
		look: ExecutionLook,
		verdict: Exclude<ExecutionVerdict, { kind: "unavailable" }>,
	): Promise<Settled> {
		const keepLooking = (observed: Execution | null) => {
			const nextLookAt = save({ ...look, observed });
			const reason = "reason" in verdict ? verdict.reason : null;
			return observation(look, verdict.kind as Observation["state"], { reason, nextLookAt });
		};
		switch (verdict.kind) {
			case "final":
				return judge(look, verdict.execution);
			case "confirming":
				return keepLooking(verdict.execution);
			case "unseen":
				if (Date.now() - look.submittedAt <= UNSEEN_FOR_MS) return keepLooking(null);
				forget(look);
				return observation(look, "unseen", { reason: verdict.reason, nextLookAt: null });
			case "unproven":
				if (!verdict.isFinal) return keepLooking(null);
				forget(look);
				return observation(look, "unproven", { reason: verdict.reason, nextLookAt: null });
			case "mismatch": {
				const { finding } = verdict;
				forget(look);
				const moved = watched.move({ kind: "find_mismatch", txHashes: look.txHashes, finding });
				return moved === "moved" ? { kind: "judged" } : { kind: "mismatch", finding };
			}
		}
	}

	/** Claims the calls where they would execute the case, then moves it. The alarm makes a crash between both good. */
	async function judge(look: ExecutionLook, execution: Execution): Promise<Settled> {
		const command: MoveCommand = { kind: "prove_execution", execution };
		const before = watched.current();
		if (!before) return { kind: "unavailable_chain" };
		if (isOnFile(before.state, execution)) {
			forget(look);
			return { kind: "judged" };
		}
		if (executes(before.state, command)) {
			save(look);
			const claimed = await claim(before.state, execution.calls, Date.now()).catch((cause) => {
				logOutage(before.state.caseId, String(cause));
			});
			if (!claimed) return { kind: "unavailable_chain" };
			if (claimed === "taken") {
				forget(look);
				return { kind: "claimed" };
			}
		}
		forget(look);
		watched.move(command);
		return { kind: "judged" };
	}

	/** @returns when to look again */
	function save(look: ExecutionLook): number {
		const nextLookAt = Date.now() + backoffMs(look.attempts, Math.random());
		store.saveExecution(look, nextLookAt);
		return nextLookAt;
	}

	/** Only this look's: others may have been named meanwhile. */
	function forget({ txHashes }: ExecutionLook): void {
		const known = store.execution();
		if (known && isSame(known.look.txHashes, txHashes)) store.forget("execution");
	}

	return { report, lookIfDue };
}

/** Whether the command would execute the case now. */
export function executes(state: CaseState, command: MoveCommand): boolean {
	const decision = decide(state, command, Date.now());
	return decision.kind === "moved" && decision.state.status === "executed";
}

/** An execution that is judged already and waits for a reviewer is not written down twice. */
function isOnFile({ status, execution }: CaseState, found: Execution): boolean {
	if (status !== "action_required" || execution?.state !== "final") return false;
	return execution.blockHash === found.blockHash && isSame(execution.txHashes, found.txHashes);
}

function isExecutionOf({ status, execution }: CaseState, txHashes: readonly Hex[]): boolean {
	if (status !== "executed" || execution === null) return false;
	const named = new Set(txHashes.map((hash) => hash.toLowerCase()));
	return execution.txHashes.every((hash) => named.has(hash.toLowerCase()));
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
	return some.join().toLowerCase() === others.join().toLowerCase();
}

function observation(
	{ txHashes }: ExecutionLook,
	state: Observation["state"],
	rest: Pick<Observation, "reason" | "nextLookAt">,
): Settled {
	return { kind: "observed", observation: { state, txHashes, ...rest } };
}

/** `reason` holds no URL and no value of a query. */
export function logOutage(caseId: string, reason: string): void {
	console.warn(JSON.stringify({ level: "warn", event: "execution-watch", caseId, reason }));
}
