// Verifies that transactions executed a recovery (recovery.md "Proof of execution").
//
// - `final` and `mismatch` are about final blocks.
// - An outage, another chain or a missing proof is never a verdict.

import type { JsonRpc } from "../../chain/json-rpc.ts";
import {
	checkChainId,
	failureReason,
	receiptSchema,
	request,
	transactionSchema,
} from "../../chain/rpc-responses.ts";
import type { Hex } from "../../kernel/encoding/hex.ts";
import type { Execution } from "../../protocol/case-state.ts";
import { relevantLogs } from "./decode-batches.ts";
import { type ClaimRules, claimRulesOf, type ExecutionClaim } from "./execution-claim.ts";
import { checkFinality } from "./finality.ts";
import { createCallFilter, describeMissing, matchCalls } from "./match-calls.ts";
import { type MinedTransaction, observeTransaction, remainingGap } from "./observe-transaction.ts";
import {
	type Gap,
	isAtLeast,
	type ObservedCall,
	type ObservedTransaction,
	weakestOf,
} from "./observed-call.ts";

export type ExecutionVerdict =
	/** The lifecycle judges it (`prove_execution`). */
	| { readonly kind: "final"; readonly execution: Execution }
	| { readonly kind: "confirming"; readonly execution: Execution }
	/** Unmined, or removed by a reorganisation. `isKnown`: the node has, or had, the transaction. */
	| { readonly kind: "unseen"; readonly reason: string; readonly isKnown: boolean }
	| { readonly kind: "mismatch"; readonly finding: string }
	| { readonly kind: "unproven"; readonly reason: string; readonly isFinal: boolean }
	/** `reason` is for the log. */
	| { readonly kind: "unavailable"; readonly reason: string };

const SECOND_MS = 1000;
/** A recovery's calls fit into 1 MiB. */
const MAX_KEPT_CHARACTERS = 10 * 1024 * 1024;
/** A call without its data. */
const CALL_CHARACTERS = 200;

const TOO_MANY_CALLS: ExecutionVerdict = {
	kind: "unproven",
	reason: "the transactions make too many calls to the case's targets to be checked",
	isFinal: true,
};
const REORGANISED: ExecutionVerdict = {
	kind: "unseen",
	reason: "the block of a transaction is no longer part of the chain",
	isKnown: true,
};

/**
 * Makes four requests per transaction, two more in all, and without a trace three per account. Stops at the first
 * transaction that is not mined.
 */
export async function verifyExecution(claim: ExecutionClaim, rpc: JsonRpc): Promise<ExecutionVerdict> {
	const wrongChain = await checkChainId(rpc, claim.chainId);
	if (wrongChain !== null) return { kind: "unavailable", reason: wrongChain };
	if (claim.txHashes.length === 0)
		return { kind: "unproven", reason: "no transaction was reported", isFinal: false };
	const read = await readTransactions(rpc, claim.txHashes);
	if (read.kind === "unavailable") return read;

	const rules = claimRulesOf(claim);
	const observed = await observeAll(rpc, read.mined, rules);
	if (observed === null) return TOO_MANY_CALLS;
	const calls = observed.flatMap((transaction) => transaction.calls);
	const accepted = calls.filter(({ grade }) => isAtLeast(grade, claim.minProof));
	const matched = matchCalls(rules.expected, accepted, rules.isAllowedCaller);
	if (matched.length === rules.expected.length) return provenVerdict(rpc, claim, matched, observed);
	return unprovenVerdict(rpc, { claim, rules, mined: read.mined, unmined: read.unmined, observed, calls });
}

/** Null if too many calls matter. */
async function observeAll(
	rpc: JsonRpc,
	mined: readonly MinedTransaction[],
	rules: ClaimRules,
): Promise<ObservedTransaction[] | null> {
	const keepRelevant = createCallFilter(rules.expected, rules.isAllowedCaller);
	const observed: ObservedTransaction[] = [];
	let keptCharacters = 0;
	for (const transaction of mined) {
		const { calls, reverted, ...rest } = await observeTransaction(rpc, transaction, rules);
		const kept = { ...rest, calls: keepRelevant(calls), reverted: keepRelevant(reverted) };
		for (const { data } of [...kept.calls, ...kept.reverted]) keptCharacters += CALL_CHARACTERS + data.length;
		if (keptCharacters > MAX_KEPT_CHARACTERS) return null;
		observed.push(kept);
	}
	return observed;
}

async function provenVerdict(
	rpc: JsonRpc,
	{ confirmations, now }: ExecutionClaim,
	matched: readonly ObservedCall[],
	observed: readonly ObservedTransaction[],
): Promise<ExecutionVerdict> {
	const used = observed.filter(({ txHash }) => matched.some((call) => call.txHash === txHash));
	const finality = await checkFinality(rpc, used, confirmations);
	if (finality.kind === "unavailable") return finality;
	const [first, last] = finality.kind === "reorganised" ? [] : [finality.blocks[0], finality.blocks.at(-1)];
	if (finality.kind === "reorganised" || first === undefined || last === undefined) return REORGANISED;
	const execution: Execution = {
		txHashes: used.map(({ txHash }) => txHash),
		state: finality.kind,
		proof: weakestOf(matched),
		calls: matched.map(({ txHash, index, caller }) => ({ txHash, index, caller })),
		blockNumber: last.number,
		blockHash: last.hash,
		// The first block, so that an early part cannot hide behind a later part.
		blockTime: first.timestamp * SECOND_MS,
		confirmedAt: now,
	};
	return { kind: finality.kind, execution };
}

