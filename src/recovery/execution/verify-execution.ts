// Whether transactions carried out a recovery's intent, and how that is proven (recovery.md "Proof of execution").
// Guarantees: `final` and `mismatch` are said of final blocks only, whose hashes were read again; an outage, a
// node of another chain or a missing proof is never a verdict; nothing is thrown. Stores nothing: after a
// reorganisation the next look simply sees other blocks.
//
// Left to the caller: to judge `blockTime` against executeAfter, and to claim each (chainId, txHash, index) of
// `execution.calls` for one case only.

import type { JsonRpc } from "../../chain/json-rpc.ts";
import { ask, smallQuantity, whyNot } from "../../chain/rpc-responses.ts";
import type { Hex } from "../../kernel/hex.ts";
import type { Execution } from "../case/case-state.ts";
import type { Call } from "../intent/intent.ts";
import { settle } from "./finality.ts";
import {
	type CallerRule,
	createCallFilter,
	describeMissing,
	matchCalls,
	type WantedCall,
	wantedCallOf,
} from "./match-calls.ts";
import { type MinedTransaction, observeTransaction, remainingGap } from "./observe-transaction.ts";
import {
	type ChainProofGrade,
	type Gap,
	isAtLeast,
	type ObservedCall,
	type ObservedTransaction,
	weakestOf,
} from "./observed-call.ts";
import { readTransactions } from "./read-transactions.ts";

export type RecoveryAgent = {
	readonly chainId: number;
	readonly agent: string;
	/** Targets at which its calls count. */
	readonly dests: readonly string[] | "*";
};

export type ExecutionClaim = {
	readonly chainId: number;
	readonly lostAccount: string;
	/** The intent's calls, in order. */
	readonly txs: readonly Call[];
	/** Transactions said to have executed them. The chain's order counts, and naming one twice does not. */
	readonly txHashes: readonly Hex[];
	readonly agents: readonly RecoveryAgent[];
	/** The weakest grade that is accepted. */
	readonly minProof: ChainProofGrade;
	/**
	 * Blocks that must stand on top of a transaction's. Null: the node's `finalized` tag, or
	 * FALLBACK_CONFIRMATIONS where it has none.
	 */
	readonly confirmations: number | null;
	/** Unix milliseconds; becomes `confirmedAt`. */
	readonly now: number;
};

export type ExecutionVerdict =
	/** Proven; the lifecycle judges it (`prove_execution`). */
	| { readonly kind: "final"; readonly execution: Execution }
	/** Proven, but the blocks may still go. */
	| { readonly kind: "confirming"; readonly execution: Execution }
	/** Not mined (yet), or gone in a reorganisation: look again. */
	| { readonly kind: "unseen"; readonly reason: string }
	/** Proven, in final blocks, that the transactions did not do it (`find_mismatch`). `finding` is for people. */
	| { readonly kind: "mismatch"; readonly finding: string }
	/** Nothing is proven either way. Where not `isFinal`, the blocks may still go and a later look may tell. */
	| { readonly kind: "unproven"; readonly reason: string; readonly isFinal: boolean }
	/** The node cannot be asked, or is not to be relied on: look again. `reason` is for the log. */
	| { readonly kind: "unavailable"; readonly reason: string };

/**
 * The chain's verdict on a claim of execution. Asks for four answers per transaction (transaction, receipt,
 * trace, block), two more in all, and where there is no trace up to three per account; at most four at a time. A trace
 * repeats calldata at every depth: give `rpc` a body limit of 8 MiB and the time that a trace takes.
 */
export async function verifyExecution(claim: ExecutionClaim, rpc: JsonRpc): Promise<ExecutionVerdict> {
	const chain = await ask(rpc, "eth_chainId", [], smallQuantity());
	if (!chain.ok) return { kind: "unavailable", reason: whyNot(chain, "eth_chainId") };
	if (chain.value !== claim.chainId)
		return {
			kind: "unavailable",
			reason: `the node configured for chain ${claim.chainId} serves chain ${chain.value}`,
		};
	if (claim.txHashes.length === 0)
		return { kind: "unproven", reason: "no transaction was reported", isFinal: false };
	const read = await readTransactions(rpc, claim.txHashes);
	if (read.kind === "unavailable") return read;

	const rules = rulesOf(claim);
	const observed = await observeAll(rpc, read.mined, rules);
	if (observed === null) return tooMuch;
	const calls = observed.flatMap((transaction) => transaction.calls);
	const strong = calls.filter(({ grade }) => isAtLeast(grade, claim.minProof));
	const matched = matchCalls(rules.wanted, strong, rules.counts);
	if (matched.length === rules.wanted.length) return proven(rpc, claim, matched, observed);
	return notProven(rpc, { claim, rules, mined: read.mined, unmined: read.unmined, observed, calls });
}

type Rules = {
	readonly wanted: readonly WantedCall[];
	readonly counts: CallerRule;
	readonly accounts: readonly string[];
	readonly minProof: ChainProofGrade;
};

