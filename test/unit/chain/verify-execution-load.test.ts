// recovery.md "When the chain is checked".
// Memory and time of the worst check: a caller may report any transactions, even the heaviest of the chain.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import type { JsonRpc } from "../../../src/chain/json-rpc.ts";
import type { Hex } from "../../../src/kernel/encoding/hex.ts";
import { verifyExecution } from "../../../src/recovery/execution/verify-execution.ts";
import { CHAIN_ID, claimOf } from "../../support/chain/execution-chain.ts";
import { execTransaction, MULTI_SEND, multiSendData } from "../../support/chain/safe.ts";

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

const BLOCK: Hex = `0x${"b1".repeat(32)}`;
const [SAFE, TARGET, OTHER] = [
	`0x${"5a".repeat(20)}`,
	`0x${"7a".repeat(20)}`,
	`0x${"07".repeat(20)}`,
] as const;
const SENDER: Hex = `0x${"ee".repeat(20)}`;
/** ExecutionSuccess(bytes32,uint256) */
const SUCCESS = "0x442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e";

const frame = (from: string, to: string, input: string) => ({ type: "CALL", from, to, input, value: "0x0" });

/** A node whose transactions all call the Safe, which makes these calls. */
function nodeWith(calls: (at: number) => object[], input: Hex, moreLogs: () => object[] = () => []): JsonRpc {
	const resultOf = (method: string, [first]: readonly unknown[]): unknown => {
		const placed = { blockHash: BLOCK, blockNumber: "0x1", from: SENDER, to: SAFE };
		switch (method) {
			case "eth_chainId":
				return `0x${CHAIN_ID.toString(16)}`;
			case "eth_getTransactionByHash":
				return { hash: first, ...placed, value: "0x0", input };
			case "eth_getTransactionReceipt": {
				const success = { address: SAFE, topics: [SUCCESS], data: `0x${"00".repeat(64)}` };
				const logs = [...moreLogs(), success];
				return { transactionHash: first, transactionIndex: "0x0", ...placed, status: "0x1", logs };
			}
			case "debug_traceTransaction":
				return { ...frame(SENDER, SAFE, input), calls: calls(Number(first)) };
			case "eth_blockNumber":
				return "0xff";
			default:
				return { number: "0x1", hash: BLOCK, timestamp: "0x1" };
		}
	};
	return { call: async (method, params) => ({ ok: true, result: resultOf(method, params) }) };
}

/** Wraps a node; `keptAt` is the growth of the heap in bytes when the node is first asked for a method. */
function weighed(node: JsonRpc): { node: JsonRpc; keptAt: (method: string) => number } {
	const kept = new Map<string, number>();
	collectGarbage();
	const before = process.memoryUsage().heapUsed;
	const call: JsonRpc["call"] = async (method, params) => {
		if (!kept.has(method)) {
			collectGarbage();
			kept.set(method, process.memoryUsage().heapUsed - before);
		}
		return node.call(method, params);
	};
	return { node: { call }, keptAt: (method) => kept.get(method) ?? Number.NaN };
}

const hashOf = (at: number): Hex => `0x${at.toString(16).padStart(64, "0")}`;
const claim = (txHashes: Hex[]) =>
	claimOf({ lostAccount: SAFE, txs: [{ dest: TARGET, value: "1", data: "0x12" }], txHashes });

test("keeps no unrelated calls in memory, however many heavy transactions are reported", async () => {
	const [TRANSACTIONS, CALLS] = [8, 5_000];
	const heavy = (at: number) =>
		Array.from({ length: CALLS }, (_, place) => frame(SAFE, OTHER, hashOf(at * CALLS + place)));
	const { node, keptAt } = weighed(nodeWith(heavy, "0x12"));
	const hashes = Array.from({ length: TRANSACTIONS }, (_, at) => hashOf(at));
	expect(await verifyExecution(claim(hashes), node)).toMatchObject({ kind: "mismatch" });
	expect(keptAt("eth_blockNumber")).toBeLessThan(3 * 1024 * 1024);
});

test.each([
	["a key", "0x12"],
	["a Safe", execTransaction({ to: TARGET })],
] as const)("keeps no unrelated logs in memory for transactions of %s", async (_, input) => {
	const others = () =>
		Array.from({ length: 5_000 }, (_, at) => ({ address: OTHER, topics: [hashOf(at)], data: "0x" }));
	const { node, keptAt } = weighed(nodeWith(() => [], input, others));
	const hashes = Array.from({ length: 10 }, (_, at) => hashOf(at));
	expect(await verifyExecution(claim(hashes), node)).toMatchObject({ kind: "mismatch" });
	expect(keptAt("debug_traceTransaction")).toBeLessThan(3 * 1024 * 1024);
});

test("decides nothing if too many related calls are made", async () => {
	const heavy = (at: number) =>
		Array.from({ length: 1_000 }, (_, place) =>
			frame(SAFE, TARGET, `${hashOf(at * 1_000 + place)}${"00".repeat(224)}`),
		);
	const hashes = Array.from({ length: 40 }, (_, at) => hashOf(at));
	expect(await verifyExecution(claim(hashes), nodeWith(heavy, "0x12"))).toEqual({
		kind: "unproven",
		reason: "the transactions make too many calls to the case's targets to be checked",
		isFinal: true,
	});
	expect(await verifyExecution(claim(hashes.slice(0, 2)), nodeWith(heavy, "0x12"))).toMatchObject({
		kind: "mismatch",
	});
});

test("indexes the calls of a trace in linear time", async () => {
	const batch = Array.from({ length: 5_000 }, () => ({ dest: OTHER, value: "0", data: "0x" }));
	const data = multiSendData(batch);
	const input = execTransaction({ to: MULTI_SEND, data, operation: 1 });
	const others = Array.from({ length: 30_000 }, () => frame(SAFE, OTHER, "0x01"));
	const start = performance.now();
	expect(
		await verifyExecution(
			claim([hashOf(1)]),
			nodeWith(() => others, input),
		),
	).toMatchObject({
		kind: "mismatch",
	});
	expect(performance.now() - start).toBeLessThan(2_500);
});
