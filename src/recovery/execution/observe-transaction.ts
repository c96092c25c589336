// What calls a mined transaction made, by the strongest of the three grades that the node allows
// (recovery.md "Proof of execution"). Guarantees: a call is only told where it is proven; a gap is told wherever
// calls may be missing; nothing is thrown.

import type { JsonRpc } from "../../chain/json-rpc.ts";
import { ask, bytes, type Log, type Receipt, type Transaction, whyNot } from "../../chain/rpc-responses.ts";
import type { Hex } from "../../kernel/hex.ts";
import { type CallTrace, traceCalls } from "./call-trace.ts";
import type { DecodedCall } from "./decoded-call.ts";
import { proveSpelledOut } from "./decoded-proof.ts";
import type { ChainProofGrade, Gap, ObservedCall, ObservedTransaction } from "./observed-call.ts";
import { type NumberedCall, type SpelledBatch, spelledOut } from "./spelled-out.ts";

export type MinedTransaction = {
	readonly transaction: Transaction;
	/** Without its logs, of which there may be thousands. */
	readonly receipt: Omit<Receipt, "logs">;
	/** Those that tell what became of calls that the calldata spells out; undefined where one is malformed. */
	readonly logs: readonly Log[] | undefined;
};

export type ObservationRules = {
	/** The lost account and the agents, in lower case. */
	readonly accounts: readonly string[];
	readonly minProof: ChainProofGrade;
};

/** Where an index from the trace begins; above any number of calls that calldata can spell out. */
const FIRST_TRACE_INDEX = 1_000_000;
/** EIP-7702: sets the code of accounts, and may do so for this transaction alone. */
const SET_CODE_TYPE = 4;
const MALFORMED_LOGS: Gap = { isOutage: true, reason: "eth_getTransactionReceipt: a log is malformed" };

export async function observeTransaction(
	rpc: JsonRpc,
	{ transaction, receipt, logs }: MinedTransaction,
	rules: ObservationRules,
): Promise<ObservedTransaction> {
	const { hash: txHash } = transaction;
	const seen = { txHash, blockNumber: receipt.blockNumber, blockHash: receipt.blockHash };
	const root = rootCallOf(transaction);
	if (receipt.status === "0x0") return { ...seen, calls: [], reverted: root ? [root] : [], gap: null };
	const calls: ObservedCall[] = root ? [{ ...root, txHash, index: 0, grade: "direct" }] : [];
	const batches = logs && spelledOut(transaction, logs);
	if (batches === undefined) return { ...seen, calls, reverted: [], gap: MALFORMED_LOGS };
	const trace = await traceCalls(rpc, transaction);
	if ("calls" in trace)
		return { ...seen, calls: fromTrace(trace, txHash, root, batches), reverted: trace.reverted, gap: null };

	const told = await decodedCalls(rpc, receipt, batches, rules);
	for (const call of told.calls) calls.push({ ...call, txHash, grade: "decoded" });
	// A trace would have closed the gap, whatever else did not.
	const reasons = told.gap === null ? [trace.reason] : [told.gap.reason, trace.reason];
	const gap: Gap = { isOutage: trace.isOutage || told.gap?.isOutage === true, reason: reasons.join("; ") };
	return { ...seen, calls, reverted: [], gap };
}

/**
 * A gap that remains when the accounts' code is known. Accounts without code make no call but the transaction
 * itself, so nothing else can have been done in their name; with code, they may have made any.
 */
export async function remainingGap(
	rpc: JsonRpc,
	{ transaction, receipt }: MinedTransaction,
	{ gap, accounts }: { gap: Gap; accounts: readonly string[] },
): Promise<Gap | null> {
	if (transaction.type === SET_CODE_TYPE) return gap;
	const at = `0x${receipt.blockNumber.toString(16)}`;
	for (const account of accounts) {
		const code = await ask(rpc, "eth_getCode", [account, at], bytes());
		if (!code.ok) return { isOutage: true, reason: `${gap.reason}; ${whyNot(code, "eth_getCode")}` };
		if (code.value !== "0x") return gap;
	}
	return null;
}

/** The transaction as a call; undefined where it creates a contract. */
function rootCallOf({ from, to, value, input }: Transaction): DecodedCall | undefined {
	return to === null ? undefined : { caller: from, to, value, data: input };
}

/** Numbers the calls of a trace: those that the calldata spells out as it does, so that every grade agrees. */
function fromTrace(
	{ calls }: CallTrace,
	txHash: Hex,
	root: DecodedCall | undefined,
	batches: readonly SpelledBatch[],
): ObservedCall[] {
	const accounts = new Set(batches.map(({ account }) => account));
	// Each with the last first. Both lists may be long, and are somebody else's: no call may be looked for in a list.
	const spelled = Map.groupBy(batches.flatMap((batch) => batch.calls).toReversed(), textOf);
	const indexOf = (call: DecodedCall, place: number): number => {
		if (root !== undefined && place === 0) return 0;
		const same = accounts.has(call.caller) ? spelled.get(textOf(call)) : undefined;
		return same?.pop()?.index ?? FIRST_TRACE_INDEX + place;
	};
	return calls.map((call, place) => ({ ...call, txHash, index: indexOf(call, place), grade: "trace" }));
}

function textOf({ caller, to, value, data }: DecodedCall): string {
	return `${caller} ${to} ${value} ${data}`;
}

/** Asks for proof only where the grade would be accepted. */
async function decodedCalls(
	rpc: JsonRpc,
	{ blockNumber }: Pick<Receipt, "blockNumber">,
	batches: readonly SpelledBatch[],
	{ accounts, minProof }: ObservationRules,
): Promise<{ calls: NumberedCall[]; gap: Gap | null }> {
	const relevant = batches.filter(({ account }) => accounts.includes(account));
	if (relevant.length === 0) return { calls: [], gap: null };
	if (minProof === "decoded") return proveSpelledOut(rpc, relevant, blockNumber);
	return {
		calls: [],
		gap: { isOutage: false, reason: `the calls can only be decoded, but the required grade is ${minProof}` },
	};
}
