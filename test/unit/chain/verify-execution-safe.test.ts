// Real Safes on a real EVM: by trace, and by calldata and event where a node gives no trace.
import { type Address, parseEther } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Hex } from "../../../src/kernel/hex.ts";
import type { Call } from "../../../src/recovery/intent/intent.ts";
import {
	type ExecutionChain,
	heir,
	look,
	lost,
	startExecutionChain,
	transferData,
} from "../../support/chain/execution-chain.ts";
import {
	deploySafes,
	execTransaction,
	MULTI_SEND,
	MULTI_SEND_CALL_ONLY,
	multiSendData,
	type SafeCall,
	type SafeKit,
} from "../../support/chain/safe.ts";

let chain: ExecutionChain;
let kit: SafeKit;
let safe: Address;
beforeAll(async () => {
	chain = await startExecutionChain();
	kit = await deploySafes(chain);
	safe = await kit.createSafe();
	await chain.mint(safe);
	await chain.test.setBalance({ address: safe, value: parseEther("1") });
}, 60_000);
afterAll(() => chain?.stop());

const intent = (): readonly [Call, Call, Call] => [
	{ dest: chain.token, value: "0", data: transferData(1n) },
	{ dest: heir, value: "7", data: "0x" },
	{ dest: chain.token, value: "0", data: transferData(2n) },
];
const exec = (call: SafeCall, of = safe): Promise<Hex> =>
	chain.send(lost, { to: of, data: execTransaction(call) });
const batch = (calls: Parameters<typeof multiSendData>[0], of = safe, by: Address = MULTI_SEND_CALL_ONLY) =>
	exec({ to: by, data: multiSendData(calls), operation: 1 }, of);
const lookAt = (url: string, hash: Hex, txs: readonly Call[] = intent(), lostAccount: Address = safe) =>
	look(url, { lostAccount, txs, txHashes: [hash], minProof: "decoded" });

test("the contracts stand where they stand on every chain", () => {
	expect(kit).toMatchObject({ multiSend: MULTI_SEND, multiSendCallOnly: MULTI_SEND_CALL_ONLY });
	expect(kit.singleton).toBe("0xFf51A5898e281Db6DfC7855790607438dF2ca44b");
});

describe.each([
	{ grade: "trace", urlOf: () => chain.url },
	{ grade: "decoded", urlOf: () => chain.untracedUrl },
] as const)("by $grade", ({ grade, urlOf }) => {
	test.each([
		["MultiSendCallOnly", MULTI_SEND_CALL_ONLY],
		["MultiSend", MULTI_SEND],
	] as const)(
		"a batch through %s is an execution by the Safe, its calls numbered as in the calldata",
		async (_, by) => {
			const txHash = await batch(intent(), safe, by);
			expect(await lookAt(urlOf(), txHash)).toMatchObject({
				kind: "final",
				execution: {
					proof: grade,
					calls: [1, 2, 3].map((index) => ({ txHash, index, caller: safe.toLowerCase() })),
				},
			});
		},
	);

	test("a single call, and calls between and around those that are wanted", async () => {
		const [first, , last] = intent();
		const hash = await exec({ to: chain.token, data: first.data as Hex });
		expect(await lookAt(urlOf(), hash, [first])).toMatchObject({
			kind: "final",
			execution: { calls: [{ index: 1 }] },
		});
		expect(await lookAt(urlOf(), await batch(intent()), [first, last])).toMatchObject({
			kind: "final",
			execution: { calls: [{ index: 1 }, { index: 3 }] },
		});
	});

	test("the same call twice is two calls, each with a number of its own", async () => {
		const [first] = intent();
		const hash = await batch([first, first]);
		expect(await lookAt(urlOf(), hash, [first, first])).toMatchObject({
			kind: "final",
			execution: { calls: [{ index: 1 }, { index: 2 }] },
		});
		expect((await lookAt(urlOf(), hash, [first, first, first])).kind).toBe(
			grade === "trace" ? "mismatch" : "unproven",
		);
	});

	test("an entry that is a delegatecall is no call by the Safe; those around it are", async () => {
		const [first, second, last] = intent();
		const hash = await batch([first, { ...second, operation: 1 }, last], safe, MULTI_SEND);
		expect(await lookAt(urlOf(), hash, [first, last])).toMatchObject({ kind: "final" });
		expect((await lookAt(urlOf(), hash)).kind).toBe(grade === "trace" ? "mismatch" : "unproven");
	});

	test("what the Safe's owner does with their own key is not the Safe's", async () => {
		await chain.mint(lost.address);
		const [first] = intent();
		const hash = await chain.send(lost, { to: chain.token, data: first.data as Hex });
		const verdict = await lookAt(urlOf(), hash, [first]);
		expect(verdict.kind).toBe(grade === "trace" ? "mismatch" : "unproven");
	});

	const gapOf = grade === "trace" ? "mismatch" : "unproven";
	const [bad, good]: [bigint, bigint] = [10n ** 30n, 1n];
	test.each([
		[
			"that fails though the transaction succeeds",
			() => exec({ to: chain.token, data: transferData(bad), safeTxGas: 100_000n }),
			gapOf,
		],
		["whose transaction reverts", () => exec({ to: chain.token, data: transferData(bad) }), "mismatch"],
		["to another target", () => exec({ to: heir, data: transferData(good) }), gapOf],
		["with other data", () => exec({ to: chain.token, data: transferData(9n) }), gapOf],
		["by an unknown batch contract", async () => batch([], safe, await chain.deployAccount()), gapOf],
		[
			"by another Safe",
			async () => {
				const other = await kit.createSafe(grade === "trace" ? 1n : 2n);
				await chain.mint(other);
				await chain.test.setBalance({ address: other, value: 7n });
				return batch(intent(), other);
			},
			gapOf,
		],
		["in another order", () => batch([...intent()].reverse()), gapOf],
		["of two of three", () => batch(intent().slice(0, 2)), gapOf],
	] as const)("an execution %s never proves it", async (_, run, expected) => {
		expect((await lookAt(urlOf(), await run(), intent())).kind).toBe(expected);
	});
});

