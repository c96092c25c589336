/** What counts as the work of a lost account's owner, on a real chain; an outage counts as nothing. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { type AccountActivity, readActivity } from "../../../src/recovery/chain/account-activity.ts";
import { createJsonRpc } from "../../../src/recovery/chain/json-rpc.ts";
import {
	CHAIN_ID,
	type ExecutionChain,
	heir,
	lost,
	startExecutionChain,
	stranger,
} from "../../support/execution-chain.ts";
import { OUTAGES, startRpcProxy } from "../../support/rpc-proxy.ts";
import { deploySafes, execTransaction } from "../../support/safe.ts";

let chain: ExecutionChain;
beforeAll(async () => {
	chain = await startExecutionChain();
});
afterAll(() => chain.stop());

const activityOf = (address: string, { url = chain.url, chainId = CHAIN_ID } = {}) =>
	readActivity(createJsonRpc({ url, timeoutMs: 1_000 }), { chainId, address });

const countOf = (activity: AccountActivity) =>
	activity.kind === "seen" ? activity.transactionCount : Number.NaN;

it("a key's transactions count, and what others send to it does not", async () => {
	const before = await activityOf(lost.address);
	expect(before).toMatchObject({ kind: "seen", isSafe: false });
	await chain.send(stranger, { to: lost.address, value: 1n });
	expect(await activityOf(lost.address)).toEqual(before);
	await chain.send(lost, { to: heir, value: 1n });
	expect(await activityOf(lost.address)).toEqual({ ...before, transactionCount: countOf(before) + 1 });
});

it("what the owners of a Safe make it execute counts, whoever has sent it", async () => {
	const safe = await (await deploySafes(chain)).createSafe();
	const before = await activityOf(safe);
	expect(before).toMatchObject({ kind: "seen", isSafe: true });
	await chain.send(lost, { to: safe, data: execTransaction({ to: heir }) });
	expect(await activityOf(safe)).toEqual({ ...before, transactionCount: countOf(before) + 1 });
}, 60_000);

it("a node of another chain has seen nothing", async () => {
	expect(await activityOf(lost.address, { chainId: 1 })).toMatchObject({ kind: "unavailable" });
});

it.each(OUTAGES.filter(([how]) => !how.includes("silent")))(
	"a node that %s has seen nothing",
	async (_, fault) => {
		for (const broken of ["eth_chainId", "eth_getTransactionCount", "eth_getCode"]) {
			const node = await startRpcProxy(chain.url, ({ method }) => (method === broken ? fault : undefined));
			expect(await activityOf(lost.address, { url: node.url })).toMatchObject({ kind: "unavailable" });
			await node.stop();
		}
	},
);
