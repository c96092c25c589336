// Finality on a real chain: by the tag, by depth, and where a reorganisation takes a transaction away.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Hex } from "../../../src/kernel/hex.ts";
import { FALLBACK_CONFIRMATIONS } from "../../../src/recovery/execution/finality.ts";
import type { Call } from "../../../src/recovery/intent/intent.ts";
import {
	type ExecutionChain,
	look,
	lost,
	NOW,
	startExecutionChain,
	stranger,
	transferData,
} from "../../support/chain/execution-chain.ts";
import { errorAnswer, type Fault, jsonAnswer, startRpcProxy } from "../../support/chain/rpc-proxy.ts";

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

test("by depth: final with as many blocks on top as asked for, and not one earlier", async () => {
	const hash = await execute(1n);
	const claim = { txs: intent(1n), txHashes: [hash], confirmations: 3 };
	const { blockHash, blockNumber } = await chain.client.getTransactionReceipt({ hash });
	for (const kind of ["confirming", "confirming", "confirming", "final"] as const) {
		expect(await look(chain.url, claim)).toMatchObject({
			kind,
			execution: { state: kind, blockHash, blockNumber: Number(blockNumber), confirmedAt: NOW },
		});
		await mine(1);
	}
});

test("a mismatch is not told before its block is final: it may go, and another come", async () => {
	const hash = await execute(2n, stranger);
	const claim = { txs: intent(2n), txHashes: [hash], confirmations: 2 };
	expect(await look(chain.url, claim)).toEqual({
		kind: "unproven",
		reason: expect.stringContaining("not final yet: Call 1 of 1"),
		isFinal: false,
	});
	await mine(2);
	expect((await look(chain.url, claim)).kind).toBe("mismatch");
});

describe("by the finalized tag", () => {
	// Anvil's finalized block lies two epochs of 32 below its latest.
	const ANVIL_FINALIZES_BLOCKS = 64;

	test("final when the tag has reached the block", async () => {
		const claim = { txs: intent(3n), txHashes: [await execute(3n)], confirmations: null };
		expect((await look(chain.url, claim)).kind).toBe("confirming");
		await mine(ANVIL_FINALIZES_BLOCKS - 1);
		expect((await look(chain.url, claim)).kind).toBe("confirming");
		await mine(1);
		expect((await look(chain.url, claim)).kind).toBe("final");
	});

	const taglessNode = (fault: Fault) =>
		startRpcProxy(chain.url, ({ method, params }) =>
			method === "eth_getBlockByNumber" && params[0] === "finalized" ? fault : undefined,
		);

	test.each([
		["answers null", jsonAnswer({ result: null })],
		[
			"calls it an invalid parameter",
			errorAnswer(-32_602, "invalid argument 0: hex string without 0x prefix"),
		],
		["does not know it", errorAnswer(-32_000, "unknown block tag")],
		["says that there is none", errorAnswer(-39_001, "finalized block not found")],
	])("a node without it that %s is taken by depth", async (_, fault) => {
		const node = await taglessNode(fault);
		const claim = { txs: intent(4n), txHashes: [await execute(4n)], confirmations: null };
		await mine(FALLBACK_CONFIRMATIONS - 1);
		expect((await look(node.url, claim)).kind).toBe("confirming");
		await mine(1);
		expect((await look(node.url, claim)).kind).toBe("final");
		await node.stop();
	});

	test.each([
		["is rate-limited", errorAnswer(-32_005, "limit exceeded")],
		["has an internal error", errorAnswer(-32_603, "internal error")],
		["answers 503", (response) => response.writeHead(503).end()],
	] as [string, Fault][])("a node that %s there is unavailable, however deep the block", async (_, fault) => {
		const node = await taglessNode(fault);
		const claim = { txs: intent(5n), txHashes: [await execute(5n)], confirmations: null };
		await mine(FALLBACK_CONFIRMATIONS);
		expect((await look(node.url, claim)).kind).toBe("unavailable");
		await node.stop();
	});
});

describe("a reorganisation", () => {
	const reorganise = (depth: number) =>
		chain.client.request({ method: "anvil_reorg", params: [depth, []] } as never);

	test("that takes an execution away makes it unseen; when it is mined again it is proven anew", async () => {
		const hash = await execute(6n);
		const claim = { txs: intent(6n), txHashes: [hash], confirmations: 2 };
		const before = await look(chain.url, claim);
		await reorganise(1);
		const gone = await look(chain.url, claim);
		expect([before.kind, gone.kind]).toEqual(["confirming", "unseen"]);
		await mine(3);
		const raw = await execute(6n);
		await mine(3);
		const again = await look(chain.url, { ...claim, txHashes: [raw] });
		expect(again.kind).toBe("final");
	});

	test("that takes a mismatch away makes it unseen too", async () => {
		const hash = await execute(7n, stranger);
		await reorganise(1);
		expect((await look(chain.url, { txs: intent(7n), txHashes: [hash], confirmations: 0 })).kind).toBe(
			"unseen",
		);
	});

	/** A node that reorganises its chain the moment it is asked how high it is. */
	const suddenly = async (hash: Hex, change: () => Promise<unknown>) => {
		let isDone = false;
		let height: Promise<unknown> | undefined;
		const node = await startRpcProxy(chain.url, ({ method }) => {
			if (method !== "eth_blockNumber" || isDone) return undefined;
			isDone = true;
			height = change();
			return (response) => {
				void height?.then(() => jsonAnswer({ result: "0xffffff" })(response));
			};
		});
		const verdict = await look(node.url, { txs: intent(8n), txHashes: [hash], confirmations: 1 });
		await node.stop();
		return verdict;
	};

	test("in the middle of a look is noticed by the block's hash, for an execution and a mismatch", async () => {
		const gone = { kind: "unseen", reason: "the block of a transaction is no longer part of the chain" };
		const good = await execute(8n);
		expect(await suddenly(good, () => reorganise(1))).toEqual(gone);
		const bad = await execute(8n, stranger);
		expect(await suddenly(bad, () => reorganise(1))).toEqual(gone);
	});

	test("that leaves the block is no reason to doubt", async () => {
		const good = await execute(8n);
		await mine(2);
		expect((await suddenly(good, () => reorganise(1))).kind).toBe("final");
	});
});
