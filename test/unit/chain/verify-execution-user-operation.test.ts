// recovery.md "When the chain is checked".
// The real EntryPoint 0.6 with an ERC-7579 account: proofs by trace, and by calldata and event.
import type { Address } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Hex } from "../../../src/kernel/encoding/hex.ts";
import type { Call } from "../../../src/protocol/intent.ts";
import {
	type ExecutionChain,
	heir,
	startExecutionChain,
	stranger,
	transferData,
	verifyAt,
} from "../../support/chain/execution-chain.ts";
import {
	ENTRY_POINTS,
	entryPoint06Bytecode,
	executeData,
	fundedAccount,
	handleOps,
	modeOf,
	nonceOf,
	placeEntryPoint,
} from "../../support/chain/user-operation.ts";

let chain: ExecutionChain;
let account: Address;
let neighbour: Address;
beforeAll(async () => {
	chain = await startExecutionChain();
	await placeEntryPoint(chain, "0.6", entryPoint06Bytecode);
	account = await fundedAccount(chain, "0.6");
	neighbour = await fundedAccount(chain, "0.6");
}, 60_000);
afterAll(() => chain?.stop());

const intent = (): readonly [Call, Call, Call] => [
	{ dest: chain.token, value: "0", data: transferData(1n) },
	{ dest: heir, value: "7", data: "0x" },
	{ dest: chain.token, value: "0", data: transferData(2n) },
];

let nextKey = 1n;
/** Sends a bundle of operations. */
function bundle(...operations: { callData: Hex; sender?: Address }[]): Promise<Hex> {
	const ops = operations.map(({ callData, sender = account }) => {
		const nonce = nonceOf(nextKey++);
		return { sender, nonce, callData };
	});
	return chain.send(stranger, { to: ENTRY_POINTS["0.6"], data: handleOps("0.6", ops, stranger.address) });
}
const verifyCase = (url: string, hash: Hex, txs: readonly Call[] = intent()) =>
	verifyAt(url, { lostAccount: account, txs, txHashes: [hash], minProof: "decoded" });

describe.each([
	{ grade: "trace", urlOf: () => chain.url },
	{ grade: "decoded", urlOf: () => chain.untracedUrl },
] as const)("a user operation by $grade", ({ grade, urlOf }) => {
	const never = grade === "trace" ? "mismatch" : "unproven";

	test("proves a batch, with indexes that count through the whole bundle", async () => {
		const [first] = intent();
		const txHash = await bundle(
			{ callData: executeData([first]), sender: neighbour },
			{ callData: executeData(intent()) },
		);
		expect(await verifyCase(urlOf(), txHash)).toMatchObject({
			kind: "final",
			execution: {
				proof: grade,
				calls: [2, 3, 4].map((index) => ({ txHash, index, caller: account.toLowerCase() })),
			},
		});
	});

	test("proves single calls of several operations", async () => {
		const [first, second, last] = intent();
		const hash = await bundle(
			{ callData: executeData([first]) },
			{ callData: executeData([second]) },
			{ callData: executeData([last]) },
		);
		expect(await verifyCase(urlOf(), hash)).toMatchObject({
			kind: "final",
			execution: { calls: [{ index: 1 }, { index: 2 }, { index: 3 }] },
		});
	});

	test("does not count a failed operation of a bundle", async () => {
		const broke = [...intent(), { dest: chain.token, value: "0", data: transferData(10n ** 30n) }];
		const failed = await bundle(
			{ callData: executeData(broke) },
			{ callData: executeData(intent().slice(0, 1)) },
		);
		expect((await verifyCase(urlOf(), failed)).kind).toBe(never);
		const right = await bundle({ callData: executeData(broke) }, { callData: executeData(intent()) });
		expect(await verifyCase(urlOf(), right)).toMatchObject({
			kind: "final",
			// The failed operation has four calls.
			execution: { calls: [{ index: 5 }, { index: 6 }, { index: 7 }] },
		});
	});

	test.each([
		["of another account", () => bundle({ callData: executeData(intent()), sender: neighbour })],
		["in another order", () => bundle({ callData: executeData([...intent()].reverse()) })],
		["of two of three", () => bundle({ callData: executeData(intent().slice(0, 2)) })],
		[
			"that fails",
			() =>
				bundle({
					callData: executeData([...intent(), { dest: chain.token, value: "0", data: "0xffffffff" }]),
				}),
		],
	] as const)("does not prove an operation %s", async (_, run) => {
		expect((await verifyCase(urlOf(), await run())).kind).toBe(never);
	});

	test("proves calls in try mode only by trace, because they may fail without an event", async () => {
		const done = await bundle({ callData: executeData(intent(), modeOf(1, 1)) });
		expect((await verifyCase(urlOf(), done)).kind).toBe(grade === "trace" ? "final" : "unproven");
		const broke = [
			{ dest: chain.token, value: "0", data: transferData(10n ** 30n) },
			...intent().slice(0, 2),
		];
		const partly = await bundle({ callData: executeData(broke, modeOf(1, 1)) });
		const verdict = await verifyCase(urlOf(), partly, broke);
		expect(verdict.kind).toBe(never);
		if (verdict.kind === "mismatch") expect(verdict.finding).toContain("was made, but it reverted");
	});

	test("proves calls without an EntryPoint only by trace", async () => {
		const hash = await chain.send(stranger, { to: account, data: executeData(intent()) });
		const verdict = await verifyCase(urlOf(), hash);
		expect(verdict.kind).toBe(grade === "trace" ? "final" : "unproven");
		if (verdict.kind === "final") expect(verdict.execution.calls[0]?.index).toBeGreaterThan(1_000_000);
	});
});

test("a call has the same index by trace and decoded", async () => {
	const hash = await bundle(
		{
			callData: executeData([{ dest: chain.token, value: "0", data: transferData(10n ** 30n) }, ...intent()]),
		},
		{ callData: executeData(intent()) },
	);
	const [traced, decoded] = [await verifyCase(chain.url, hash), await verifyCase(chain.untracedUrl, hash)];
	if (traced.kind !== "final" || decoded.kind !== "final") throw new Error("not proven");
	expect(traced.execution.calls).toEqual(decoded.execution.calls);
});

test("an account that does not confirm the ERC-7579 execution mode needs a trace", async () => {
	const mute = await fundedAccount(chain, "0.6");
	const code = (await chain.client.getCode({ address: mute })) ?? "0x";
	await chain.test.setCode({ address: mute, bytecode: code.replaceAll("d03c7914", "d03c7915") as Hex });
	const hash = await bundle({ callData: executeData(intent()), sender: mute });
	const claim = { lostAccount: mute, txs: intent(), txHashes: [hash], minProof: "decoded" } as const;
	expect(await verifyAt(chain.untracedUrl, claim)).toMatchObject({
		kind: "unproven",
		reason: expect.stringContaining("does not confirm the ERC-7579 execution mode"),
	});
	expect((await verifyAt(chain.url, claim)).kind).toBe("final");
});
