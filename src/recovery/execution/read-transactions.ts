import type { JsonRpc } from "../../chain/json-rpc.ts";
import { ask, receipt, transaction, whyNot } from "../../chain/rpc-responses.ts";
import type { Hex } from "../../kernel/hex.ts";
import type { MinedTransaction } from "./observe-transaction.ts";
import { tellingLogs } from "./spelled-out.ts";

export type ReadTransactions =
	/** `mined` in the chain's order. */
	| { readonly kind: "read"; readonly mined: readonly MinedTransaction[]; readonly unmined: readonly Hex[] }
	| { readonly kind: "unavailable"; readonly reason: string };

/** A Worker has six connections at a time; a request that waits for one spends its time limit waiting. */
const PAIRS_AT_A_TIME = 2;

/** Transactions and receipts by hash, each once. One without the other, or in another block, is not mined yet. */
export async function readTransactions(rpc: JsonRpc, txHashes: readonly Hex[]): Promise<ReadTransactions> {
	const hashes = [...new Set(txHashes.map((hash) => hash.toLowerCase() as Hex))];
	const mined: MinedTransaction[] = [];
	const unmined: Hex[] = [];
	for (let from = 0; from < hashes.length; from += PAIRS_AT_A_TIME) {
		const some = hashes.slice(from, from + PAIRS_AT_A_TIME);
		for (const [at, read] of (await Promise.all(some.map((hash) => readOne(rpc, hash)))).entries()) {
			if (typeof read === "string") return { kind: "unavailable", reason: read };
			if (read === null) unmined.push(...some.slice(at, at + 1));
			else mined.push(read);
		}
	}
	mined.sort(
		({ receipt: a }, { receipt: b }) =>
			a.blockNumber - b.blockNumber || a.transactionIndex - b.transactionIndex,
	);
	return { kind: "read", mined, unmined };
}

/** Null where it is not mined; a text where that cannot be told. */
async function readOne(rpc: JsonRpc, hash: Hex): Promise<MinedTransaction | null | string> {
	const [asked, receiptAsked] = await Promise.all([
		ask(rpc, "eth_getTransactionByHash", [hash], transaction()),
		ask(rpc, "eth_getTransactionReceipt", [hash], receipt()),
	]);
	if (!asked.ok) return whyNot(asked, "eth_getTransactionByHash");
	if (!receiptAsked.ok) return whyNot(receiptAsked, "eth_getTransactionReceipt");
	const { value: sent } = asked;
	const { value: got } = receiptAsked;
	if (sent === null || got === null || sent.blockHash !== got.blockHash) return null;
	const isOfOne =
		sent.hash === hash && got.transactionHash === hash && sent.from === got.from && sent.to === got.to;
	if (!isOfOne) return "the node's transaction and receipt contradict each other";
	const { logs, ...rest } = got;
	return { transaction: sent, receipt: rest, logs: tellingLogs(sent, logs) };
}
