// Compares the digests with viem, a general EIP-712 implementation (estates.md "Whose estate it is").
import fc from "fast-check";
import { hashTypedData } from "viem";
import { expect, test } from "vitest";
import {
	agreementDigest,
	eraseDigest,
	privacyCodeDigest,
	willDigest,
} from "../../../src/estates/typed-data.ts";
import { bytesToHex } from "../../../src/kernel/hex.ts";
import { domainOf, estateTypes as types } from "../../support/signing/eip712-types.ts";

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length }).map(bytesToHex);
const ownerAddress = bytes(20);
const hash = bytes(32);
const chainId = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
const number = fc.nat({ max: Number.MAX_SAFE_INTEGER });
const text = fc.string({ unit: "binary", maxLength: 120 });
const service = text;
const RUNS = { numRuns: 500 };

test("hashes 500 random Agreement messages like viem", () => {
	const message = fc.record({ service, ownerAddress, version: text, documentHash: hash, nonce: hash });
	fc.assert(
		fc.property(chainId, message, (chainId, message) => {
			expect(bytesToHex(agreementDigest({ chainId, ...message }))).toBe(
				hashTypedData({ domain: domainOf(chainId), types, primaryType: "Agreement", message }),
			);
		}),
		RUNS,
	);
});

test("hashes 500 random PrivacyCode messages like viem", () => {
	const message = fc.record({ service, ownerAddress, label: text, expiresAt: number, nonce: hash });
	fc.assert(
		fc.property(chainId, message, (chainId, message) => {
			const forViem = { ...message, expiresAt: BigInt(message.expiresAt) };
			expect(bytesToHex(privacyCodeDigest({ chainId, ...message }))).toBe(
				hashTypedData({ domain: domainOf(chainId), types, primaryType: "PrivacyCode", message: forViem }),
			);
		}),
		RUNS,
	);
});

test("hashes 500 random Will messages like viem", () => {
	const message = fc.record({
		service,
		ownerAddress,
		version: number,
		sha256: hash,
		mimeType: text,
		size: number,
	});
	fc.assert(
		fc.property(chainId, message, (chainId, message) => {
			const forViem = { ...message, version: BigInt(message.version), size: BigInt(message.size) };
			expect(bytesToHex(willDigest({ chainId, ...message }))).toBe(
				hashTypedData({ domain: domainOf(chainId), types, primaryType: "Will", message: forViem }),
			);
		}),
		RUNS,
	);
});

test("hashes 500 random Erase messages like viem", () => {
	const message = fc.record({ service, ownerAddress, nonce: hash, deadline: number });
	fc.assert(
		fc.property(chainId, message, (chainId, message) => {
			const forViem = { ...message, deadline: BigInt(message.deadline) };
			expect(bytesToHex(eraseDigest({ chainId, ...message }))).toBe(
				hashTypedData({ domain: domainOf(chainId), types, primaryType: "Erase", message: forViem }),
			);
		}),
		RUNS,
	);
});
