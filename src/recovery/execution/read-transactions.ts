import type { JsonRpc } from "../../chain/json-rpc.ts";
import { failureReason, receiptSchema, request, transactionSchema } from "../../chain/rpc-responses.ts";
import type { Hex } from "../../kernel/hex.ts";
import { relevantLogs } from "./decode-batches.ts";
import type { MinedTransaction } from "./observe-transaction.ts";

export type ReadTransactions =
	/** `mined` in the chain's order. */
	| { readonly kind: "read"; readonly mined: readonly MinedTransaction[]; readonly unmined: readonly Hex[] }
	| { readonly kind: "unavailable"; readonly reason: string };

/** A Worker has six connections; a waiting request uses up its timeout. */
const CONCURRENT_TRANSACTIONS = 2;

/** Without a receipt of its block, it is not mined yet. */
export async function readTransactions(rpc: JsonRpc, txHashes: readonly Hex[]): Promise<ReadTransactions> {
	const hashes = [...new Set(txHashes.map((hash) => hash.toLowerCase() as Hex))];
	const mined: MinedTransaction[] = [];
	const unmined: Hex[] = [];
	for (let start = 0; start < hashes.length; start += CONCURRENT_TRANSACTIONS) {
		const batch = hashes.slice(start, start + CONCURRENT_TRANSACTIONS);
		for (const [at, read] of (await Promise.all(batch.map((hash) => readOne(rpc, hash)))).entries()) {
			if (typeof read === "string") return { kind: "unavailable", reason: read };
			if (read === null) unmined.push(...batch.slice(at, at + 1));
			else mined.push(read);
		}
	}
	mined.sort(
		({ receipt: a }, { receipt: b }) =>
			a.blockNumber - b.blockNumber || a.transactionIndex - b.transactionIndex,
	);
	return { kind: "read", mined, unmined };
}

/** Null if not mined. */
async function readOne(rpc: JsonRpc, hash: Hex): Promise<MinedTransaction | null | string> {
	const [transactionResult, receiptResult] = await Promise.all([
		request(rpc, "eth_getTransactionByHash", [hash], transactionSchema()),
		request(rpc, "eth_getTransactionReceipt", [hash], receiptSchema()),
	]);
	if (!transactionResult.ok) return failureReason(transactionResult, "eth_getTransactionByHash");
	if (!receiptResult.ok) return failureReason(receiptResult, "eth_getTransactionReceipt");
	const { value: transaction } = transactionResult;
	const { value: receipt } = receiptResult;
	if (transaction === null || receipt === null || transaction.blockHash !== receipt.blockHash) return null;
	const belongTogether =
		transaction.hash === hash &&
		receipt.transactionHash === hash &&
		transaction.from === receipt.from &&
		transaction.to === receipt.to;
	if (!belongTogether) return "the node's transaction and receipt contradict each other";
	const { logs, ...rest } = receipt;
	return { transaction, receipt: rest, logs: relevantLogs(transaction, logs) };
}
