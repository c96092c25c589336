// estates.md "Whose estate it is".
import { hashTypedData } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { describe, expect, test } from "vitest";
import {
	agreementDigest,
	agreementTypedData,
	eraseDigest,
	eraseTypedData,
	privacyCodeDigest,
	privacyCodeTypedData,
	willDigest,
	willTypedData,
} from "../../../src/estates/typed-data.ts";
import { bytesToHex, type Hex, hexToBytes } from "../../../src/kernel/hex.ts";
import { recoverAddress } from "../../../src/kernel/secp256k1/recover-address.ts";
import { sha256Hex } from "../../../src/kernel/sha256.ts";
import { domainTypes, estateTypes } from "../../support/signing/eip712-types.ts";
import { ownerAddress, ownerKey } from "../../support/signing/vectors.ts";

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

const messages = [
	{ name: "Agreement", digest: agreementDigest(agreement), data: agreementTypedData(agreement) },
	{ name: "PrivacyCode", digest: privacyCodeDigest(privacyCode), data: privacyCodeTypedData(privacyCode) },
	{ name: "Will", digest: willDigest(will), data: willTypedData(will) },
	{ name: "Erase", digest: eraseDigest(erase), data: eraseTypedData(erase) },
] as const;

describe.each(messages)("typed data of $name", ({ name, digest, data }) => {
	/** The typed data as received in JSON, without the domain's type, which viem adds itself. */
	const received = () => {
		const { types, ...rest } = JSON.parse(JSON.stringify(data));
		const { EIP712Domain: _, ...messageTypes } = types;
		return { ...rest, types: messageTypes };
	};

	test("keeps the verified digest when sent as JSON", () => {
		expect(hashTypedData(received())).toBe(bytesToHex(digest));
	});

	test("recovers the wallet that signed it", async () => {
		const signature = await privateKeyToAccount(ownerKey).signTypedData(received());
		expect(recoverAddress(digest, hexToBytes(signature))).toBe(ownerAddress.toLowerCase());
	});

	test("names only its type, in the domain of the protocol", () => {
		expect(data.types).toEqual({ ...domainTypes, [name]: estateTypes[name] });
		expect(data.primaryType).toBe(name);
		expect(data.domain).toEqual({ name: "Replevin", version: "1", chainId: 1 });
	});
});

describe("typed data for wallets", () => {
	const lower = ownerAddress.toLowerCase();

	test("shows checksum addresses and decimal integers", () => {
		const shown = [
			agreementTypedData({ ...agreement, ownerAddress: lower }).message,
			privacyCodeTypedData({ ...privacyCode, ownerAddress: lower }).message,
			willTypedData({ ...will, ownerAddress: lower }).message,
			eraseTypedData({ ...erase, ownerAddress: lower }).message,
		];
		expect(shown).toEqual([
			{ service, ownerAddress, version: "2026-11-01", documentHash: agreement.documentHash, nonce },
			{ service, ownerAddress, label: "Probate filing", expiresAt: "0", nonce },
			{ service, ownerAddress, version: "1", sha256: will.sha256, mimeType: "application/pdf", size: "4" },
			{ service, ownerAddress, nonce, deadline: "1793500000" },
		]);
	});

	test("is another digest for each service, written exactly", () => {
		for (const other of [
			"https://Replevin.example",
			"https://replevin.example/",
			"http://replevin.example",
		]) {
			expect(eraseDigest({ ...erase, service: other })).not.toEqual(eraseDigest(erase));
		}
	});

	test("contains the chain in its domain", () => {
		expect(willTypedData({ ...will, chainId: 8453 }).domain.chainId).toBe(8453);
		expect(willDigest({ ...will, chainId: 8453 })).not.toEqual(willDigest(will));
	});
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
