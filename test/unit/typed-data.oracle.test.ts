// signatures.md "Messages".
// viem, a general EIP-712 implementation by others, as the oracle for the hand-written encoder.
import fc from "fast-check";
import { hashDomain, hashStruct, hashTypedData } from "viem";
import { expect, test } from "vitest";
import { domainSeparator } from "../../src/kernel/eip712.ts";
import { bytesToHex } from "../../src/kernel/hex.ts";
import type { Call, RecoveryIntent } from "../../src/recovery/intent/intent.ts";
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
	messageOf,
	newCaseTypes,
} from "../support/signing/eip712-types.ts";

const types = { ...newCaseTypes, ...courtOrderTypes, ...closeCaseTypes, ...contestAllTypes };

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length }).map(bytesToHex);
const address = bytes(20);
const data = fc.uint8Array({ maxLength: 400 }).map(bytesToHex);
const value = fc
	.tuple(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), fc.boolean())
	.map(([number, asHex]) => (asHex ? `0x${number.toString(16)}` : number.toString()));
const call: fc.Arbitrary<Call> = fc.record({ dest: address, value, data });
const chainId = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
const text = fc.string({ unit: "binary", maxLength: 120 });

function intents(calls: fc.Arbitrary<Call[]>): fc.Arbitrary<RecoveryIntent> {
	const rec = fc.record({
		lostAccount: address,
		recoveryAccount: address,
		chainId,
		reasonForRecovery: fc.constantFrom("lost key", "inheritance", "other"),
		email: fc.option(text),
	});
	return fc.record({ rec, txs: calls });
}

const jrcHashByViem = (intent: RecoveryIntent) =>
	hashStruct({ data: messageOf(intent), primaryType: "RecoveryIntent", types });

test("NewCase: domain separator, jrcHash and digest of 2,000 random intents", () => {
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
		{ numRuns: 2000 },
	);
});

test("CourtOrder and CloseCase: digests of 1,000 random messages with any Unicode text", () => {
	const courtInfo = fc.record({
		title: text,
		fullCaseNumber: text,
		courtId: text,
		docketNumber: fc.nat({ max: Number.MAX_SAFE_INTEGER }),
	});
	const action = fc.constantFrom<"contest" | "withdraw">("contest", "withdraw");
	fc.assert(
		fc.property(
			chainId,
			bytes(32),
			courtInfo,
			action,
			text,
			(chainId, jrcHash, courtInfo, action, reason) => {
				const domain = domainOf(chainId);
				const order = { ...courtInfo, jrcHash, docketNumber: BigInt(courtInfo.docketNumber) };
				expect(bytesToHex(courtOrderDigest({ chainId, jrcHash, courtInfo }))).toBe(
					hashTypedData({ domain, types, primaryType: "CourtOrder", message: order }),
				);
				const close = { jrcHash, action, reason };
				expect(bytesToHex(closeCaseDigest({ chainId, ...close }))).toBe(
					hashTypedData({ domain, types, primaryType: "CloseCase", message: close }),
				);
			},
		),
		{ numRuns: 1000 },
	);
});

test("ContestAll: digests of 500 random messages", () => {
	const deadline = fc.nat({ max: Number.MAX_SAFE_INTEGER });
	fc.assert(
		fc.property(chainId, address, bytes(32), deadline, (chainId, account, nonce, deadline) => {
			const message = { account, nonce, deadline: BigInt(deadline) };
			expect(bytesToHex(contestAllDigest({ chainId, account, nonce, deadline }))).toBe(
				hashTypedData({ domain: domainOf(chainId), types, primaryType: "ContestAll", message }),
			);
		}),
		{ numRuns: 500 },
	);
});

test.each([
	["no transaction", 0, 68],
	["empty data", 3, 0],
	["data of a block less a byte", 3, 135],
	["data of exactly a block", 3, 136],
	["500 transactions", 500, 68],
	["128 KiB of data, twice", 2, 131_072],
])("jrcHash of %s", (_, count, dataBytes) => {
	const txs = Array.from({ length: count }, (_, i) => ({
		dest: `0x${(i + 1).toString(16).padStart(40, "a")}`,
		value: String(i),
		data: bytesToHex(new Uint8Array(dataBytes).fill(i + 1)),
	}));
	const [sample] = fc.sample(intents(fc.constant(txs)), { numRuns: 1, seed: 1 });
	if (!sample) throw new Error("fast-check gave no sample");
	expect(hashRecoveryIntent(sample)).toBe(jrcHashByViem(sample));
});
