// signatures.md "Messages".
import { hashTypedData, hexToBytes } from "viem";
import { describe, expect, test } from "vitest";
import { typeHash } from "../../src/kernel/eip712.ts";
import { bytesToHex } from "../../src/kernel/hex.ts";
import { caseIdOf, eventIdOf } from "../../src/kernel/ids.ts";
import { recoverAddress } from "../../src/kernel/secp256k1/recover-address.ts";
import { sha256Hex } from "../../src/kernel/sha256.ts";
import { recoveryIntentType } from "../../src/protocol/signed-messages.ts";
import type { Call } from "../../src/recovery/intent/intent.ts";
import {
	closeCaseDigest,
	closeCaseTypedData,
	courtOrderDigest,
	courtOrderTypedData,
	hashRecoveryIntent,
	newCaseDigest,
	newCaseTypedData,
} from "../../src/recovery/intent/typed-data.ts";
import { domainTypes, newCaseTypes } from "../support/signing/eip712-types.ts";
import {
	closeCase,
	courtOrder,
	recoveryAccount,
	signatures,
	vectorIntent,
} from "../support/signing/vectors.ts";

// The published vectors of signatures.md: whoever rebuilds these hashes elsewhere must get the same.
describe("published vectors", () => {
	const jrcHash = "0xfce7895067815e3cc192febc0e5353cbcc25d8cfc00f0a18f989227139b1b70b";

	test("RecoveryIntent type hash", () => {
		expect(bytesToHex(typeHash(recoveryIntentType))).toBe(
			"0x1c39a79c2e2b2cfc07b8f94cdfd99162ceeac8952e7a786f80d07cf5b718546e",
		);
	});

	test("jrcHash and caseId", () => {
		expect(hashRecoveryIntent(vectorIntent)).toBe(jrcHash);
		expect(caseIdOf(jrcHash)).toBe("rc_74ac76c7f29219667d32ccbdbc8a780f");
	});

	test("eventId is derived as recovery.md says", () => {
		const caseId = caseIdOf(jrcHash);
		const hash = sha256Hex(`replevin.event.v1\0${caseId}\x0012`);
		expect(eventIdOf(caseId, 12)).toBe(`evt_${hash.slice(2, 34)}`);
		expect(eventIdOf(caseId, 1)).not.toBe(eventIdOf(caseId, 2));
	});

	test("NewCase digests and signature", () => {
		const digest = newCaseDigest({ chainId: 8453, jrcHash, email: "claimant@example.com" });
		expect(bytesToHex(digest)).toBe("0x94d920f291d4349a5fa66167152381b8de59771e93dd4cf8189cccc85195f302");
		expect(recoverAddress(digest, hexToBytes(signatures.newCase))).toBe(recoveryAccount.toLowerCase());
		expect(bytesToHex(newCaseDigest({ chainId: 8453, jrcHash, email: null }))).toBe(
			"0x25756fffcfb58363dc68ada9e6016f96b458ba734835661b1160b363f6da510f",
		);
	});

	test("CourtOrder digest and signature", () => {
		const digest = courtOrderDigest({ chainId: 8453, jrcHash, courtInfo: courtOrder });
		expect(bytesToHex(digest)).toBe("0x633ef9b82cd478435b6c7d63bd6b05772fa9417db1190482c2aa231193d04856");
		expect(recoverAddress(digest, hexToBytes(signatures.courtOrder))).toBe(recoveryAccount.toLowerCase());
	});

	test("CloseCase digest", () => {
		expect(bytesToHex(closeCaseDigest({ chainId: 8453, jrcHash, ...closeCase }))).toBe(
			"0xffda18822f6c5fad89ccaa1d41a0cffbca6f7d708e694446ae3e1a54ea12f6c2",
		);
	});
});

