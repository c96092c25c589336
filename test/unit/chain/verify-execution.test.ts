// recovery.md "When the chain is checked".
// Executions by keys and agents on a real EVM: verdicts and findings.
//
// Over 300 lines: its tests share one chain, which takes seconds to start.
import { type Address, encodeFunctionData } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Hex } from "../../../src/kernel/encoding/hex.ts";
import type { Call } from "../../../src/protocol/intent.ts";
import type { RecoveryAgent } from "../../../src/recovery/execution/execution-claim.ts";
import {
	agent,
	CHAIN_ID,
	type ExecutionChain,
	heir,
	lost,
	NOW,
	startExecutionChain,
	stranger,
	tokenAbi,
	transferData,
	verifyAt,
} from "../../support/chain/execution-chain.ts";
import { startRpcProxy } from "../../support/chain/rpc-proxy.ts";

let chain: ExecutionChain;
let other: Address;
beforeAll(async () => {
	chain = await startExecutionChain();
	other = await chain.deployAccount();
});
afterAll(() => chain?.stop());

/** Two token transfers with a payment between them, in mixed letter case. */
const intent = (): readonly [Call, Call, Call] => [
	{ dest: chain.token, value: "0", data: transferData(1n) },
	{ dest: heir, value: "0x7", data: "0x" },
	{ dest: chain.token.toLowerCase(), value: "0x0", data: transferData(2n).toUpperCase().replace("0X", "0x") },
];
const asSent = ({ dest, value, data }: Call) => ({
	to: dest as Address,
	value: BigInt(value),
	data: data.toLowerCase() as Hex,
});

async function sendAll(calls: readonly Call[], from = lost): Promise<Hex[]> {
	const hashes: Hex[] = [];
	for (const call of calls) hashes.push(await chain.send(from, asSent(call)));
	return hashes;
}

const forced = (amount: bigint): Call => ({
	dest: chain.token,
	value: "0",
	data: encodeFunctionData({
		abi: tokenAbi,
		functionName: "forcedTransfer",
		args: [lost.address, heir, amount],
	}),
});
const listed = (dests: RecoveryAgent["dests"], chainId = CHAIN_ID): RecoveryAgent[] => [
	{ chainId, agent: agent.address, dests },
];

/** One node traces, the other does not. */
const nodes = [
	{ grade: "trace", urlOf: () => chain.url },
	{ grade: "direct", urlOf: () => chain.untracedUrl },
] as const;

