// Finality on a real chain: by tag, by depth, and after reorganisations (recovery.md "When the chain is checked").
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Hex } from "../../../src/kernel/encoding/hex.ts";
import type { Call } from "../../../src/protocol/intent.ts";
import { FALLBACK_CONFIRMATIONS } from "../../../src/recovery/execution/finality.ts";
import {
	type ExecutionChain,
	lost,
	NOW,
	startExecutionChain,
	stranger,
	transferData,
	verifyAt,
} from "../../support/chain/execution-chain.ts";
import { errorResponse, type Fault, jsonResponse, startRpcProxy } from "../../support/chain/rpc-proxy.ts";

let chain: ExecutionChain;
beforeAll(async () => {
	chain = await startExecutionChain();
	await chain.mint(stranger.address);
});
afterAll(() => chain?.stop());

const intent = (amount: bigint): [Call] => [{ dest: chain.token, value: "0", data: transferData(amount) }];
const execute = (amount: bigint, from = lost) =>
	chain.send(from, { to: chain.token, data: transferData(amount) });
const mine = (blocks: number) => chain.test.mine({ blocks });

test("is final exactly at the configured number of confirmations", async () => {
	const hash = await execute(1n);
	const claim = { txs: intent(1n), txHashes: [hash], confirmations: 3 };
	const { blockHash, blockNumber } = await chain.client.getTransactionReceipt({ hash });
	for (const kind of ["confirming", "confirming", "confirming", "final"] as const) {
		expect(await verifyAt(chain.url, claim)).toMatchObject({
			kind,
			execution: { state: kind, blockHash, blockNumber: Number(blockNumber), confirmedAt: NOW },
		});
		await mine(1);
	}
});

test("reports a mismatch only after its block is final", async () => {
	const hash = await execute(2n, stranger);
	const claim = { txs: intent(2n), txHashes: [hash], confirmations: 2 };
	expect(await verifyAt(chain.url, claim)).toEqual({
		kind: "unproven",
		reason: expect.stringContaining("not final yet: Call 1 of 1"),
		isFinal: false,
	});
	await mine(2);
	expect((await verifyAt(chain.url, claim)).kind).toBe("mismatch");
});

describe("finality by the finalized tag", () => {
	// Anvil's finalized block is two epochs of 32 below its latest.
	const ANVIL_FINALIZES_BLOCKS = 64;

	test("is final when the tag reaches the block", async () => {
		const claim = { txs: intent(3n), txHashes: [await execute(3n)], confirmations: null };
		expect((await verifyAt(chain.url, claim)).kind).toBe("confirming");
		await mine(ANVIL_FINALIZES_BLOCKS - 1);
		expect((await verifyAt(chain.url, claim)).kind).toBe("confirming");
		await mine(1);
		expect((await verifyAt(chain.url, claim)).kind).toBe("final");
	});

	const taglessNode = (fault: Fault) =>
		startRpcProxy(chain.url, ({ method, params }) =>
			method === "eth_getBlockByNumber" && params[0] === "finalized" ? fault : undefined,
		);

	test.each([
		["responds with null for the tag", jsonResponse({ result: null })],
		[
			"calls the tag an invalid parameter",
			errorResponse(-32_602, "invalid argument 0: hex string without 0x prefix"),
		],
		["does not know the tag", errorResponse(-32_000, "unknown block tag")],
		["has no finalized block", errorResponse(-39_001, "finalized block not found")],
	])("falls back to depth for a node that %s", async (_, fault) => {
		const node = await taglessNode(fault);
		const claim = { txs: intent(4n), txHashes: [await execute(4n)], confirmations: null };
		await mine(FALLBACK_CONFIRMATIONS - 1);
		expect((await verifyAt(node.url, claim)).kind).toBe("confirming");
		await mine(1);
		expect((await verifyAt(node.url, claim)).kind).toBe("final");
		await node.stop();
	});

	test.each([
		["is rate-limited", errorResponse(-32_005, "limit exceeded")],
		["has an internal error", errorResponse(-32_603, "internal error")],
		["responds with 503", (response) => response.writeHead(503).end()],
	] as [string, Fault][])("is unavailable for a node that %s, at any depth", async (_, fault) => {
		const node = await taglessNode(fault);
		const claim = { txs: intent(5n), txHashes: [await execute(5n)], confirmations: null };
		await mine(FALLBACK_CONFIRMATIONS);
		expect((await verifyAt(node.url, claim)).kind).toBe("unavailable");
		await node.stop();
	});
});

describe("after a reorganisation", () => {
	const reorganise = (depth: number) =>
		chain.client.request({ method: "anvil_reorg", params: [depth, []] } as never);

	test("reports a removed execution as unseen until it is mined again", async () => {
		const hash = await execute(6n);
		const claim = { txs: intent(6n), txHashes: [hash], confirmations: 2 };
		const before = await verifyAt(chain.url, claim);
		await reorganise(1);
		const gone = await verifyAt(chain.url, claim);
		expect([before.kind, gone.kind]).toEqual(["confirming", "unseen"]);
		await mine(3);
		const raw = await execute(6n);
		await mine(3);
		const again = await verifyAt(chain.url, { ...claim, txHashes: [raw] });
		expect(again.kind).toBe("final");
	});

	test("reports a removed mismatch as unseen", async () => {
		const hash = await execute(7n, stranger);
		await reorganise(1);
		expect((await verifyAt(chain.url, { txs: intent(7n), txHashes: [hash], confirmations: 0 })).kind).toBe(
			"unseen",
		);
	});

	/** Verifies with a node that reorganises its chain when it is asked for its height. */
	const verifyDuring = async (hash: Hex, change: () => Promise<unknown>) => {
		let isDone = false;
		let height: Promise<unknown> | undefined;
		const node = await startRpcProxy(chain.url, ({ method }) => {
			if (method !== "eth_blockNumber" || isDone) return undefined;
			isDone = true;
			height = change();
			return (response) => {
				void height?.then(() => jsonResponse({ result: "0xffffff" })(response));
			};
		});
		const verdict = await verifyAt(node.url, { txs: intent(8n), txHashes: [hash], confirmations: 1 });
		await node.stop();
		return verdict;
	};

	test("detects a reorganisation during a check by the block's hash", async () => {
		const gone = {
			kind: "unseen",
			reason: "the block of a transaction is no longer part of the chain",
			isKnown: true,
		};
		const good = await execute(8n);
		expect(await verifyDuring(good, () => reorganise(1))).toEqual(gone);
		const bad = await execute(8n, stranger);
		expect(await verifyDuring(bad, () => reorganise(1))).toEqual(gone);
	});

	test("keeps an execution final if its block stays", async () => {
		const good = await execute(8n);
		await mine(2);
		expect((await verifyDuring(good, () => reorganise(1))).kind).toBe("final");
	});
});
