// signatures.md "Messages".
// The messages of wallets, with the service's WebAssembly and with noble as pages and the SDK have it: equal digests.
import { expect, it } from "vitest";
import * as service from "../../src/estates/typed-data.ts";
import { createChecksumAddresses } from "../../src/kernel/checksum-address.ts";
import { createEip712 } from "../../src/kernel/eip712-encoder.ts";
import { hashFunctionsOf } from "../../src/kernel/hash-functions.ts";
import { createEstateMessages } from "../../src/protocol/estate-messages.ts";
import type { RecoveryIntent } from "../../src/protocol/intent.ts";
import { keccak256 } from "../../src/protocol/noble/keccak256.ts";
import { createSignedMessages } from "../../src/protocol/signed-messages.ts";
import { signedMessages } from "../../src/recovery/intent/typed-data.ts";
import { courtOrder, vectorIntent } from "../support/signing/vectors.ts";

const hashes = hashFunctionsOf(keccak256);
const addresses = createChecksumAddresses(hashes);
const eip712 = createEip712(hashes, addresses);
const pages = createSignedMessages({ ...hashes, ...addresses, eip712 });
const estates = createEstateMessages(eip712);

const chainId = 8453;
const hash = `0x${"1f".repeat(32)}` as const;
const origin = "https://replevin.example";
const ownerAddress = vectorIntent.rec.lostAccount.toLowerCase();

it("the messages about a case have the same typed data and digests", () => {
	const jrcHash = signedMessages.hashRecoveryIntent(vectorIntent);
	expect(pages.hashRecoveryIntent(vectorIntent)).toBe(jrcHash);
	const txs = [...vectorIntent.txs, { ...vectorIntent.txs[0], value: "0xff" }];
	const many: RecoveryIntent = { ...vectorIntent, txs };
	expect(pages.hashRecoveryIntent(many)).toBe(signedMessages.hashRecoveryIntent(many));
	expect(pages.signableNewCase(vectorIntent, jrcHash)).toEqual(
		signedMessages.signableNewCase(vectorIntent, jrcHash),
	);
	const order = { chainId, jrcHash, courtInfo: courtOrder };
	expect(pages.signableCourtOrder(order)).toEqual(signedMessages.signableCourtOrder(order));
	const close = { chainId, jrcHash, action: "contest", reason: "¡sigo aquí!" } as const;
	expect(pages.signableCloseCase(close)).toEqual(signedMessages.signableCloseCase(close));
	const all = { chainId, account: ownerAddress, nonce: hash, deadline: 1_795_253_000 };
	expect(pages.signableContestAll(all)).toEqual(signedMessages.signableContestAll(all));
});

it("the messages about an estate have the same typed data and digests", () => {
	const agreement = {
		chainId,
		service: origin,
		ownerAddress,
		version: "2026-11-01",
		documentHash: hash,
		nonce: hash,
	};
	expect(service.prepare.agreement(agreement)).toMatchObject(estates.agreement.signable(agreement));
	const code = { chainId, service: origin, ownerAddress, label: "Notaría nº 4", expiresAt: 0, nonce: hash };
	expect(service.prepare.privacyCode(code)).toMatchObject(estates.privacyCode.signable(code));
	const will = {
		chainId,
		service: origin,
		ownerAddress,
		version: 2,
		sha256: hash,
		mimeType: "application/pdf",
		size: 9,
	};
	expect(service.prepare.will(will)).toMatchObject(estates.will.signable(will));
	const erase = { chainId, service: origin, ownerAddress, nonce: hash, deadline: 1_795_253_000 };
	expect(service.prepare.erase(erase)).toMatchObject(estates.erase.signable(erase));
});

it("malformed calls are rejected alike", () => {
	const [call] = vectorIntent.txs;
	for (const broken of [
		{ ...call, dest: "0x12" },
		{ ...call, dest: `0x${"zz".repeat(20)}` },
		{ ...call, data: "0x1" },
		{ ...call, data: "0xzz" },
	]) {
		const intent: RecoveryIntent = { ...vectorIntent, txs: [broken] };
		expect(() => pages.hashRecoveryIntent(intent)).toThrow(RangeError);
		expect(() => signedMessages.hashRecoveryIntent(intent)).toThrow(RangeError);
	}
});