describe("jrcHash", () => {
	const shouting = (hex: string) => `0x${hex.slice(2).toUpperCase()}`;

	test("ignores letter case, e-mail and the way a value is written", () => {
		const { rec, txs } = vectorIntent;
		const same = {
			rec: {
				...rec,
				lostAccount: shouting(rec.lostAccount),
				recoveryAccount: rec.recoveryAccount.toLowerCase(),
				email: "other@example.com",
			},
			txs: txs.map(({ dest, data }) => ({ dest: shouting(dest), value: "0x00", data: shouting(data) })),
		};
		expect(hashRecoveryIntent(same)).toBe(hashRecoveryIntent(vectorIntent));
	});

	test("depends on the order of the transactions", () => {
		const [call] = vectorIntent.txs;
		if (!call) throw new Error("the vector has a transaction");
		const other = { ...call, value: "1" };
		const hashOf = (txs: Call[]) => hashRecoveryIntent({ ...vectorIntent, txs });
		expect(hashOf([call, other])).not.toBe(hashOf([other, call]));
		expect(hashOf([])).not.toBe(hashOf([call]));
	});

	test.each([
		["a short destination", { dest: "0x12", value: "0", data: "0x" }],
		["a digit that is none", { dest: `0x${"g".repeat(40)}`, value: "0", data: "0x" }],
		["a letter outside ASCII", { dest: `0x${"é".repeat(40)}`, value: "0", data: "0x" }],
		["half a byte", { dest: vectorIntent.txs[0].dest, value: "0", data: "0x123" }],
		["data that is no hex", { dest: vectorIntent.txs[0].dest, value: "0", data: "0x12zz" }],
		["a negative value", { dest: vectorIntent.txs[0].dest, value: "-1", data: "0x" }],
		["a value of 257 bits", { dest: vectorIntent.txs[0].dest, value: `0x1${"0".repeat(64)}`, data: "0x" }],
	])("refuses %s rather than hash it as something else", (_, call) => {
		expect(() => hashRecoveryIntent({ ...vectorIntent, txs: [call] })).toThrow(RangeError);
	});
});

describe("typed data for wallets", () => {
	const jrcHash = hashRecoveryIntent(vectorIntent);
	const digestByViem = (data: unknown) => {
		const { EIP712Domain, ...types } = JSON.parse(JSON.stringify(data)).types;
		expect(EIP712Domain.map((field: { name: string }) => field.name)).toEqual(["name", "version", "chainId"]);
		return hashTypedData({ ...JSON.parse(JSON.stringify(data)), types });
	};

	test("has the digest that the service verifies, after a trip through JSON", () => {
		expect(digestByViem(newCaseTypedData(vectorIntent))).toBe(
			bytesToHex(newCaseDigest({ chainId: 8453, jrcHash, email: "claimant@example.com" })),
		);
		const order = { chainId: 8453, jrcHash, courtInfo: courtOrder };
		expect(digestByViem(courtOrderTypedData(order))).toBe(bytesToHex(courtOrderDigest(order)));
		const close = { chainId: 8453, jrcHash, ...closeCase };
		expect(digestByViem(closeCaseTypedData(close))).toBe(bytesToHex(closeCaseDigest(close)));
	});

	test("writes addresses with their checksum, integers in decimal and the chain as a number", () => {
		const { rec, txs } = vectorIntent;
		const data = newCaseTypedData({
			rec: { ...rec, lostAccount: rec.lostAccount.toLowerCase(), email: null },
			txs: [{ ...txs[0], dest: txs[0].dest.toLowerCase(), value: "0xff" }],
		});
		expect(data).toEqual({
			types: { ...domainTypes, ...newCaseTypes },
			primaryType: "NewCase",
			domain: { name: "Replevin", version: "1", chainId: 8453 },
			message: {
				intent: {
					lostAccount: rec.lostAccount,
					recoveryAccount: rec.recoveryAccount,
					chainId: "8453",
					reasonForRecovery: "lost key",
					txs: [{ dest: txs[0].dest, value: "255", data: txs[0].data }],
				},
				email: "",
			},
		});
	});
});