describe.each(nodes)("an execution by $grade", ({ grade, urlOf }) => {
	test("is proven by the lost account's transactions, with time, block, callers and indexes", async () => {
		const txHashes = await sendAll(intent());
		const receipts = await Promise.all(txHashes.map((hash) => chain.client.getTransactionReceipt({ hash })));
		const first = await chain.client.getBlock({ blockNumber: receipts[0]?.blockNumber ?? 0n });
		expect(await verifyAt(urlOf(), { txs: intent(), txHashes })).toEqual({
			kind: "final",
			execution: {
				txHashes,
				state: "final",
				proof: grade,
				calls: txHashes.map((txHash) => ({ txHash, index: 0, caller: lost.address.toLowerCase() })),
				blockNumber: Number(receipts[2]?.blockNumber),
				blockHash: receipts[2]?.blockHash,
				blockTime: Number(first.timestamp) * 1000,
				confirmedAt: NOW,
			},
		});
	});

	test("has the time of its first transaction", async () => {
		const [early] = await sendAll(intent().slice(0, 1));
		await chain.test.increaseTime({ seconds: 3600 });
		const late = await sendAll(intent().slice(1));
		const txHashes = [early as Hex, ...late];
		const verdict = await verifyAt(urlOf(), { txs: intent(), txHashes });
		const { blockNumber } = await chain.client.getTransactionReceipt({ hash: early as Hex });
		const { timestamp } = await chain.client.getBlock({ blockNumber });
		expect(verdict).toMatchObject({ kind: "final", execution: { blockTime: Number(timestamp) * 1000 } });
	});

	test("is in the chain's order, for hashes in any order and repeated", async () => {
		const txHashes = await sendAll(intent());
		const [a, b, c] = txHashes as [Hex, Hex, Hex];
		const verdict = await verifyAt(urlOf(), {
			txs: intent(),
			txHashes: [c, a.toUpperCase().replace("0X", "0x") as Hex, b, a],
		});
		expect(verdict).toMatchObject({ kind: "final", execution: { txHashes } });
	});

	test("leaves out other reported transactions", async () => {
		const failed = await chain.send(lost, { to: chain.token, data: transferData(10n ** 30n) });
		const [a, b] = await sendAll(intent().slice(0, 2));
		const [extra] = await sendAll([{ dest: heir, value: "1", data: "0x" }]);
		const [c] = await sendAll(intent().slice(2));
		const txHashes = [failed, a, b, extra, c] as Hex[];
		expect(await verifyAt(urlOf(), { txs: intent(), txHashes })).toMatchObject({
			kind: "final",
			execution: { txHashes: [a, b, c], calls: [{ txHash: a }, { txHash: b }, { txHash: c }] },
		});
	});

	test("is proven by an agent's transaction to a listed target", async () => {
		for (const dests of ["*", [heir, chain.token]] as const) {
			const txHashes = await sendAll([forced(3n)], agent);
			expect(await verifyAt(urlOf(), { txs: [forced(3n)], txHashes, agents: listed(dests) })).toMatchObject({
				kind: "final",
				execution: { proof: grade, calls: [{ caller: agent.address.toLowerCase(), index: 0 }] },
			});
		}
	});

	const call = (n: number, of: number, target: () => string) => `Call ${n} of ${of}, to ${target()},`;
	const token = () => chain.token;
	const notListed = (who: string) =>
		`was made by ${who}, which is neither the lost account nor an agent listed for that target.`;
	type BadCase = [
		what: string,
		run: () => Promise<{ txs: readonly Call[]; txHashes: readonly Hex[]; agents?: RecoveryAgent[] }>,
		finding: () => string,
	];
	const badCases: BadCase[] = [
		[
			"reverts",
			async () => {
				const txs = [{ dest: chain.token, value: "0", data: transferData(10n ** 30n) }];
				return { txs, txHashes: await sendAll(txs) };
			},
			() => `${call(1, 1, token)} was made, but it reverted.`,
		],
		[
			"goes elsewhere",
			async () => ({
				txs: intent().slice(0, 1),
				txHashes: await sendAll([{ dest: other, value: "0", data: transferData(1n) }]),
			}),
			() => `${call(1, 1, token)} was not executed.`,
		],
		[
			"sends other data",
			async () => ({
				txs: intent().slice(0, 1),
				txHashes: await sendAll([{ dest: chain.token, value: "0", data: transferData(9n) }]),
			}),
			() => `${call(1, 1, token)} was not executed. A call to the same target had other data.`,
		],
		[
			"sends the right data with more behind it",
			async () => ({
				txs: intent().slice(0, 1),
				txHashes: await sendAll([{ dest: chain.token, value: "0", data: `${transferData(1n)}00` }]),
			}),
			() => `${call(1, 1, token)} was not executed. A call to the same target had other data.`,
		],
		[
			"sends another value",
			async () => ({
				txs: intent().slice(1, 2),
				txHashes: await sendAll([{ dest: heir, value: "8", data: "0x" }]),
			}),
			() => `${call(1, 1, () => heir)} was not executed. A call to the same target had another value.`,
		],
		[
			"is by a stranger",
			async () => {
				await chain.mint(stranger.address);
				return { txs: intent().slice(0, 1), txHashes: await sendAll(intent().slice(0, 1), stranger) };
			},
			() => `${call(1, 1, token)} ${notListed(stranger.address)}`,
		],
		[
			"executes two of three",
			async () => ({ txs: intent(), txHashes: await sendAll(intent().slice(0, 2)) }),
			() => `${call(3, 3, token)} was not executed.`,
		],
		[
			"leaves out the second of three",
			async () => ({ txs: intent(), txHashes: await sendAll([intent()[0], intent()[2]]) }),
			() => `${call(2, 3, () => heir)} was not executed.`,
		],
		[
			"executes in another order",
			async () => {
				const [a, b, c] = intent();
				return { txs: intent(), txHashes: (await sendAll([b, a, c])) as Hex[] };
			},
			() => `${call(2, 3, () => heir)} was executed, but before the calls that must precede it.`,
		],
		[
			"executes once a call that is expected twice",
			async () => {
				const txs = [intent()[0], intent()[0]];
				const txHashes = await sendAll(txs.slice(0, 1));
				return { txs, txHashes: [...txHashes, ...txHashes] };
			},
			() => `${call(2, 2, token)} was not executed.`,
		],
		[
			"is by an agent that is not listed for the target",
			async () => ({
				txs: [forced(4n)],
				txHashes: await sendAll([forced(4n)], agent),
				agents: listed([heir]),
			}),
			() => `${call(1, 1, token)} ${notListed(agent.address)}`,
		],
		[
			"is by an agent that is listed for another chain",
			async () => ({
				txs: [forced(5n)],
				txHashes: await sendAll([forced(5n)], agent),
				agents: listed("*", 1),
			}),
			() => `${call(1, 1, token)} ${notListed(agent.address)}`,
		],
		[
			"creates a contract with that calldata",
			async () => ({
				txs: intent().slice(0, 1),
				txHashes: [await chain.send(lost, { data: "0x00" })],
			}),
			() => `${call(1, 1, token)} was not executed.`,
		],
	];
	test.each(badCases)("is a mismatch with its finding if a transaction %s", async (_, run, finding) => {
		expect(await verifyAt(urlOf(), await run())).toEqual({ kind: "mismatch", finding: finding() });
	});

	test("is unseen from the first unmined transaction on, unless those before it are enough", async () => {
		const unknown: Hex = `0x${"77".repeat(32)}`;
		const txHashes = await sendAll(intent());
		const unseen = { kind: "unseen", reason: `not mined: ${unknown}`, isKnown: false };
		const verify = (hashes: Hex[]) => verifyAt(urlOf(), { txs: intent(), txHashes: hashes });
		expect(await verify([unknown])).toEqual(unseen);
		expect(await verify([...txHashes.slice(1), unknown])).toEqual(unseen);
		expect(await verify([unknown, ...txHashes])).toEqual(unseen);
		expect(await verify([...txHashes, unknown])).toMatchObject({ kind: "final", execution: { txHashes } });
	});

	test("is unproven without a hash", async () => {
		expect(await verifyAt(urlOf(), { txs: intent(), txHashes: [] })).toEqual({
			kind: "unproven",
			reason: "no transaction was reported",
			isFinal: false,
		});
	});
});

