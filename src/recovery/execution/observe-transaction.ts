// Reads the calls of a transaction by the strongest grade that the node supports (recovery.md "Grades of proof").

import type { JsonRpc } from "../../chain/json-rpc.ts";
import {
	bytesSchema,
	failureReason,
	type Log,
	type Receipt,
	request,
	type Transaction,
} from "../../chain/rpc-responses.ts";
import type { Hex } from "../../kernel/encoding/hex.ts";
import { type CallTrace, traceCalls } from "./call-trace.ts";
import { confirmedBatches, type DecodedBatch, type IndexedCall } from "./decode-batches.ts";
import { executedByModule, type ModuleClaim, moduleIndexes } from "./module-execution.ts";
import {
	type AccountCall,
	type ChainProofGrade,
	type Gap,
	isAtLeast,
	type ObservedCall,
	type ObservedTransaction,
} from "./observed-call.ts";
import { proveBatches, safeGap } from "./prove-batches.ts";

export type MinedTransaction = {
	readonly transaction: Transaction;
	/** Without its logs, to save memory. */
	readonly receipt: Omit<Receipt, "logs">;
	/** See `relevantLogs`. */
	readonly logs: readonly Log[] | undefined;
};

export type ObservationRules = {
	readonly accounts: readonly string[];
	readonly minProof: ChainProofGrade;
	readonly module: ModuleClaim;
};

/** Above any index of a decoded call. */
const FIRST_TRACE_INDEX = 1_000_000;
/** EIP-7702 can set code even for this transaction alone. */
const SET_CODE_TYPE = 4;
const MALFORMED_LOGS: Gap = { isOutage: true, reason: "eth_getTransactionReceipt: a log is malformed" };

export async function observeTransaction(
	rpc: JsonRpc,
	{ transaction, receipt, logs }: MinedTransaction,
	rules: ObservationRules,
): Promise<ObservedTransaction> {
	const { hash: txHash } = transaction;
	const base = { txHash, blockNumber: receipt.blockNumber, blockHash: receipt.blockHash };
	const root = rootCallOf(transaction);
	if (receipt.status === "0x0") return { ...base, calls: [], reverted: root ? [root] : [], gap: null };
	const calls: ObservedCall[] = root ? [{ ...root, txHash, index: 0, grade: "direct" }] : [];
	const batches = logs && confirmedBatches(transaction, logs);
	if (logs === undefined || batches === undefined)
		return { ...base, calls, reverted: [], gap: MALFORMED_LOGS };
	const trace = await traceCalls(rpc, transaction);
	if ("calls" in trace)
		return { ...base, calls: indexTrace(trace, txHash, root, batches), reverted: trace.reverted, gap: null };

	const decoded = await proveDecodedCalls(rpc, receipt, batches, rules);
	for (const call of decoded.calls) calls.push({ ...call, txHash, grade: "decoded" });
	const byModule = await proveModuleCalls(rpc, receipt, logs, rules);
	for (const call of byModule.calls) calls.push({ ...call, txHash, grade: "module" });
	// A trace would have proven every call.
	const gaps = [decoded.gap, byModule.gap, trace].filter((one) => one !== null);
	const gap: Gap = {
		isOutage: gaps.some(({ isOutage }) => isOutage),
		reason: gaps.map(({ reason }) => reason).join("; "),
	};
	return { ...base, calls, reverted: [], gap };
}

/** Null if no account has code, because then no call is missing. */
export async function remainingGap(
	rpc: JsonRpc,
	{ transaction, receipt }: MinedTransaction,
	{ gap, accounts }: { gap: Gap; accounts: readonly string[] },
): Promise<Gap | null> {
	if (transaction.type === SET_CODE_TYPE) return gap;
	const blockTag = `0x${receipt.blockNumber.toString(16)}`;
	for (const account of accounts) {
		const code = await request(rpc, "eth_getCode", [account, blockTag], bytesSchema());
		if (!code.ok) return { isOutage: true, reason: `${gap.reason}; ${failureReason(code, "eth_getCode")}` };
		if (code.value !== "0x") return gap;
	}
	return null;
}

/** Undefined if the transaction creates a contract. */
function rootCallOf({ from, to, value, input }: Transaction): AccountCall | undefined {
	return to === null ? undefined : { caller: from, to, value, data: input };
}

function indexTrace(
	{ calls }: CallTrace,
	txHash: Hex,
	root: AccountCall | undefined,
	batches: readonly DecodedBatch[],
): ObservedCall[] {
	const accounts = new Set(batches.map(({ account }) => account));
	// Reversed for pop(), because scanning both lists once per call would take too long.
	const byModule = moduleIndexes(calls);
	const decoded = Map.groupBy(batches.flatMap((batch) => batch.calls).toReversed(), keyOf);
	const indexOf = (call: AccountCall, position: number): number => {
		if (root !== undefined && position === 0) return 0;
		const same = accounts.has(call.caller) ? decoded.get(keyOf(call)) : undefined;
		return same?.pop()?.index ?? byModule.get(position) ?? FIRST_TRACE_INDEX + position;
	};
	return calls.map((call, position) => ({
		...call,
		txHash,
		index: indexOf(call, position),
		grade: "trace",
	}));
}

function keyOf({ caller, to, value, data }: AccountCall): string {
	return `${caller} ${to} ${value} ${data}`;
}

/** The account must be a Safe of known code, because another account could only say that it made the calls. */
async function proveModuleCalls(
	rpc: JsonRpc,
	{ blockNumber }: Pick<Receipt, "blockNumber">,
	logs: readonly Log[],
	{ minProof, module }: ObservationRules,
): Promise<{ calls: IndexedCall[]; gap: Gap | null }> {
	const calls = isAtLeast("module", minProof) ? executedByModule(logs, module) : [];
	if (calls.length === 0) return { calls, gap: null };
	const { account } = module;
	const gap = await safeGap(rpc, { account, multiSend: null, blockTag: `0x${blockNumber.toString(16)}` });
	return gap === null ? { calls, gap } : { calls: [], gap };
}

async function proveDecodedCalls(
	rpc: JsonRpc,
	{ blockNumber }: Pick<Receipt, "blockNumber">,
	batches: readonly DecodedBatch[],
	{ accounts, minProof }: ObservationRules,
): Promise<{ calls: IndexedCall[]; gap: Gap | null }> {
	const relevant = batches.filter(({ account }) => accounts.includes(account));
	if (relevant.length === 0) return { calls: [], gap: null };
	if (minProof === "decoded") return proveBatches(rpc, relevant, blockNumber);
	const reason = `the calls can only be decoded, but the required grade is ${minProof}`;
	return { calls: [], gap: { isOutage: false, reason } };
}
