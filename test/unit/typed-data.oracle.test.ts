// signatures.md "Messages".
// viem, a general EIP-712 implementation by others, as the oracle for the hand-written encoder.
import fc from "fast-check";
import { hashDomain, hashStruct, hashTypedData } from "viem";
import { expect, test } from "vitest";
import { agreementDigest, eraseDigest, privacyCodeDigest, willDigest } from "../../src/estates/typed-data.ts";
import { domainSeparator } from "../../src/kernel/crypto/eip712.ts";
import { bytesToHex } from "../../src/kernel/encoding/hex.ts";
import type { Call, RecoveryIntent } from "../../src/protocol/intent.ts";
import { RECOVERY_REASONS } from "../../src/protocol/intent.ts";
import {
	closeCaseDigest,
	contestAllDigest,
	courtOrderDigest,
	hashRecoveryIntent,
	newCaseDigest,
} from "../../src/recovery/intent/typed-data.ts";
import {
	closeCaseTypes,
	contestAllTypes,
	courtOrderTypes,
	domainOf,
	domainTypes,
	estateTypes,
	messageOf,
	newCaseTypes,
} from "../support/signing/eip712-types.ts";

const types: Record<string, readonly { name: string; type: string }[]> = {
	...newCaseTypes,
	...courtOrderTypes,
	...closeCaseTypes,
	...contestAllTypes,
	...estateTypes,
};

const RUNS = { numRuns: 500 };
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length }).map(bytesToHex);
const address = bytes(20);
const hash = bytes(32);
const data = fc.uint8Array({ maxLength: 400 }).map(bytesToHex);
const value = fc
	.tuple(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), fc.boolean())
	.map(([number, asHex]) => (asHex ? `0x${number.toString(16)}` : number.toString()));
const call: fc.Arbitrary<Call> = fc.record({ dest: address, value, data });
const chainId = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
const number = fc.nat({ max: Number.MAX_SAFE_INTEGER });
const text = fc.string({ unit: "binary", maxLength: 120 });

function intents(calls: fc.Arbitrary<Call[]>): fc.Arbitrary<RecoveryIntent> {
	const rec = fc.record({
		lostAccount: address,
		recoveryAccount: address,
		chainId,
		reasonForRecovery: fc.constantFrom(...RECOVERY_REASONS),
		email: fc.option(text),
	});
	return fc.record({ rec, txs: calls });
}

const jrcHashByViem = (intent: RecoveryIntent) =>
	hashStruct({ data: messageOf(intent), primaryType: "RecoveryIntent", types });

test("hashes 500 random NewCase messages like viem, with their domain separator and jrcHash", () => {
	fc.assert(
		fc.property(intents(fc.array(call, { maxLength: 6 })), (intent) => {
			const { chainId, email } = intent.rec;
			const jrcHash = hashRecoveryIntent(intent);
			expect(jrcHash).toBe(jrcHashByViem(intent));

			const domain = domainOf(chainId);
			expect(bytesToHex(domainSeparator(chainId))).toBe(hashDomain({ domain, types: domainTypes }));

			const message = { intent: messageOf(intent), email: email ?? "" };
			expect(bytesToHex(newCaseDigest({ chainId, jrcHash, email }))).toBe(
				hashTypedData({ domain, types, primaryType: "NewCase", message }),
			);
		}),
		RUNS,
	);
});

/** A message with its fields, and the property that our digest of it is viem's. */
function row<Fields extends object>(
	name: string,
	fields: { [Name in keyof Fields]: fc.Arbitrary<Fields[Name]> },
	digestOf: (signed: NoInfer<Fields> & { chainId: number }) => Uint8Array,
): [string, () => void] {
	const property = fc.property(chainId, fc.record(fields), (chainId, message) => {
		const forViem = Object.entries(message).map(([field, value]) => [
			field,
			typeof value === "number" ? BigInt(value) : value,
		]);
		expect(bytesToHex(digestOf({ ...(message as Fields), chainId }))).toBe(
			hashTypedData({
				domain: domainOf(chainId),
				types,
				primaryType: name,
				message: Object.fromEntries(forViem),
			}),
		);
	});
	return [name, () => fc.assert(property, RUNS)];
}

const courtInfo = { title: text, fullCaseNumber: text, courtId: text, docketNumber: number };
const action = fc.constantFrom<"contest" | "withdraw">("contest", "withdraw");
const ofEstate = { service: text, ownerAddress: address };

test.each([
	row("CourtOrder", { jrcHash: hash, ...courtInfo }, ({ chainId, jrcHash, ...courtInfo }) =>
		courtOrderDigest({ chainId, jrcHash, courtInfo }),
	),
	row("CloseCase", { jrcHash: hash, action, reason: text }, closeCaseDigest),
	row("ContestAll", { account: address, nonce: hash, deadline: number }, contestAllDigest),
	row("Agreement", { ...ofEstate, version: text, documentHash: hash, nonce: hash }, agreementDigest),
	row("PrivacyCode", { ...ofEstate, label: text, expiresAt: number, nonce: hash }, privacyCodeDigest),
	row("Will", { ...ofEstate, version: number, sha256: hash, mimeType: text, size: number }, willDigest),
	row("Erase", { ...ofEstate, nonce: hash, deadline: number }, eraseDigest),
])("hashes 500 random %s messages with any Unicode text like viem", (_, check) => check());

test.each([
	["no transaction", 0, 68],
	["empty data", 3, 0],
	["data of a block less a byte", 3, 135],
	["data of exactly a block", 3, 136],
	["500 transactions", 500, 68],
	["128 KiB of data, twice", 2, 131_072],
])("computes the jrcHash of %s like viem", (_, count, dataBytes) => {
	const txs = Array.from({ length: count }, (_, i) => ({
		dest: `0x${(i + 1).toString(16).padStart(40, "a")}`,
		value: String(i),
		data: bytesToHex(new Uint8Array(dataBytes).fill(i + 1)),
	}));
	const [sample] = fc.sample(intents(fc.constant(txs)), { numRuns: 1, seed: 1 });
	if (!sample) throw new Error("fast-check gave no sample");
	expect(hashRecoveryIntent(sample)).toBe(jrcHashByViem(sample));
});
