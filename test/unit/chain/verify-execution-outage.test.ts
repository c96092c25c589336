// recovery.md "When the chain is checked".
// Real connections that fail in every known way. An outage is never reported as an execution or a mismatch.
import { type Address, parseEther } from "viem";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { startAnvil } from "../../../scripts/chain/anvil.ts";
import { createJsonRpc } from "../../../src/chain/json-rpc.ts";
import type { Hex } from "../../../src/kernel/encoding/hex.ts";
import type { Call } from "../../../src/protocol/intent.ts";
import { verifyExecution } from "../../../src/recovery/execution/verify-execution.ts";
import {
	CHAIN_ID,
	claimOf,
	type ExecutionChain,
	lost,
	startExecutionChain,
	stranger,
	transferData,
	verifyAt,
} from "../../support/chain/execution-chain.ts";
import {
	type Fault,
	jsonResponse,
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

/** For requests that should time out. A busy machine needs AMPLE_MS for the others. */
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

/** The chain's own response. */
async function responseOf(method: string, params: unknown[]): Promise<Record<string, unknown>> {
	const response = await createJsonRpc({ url: chain.url, timeoutMs: 5_000 }).call(method, params);
	return z.record(z.string(), z.unknown()).parse(response.ok ? response.result : undefined);
}

async function nodeWith(faults: Record<string, Fault>): Promise<string> {
	node = await startRpcProxy(chain.url, ({ method }) => faults[method]);
	return node.url;
}
const verifyCase = (url: string, claim: Parameters<typeof claimOf>[0], timeoutMs = TIMEOUT_MS) =>
	verifyExecution(claimOf(claim), createJsonRpc({ url, timeoutMs }));

const ALWAYS = [
	"eth_chainId",
	"eth_getTransactionByHash",
	"eth_getTransactionReceipt",
	"eth_blockNumber",
	"eth_getBlockByNumber",
];
const cases = ALWAYS.flatMap((method) => OUTAGES.map(([what, fault]) => ({ method, what, fault })));

test.each(cases)("is unavailable for a node that $what at $method", async ({ method, fault }) => {
	const url = await nodeWith({ [method]: fault });
	const unavailable = { kind: "unavailable", reason: expect.any(String) };
	const verdicts = [right, wrong].map((hash) => verifyCase(url, { txs: intent(), txHashes: [hash] }));
	expect(await Promise.all(verdicts)).toEqual([unavailable, unavailable]);
});

test.each(OUTAGES)(
	"falls back to weaker grades for a node that %s at debug_traceTransaction",
	async (_, fault) => {
		const url = await nodeWith({ debug_traceTransaction: fault });
		const claim = { txs: intent(), txHashes: [right] };
		const [byKey, byStranger, inSafe] = await Promise.all([
			verifyCase(url, claim, AMPLE_MS),
			verifyCase(url, { ...claim, txHashes: [wrong] }, AMPLE_MS),
			verifyCase(url, { ...claim, lostAccount: safe, txHashes: [bySafe] }, AMPLE_MS),
		]);
		expect(byKey).toMatchObject({ kind: "final", execution: { proof: "direct" } });
		// The lost account has no code, so only its own transactions could have called.
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
	"is unavailable without a trace for a node that $what at $method",
	async ({ method, fault }) => {
		const url = await nodeWith({ debug_traceTransaction: methodNotFound, [method]: fault });
		const claim = { lostAccount: safe, txs: intent(), txHashes: [bySafe], minProof: "decoded" } as const;
		expect((await verifyCase(url, claim)).kind).toBe("unavailable");
		if (method === "eth_getCode")
			expect((await verifyCase(url, { ...claim, txHashes: [wrong] })).kind).toBe("unavailable");
	},
);

describe("a node that contradicts itself", () => {
	test("rejects a trace of another transaction", async () => {
		const response = await responseOf("debug_traceTransaction", [right, { tracer: "callTracer" }]);
		const url = await nodeWith({ debug_traceTransaction: jsonResponse({ result: response }) });
		const claim = { txs: intent(), txHashes: [bySafe], lostAccount: safe };
		expect((await verifyCase(url, claim)).kind).toBe("unavailable");
		expect((await verifyCase(url, { ...claim, txHashes: [wrong] })).kind).toBe("unavailable");
	});

	test("rejects another transaction's receipt under the requested hash", async () => {
		const response = await responseOf("eth_getTransactionReceipt", [wrong]);
		const result = { ...response, transactionHash: right };
		const url = await nodeWith({ eth_getTransactionReceipt: jsonResponse({ result }) });
		expect((await verifyCase(url, { txs: intent(), txHashes: [wrong] })).kind).toBe("unavailable");
	});

	test("rejects another transaction's receipt", async () => {
		const response = await responseOf("eth_getTransactionReceipt", [right]);
		const url = await nodeWith({ eth_getTransactionReceipt: jsonResponse({ result: response }) });
		const verdict = await verifyCase(url, { txs: intent(), txHashes: [wrong] });
		expect(["unseen", "unavailable"]).toContain(verdict.kind);
	});

	test("rejects a receipt of another block", async () => {
		const response = await responseOf("eth_getTransactionReceipt", [wrong]);
		const result = { ...response, blockHash: `0x${"99".repeat(32)}` };
		const url = await nodeWith({ eth_getTransactionReceipt: jsonResponse({ result }) });
		expect((await verifyCase(url, { txs: intent(), txHashes: [wrong] })).kind).toBe("unseen");
	});

	test("reports no mismatch for a transaction that sets code", async () => {
		const response = await responseOf("eth_getTransactionByHash", [wrong]);
		const result = { ...response, type: "0x4" };
		const url = await nodeWith({
			debug_traceTransaction: methodNotFound,
			eth_getTransactionByHash: jsonResponse({ result }),
		});
		expect((await verifyCase(url, { txs: intent(), txHashes: [wrong] }, AMPLE_MS)).kind).toBe("unproven");
	});

	test.each([
		["has a malformed log", { logs: [{ address: "0x12" }] }],
		["has no status", { status: undefined }],
		["has a malformed quantity", { blockNumber: "12" }],
	])("rejects a receipt that %s", async (_, change) => {
		const response = await responseOf("eth_getTransactionReceipt", [bySafe]);
		const result = { ...response, ...change };
		const url = await nodeWith({
			debug_traceTransaction: methodNotFound,
			eth_getTransactionReceipt: jsonResponse({ result }),
		});
		const claim = { lostAccount: safe, txs: intent(), txHashes: [bySafe], minProof: "decoded" } as const;
		expect((await verifyCase(url, claim)).kind).toBe("unavailable");
	});
});

test("sends no further request to a node of another chain", async () => {
	const verdict = await verifyAt(chain.url, { chainId: 1, txs: intent(), txHashes: [right] });
	expect(verdict).toEqual({
		kind: "unavailable",
		reason: `the node configured for chain 1 serves chain ${CHAIN_ID}`,
	});
});

test("gives no verdict if the chain is killed before or during a check", async () => {
	const other = await startAnvil({ chainId: CHAIN_ID });
	const proxy = await startRpcProxy(other.url, ({ method }) => {
		// Anvil dies during the request.
		if (method === "eth_getTransactionByHash") process.kill(other.pid, "SIGKILL");
		return undefined;
	});
	const claim = { txs: intent(), txHashes: [right] };
	expect((await verifyAt(proxy.url, claim)).kind).toBe("unavailable");
	expect((await verifyAt(other.url, claim)).kind).toBe("unavailable");
	await proxy.stop();
	await other.stop();
});

test("gives verdicts for the same nodes without a fault", async () => {
	const url = await nodeWith({});
	await chain.test.setBalance({ address: safe, value: parseEther("1") });
	expect((await verifyAt(url, { txs: intent(), txHashes: [right] })).kind).toBe("final");
	expect((await verifyAt(url, { txs: intent(), txHashes: [wrong] })).kind).toBe("mismatch");
	expect((await verifyAt(url, { lostAccount: safe, txs: intent(), txHashes: [bySafe] })).kind).toBe("final");
});
