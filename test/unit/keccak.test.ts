// quality.md "Size and start".
import fc from "fast-check";
import { checksumAddress, keccak256 as keccakByViem } from "viem";
import { describe, expect, test } from "vitest";
import { toChecksumAddress } from "../../src/kernel/crypto/address.ts";
import { hashCallArray, keccak256, keccak256Utf8 } from "../../src/kernel/crypto/keccak/keccak.ts";
import { sha256, sha256Hex } from "../../src/kernel/crypto/sha256.ts";
import { bytesToHex, hexToBytes, isHexText } from "../../src/kernel/encoding/hex.ts";
import { addressSchema } from "../../src/kernel/schemas/schemas.ts";

const isValidAddress = (text: string) => addressSchema().safeParse(text).success;
const address = fc.uint8Array({ minLength: 20, maxLength: 20 }).map(bytesToHex);

describe("keccak256", () => {
	test("agrees with viem at every length around the block of 136 bytes", () => {
		for (let length = 0; length <= 600; length++) {
			const bytes = Uint8Array.from({ length }, (_, i) => (i * 31 + length) & 255);
			expect(bytesToHex(keccak256(bytes))).toBe(keccakByViem(bytes));
		}
	});

	test("agrees with viem on random input", () => {
		fc.assert(
			fc.property(fc.uint8Array({ maxLength: 3000 }), (bytes) => {
				expect(bytesToHex(keccak256(bytes))).toBe(keccakByViem(bytes));
			}),
			{ numRuns: 300 },
		);
	});

	test("grows its memory for large input and works on smaller ones after it", () => {
		for (const length of [500_000, 2_000_000, 10, 600_000]) {
			const bytes = new Uint8Array(length).fill(0xa5);
			expect(bytesToHex(keccak256(bytes))).toBe(keccakByViem(bytes));
		}
	});

	test("hashes text as its UTF-8", () => {
		fc.assert(
			fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
				expect(bytesToHex(keccak256Utf8(text))).toBe(keccakByViem(new TextEncoder().encode(text)));
			}),
			{ numRuns: 300 },
		);
	});

	test("gives copies, not views of its memory", () => {
		const first = keccak256(new Uint8Array([1]));
		const before = bytesToHex(first);
		keccak256(new Uint8Array([2]));
		expect(bytesToHex(first)).toBe(before);
	});

	test("rejects malformed calls", () => {
		const call = { dest: `0x${"0".repeat(40)}`, value: "0".repeat(64), data: "0x" };
		const typeHash = new Uint8Array(32);
		expect(() => hashCallArray(typeHash, [{ ...call, value: "0" }])).toThrow(RangeError);
		expect(() => hashCallArray(typeHash, [{ ...call, data: "" }])).toThrow(RangeError);
		expect(() => hashCallArray(typeHash, [{ ...call, value: "/".repeat(64) }])).toThrow(RangeError);
		expect(() => hashCallArray(typeHash, [{ ...call, data: "0x0`" }])).toThrow(RangeError);
		expect(() => hashCallArray(typeHash, [call, call])).not.toThrow();
	});

	// Digits are decoded eight at a time and the rest one by one, so each character is tried at several positions.
	test("decodes all digits in either letter case, and no other character", () => {
		const typeHash = new Uint8Array(32);
		const call = { dest: `0x${"0".repeat(40)}`, value: "0".repeat(64) };
		const hashOf = (data: string) => hashCallArray(typeHash, [{ ...call, data }]);
		for (let code = 0; code < 256; code++) {
			const character = String.fromCharCode(code);
			for (let at = 0; at < 22; at++) {
				const data = `0x${"5".repeat(at)}${character}${"a".repeat(21 - at)}`;
				if (/[0-9a-fA-F]/.test(character)) expect(hashOf(data)).toEqual(hashOf(data.toLowerCase()));
				else expect(() => hashOf(data)).toThrow(RangeError);
			}
		}
	});
});

describe("addresses", () => {
	test("have viem's checksum, and only that one is valid in mixed case", () => {
		fc.assert(
			fc.property(address, fc.nat({ max: 39 }), (lower, at) => {
				const checksummed = toChecksumAddress(lower);
				expect(checksummed).toBe(checksumAddress(lower));
				const upper = `0x${lower.slice(2).toUpperCase()}`;
				for (const form of [lower, upper, checksummed]) expect(isValidAddress(form)).toBe(true);

				const letter = checksummed.charAt(at + 2);
				const swapped = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
				const other = checksummed.slice(0, at + 2) + swapped + checksummed.slice(at + 3);
				fc.pre(swapped !== letter && other !== lower && other !== upper);
				expect(isValidAddress(other)).toBe(false);
			}),
			{ numRuns: 500 },
		);
	});

	test.each([
		"",
		"0x",
		"0".repeat(42),
		`0x${"0".repeat(39)}`,
		`0x${"0".repeat(41)}`,
		`0X${"0".repeat(40)}`,
		`0x${"g".repeat(40)}`,
		`0x${"0".repeat(40)}\n`,
		` 0x${"0".repeat(40)}`,
	])("reject %j", (text) => {
		expect(isValidAddress(text)).toBe(false);
	});
});

describe("hex and SHA-256", () => {
	test("hex survives a round trip, in either letter case", () => {
		fc.assert(
			fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
				const hex = bytesToHex(bytes);
				expect(hex).toBe(`0x${Buffer.from(bytes).toString("hex")}`);
				expect(hexToBytes(hex)).toEqual(bytes);
				expect(hexToBytes(`0x${hex.slice(2).toUpperCase()}`)).toEqual(bytes);
			}),
		);
	});

	test("isHexText agrees with the pattern of the OpenAPI document", () => {
		const pattern = /^0x[0-9a-fA-F]*$/;
		for (let code = 0; code < 256; code++) {
			const character = String.fromCharCode(code);
			for (const text of [`0x${character}`, `0x0${character}`, `0x${character}f`, `${character}x00`]) {
				expect(isHexText(text), JSON.stringify(text)).toBe(pattern.test(text));
			}
		}
		for (const text of ["", "0", "0x", "00", "0x\u0130", "0x\u{1f600}"]) {
			expect(isHexText(text), JSON.stringify(text)).toBe(pattern.test(text));
		}
	});

	test("SHA-256 agrees with the standard's example", () => {
		const expected = "0xba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
		expect(sha256Hex("abc")).toBe(expected);
		expect(sha256Hex(new TextEncoder().encode("abc"))).toBe(expected);
		expect(bytesToHex(sha256(new TextEncoder().encode("abc")))).toBe(expected);
	});
});
