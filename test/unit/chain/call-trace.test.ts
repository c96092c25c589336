// recovery.md "When the chain is checked".
// Traces of geth's callTracer: calls, reverted calls and malformed traces.
import { expect, test } from "vitest";
import type { JsonRpc } from "../../../src/chain/json-rpc.ts";
import type { Transaction } from "../../../src/chain/rpc-responses.ts";
import { traceCalls } from "../../../src/recovery/execution/call-trace.ts";

const [A, B, C] = [`0x${"aa".repeat(20)}`, `0x${"bb".repeat(20)}`, `0x${"cc".repeat(20)}`] as const;
const transaction: Transaction = {
	hash: `0x${"11".repeat(32)}`,
	blockHash: `0x${"22".repeat(32)}`,
	from: A,
	to: B,
	value: 0n,
	input: "0x12",
	type: 2,
};
type Frame = Record<string, unknown>;
const frame = (type: string, from: string, to: string, more: Frame = {}): Frame => ({
	...{ type, from, to, value: "0x0", input: "0x12", gas: "0x1", gasUsed: "0x1" },
	...more,
});
const root = (calls: unknown[], more: Frame = {}) => frame("CALL", A, B, { calls, ...more });

function trace(result: unknown) {
	const rpc: JsonRpc = { call: async () => ({ ok: true, result }) };
	return traceCalls(rpc, transaction);
}
const targetsOf = async (result: unknown) => {
	const verdict = await trace(result);
	if (!("calls" in verdict)) return verdict.reason;
	const pairs = (calls: typeof verdict.calls) =>
		calls.map(({ caller, to }) => `${caller.slice(2, 4)}>${to.slice(2, 4)}`);
	return { calls: pairs(verdict.calls), reverted: pairs(verdict.reverted) };
};
const MALFORMED = "debug_traceTransaction: the node's result is malformed";

test("lists calls in execution order, and calls within a delegatecall under the delegating account", async () => {
	const delegated = frame("DELEGATECALL", B, C, { calls: [frame("CALL", B, A), frame("CALL", B, C)] });
	expect(await targetsOf(root([frame("CALL", B, C, { calls: [frame("CALL", C, A)] }), delegated]))).toEqual({
		calls: ["aa>bb", "bb>cc", "cc>aa", "bb>aa", "bb>cc"],
		reverted: [],
	});
});

test.each(["DELEGATECALL", "STATICCALL", "CALLCODE", "CREATE", "CREATE2", "SELFDESTRUCT"])(
	"does not list a %s as a call",
	async (type) => {
		expect(await targetsOf(root([frame(type, B, C)]))).toEqual({ calls: ["aa>bb"], reverted: [] });
	},
);

test("ignores calls below a staticcall", async () => {
	const still = frame("STATICCALL", B, C, { calls: [frame("CALL", C, A)] });
	expect(await targetsOf(root([still, frame("CALL", B, C)]))).toEqual({
		calls: ["aa>bb", "bb>cc"],
		reverted: [],
	});
});

test.each([
	{ error: "execution reverted" },
	{ revertReason: "no" },
	{ error: "out of gas", revertReason: "" },
])("lists calls below a frame with %j as reverted, and later calls as made", async (failure) => {
	const failed = frame("DELEGATECALL", B, C, { ...failure, calls: [frame("CALL", B, A)] });
	expect(await targetsOf(root([failed, frame("CALL", B, C)]))).toEqual({
		calls: ["aa>bb", "bb>cc"],
		reverted: ["bb>aa"],
	});
});

test("ignores calls to Ethereum's precompiled contracts, and to no other low address", async () => {
	const at = (number: string) => frame("CALL", B, `0x${number.padStart(40, "0")}`);
	const verdict = await trace(root([at("1"), at("1f"), at("0"), at("64"), at("1010")]));
	expect("calls" in verdict && verdict.calls.slice(1).map(({ to }) => Number(to))).toEqual([0, 0x64, 0x1010]);
});

test("reads 1100 nested calls and 100,000 sequential ones, and rejects 200,000", async () => {
	let deep = frame("CALL", B, C);
	for (let level = 0; level < 1100; level++) deep = frame("CALL", B, B, { calls: [deep] });
	const verdict = await trace(root([deep]));
	expect("calls" in verdict && verdict.calls.length).toBe(1102);
	const one = frame("CALL", B, C);
	const wide = await trace(root(Array(100_000).fill(one)));
	expect("calls" in wide && wide.calls.length).toBe(100_001);
	expect(await targetsOf(root(Array(200_000).fill(one)))).toBe(MALFORMED);
});

test.each([
	["null", null],
	["a list, like another tracer", []],
	["the tracer of opcodes", { gas: 1, failed: false, returnValue: "", structLogs: [] }],
	["another sender", root([], { from: C })],
	["another target", root([], { to: C })],
	["another value", root([], { value: "0x1" })],
	["other calldata", root([], { input: "0x13" })],
	["a failure, though the receipt says success", root([], { error: "execution reverted" })],
	["a creation", root([], { type: "CREATE" })],
	["an unknown type of frame", root([frame("Call", B, C)])],
	["a call without a target", root([{ ...frame("CALL", B, C), to: undefined }])],
	["a call without a value", root([{ ...frame("CALL", B, C), value: undefined }])],
	["a malformed value", root([frame("CALL", B, C, { value: "seven" })])],
	["an odd number of digits", root([frame("CALL", B, C, { input: "0x1" })])],
	["children that are not a list", root([frame("CALL", B, C, { calls: {} })])],
	["a broken frame at the end", root([frame("CALL", B, C), null])],
])("rejects a trace that has %s", async (_, result) => {
	expect(await targetsOf(result)).toBe(MALFORMED);
});
