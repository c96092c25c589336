// A contract on a chain computes the same jrcHash as the service (signing.md "jrcHash").
import fc from "fast-check";
import type { Hex } from "viem";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bytesToHex } from "../../src/kernel/encoding/hex.ts";
import type { RecoveryIntent } from "../../src/protocol/intent.ts";
import { RECOVERY_REASONS } from "../../src/protocol/intent.ts";
import { hashRecoveryIntent } from "../../src/recovery/intent/typed-data.ts";
import { jrcHashBytecode } from "../support/chain/contracts/jrc-hash.ts";
import { type PaymentChain, startPaymentChain } from "../support/chain/execution-chain.ts";
import { messageOf } from "../support/signing/eip712-types.ts";
import { cellOf } from "../support/signing/signing-document.ts";
import { vectorIntent } from "../support/signing/vectors.ts";

const abi = [
	{
		type: "function",
		name: "jrcHash",
		stateMutability: "pure",
		inputs: [
			{ name: "lostAccount", type: "address" },
			{ name: "recoveryAccount", type: "address" },
			{ name: "chainId", type: "uint256" },
			{ name: "reason", type: "string" },
			{
				name: "txs",
				type: "tuple[]",
				components: [
					{ name: "dest", type: "address" },
					{ name: "value", type: "uint256" },
					{ name: "data", type: "bytes" },
				],
			},
		],
		outputs: [{ type: "bytes32" }],
	},
] as const;

let chain: PaymentChain;
let jrcHashOf: (intent: RecoveryIntent) => Promise<Hex>;

beforeAll(async () => {
	chain = await startPaymentChain();
	const address = await chain.deploy(jrcHashBytecode);
	jrcHashOf = (intent) => {
		const { lostAccount, recoveryAccount, chainId, reasonForRecovery, txs } = messageOf(intent);
		const args = [lostAccount, recoveryAccount, chainId, reasonForRecovery, txs] as const;
		return chain.client.readContract({ abi, address, functionName: "jrcHash", args });
	};
});
afterAll(() => chain?.stop());

it("of the published vector", async () => {
	expect(await jrcHashOf(vectorIntent)).toBe(cellOf("jrcHash", "jrcHash"));
});

it("of 60 random intents", async () => {
	const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length }).map(bytesToHex);
	const value = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }).map(String);
	const call = fc.record({ dest: bytes(20), value, data: fc.uint8Array({ maxLength: 200 }).map(bytesToHex) });
	const rec = fc.record({
		lostAccount: bytes(20),
		recoveryAccount: bytes(20),
		chainId: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
		reasonForRecovery: fc.constantFrom(...RECOVERY_REASONS),
		email: fc.constant(null),
	});
	const intent = fc.record({ rec, txs: fc.array(call, { minLength: 1, maxLength: 5 }) });
	await fc.assert(
		fc.asyncProperty(intent, async (intent) => {
			expect(await jrcHashOf(intent)).toBe(hashRecoveryIntent(intent));
		}),
		{ numRuns: 60 },
	);
});