function rulesOf({ chainId, lostAccount, txs, agents, minProof }: ExecutionClaim): Rules {
	const wanted = txs.map(wantedCallOf);
	const owner = lostAccount.toLowerCase();
	const targets = new Set(wanted.map(({ to }) => to));
	const dests = new Map<string, Set<string> | "*">();
	for (const { agent, ...listed } of agents.filter((entry) => entry.chainId === chainId)) {
		const known = dests.get(agent.toLowerCase());
		const more = listed.dests === "*" ? "*" : listed.dests.map((dest) => dest.toLowerCase());
		dests.set(
			agent.toLowerCase(),
			known === "*" || more === "*" ? "*" : new Set([...(known ?? []), ...more]),
		);
	}
	const counts: CallerRule = (caller, to) => {
		const listed = dests.get(caller);
		return caller === owner || listed === "*" || listed?.has(to) === true;
	};
	const agentsThatCount = [...dests.keys()].filter((agent) => [...targets].some((to) => counts(agent, to)));
	return { wanted, counts, accounts: [...new Set([owner, ...agentsThatCount])], minProof };
}

/** What the transactions did as far as it matters here; null where that is more than is looked at. */
async function observeAll(
	rpc: JsonRpc,
	mined: readonly MinedTransaction[],
	rules: Rules,
): Promise<ObservedTransaction[] | null> {
	const partOf = createCallFilter(rules.wanted, rules.counts);
	const observed: ObservedTransaction[] = [];
	let kept = 0;
	for (const one of mined) {
		const { calls, reverted, ...rest } = await observeTransaction(rpc, one, rules);
		const part = { ...rest, calls: partOf(calls), reverted: partOf(reverted) };
		for (const { data } of [...part.calls, ...part.reverted]) kept += CALL_CHARACTERS + data.length;
		if (kept > MAX_KEPT_CHARACTERS) return null;
		observed.push(part);
	}
	return observed;
}

async function proven(
	rpc: JsonRpc,
	{ confirmations, now }: ExecutionClaim,
	matched: readonly ObservedCall[],
	observed: readonly ObservedTransaction[],
): Promise<ExecutionVerdict> {
	const used = observed.filter(({ txHash }) => matched.some((call) => call.txHash === txHash));
	const settled = await settle(rpc, used, confirmations);
	if (settled.kind === "unavailable") return settled;
	const [first, last] = settled.kind === "reorganised" ? [] : [settled.blocks[0], settled.blocks.at(-1)];
	if (settled.kind === "reorganised" || first === undefined || last === undefined) return vanished;
	const execution: Execution = {
		txHashes: used.map(({ txHash }) => txHash),
		state: settled.kind,
		proof: weakestOf(matched),
		calls: matched.map(({ txHash, index, caller }) => ({ txHash, index, caller })),
		blockNumber: last.number,
		blockHash: last.hash,
		// The earliest: what was done before executeAfter is not made right by what was done behind it.
		blockTime: first.timestamp * SECOND_MS,
		confirmedAt: now,
	};
	return { kind: settled.kind, execution };
}

const SECOND_MS = 1000;
/** Many times the largest recovery there can be, whose calls come in a body of 1 MiB. */
const MAX_KEPT_CHARACTERS = 10 * 1024 * 1024;
/** What a call takes beside its data. */
const CALL_CHARACTERS = 200;
const tooMuch: ExecutionVerdict = {
	kind: "unproven",
	reason: "the transactions make too many calls to the case's targets to be checked",
	isFinal: true,
};
const vanished: ExecutionVerdict = {
	kind: "unseen",
	reason: "the block of a transaction is no longer part of the chain",
};

type Unproven = {
	claim: ExecutionClaim;
	rules: Rules;
	mined: readonly MinedTransaction[];
	unmined: readonly Hex[];
	observed: readonly ObservedTransaction[];
	/** At every grade. */
	calls: readonly ObservedCall[];
};

/** Not all calls were found: whether they may yet be, cannot be known, or were provably not made. */
async function notProven(rpc: JsonRpc, found: Unproven): Promise<ExecutionVerdict> {
	const { claim, rules, mined, unmined, observed, calls } = found;
	if (unmined.length > 0) return { kind: "unseen", reason: `not mined: ${unmined.join(", ")}` };
	const gap = await firstGap(rpc, mined, observed, rules.accounts);
	if (gap?.isOutage) return { kind: "unavailable", reason: gap.reason };
	const settled = await settle(rpc, observed, claim.confirmations);
	if (settled.kind === "unavailable") return settled;
	if (settled.kind === "reorganised") return vanished;
	const isFinal = settled.kind === "final";
	if (gap !== null) return { kind: "unproven", reason: gap.reason, isFinal };
	const atAnyGrade = matchCalls(rules.wanted, calls, rules.counts);
	if (atAnyGrade.length === rules.wanted.length)
		return {
			kind: "unproven",
			reason: `the proof is weaker than the required grade, ${claim.minProof}`,
			isFinal,
		};
	const reverted = observed.flatMap((transaction) => transaction.reverted);
	const finding = describeMissing({ ...rules, matched: atAnyGrade, observed: calls, reverted });
	return isFinal
		? { kind: "mismatch", finding }
		: { kind: "unproven", reason: `not final yet: ${finding}`, isFinal };
}

/** An outage where there is one, otherwise the first gap that remains. */
async function firstGap(
	rpc: JsonRpc,
	mined: readonly MinedTransaction[],
	observed: readonly ObservedTransaction[],
	accounts: readonly string[],
): Promise<Gap | null> {
	let first: Gap | null = null;
	for (const [at, { gap }] of observed.entries()) {
		const transaction = mined[at];
		if (gap === null || transaction === undefined) continue;
		const remaining = await remainingGap(rpc, transaction, { gap, accounts });
		if (remaining?.isOutage) return remaining;
		first ??= remaining;
	}
	return first;
}
