// estates.md "Whose estate it is".
import { describe, expect, test } from "vitest";
import {
	agreementDigest,
	eraseDigest,
	privacyCodeDigest,
	willDigest,
} from "../../../src/estates/typed-data.ts";
import { sha256Hex } from "../../../src/kernel/crypto/sha256.ts";
import type { Hex } from "../../../src/kernel/encoding/hex.ts";
import { estateMessages } from "../../support/signing/estate-messages.ts";
import { ownerAddress } from "../../support/signing/vectors.ts";

const service = "https://replevin.example";
const nonce: Hex = `0x${"ab".repeat(32)}`;
const agreement = {
	chainId: 1,
	service,
	ownerAddress,
	version: "2026-11-01",
	documentHash: sha256Hex("terms"),
	nonce,
};
const privacyCode = { chainId: 1, service, ownerAddress, label: "Probate filing", expiresAt: 0, nonce };
const will = {
	chainId: 1,
	service,
	ownerAddress,
	version: 1,
	sha256: sha256Hex("will"),
	mimeType: "application/pdf",
	size: 4,
};
const erase = { chainId: 1, service, ownerAddress, nonce, deadline: 1_793_500_000 };

test("typed data for wallets shows checksum addresses and decimal integers", () => {
	const lower = ownerAddress.toLowerCase();
	const shown = [
		estateMessages.agreement.typedData({ ...agreement, ownerAddress: lower }).message,
		estateMessages.privacyCode.typedData({ ...privacyCode, ownerAddress: lower }).message,
		estateMessages.will.typedData({ ...will, ownerAddress: lower }).message,
		estateMessages.erase.typedData({ ...erase, ownerAddress: lower }).message,
	];
	expect(shown).toEqual([
		{ service, ownerAddress, version: "2026-11-01", documentHash: agreement.documentHash, nonce },
		{ service, ownerAddress, label: "Probate filing", expiresAt: "0", nonce },
		{ service, ownerAddress, version: "1", sha256: will.sha256, mimeType: "application/pdf", size: "4" },
		{ service, ownerAddress, nonce, deadline: "1793500000" },
	]);
});

describe("a digest", () => {
	const shouting = (hex: string): Hex => `0x${hex.slice(2).toUpperCase()}`;

	test("ignores the letter case of addresses and hashes", () => {
		const owner = shouting(ownerAddress);
		const documentHash = shouting(agreement.documentHash);
		const agreed = { ...agreement, ownerAddress: owner, documentHash, nonce: shouting(nonce) };
		expect(agreementDigest(agreed)).toEqual(agreementDigest(agreement));
		const same = { ...privacyCode, ownerAddress: owner, nonce: shouting(nonce) };
		expect(privacyCodeDigest(same)).toEqual(privacyCodeDigest(privacyCode));
		expect(willDigest({ ...will, ownerAddress: owner, sha256: shouting(will.sha256) })).toEqual(
			willDigest(will),
		);
		expect(eraseDigest({ ...erase, ownerAddress: owner, nonce: shouting(nonce) })).toEqual(
			eraseDigest(erase),
		);
	});

	const tooShort: Hex = "0x12";
	const missing = undefined as unknown as number;
	test.each([
		["a short address", () => agreementDigest({ ...agreement, ownerAddress: tooShort })],
		["an address of 21 bytes", () => eraseDigest({ ...erase, ownerAddress: `${ownerAddress}00` })],
		["a short document hash", () => agreementDigest({ ...agreement, documentHash: tooShort })],
		["a short nonce of an agreement", () => agreementDigest({ ...agreement, nonce: tooShort })],
		["a short nonce", () => privacyCodeDigest({ ...privacyCode, nonce: tooShort })],
		["a nonce of 33 bytes", () => eraseDigest({ ...erase, nonce: `${nonce}00` })],
		["a short SHA-256", () => willDigest({ ...will, sha256: tooShort })],
		["a version that is not whole", () => willDigest({ ...will, version: 1.5 })],
		["a negative size", () => willDigest({ ...will, size: -1 })],
		["a time above the safe integers", () => eraseDigest({ ...erase, deadline: 2 ** 53 })],
		["a time that is not a number", () => privacyCodeDigest({ ...privacyCode, expiresAt: Number.NaN })],
		["a missing time", () => eraseDigest({ ...erase, deadline: missing })],
	])("rejects %s", (_, digest) => {
		expect(digest).toThrow(RangeError);
	});
});