describe("without a trace", () => {
	test("a Safe's execution is unproven where decoding is not enough, and says how it could be", async () => {
		const claim = { lostAccount: safe, txs: intent(), txHashes: [await batch(intent())] };
		expect(await look(chain.untracedUrl, claim)).toEqual({
			kind: "unproven",
			reason:
				"the calls can only be decoded, but the required grade is direct; debug_traceTransaction: the node responded with error -32601",
			isFinal: true,
		});
	});

	test("a contract that only answers like a Safe proves nothing", async () => {
		// Takes every call, and says ExecutionSuccess.
		const topic = "442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e";
		const impostor = "0x00000000000000000000000000000000000000fe";
		await chain.test.setCode({ address: impostor, bytecode: `0x7f${topic}60406000a1` });
		const [first] = intent();
		const hash = await exec({ to: chain.token, data: first.data as Hex }, impostor);
		expect(await lookAt(chain.untracedUrl, hash, [first], impostor)).toMatchObject({
			kind: "unproven",
			reason: expect.stringContaining("the account's code is not a known Safe proxy"),
		});
		expect((await lookAt(chain.url, hash, [first], impostor)).kind).toBe("mismatch");
	});

	test("a Safe of unknown singleton proves nothing", async () => {
		const unknown = "0x00000000000000000000000000000000000000fd";
		const code = await chain.client.getCode({ address: kit.singleton });
		await chain.test.setCode({ address: unknown, bytecode: code ?? "0x" });
		const odd = await kit.createSafe(5n, unknown);
		await chain.mint(odd);
		const [first] = intent();
		const hash = await exec({ to: chain.token, data: first.data as Hex }, odd);
		expect(await lookAt(chain.untracedUrl, hash, [first], odd)).toMatchObject({
			kind: "unproven",
			reason: expect.stringContaining("the Safe's singleton is unknown"),
		});
		expect((await lookAt(chain.url, hash, [first], odd)).kind).toBe("final");
	});

	test("a batch contract that is not deployed does nothing and says success, and proves nothing", async () => {
		// MultiSendCallOnly 1.4.1, which this chain does not have.
		const hash = await batch(intent(), safe, "0x9641d764fc13c8B624c04430C7356C1C7C8102e2");
		expect((await chain.client.getTransactionReceipt({ hash })).status).toBe("success");
		expect(await lookAt(chain.untracedUrl, hash)).toMatchObject({
			kind: "unproven",
			reason: expect.stringContaining("the MultiSend contract does not have its known code on this chain"),
		});
		expect((await lookAt(chain.url, hash)).kind).toBe("mismatch");
	});
});
