// How long a case's object waits for its node: an alarm that goes on for a quarter of an hour is ended by the platform.
import { afterEach, expect, test, vi } from "vitest";
import { createChainWatch } from "../../../src/recovery/execution/chain-watch.ts";
import { CHAIN_ID, claimOf, heir } from "../../support/chain/execution-chain.ts";

const MINUTE_MS = 60_000;

afterEach(() => {
	vi.useRealTimers();
	vi.restoreAllMocks();
});

test("a node that takes just less than its time at every answer is unavailable long before that", async () => {
	vi.useFakeTimers({ toFake: ["Date"] });
	const start = Date.now();
	let asked = 0;
	vi.spyOn(globalThis, "fetch").mockImplementation(async (_, init) => {
		asked++;
		vi.setSystemTime(Date.now() + 19_000);
		const { method } = JSON.parse(String(init?.body)) as { method: string };
		const result = method === "eth_chainId" ? `0x${CHAIN_ID.toString(16)}` : null;
		return Response.json({ jsonrpc: "2.0", id: 1, result });
	});
	const rpcUrls = new Map([[CHAIN_ID, "https://node.example/"]]);
	const watch = createChainWatch({ rpcUrls, recoveryAgents: [], confirmations: null, minProof: "direct" });
	const txHashes = Array.from({ length: 100 }, (_, at) => `0x${at.toString(16).padStart(64, "0")}` as const);
	const verdict = await watch.verify(claimOf({ txs: [{ dest: heir, value: "1", data: "0x" }], txHashes }));
	expect(verdict).toEqual({
		kind: "unavailable",
		reason: expect.stringContaining("the check took too long"),
	});
	expect(asked).toBeGreaterThan(1);
	expect(Date.now() - start).toBeLessThan(10 * MINUTE_MS);
});
