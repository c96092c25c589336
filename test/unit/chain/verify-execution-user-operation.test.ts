// The real EntryPoint 0.6 with an account of ERC-7579: by trace, and by calldata and event.
import type { Address } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Hex } from "../../../src/kernel/hex.ts";
import type { Call } from "../../../src/recovery/intent/intent.ts";
import {
	type ExecutionChain,
	heir,
	look,
	startExecutionChain,
	stranger,
	transferData,
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
/** A bundle of operations, each by an account with calldata of its own. */
function bundle(...operations: { callData: Hex; sender?: Address }[]): Promise<Hex> {
	const ops = operations.map(({ callData, sender = account }) => {
		const nonce = nonceOf(nextKey++);
		return { sender, nonce, callData };
	});
	return chain.send(stranger, { to: ENTRY_POINTS["0.6"], data: handleOps("0.6", ops, stranger.address) });
}
const lookAt = (url: string, hash: Hex, txs: readonly Call[] = intent()) =>
	look(url, { lostAccount: account, txs, txHashes: [hash], minProof: "decoded" });

describe.each([
	{ grade: "trace", urlOf: () => chain.url },
	{ grade: "decoded", urlOf: () => chain.untracedUrl },
] as const)("by $grade", ({ grade, urlOf }) => {
	const never = grade === "trace" ? "mismatch" : "unproven";

	test("a batch is an execution, its calls numbered through the whole bundle", async () => {
		const [first] = intent();
		const txHash = await bundle(
			{ callData: executeData([first]), sender: neighbour },
			{ callData: executeData(intent()) },
		);
		expect(await lookAt(urlOf(), txHash)).toMatchObject({
			kind: "final",
			execution: {
				proof: grade,
				calls: [2, 3, 4].map((index) => ({ txHash, index, caller: account.toLowerCase() })),
			},
		});
	});

	test("so are single calls, one an operation", async () => {
		const [first, second, last] = intent();
		const hash = await bundle(
			{ callData: executeData([first]) },
			{ callData: executeData([second]) },
			{ callData: executeData([last]) },
		);
		expect(await lookAt(urlOf(), hash)).toMatchObject({
			kind: "final",
			execution: { calls: [{ index: 1 }, { index: 2 }, { index: 3 }] },
		});
	});

	test("an operation that fails beside one that succeeds is not counted", async () => {
		const broke = [...intent(), { dest: chain.token, value: "0", data: transferData(10n ** 30n) }];
		const failed = await bundle(
			{ callData: executeData(broke) },
			{ callData: executeData(intent().slice(0, 1)) },
		);
		expect((await lookAt(urlOf(), failed)).kind).toBe(never);
		const right = await bundle({ callData: executeData(broke) }, { callData: executeData(intent()) });
		expect(await lookAt(urlOf(), right)).toMatchObject({
			kind: "final",
			// The failed one has four.
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
	] as const)("an operation %s never proves it", async (_, run) => {
		expect((await lookAt(urlOf(), await run())).kind).toBe(never);
	});

	test("in try mode a call may fail unseen: only a trace tells whether it did", async () => {
		const done = await bundle({ callData: executeData(intent(), modeOf(1, 1)) });
		expect((await lookAt(urlOf(), done)).kind).toBe(grade === "trace" ? "final" : "unproven");
		const broke = [
			{ dest: chain.token, value: "0", data: transferData(10n ** 30n) },
			...intent().slice(0, 2),
		];
		const partly = await bundle({ callData: executeData(broke, modeOf(1, 1)) });
		const verdict = await lookAt(urlOf(), partly, broke);
		expect(verdict.kind).toBe(never);
		if (verdict.kind === "mismatch") expect(verdict.finding).toContain("was made, but it reverted");
	});

	test("a call of the account by a stranger, with no EntryPoint, is seen by trace alone", async () => {
		const hash = await chain.send(stranger, { to: account, data: executeData(intent()) });
		const verdict = await lookAt(urlOf(), hash);
		expect(verdict.kind).toBe(grade === "trace" ? "final" : "unproven");
		if (verdict.kind === "final") expect(verdict.execution.calls[0]?.index).toBeGreaterThan(1_000_000);
	});
});

test("a case by trace and one decoded name the same call by the same index", async () => {
	const hash = await bundle(
		{
			callData: executeData([{ dest: chain.token, value: "0", data: transferData(10n ** 30n) }, ...intent()]),
		},
		{ callData: executeData(intent()) },
	);
	const [traced, decoded] = [await lookAt(chain.url, hash), await lookAt(chain.untracedUrl, hash)];
	if (traced.kind !== "final" || decoded.kind !== "final") throw new Error("not proven");
	expect(traced.execution.calls).toEqual(decoded.execution.calls);
});

test("an account that does not confirm the ERC-7579 execution mode proves nothing without a trace", async () => {
	const mute = await fundedAccount(chain, "0.6");
	const code = (await chain.client.getCode({ address: mute })) ?? "0x";
	await chain.test.setCode({ address: mute, bytecode: code.replaceAll("d03c7914", "d03c7915") as Hex });
	const hash = await bundle({ callData: executeData(intent()), sender: mute });
	const claim = { lostAccount: mute, txs: intent(), txHashes: [hash], minProof: "decoded" } as const;
	expect(await look(chain.untracedUrl, claim)).toMatchObject({
		kind: "unproven",
		reason: expect.stringContaining("does not confirm the ERC-7579 execution mode"),
	});
	expect((await look(chain.url, claim)).kind).toBe("final");
});
