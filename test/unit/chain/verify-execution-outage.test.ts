// Real connections that fail in every way known: an outage is never told as an execution, nor as a mismatch.
import { type Address, parseEther } from "viem";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { createJsonRpc } from "../../../src/chain/json-rpc.ts";
import type { Hex } from "../../../src/kernel/hex.ts";
import { verifyExecution } from "../../../src/recovery/execution/verify-execution.ts";
import type { Call } from "../../../src/recovery/intent/intent.ts";
import { startAnvil } from "../../support/chain/anvil.ts";
import {
	CHAIN_ID,
	claimOf,
	type ExecutionChain,
	look,
	lost,
	startExecutionChain,
	stranger,
	transferData,
} from "../../support/chain/execution-chain.ts";
import {
	type Fault,
	jsonAnswer,
	methodNotFound,
	OUTAGES,
	startRpcProxy,
} from "../../support/chain/rpc-proxy.ts";
import {
	deploySafes,
	execTransaction,
	MULTI_SEND_CALL_ONLY,
	multiSendData,
} from "../../support/chain/safe.ts";
import type { LocalServer } from "../../support/service/local-server.ts";

/** Where it may run out; a busy machine takes a while for answers that do come. */
const TIMEOUT_MS = 150;
const AMPLE_MS = 800;

let chain: ExecutionChain;
let safe: Address;
let right: Hex;
let wrong: Hex;
let bySafe: Hex;
const intent = (): [Call] => [{ dest: chain.token, value: "0", data: transferData(1n) }];

beforeAll(async () => {
	chain = await startExecutionChain();
	safe = await (await deploySafes(chain)).createSafe();
	await chain.mint(safe);
	await chain.mint(stranger.address);
	right = await chain.send(lost, { to: chain.token, data: transferData(1n) });
	wrong = await chain.send(stranger, { to: chain.token, data: transferData(1n) });
	const batch = { to: MULTI_SEND_CALL_ONLY, data: multiSendData(intent()), operation: 1 } as const;
	bySafe = await chain.send(lost, { to: safe, data: execTransaction(batch) });
}, 60_000);
afterAll(() => chain?.stop());

let node: LocalServer | undefined;
afterEach(async () => {
	await node?.stop();
	node = undefined;
});

/** What the chain itself answers. */
async function answerOf(method: string, params: unknown[]): Promise<Record<string, unknown>> {
	const answer = await createJsonRpc({ url: chain.url, timeoutMs: 5_000 }).call(method, params);
	return z.record(z.string(), z.unknown()).parse(answer.ok ? answer.result : undefined);
}

async function nodeWith(faults: Record<string, Fault>): Promise<string> {
	node = await startRpcProxy(chain.url, ({ method }) => faults[method]);
	return node.url;
}
const lookAt = (url: string, claim: Parameters<typeof claimOf>[0], timeoutMs = TIMEOUT_MS) =>
	verifyExecution(claimOf(claim), createJsonRpc({ url, timeoutMs }));

const ALWAYS = [
	"eth_chainId",
	"eth_getTransactionByHash",
	"eth_getTransactionReceipt",
	"eth_blockNumber",
	"eth_getBlockByNumber",
];
const cases = ALWAYS.flatMap((method) => OUTAGES.map(([what, fault]) => ({ method, what, fault })));

test.each(cases)("where a node $what at $method, nobody can tell", async ({ method, fault }) => {
	const url = await nodeWith({ [method]: fault });
	const unavailable = { kind: "unavailable", reason: expect.any(String) };
	const looks = [right, wrong].map((hash) => lookAt(url, { txs: intent(), txHashes: [hash] }));
	expect(await Promise.all(looks)).toEqual([unavailable, unavailable]);
});

test.each(OUTAGES)(
	"where a node %s at debug_traceTransaction, weaker grades speak where they suffice, and otherwise nobody can tell",
	async (_, fault) => {
		const url = await nodeWith({ debug_traceTransaction: fault });
		const claim = { txs: intent(), txHashes: [right] };
		const [byKey, byStranger, inSafe] = await Promise.all([
			lookAt(url, claim, AMPLE_MS),
			lookAt(url, { ...claim, txHashes: [wrong] }, AMPLE_MS),
			lookAt(url, { ...claim, lostAccount: safe, txHashes: [bySafe] }, AMPLE_MS),
		]);
		expect(byKey).toMatchObject({ kind: "final", execution: { proof: "direct" } });
		// Nobody but the sender can have acted: the lost account has no code.
		expect(byStranger.kind).toBe("mismatch");
		expect(inSafe).toEqual({
			kind: "unavailable",
			reason: expect.stringContaining("debug_traceTransaction"),
		});
	},
);

