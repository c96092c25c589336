// signing.md "jrcHash".
// The module computes the jrcHash that the service, viem and ethers compute, of ten thousand random intents.
import { TypedDataEncoder } from "ethers";
import fc from "fast-check";
import { type Address, hashStruct, parseAbi } from "viem";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bytesToHex } from "../../../src/kernel/encoding/hex.ts";
import type { RecoveryIntent } from "../../../src/protocol/intent.ts";
import { RECOVERY_REASONS } from "../../../src/protocol/intent.ts";
import { moduleAddress } from "../../../src/protocol/recovery-module/court-recovery-module.ts";
import { hashRecoveryIntent } from "../../../src/recovery/intent/typed-data.ts";
import { moduleContracts } from "../../support/chain/module-contracts.ts";
import { type ModuleStage, startModuleStage } from "../../support/chain/recovery-module.ts";
import { messageOf, newCaseTypes } from "../../support/signing/eip712-types.ts";

const INTENTS = 10_000;
/** Intents in one eth_call. */
const BATCH = 250;

const INTENT_FIELDS =
	"address lostAccount; address recoveryAccount; uint256 chainId; string reasonForRecovery; Call[] txs;";
const abi = parseAbi([
	"struct Call { address dest; uint256 value; bytes data; }",
	`struct RecoveryIntent {${INTENT_FIELDS}}`,
	"function hashAll(address module, RecoveryIntent[] intents) pure returns (bytes32[])",
]);
const { NewCase: _, ...intentTypes } = newCaseTypes;
const encoder = TypedDataEncoder.from(mutable(intentTypes));

let stage: ModuleStage;
let hashBatch: Address;
beforeAll(async () => {
	stage = await startModuleStage();
	hashBatch = await moduleContracts(stage).hashBatch();
}, 60_000);
afterAll(() => stage?.stop());

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length }).map(bytesToHex);
const intents: fc.Arbitrary<RecoveryIntent> = fc.record({
	rec: fc.record({
		lostAccount: bytes(20),
		recoveryAccount: bytes(20),
		chainId: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
		reasonForRecovery: fc.constantFrom(...RECOVERY_REASONS),
		email: fc.constant(null),
	}),
	txs: fc.array(
		fc.record({
			dest: bytes(20),
			value: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }).map(String),
			data: fc.uint8Array({ maxLength: 140 }).map(bytesToHex),
		}),
		{ maxLength: 3 },
	),
});

it(`${INTENTS} random intents have one hash`, { timeout: 120_000 }, async () => {
	const sample = fc.sample(intents, INTENTS);
	for (let start = 0; start < sample.length; start += BATCH) {
		const batch = sample.slice(start, start + BATCH);
		const messages = batch.map(messageOf);
		const onChain = await stage.client.readContract({
			address: hashBatch,
			abi,
			functionName: "hashAll",
			args: [moduleAddress, messages],
		});
		expect(onChain).toEqual(batch.map((intent) => hashRecoveryIntent(intent)));
		expect(onChain).toEqual(messages.map(byViem));
		expect(onChain).toEqual(messages.map((message) => encoder.hashStruct("RecoveryIntent", message)));
	}
});

const byViem = (data: ReturnType<typeof messageOf>) =>
	hashStruct({ data, primaryType: "RecoveryIntent", types: newCaseTypes });

/** ethers takes no constant lists. */
function mutable(types: Record<string, readonly { name: string; type: string }[]>) {
	return Object.fromEntries(Object.entries(types).map(([name, fields]) => [name, [...fields]]));
}
