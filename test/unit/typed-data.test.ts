// signatures.md "Messages".
import { describe, expect, test } from "vitest";
import type { Call } from "../../src/protocol/intent.ts";
import { hashRecoveryIntent, newCaseTypedData } from "../../src/recovery/intent/typed-data.ts";
import { domainTypes, newCaseTypes } from "../support/signing/eip712-types.ts";
import { vectorIntent } from "../support/signing/vectors.ts";

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
	])("rejects %s, and does not hash it as something else", (_, call) => {
		expect(() => hashRecoveryIntent({ ...vectorIntent, txs: [call] })).toThrow(RangeError);
	});
});

test("typed data for wallets writes addresses with their checksum, integers in decimal and the chain as a number", () => {
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
