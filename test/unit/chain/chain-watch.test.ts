// recovery.md "When the chain is checked".
// The deadline of a check: the platform ends an alarm after a quarter of an hour.
import { afterEach, expect, test, vi } from "vitest";
import { createChainWatch } from "../../../src/recovery/execution/chain-watch.ts";
import { CHAIN_ID, claimOf, heir } from "../../support/chain/execution-chain.ts";

const MINUTE_MS = 60_000;

afterEach(() => {
	vi.useRealTimers();
	vi.restoreAllMocks();
});

/** Both the transaction and its receipt. */
const minedAs = (hash: string) => ({
	...{
		hash,
		transactionHash: hash,
		blockHash: `0x${"b1".repeat(32)}`,
		blockNumber: "0x1",
		transactionIndex: "0x0",
	},
	...{ from: heir, to: heir, value: "0x0", input: "0x", status: "0x1", logs: [] },
});

test("gives up on a node that takes almost its whole timeout for every request", async () => {
	vi.useFakeTimers({ toFake: ["Date"] });
	const start = Date.now();
	let requests = 0;
	vi.spyOn(globalThis, "fetch").mockImplementation(async (_, init) => {
		requests++;
		vi.setSystemTime(Date.now() + 19_000);
		const { method, params } = JSON.parse(String(init?.body)) as { method: string; params: string[] };
		const result = method === "eth_chainId" ? `0x${CHAIN_ID.toString(16)}` : minedAs(params[0] ?? "");
		return Response.json({ jsonrpc: "2.0", id: 1, result });
	});
	const rpcUrls = new Map([[CHAIN_ID, "https://node.example/"]]);
	const budgets = {
		charge: async () => ({ kind: "charged" as const, refund: async () => {} }),
		within: async <A>(_: unknown, read: () => Promise<A>) => read(),
	};
	const settings = { rpcUrls, recoveryAgents: [], confirmations: null, minProof: "direct" } as const;
	const watch = createChainWatch(settings, budgets);
	const txHashes = Array.from({ length: 100 }, (_, at) => `0x${at.toString(16).padStart(64, "0")}` as const);
	const claim = claimOf({ txs: [{ dest: heir, value: "1", data: "0x" }], txHashes });
	const verdict = await watch.verify(claim, { payer: { kind: "service" }, clientAddress: null });
	expect(verdict).toEqual({
		kind: "unavailable",
		reason: expect.stringContaining("the check took too long"),
	});
	expect(requests).toBeGreaterThan(1);
	expect(Date.now() - start).toBeLessThan(10 * MINUTE_MS);
});