type IncompleteObservation = {
	claim: ExecutionClaim;
	rules: ClaimRules;
	mined: readonly MinedTransaction[];
	unmined: Unmined | null;
	observed: readonly ObservedTransaction[];
	/** Of every grade. */
	calls: readonly ObservedCall[];
};

async function unprovenVerdict(rpc: JsonRpc, found: IncompleteObservation): Promise<ExecutionVerdict> {
	const { claim, rules, mined, unmined, observed, calls } = found;
	if (unmined) return { kind: "unseen", reason: `not mined: ${unmined.hash}`, isKnown: unmined.isKnown };
	const gap = await firstGap(rpc, mined, observed, rules.accounts);
	if (gap?.isOutage) return { kind: "unavailable", reason: gap.reason };
	const finality = await checkFinality(rpc, observed, claim.confirmations);
	if (finality.kind === "unavailable") return finality;
	if (finality.kind === "reorganised") return REORGANISED;
	const isFinal = finality.kind === "final";
	if (gap !== null) return { kind: "unproven", reason: gap.reason, isFinal };
	const matched = matchCalls(rules.expected, calls, rules.isAllowedCaller);
	if (matched.length === rules.expected.length) {
		const reason = `the proof is weaker than the required grade, ${claim.minProof}`;
		return { kind: "unproven", reason, isFinal };
	}
	const reverted = observed.flatMap((transaction) => transaction.reverted);
	const finding = describeMissing({ ...rules, matched, observed: calls, reverted });
	return isFinal
		? { kind: "mismatch", finding }
		: { kind: "unproven", reason: `not final yet: ${finding}`, isFinal };
}

/** Prefers an outage. */
async function firstGap(
	rpc: JsonRpc,
	mined: readonly MinedTransaction[],
	observed: readonly ObservedTransaction[],
	accounts: readonly string[],
): Promise<Gap | null> {
	let first: Gap | null = null;
	for (const [position, { gap }] of observed.entries()) {
		const transaction = mined[position];
		if (gap === null || transaction === undefined) continue;
		const remaining = await remainingGap(rpc, transaction, { gap, accounts });
		if (remaining?.isOutage) return remaining;
		first ??= remaining;
	}
	return first;
}

type ReadTransactions =
	/** `mined` is in the chain's order. `unmined` ended the reading; later hashes were not read. */
	| { readonly kind: "read"; readonly mined: readonly MinedTransaction[]; readonly unmined: Unmined | null }
	| { readonly kind: "unavailable"; readonly reason: string };

/** `isKnown`: the node has the transaction, mined or pending. */
type Unmined = { readonly hash: Hex; readonly isKnown: boolean };

/** A Worker has six connections; a waiting request uses up its timeout. */
const CONCURRENT_TRANSACTIONS = 2;

/**
 * Reads transactions in the order given, up to the first that is not mined. Requests a receipt only for a transaction
 * in a block, so that an invented hash costs one request.
 */
async function readTransactions(rpc: JsonRpc, txHashes: readonly Hex[]): Promise<ReadTransactions> {
	const hashes = [...new Set(txHashes.map((hash) => hash.toLowerCase() as Hex))];
	const mined: MinedTransaction[] = [];
	let unmined: Unmined | null = null;
	for (let start = 0; start < hashes.length && unmined === null; start += CONCURRENT_TRANSACTIONS) {
		const batch = hashes.slice(start, start + CONCURRENT_TRANSACTIONS);
		const results = await Promise.all(batch.map((hash) => readOne(rpc, hash)));
		for (const result of results) {
			if (typeof result === "string") return { kind: "unavailable", reason: result };
			if ("hash" in result) unmined ??= result;
			else if (unmined === null) mined.push(result);
		}
	}
	mined.sort(
		({ receipt: a }, { receipt: b }) =>
			a.blockNumber - b.blockNumber || a.transactionIndex - b.transactionIndex,
	);
	return { kind: "read", mined, unmined };
}

/** Returns a text as the reason of an outage. */
async function readOne(rpc: JsonRpc, hash: Hex): Promise<MinedTransaction | Unmined | string> {
	const found = await request(rpc, "eth_getTransactionByHash", [hash], transactionSchema());
	if (!found.ok) return failureReason(found, "eth_getTransactionByHash");
	const { value: transaction } = found;
	if (transaction === null) return { hash, isKnown: false };
	// Some nodes omit the field while a transaction is pending.
	if (!transaction.blockHash) return { hash, isKnown: true };
	const received = await request(rpc, "eth_getTransactionReceipt", [hash], receiptSchema());
	if (!received.ok) return failureReason(received, "eth_getTransactionReceipt");
	const { value: receipt } = received;
	if (receipt === null || transaction.blockHash !== receipt.blockHash) return { hash, isKnown: true };
	const belongTogether =
		transaction.hash === hash &&
		receipt.transactionHash === hash &&
		transaction.from === receipt.from &&
		transaction.to === receipt.to;
	if (!belongTogether) return "the node's transaction and receipt contradict each other";
	const { logs, ...rest } = receipt;
	return { transaction, receipt: rest, logs: relevantLogs(transaction, logs) };
}
