/** Counts the activity of lost accounts on a real chain (recovery.md "The watch over the lost account"). */
import { afterAll, beforeAll, expect, it } from "vitest";
import { createJsonRpc } from "../../../src/chain/json-rpc.ts";
import { type AccountActivity, readActivity } from "../../../src/recovery/execution/account-activity.ts";
import {
	CHAIN_ID,
	type ExecutionChain,
	heir,
	lost,
	startExecutionChain,
	stranger,
} from "../../support/chain/execution-chain.ts";
import { OUTAGES, startRpcProxy } from "../../support/chain/rpc-proxy.ts";
import { deploySafes, execTransaction } from "../../support/chain/safe.ts";

let chain: ExecutionChain;
beforeAll(async () => {
	chain = await startExecutionChain();
});
afterAll(() => chain.stop());

const activityOf = (address: string, { url = chain.url, chainId = CHAIN_ID } = {}) =>
	readActivity(createJsonRpc({ url, timeoutMs: 1_000 }), { chainId, address });

const countOf = (activity: AccountActivity) =>
	activity.kind === "seen" ? activity.transactionCount : Number.NaN;

it("counts the transactions that a key sends, and not those that it receives", async () => {
	const before = await activityOf(lost.address);
	expect(before).toMatchObject({ kind: "seen", isSafe: false });
	await chain.send(stranger, { to: lost.address, value: 1n });
	expect(await activityOf(lost.address)).toEqual(before);
	await chain.send(lost, { to: heir, value: 1n });
	expect(await activityOf(lost.address)).toEqual({ ...before, transactionCount: countOf(before) + 1 });
});

it("counts the transactions that a Safe executes, by any sender", async () => {
	const safe = await (await deploySafes(chain)).createSafe();
	const before = await activityOf(safe);
	expect(before).toMatchObject({ kind: "seen", isSafe: true });
	await chain.send(lost, { to: safe, data: execTransaction({ to: heir }) });
	expect(await activityOf(safe)).toEqual({ ...before, transactionCount: countOf(before) + 1 });
}, 60_000);

it("does not count a stranger's deployment of a counterfactual Safe", async () => {
	const { createSafe } = await deploySafes(chain);
	// Anyone can have the factory deploy the Safe at its known address.
	const before = await chain.test.snapshot();
	const safe = await createSafe(7n);
	await chain.test.revert({ id: before });
	const none = await activityOf(safe);
	expect(none).toEqual({ kind: "seen", transactionCount: 0, isSafe: false });
	expect(await createSafe(7n)).toBe(safe);
	expect(await activityOf(safe)).toEqual({ ...none, isSafe: true });
	await chain.send(lost, { to: safe, data: execTransaction({ to: heir }) });
	expect(countOf(await activityOf(safe))).toBe(1);
}, 60_000);

it("counts a key's transactions after it delegated to a contract", async () => {
	const before = countOf(await activityOf(lost.address));
	const authorization = await chain.client.signAuthorization({ account: lost, contractAddress: chain.token });
	await chain.send(stranger, { to: heir, authorizationList: [authorization] });
	expect(await chain.client.getCode({ address: lost.address })).toMatch(/^0xef0100/);
	expect(countOf(await activityOf(lost.address))).toBe(before + 1);
});

it("gives no count from a node of another chain", async () => {
	expect(await activityOf(lost.address, { chainId: 1 })).toMatchObject({ kind: "unavailable" });
});

it.each(OUTAGES.filter(([how]) => !how.includes("silent")))(
	"gives no count from a node that %s",
	async (_, fault) => {
		for (const broken of ["eth_chainId", "eth_getTransactionCount", "eth_getCode"]) {
			const node = await startRpcProxy(chain.url, ({ method }) => (method === broken ? fault : undefined));
			expect(await activityOf(lost.address, { url: node.url })).toMatchObject({ kind: "unavailable" });
			await node.stop();
		}
	},
);
