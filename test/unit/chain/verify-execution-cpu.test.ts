// The CPU goal of recovery.md "When the chain is checked": verifying ten calls takes less than 5 ms without the node's time.
import { expect, test } from "vitest";
import { createJsonRpc, type JsonRpc, type RpcResponse } from "../../../src/chain/json-rpc.ts";
import type { Hex } from "../../../src/kernel/encoding/hex.ts";
import type { ExecutionClaim } from "../../../src/recovery/execution/execution-claim.ts";
import { verifyExecution } from "../../../src/recovery/execution/verify-execution.ts";
import { claimOf, lost, startExecutionChain, transferData } from "../../support/chain/execution-chain.ts";
import {
	deploySafes,
	execTransaction,
	MULTI_SEND_CALL_ONLY,
	multiSendData,
} from "../../support/chain/safe.ts";

const CALLS = 10;
const GOAL_MS = 5;
const ROUNDS = 60;

/** Median time of a verification from recorded responses, which must still be parsed. */
async function medianMs(claim: ExecutionClaim, url: string, without?: string): Promise<number> {
	const node = createJsonRpc({ url, timeoutMs: 10_000 });
	const responses = new Map<string, string>();
	const recorder: JsonRpc = {
		async call(method, params) {
			const refusal: RpcResponse = { ok: false, kind: "rpc_error", code: -32_601, message: "not here" };
			const response = method === without ? refusal : await node.call(method, params);
			responses.set(JSON.stringify([method, params]), JSON.stringify(response));
			return response;
		},
	};
	expect((await verifyExecution(claim, recorder)).kind).toBe("final");
	const player: JsonRpc = {
		call: async (method, params) =>
			JSON.parse(responses.get(JSON.stringify([method, params])) ?? "") as RpcResponse,
	};
	const times: number[] = [];
	for (let round = 0; round < ROUNDS; round++) {
		const start = performance.now();
		await verifyExecution(claim, player);
		times.push(performance.now() - start);
	}
	return times.sort((a, b) => a - b)[ROUNDS / 2] ?? Number.POSITIVE_INFINITY;
}

test("verifies ten calls of each grade in less than 5 ms", async () => {
	const chain = await startExecutionChain();
	const safe = await (await deploySafes(chain)).createSafe();
	await chain.mint(safe);
	const txs = Array.from({ length: CALLS }, (_, at) => ({
		dest: chain.token,
		value: "0",
		data: transferData(BigInt(at)),
	}));
	const batch = { to: MULTI_SEND_CALL_ONLY, data: multiSendData(txs), operation: 1 } as const;
	const bySafe = await chain.send(lost, { to: safe, data: execTransaction(batch) });
	const single: Hex[] = [];
	for (const { data } of txs) single.push(await chain.send(lost, { to: chain.token, data }));

	const ofSafe = claimOf({ lostAccount: safe, txs, txHashes: [bySafe], minProof: "decoded" });
	const ofKey = claimOf({ txs, txHashes: single });
	const untraced = "debug_traceTransaction";
	expect(await medianMs(ofSafe, chain.url)).toBeLessThan(GOAL_MS);
	expect(await medianMs(ofSafe, chain.url, untraced)).toBeLessThan(GOAL_MS);
	expect(await medianMs(ofKey, chain.url)).toBeLessThan(GOAL_MS);
	expect(await medianMs(ofKey, chain.url, untraced)).toBeLessThan(GOAL_MS);
	await chain.stop();
});
