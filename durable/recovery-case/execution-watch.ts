/** Checks reported transactions, at once and then from the alarm (recovery.md "When the chain is checked"). */

import type { Hex } from "../../src/kernel/encoding/hex.ts";
import { failure } from "../../src/kernel/errors/failure.ts";
import { log } from "../../src/kernel/log.ts";
import type { CaseState, Execution, MoveCommand } from "../../src/protocol/case-state.ts";
import type { Decision } from "../../src/protocol/decision.ts";
import type { Call } from "../../src/protocol/intent.ts";
import { isOpen } from "../../src/protocol/lifecycle.ts";
import type { Payer } from "../../src/quota/bills.ts";
import type { BudgetExhausted } from "../../src/quota/errors.ts";
import type { NodePayer } from "../../src/quota/node-requests.ts";
import { countReport, NO_REPORTS } from "../../src/quota/report-rate.ts";
import { payerOfCase } from "../../src/recovery/case/case-access.ts";
import { decide } from "../../src/recovery/case/lifecycle.ts";
import type { ChainWatch } from "../../src/recovery/execution/chain-watch.ts";
import type {
	Observation,
	Reporter,
	ReportFailure,
} from "../../src/recovery/execution/execution-messages.ts";
import type { ExecutionVerdict } from "../../src/recovery/execution/verify-execution.ts";
import { backoffMs } from "../outbox/backoff.ts";
import type { ClaimCalls } from "./execution-claims.ts";
import { type ExecutionCheck, postponementMs, type WatchStore } from "./watch-store.ts";

const DAY_MS = 86_400_000;
const MAX_UNMINED_MS = 3 * DAY_MS;
const MAX_CHECK_MS = 30 * DAY_MS;
/** Waits between the few checks of a hash that the node does not know, because anybody can invent a hash. */
const UNKNOWN_WAITS_MS = [5, 60, 600, 7_200, 86_400].map((seconds) => seconds * 1000);

/** Synchronous, so that nothing comes between a read and a move. */
export type WatchedCase = {
	current(): { state: CaseState; transactions: readonly Call[] } | null;
	move(command: MoveCommand): Decision["kind"];
};

type ExecutionWatchPorts = {
	case: WatchedCase;
	store: WatchStore;
	chain: () => ChainWatch;
	hasRpc: (chainId: number) => boolean;
	claim: ClaimCalls;
	/** Of the lost account, before a proof is judged. */
	noteOverdueWatch: () => void;
};

/** A check before its first result, or with the result of an earlier look. */
type Unjudged = Omit<ExecutionCheck, "verdict">;

type Outcome =
	| { kind: "judged" }
	| { kind: "observed"; observation: Observation }
	/** A `ReportResult` without the case's record and standing. */
	| ReportFailure;

