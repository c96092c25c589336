// recovery.md "When the chain is checked".
// Real Safes on a real EVM: proofs by trace, and by calldata and event without a trace.
import { type Address, parseEther } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Hex } from "../../../src/kernel/encoding/hex.ts";
import type { Call } from "../../../src/protocol/intent.ts";
import {
	type ExecutionChain,
	heir,
	lost,
	startExecutionChain,
	transferData,
	verifyAt,
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
const verifyCase = (url: string, hash: Hex, txs: readonly Call[] = intent(), lostAccount: Address = safe) =>
	verifyAt(url, { lostAccount, txs, txHashes: [hash], minProof: "decoded" });

test("the test deploys the contracts at their usual addresses", () => {
	expect(kit).toMatchObject({ multiSend: MULTI_SEND, multiSendCallOnly: MULTI_SEND_CALL_ONLY });
	expect(kit.singleton).toBe("0xFf51A5898e281Db6DfC7855790607438dF2ca44b");
});

describe.each([
	{ grade: "trace", urlOf: () => chain.url },
	{ grade: "decoded", urlOf: () => chain.untracedUrl },
] as const)("a Safe's execution by $grade", ({ grade, urlOf }) => {
	test.each([
		["MultiSendCallOnly", MULTI_SEND_CALL_ONLY],
		["MultiSend", MULTI_SEND],
	] as const)("proves a batch through %s, with indexes in the order of the calldata", async (_, by) => {
		const txHash = await batch(intent(), safe, by);
		expect(await verifyCase(urlOf(), txHash)).toMatchObject({
			kind: "final",
			execution: {
				proof: grade,
				calls: [1, 2, 3].map((index) => ({ txHash, index, caller: safe.toLowerCase() })),
			},
		});
	});

	test("proves a single call, and calls among others", async () => {
		const [first, , last] = intent();
		const hash = await exec({ to: chain.token, data: first.data as Hex });
		expect(await verifyCase(urlOf(), hash, [first])).toMatchObject({
			kind: "final",
			execution: { calls: [{ index: 1 }] },
		});
		expect(await verifyCase(urlOf(), await batch(intent()), [first, last])).toMatchObject({
			kind: "final",
			execution: { calls: [{ index: 1 }, { index: 3 }] },
		});
	});

	test("proves two identical calls under different indexes", async () => {
		const [first] = intent();
		const hash = await batch([first, first]);
		expect(await verifyCase(urlOf(), hash, [first, first])).toMatchObject({
			kind: "final",
			execution: { calls: [{ index: 1 }, { index: 2 }] },
		});
		expect((await verifyCase(urlOf(), hash, [first, first, first])).kind).toBe(
			grade === "trace" ? "mismatch" : "unproven",
		);
	});

	test("does not count a delegatecall in a batch", async () => {
		const [first, second, last] = intent();
		const hash = await batch([first, { ...second, operation: 1 }, last], safe, MULTI_SEND);
		expect(await verifyCase(urlOf(), hash, [first, last])).toMatchObject({ kind: "final" });
		expect((await verifyCase(urlOf(), hash)).kind).toBe(grade === "trace" ? "mismatch" : "unproven");
	});

	test("does not count calls by the key of the Safe's owner", async () => {
		await chain.mint(lost.address);
		const [first] = intent();
		const hash = await chain.send(lost, { to: chain.token, data: first.data as Hex });
		const verdict = await verifyCase(urlOf(), hash, [first]);
		expect(verdict.kind).toBe(grade === "trace" ? "mismatch" : "unproven");
	});

	const gapOf = grade === "trace" ? "mismatch" : "unproven";
	const [bad, good]: [bigint, bigint] = [10n ** 30n, 1n];
	test.each([
		[
			"that fails in a successful transaction",
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
	] as const)("does not prove an execution %s", async (_, run, expected) => {
		expect((await verifyCase(urlOf(), await run(), intent())).kind).toBe(expected);
	});
});

describe("a Safe's execution without a trace", () => {
	test("is unproven if `direct` is required, with the reason", async () => {
		const claim = { lostAccount: safe, txs: intent(), txHashes: [await batch(intent())] };
		expect(await verifyAt(chain.untracedUrl, claim)).toEqual({
			kind: "unproven",
			reason:
				"the calls can only be decoded, but the required grade is direct; debug_traceTransaction: the node responded with error -32601",
			isFinal: true,
		});
	});

	test("is unproven for a contract that imitates a Safe", async () => {
		// Accepts every call and emits ExecutionSuccess.
		const topic = "442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e";
		const impostor = "0x00000000000000000000000000000000000000fe";
		await chain.test.setCode({ address: impostor, bytecode: `0x7f${topic}60406000a1` });
		const [first] = intent();
		const hash = await exec({ to: chain.token, data: first.data as Hex }, impostor);
		expect(await verifyCase(chain.untracedUrl, hash, [first], impostor)).toMatchObject({
			kind: "unproven",
			reason: expect.stringContaining("the account's code is not a known Safe proxy"),
		});
		expect((await verifyCase(chain.url, hash, [first], impostor)).kind).toBe("mismatch");
	});

	test("is unproven for a Safe with an unknown singleton", async () => {
		const unknown = "0x00000000000000000000000000000000000000fd";
		const code = await chain.client.getCode({ address: kit.singleton });
		await chain.test.setCode({ address: unknown, bytecode: code ?? "0x" });
		const odd = await kit.createSafe(5n, unknown);
		await chain.mint(odd);
		const [first] = intent();
		const hash = await exec({ to: chain.token, data: first.data as Hex }, odd);
		expect(await verifyCase(chain.untracedUrl, hash, [first], odd)).toMatchObject({
			kind: "unproven",
			reason: expect.stringContaining("the Safe's singleton is unknown"),
		});
		expect((await verifyCase(chain.url, hash, [first], odd)).kind).toBe("final");
	});

	test("is unproven through a batch contract that is not deployed, though the Safe reports success", async () => {
		// MultiSendCallOnly 1.4.1, which is not deployed on this chain.
		const hash = await batch(intent(), safe, "0x9641d764fc13c8B624c04430C7356C1C7C8102e2");
		expect((await chain.client.getTransactionReceipt({ hash })).status).toBe("success");
		expect(await verifyCase(chain.untracedUrl, hash)).toMatchObject({
			kind: "unproven",
			reason: expect.stringContaining("the MultiSend contract does not have its known code on this chain"),
		});
		expect((await verifyCase(chain.url, hash)).kind).toBe("mismatch");
	});
});