const decodedCases = ["eth_getCode", "eth_getStorageAt"].flatMap((method) =>
	OUTAGES.map(([what, fault]) => ({ method, what, fault })),
);
test.each(decodedCases)(
	"without a trace, a node that $what at $method tells nothing",
	async ({ method, fault }) => {
		const url = await nodeWith({ debug_traceTransaction: methodNotFound, [method]: fault });
		const claim = { lostAccount: safe, txs: intent(), txHashes: [bySafe], minProof: "decoded" } as const;
		// A number of any length is a word of storage, and no singleton.
		expect((await lookAt(url, claim)).kind).toBe("unavailable");
		if (method === "eth_getCode")
			expect((await lookAt(url, { ...claim, txHashes: [wrong] })).kind).toBe("unavailable");
	},
);

describe("a node that contradicts itself", () => {
	test("by a trace of another transaction is not believed, whichever way", async () => {
		const answer = await answerOf("debug_traceTransaction", [right, { tracer: "callTracer" }]);
		const url = await nodeWith({ debug_traceTransaction: jsonAnswer({ result: answer }) });
		const claim = { txs: intent(), txHashes: [bySafe], lostAccount: safe };
		expect((await lookAt(url, claim)).kind).toBe("unavailable");
		expect((await lookAt(url, { ...claim, txHashes: [wrong] })).kind).toBe("unavailable");
	});

	test("by the receipt of another transaction in the same block, of the same sender to the same target", async () => {
		const answer = await answerOf("eth_getTransactionReceipt", [wrong]);
		const result = { ...answer, transactionHash: right };
		const url = await nodeWith({ eth_getTransactionReceipt: jsonAnswer({ result }) });
		expect((await lookAt(url, { txs: intent(), txHashes: [wrong] })).kind).toBe("unavailable");
	});

	test("by another transaction's receipt is not believed", async () => {
		const answer = await answerOf("eth_getTransactionReceipt", [right]);
		const url = await nodeWith({ eth_getTransactionReceipt: jsonAnswer({ result: answer }) });
		const verdict = await lookAt(url, { txs: intent(), txHashes: [wrong] });
		expect(["unseen", "unavailable"]).toContain(verdict.kind);
	});

	test("by a receipt of another block than the transaction's is not believed: one of them is of the past", async () => {
		const answer = await answerOf("eth_getTransactionReceipt", [wrong]);
		const result = { ...answer, blockHash: `0x${"99".repeat(32)}` };
		const url = await nodeWith({ eth_getTransactionReceipt: jsonAnswer({ result }) });
		expect((await lookAt(url, { txs: intent(), txHashes: [wrong] })).kind).toBe("unseen");
	});

	test("by a transaction that sets code, of accounts that have none, leaves it open what they did", async () => {
		const answer = await answerOf("eth_getTransactionByHash", [wrong]);
		const result = { ...answer, type: "0x4" };
		const url = await nodeWith({
			debug_traceTransaction: methodNotFound,
			eth_getTransactionByHash: jsonAnswer({ result }),
		});
		expect((await lookAt(url, { txs: intent(), txHashes: [wrong] }, AMPLE_MS)).kind).toBe("unproven");
	});

	test.each([
		["has a malformed log", { logs: [{ address: "0x12" }] }],
		["has no status", { status: undefined }],
		["has a quantity that is none", { blockNumber: "12" }],
	])("by a receipt that %s is not believed", async (_, change) => {
		const answer = await answerOf("eth_getTransactionReceipt", [bySafe]);
		const result = { ...answer, ...change };
		const url = await nodeWith({
			debug_traceTransaction: methodNotFound,
			eth_getTransactionReceipt: jsonAnswer({ result }),
		});
		const claim = { lostAccount: safe, txs: intent(), txHashes: [bySafe], minProof: "decoded" } as const;
		expect((await lookAt(url, claim)).kind).toBe("unavailable");
	});
});

test("a node of another chain is not asked further", async () => {
	const verdict = await look(chain.url, { chainId: 1, txs: intent(), txHashes: [right] });
	expect(verdict).toEqual({
		kind: "unavailable",
		reason: `the node configured for chain 1 serves chain ${CHAIN_ID}`,
	});
});

test("a chain that is killed, before or in the middle, leaves no verdict", async () => {
	const other = await startAnvil({ chainId: CHAIN_ID });
	const proxy = await startRpcProxy(other.url, ({ method }) => {
		// Anvil dies with the question open.
		if (method === "eth_getTransactionReceipt") process.kill(other.pid, "SIGKILL");
		return undefined;
	});
	const claim = { txs: intent(), txHashes: [right] };
	expect((await look(proxy.url, claim)).kind).toBe("unavailable");
	expect((await look(other.url, claim)).kind).toBe("unavailable");
	await proxy.stop();
	await other.stop();
});

test("while the same nodes without a fault give verdicts", async () => {
	const url = await nodeWith({});
	await chain.test.setBalance({ address: safe, value: parseEther("1") });
	expect((await look(url, { txs: intent(), txHashes: [right] })).kind).toBe("final");
	expect((await look(url, { txs: intent(), txHashes: [wrong] })).kind).toBe("mismatch");
	expect((await look(url, { lostAccount: safe, txs: intent(), txHashes: [bySafe] })).kind).toBe("final");
});