export function createExecutionWatch(ports: ExecutionWatchPorts) {
	const { case: watched, store, chain, hasRpc, claim, noteOverdueWatch } = ports;
	/** In memory only, because an object is evicted only after a while without reports. */
	const reportRates = { claimant: NO_REPORTS, reviewer: NO_REPORTS, module: NO_REPORTS };

	/** An outage changes nothing. */
	async function report(
		txHashes: readonly Hex[],
		by: NodePayer,
		reporter: { kind: Reporter["kind"] | "module" },
	): Promise<Outcome> {
		const { state } = watched.current() ?? {};
		if (!state) return failure("not_found", null);
		if (!isOpen(state.status)) {
			return isExecutedBy(state, txHashes)
				? { kind: "judged" }
				: failure("wrong_status", { status: state.status });
		}
		const { chainId } = state.rec;
		if (!hasRpc(chainId)) return failure("no_chain", { chainId });
		// A claimant cannot keep a reviewer from reporting what halts the case.
		const { kind } = reporter;
		const side = kind === "reviewer" || kind === "module" ? kind : "claimant";
		const next = countReport(reportRates[side], txHashes.length, Date.now());
		if (next.kind === "too_often") return failure("too_often", { retryAfterSeconds: next.retryAfterSeconds });
		reportRates[side] = next;
		const check: Unjudged = {
			side,
			submission: crypto.randomUUID(),
			txHashes: [...txHashes],
			submittedAt: Date.now(),
			attempts: 1,
			unknownChecks: 0,
			payer: storable(by.payer),
			observed: null,
		};
		const verdict = await verify(txHashes, by);
		if (verdict.kind === "budget_exhausted") return failure(verdict.kind, verdict);
		if (verdict.kind === "unavailable") logOutage(state.caseId, verdict.reason);
		return verdict.kind === "unavailable" ? failure("unavailable_chain", null) : applyVerdict(check, verdict);
	}

	async function checkIfDue(): Promise<boolean> {
		const [pending] = store.executions();
		const { state } = watched.current() ?? {};
		if (!pending || !state || pending.dueAt > Date.now()) return false;
		const { submittedAt, txHashes } = pending.check;
		if (!isOpen(state.status) || Date.now() - submittedAt > MAX_CHECK_MS) {
			if (isOpen(state.status)) store.endExecution(pending.check);
			else store.removeExecution(pending.check);
			return true;
		}
		const check = { ...pending.check, attempts: pending.check.attempts + 1 };
		// Scheduled before the request, so that a crash counts as a failed check.
		schedule(check);
		const payer = check.payer ?? payerOfCase(state);
		const verdict = await verify(txHashes, { payer, clientAddress: null });
		if (lastOf(check)?.submission !== check.submission) return true;
		if (verdict.kind === "budget_exhausted") postpone(state.caseId, pending.check, verdict);
		else if (verdict.kind === "unavailable") logOutage(state.caseId, verdict.reason);
		else await applyVerdict(check, verdict);
		return true;
	}

	/** The check was not made, so it does not count as an attempt. */
	function postpone(caseId: string, check: ExecutionCheck, { retryAfterSeconds }: BudgetExhausted): void {
		logOutage(caseId, `a budget of node requests is used up for ${retryAfterSeconds} s`);
		schedule(check, postponementMs(retryAfterSeconds));
	}

	async function verify(
		txHashes: readonly Hex[],
		by: NodePayer,
	): Promise<ExecutionVerdict | BudgetExhausted> {
		const current = watched.current();
		if (!current) return { kind: "unavailable", reason: "there is no case" };
		const { rec, jrcHash } = current.state;
		const { chainId, lostAccount } = rec;
		const txs = current.transactions;
		return chain().verify({ chainId, lostAccount, jrcHash, txs, txHashes, now: Date.now() }, by);
	}

	async function applyVerdict(
		check: Unjudged,
		verdict: Exclude<ExecutionVerdict, { kind: "unavailable" }>,
	): Promise<Outcome> {
		const judgedAs = (observed: Execution | null): ExecutionCheck => {
			const reason = "reason" in verdict ? verdict.reason : null;
			return { ...check, observed, verdict: { state: verdict.kind as Observation["state"], reason } };
		};
		const checkAgain = (observed: Execution | null, waitMs?: number): Outcome => {
			const judged = judgedAs(observed);
			return { kind: "observed", observation: observationOf(judged, schedule(judged, waitMs)) };
		};
		const checkNoMore = (): Outcome => {
			const judged = judgedAs(null);
			endCheck(judged);
			return { kind: "observed", observation: observationOf(judged, null) };
		};
		switch (verdict.kind) {
			case "final":
				return applyProof(check, verdict.execution);
			case "confirming":
				return checkAgain(verdict.execution);
			case "unseen": {
				if (!verdict.isKnown) check.unknownChecks += 1;
				const waitMs = unseenWaitMs(check, verdict);
				return waitMs === null ? checkNoMore() : checkAgain(null, waitMs);
			}
			case "unproven":
				return verdict.isFinal ? checkNoMore() : checkAgain(null);
			case "mismatch": {
				const { finding } = verdict;
				removeCheck(check);
				const moved = watched.move({ kind: "find_mismatch", txHashes: check.txHashes, finding });
				return moved === "moved" ? { kind: "judged" } : failure("mismatch", { finding });
			}
		}
	}

	/** The alarm repairs a crash between claim and move. */
	async function applyProof(check: Unjudged, execution: Execution): Promise<Outcome> {
		const command: MoveCommand = { kind: "prove_execution", execution };
		noteOverdueWatch();
		const before = watched.current();
		if (!before) return failure("unavailable_chain", null);
		if (isStored(before.state, execution)) {
			removeCheck(check);
			return { kind: "judged" };
		}
		if (wouldExecute(before.state, command)) {
			schedule({ ...check, verdict: { state: "confirming", reason: null } });
			const claimed = await claim(before.state, execution.calls, Date.now()).catch((cause) => {
				logOutage(before.state.caseId, String(cause));
			});
			if (!claimed) return failure("unavailable_chain", null);
			if (claimed === "taken") {
				removeCheck(check);
				return failure("claimed", null);
			}
		}
		removeCheck(check);
		watched.move(command);
		return { kind: "judged" };
	}

	/** Returns the due time. */
	function schedule(check: ExecutionCheck, waitMs = backoffMs(check.attempts, Math.random())): number {
		const dueAt = Date.now() + waitMs;
		store.saveExecution(check, dueAt);
		return dueAt;
	}

	function lastOf({ side }: Pick<ExecutionCheck, "side">): ExecutionCheck | undefined {
		return store.reports().find(({ check }) => check.side === side)?.check;
	}

	/** Keeps a check of other transactions that were reported meanwhile. */
	function removeCheck(check: Unjudged): void {
		const last = lastOf(check);
		if (last && isSameList(last.txHashes, check.txHashes)) store.removeExecution(check);
	}

	/** Keeps the result, because the case shows it. A check of other transactions stays. */
	function endCheck(check: ExecutionCheck): void {
		const last = lastOf(check);
		if (!last || isSameList(last.txHashes, check.txHashes)) store.endExecution(check);
	}

	/** Of the last report. Null without one, and in a closed case, whose record tells the result. */
	function lastObservation(): Observation | null {
		const [last] = store.reports();
		const { state } = watched.current() ?? {};
		return last && state && isOpen(state.status) ? observationOf(last.check, last.dueAt) : null;
	}

	return { report, checkIfDue, lastObservation };
}

