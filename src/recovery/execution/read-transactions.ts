import type { JsonRpc } from "../../chain/json-rpc.ts";
import { failureReason, receiptSchema, request, transactionSchema } from "../../chain/rpc-responses.ts";
import type { Hex } from "../../kernel/encoding/hex.ts";
import { relevantLogs } from "./decode-batches.ts";
import type { MinedTransaction } from "./observe-transaction.ts";

export type ReadTransactions =
	/** `mined` is in the chain's order. `unmined` ended the reading; later hashes were not read. */
	| { readonly kind: "read"; readonly mined: readonly MinedTransaction[]; readonly unmined: Unmined | null }
	| { readonly kind: "unavailable"; readonly reason: string };

/** `isKnown`: the node has the transaction, mined or pending. */
export type Unmined = { readonly hash: Hex; readonly isKnown: boolean };

/** A Worker has six connections; a waiting request uses up its timeout. */
const CONCURRENT_TRANSACTIONS = 2;

/**
 * Reads transactions in the order given, up to the first that is not mined. Requests a receipt only for a transaction
 * in a block, so that an invented hash costs one request.
 */
export async function readTransactions(rpc: JsonRpc, txHashes: readonly Hex[]): Promise<ReadTransactions> {
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