test("a hundred invented hashes cost the node at most three requests", async () => {
	const methods: string[] = [];
	const counting = await startRpcProxy(chain.url, ({ method }) => {
		methods.push(method);
		return undefined;
	});
	try {
		const txHashes = Array.from({ length: 100 }, (_, at): Hex => `0x${at.toString(16).padStart(64, "e")}`);
		expect((await verifyAt(counting.url, { txs: intent(), txHashes })).kind).toBe("unseen");
		expect(methods).toEqual(["eth_chainId", "eth_getTransactionByHash", "eth_getTransactionByHash"]);
	} finally {
		await counting.stop();
	}
});

test("a pending transaction is unseen, and an execution once it is mined", async () => {
	await chain.test.setAutomine(false);
	try {
		const [call] = intent();
		const hash = await chain.client.sendTransaction({ account: lost, gas: 100_000n, ...asSent(call) });
		const claim = { txs: [call], txHashes: [hash] };
		expect(await verifyAt(chain.url, claim)).toEqual({
			kind: "unseen",
			reason: `not mined: ${hash}`,
			isKnown: true,
		});
		await chain.test.mine({ blocks: 1 });
		expect((await verifyAt(chain.url, claim)).kind).toBe("final");
	} finally {
		await chain.test.setAutomine(true);
	}
});

test("a proof weaker than the required grade is unproven", async () => {
	const [call] = intent();
	const claim = { txs: [call], txHashes: await sendAll([call]), minProof: "trace" } as const;
	expect((await verifyAt(chain.url, claim)).kind).toBe("final");
	expect(await verifyAt(chain.untracedUrl, claim)).toEqual({
		kind: "unproven",
		reason: "the proof is weaker than the required grade, trace",
		isFinal: true,
	});
});