/** Without the page: an alarm has no network, so one network could use up the budget of the page's origin. */
function storable(payer: Payer): ExecutionCheck["payer"] {
	if (payer.kind === "developer") return payer;
	return payer.kind === "wallet" ? { kind: payer.kind, subject: payer.subject } : undefined;
}

/** Null ends the check. */
function unseenWaitMs(
	{ attempts, unknownChecks, submittedAt }: Unjudged,
	{ isKnown }: Extract<ExecutionVerdict, { kind: "unseen" }>,
): number | null {
	if (!isKnown) return UNKNOWN_WAITS_MS[unknownChecks - 1] ?? null;
	return Date.now() - submittedAt <= MAX_UNMINED_MS ? backoffMs(attempts, Math.random()) : null;
}

export function wouldExecute(state: CaseState, command: MoveCommand): boolean {
	const decision = decide(state, command, Date.now());
	return decision.kind === "moved" && decision.state.status === "executed";
}

/** A halted case may have this execution already. */
function isStored({ status, execution }: CaseState, proven: Execution): boolean {
	if (status !== "action_required" || execution?.state !== "final") return false;
	return execution.blockHash === proven.blockHash && isSameList(execution.txHashes, proven.txHashes);
}

function isExecutedBy({ status, execution }: CaseState, txHashes: readonly Hex[]): boolean {
	if (status !== "executed" || execution === null) return false;
	const reported = new Set(txHashes.map((hash) => hash.toLowerCase()));
	return execution.txHashes.every((hash) => reported.has(hash.toLowerCase()));
}

function isSameList(some: readonly string[], others: readonly string[]): boolean {
	return some.join().toLowerCase() === others.join().toLowerCase();
}

function observationOf({ txHashes, verdict }: ExecutionCheck, nextLookAt: number | null): Observation {
	return { state: verdict.state, txHashes, reason: verdict.reason, nextLookAt };
}

/** `reason` contains no URL and no value of a query. */
export function logOutage(caseId: string, reason: string): void {
	log.warn("execution-watch", { caseId, reason });
}
