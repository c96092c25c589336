// auth.md "Rotation by the pair itself".
import { randomBytes } from "node:crypto";
import { crc32 as zlibCrc32 } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { randomBase62, toBase62 } from "../../../src/developers/api-keys/base62.ts";
import { crc32 } from "../../../src/developers/api-keys/crc32.ts";
import {
	generateKeyPair,
	hintOf,
	isApiKey,
	isApiSecret,
	isKeyPair,
} from "../../../src/developers/api-keys/key-format.ts";

const random = (length: number) => new Uint8Array(randomBytes(length));
const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

describe("generateKeyPair", () => {
	it("makes distinct pairs of the documented form", () => {
		const pairs = Array.from({ length: 1000 }, () => generateKeyPair(random));
		for (const { apiKey, apiSecret } of pairs) {
			expect(apiKey).toMatch(/^sk_[0-9A-Za-z]{28}$/);
			expect(apiSecret).toMatch(/^ss_[0-9A-Za-z]{49}$/);
			expect(isKeyPair({ apiKey, apiSecret })).toBe(true);
		}
		expect(new Set(pairs.flatMap(({ apiKey, apiSecret }) => [apiKey, apiSecret])).size).toBe(2000);
	});

	it("makes the same pair from the same random bytes", () => {
		const counting = (length: number) => Uint8Array.from({ length }, (_, index) => index);
		expect(generateKeyPair(counting)).toEqual(generateKeyPair(counting));
		expect(generateKeyPair(counting).apiKey.slice(0, 25)).toBe("sk_0123456789ABCDEFGHIJKL");
	});
});

describe("the checksum of a key", () => {
	it("detects every change of a single character", () => {
		const { apiKey, apiSecret } = generateKeyPair(random);
		for (const [text, isRight] of [[apiKey, isApiKey] as const, [apiSecret, isApiSecret] as const]) {
			for (let place = 0; place < text.length; place++) {
				for (const other of `${BASE62}_-!`) {
					const changed = text.slice(0, place) + other + text.slice(place + 1);
					expect(isRight(changed)).toBe(other === text[place]);
				}
			}
		}
	});

	it("detects swapped neighbours, missing and added characters", () => {
		fc.assert(
			fc.property(fc.nat(26), (offset) => {
				const { apiKey } = generateKeyPair(random);
				const place = 3 + offset;
				const [a = "", b = ""] = [apiKey[place], apiKey[place + 1]];
				const swapped = apiKey.slice(0, place) + b + a + apiKey.slice(place + 2);
				expect(isApiKey(swapped)).toBe(a === b);
				expect(isApiKey(apiKey.slice(0, -1))).toBe(false);
				expect(isApiKey(`${apiKey}0`)).toBe(false);
				expect(isApiKey(`${apiKey}\n`)).toBe(false);
			}),
		);
	});

	it("rejects any other text, and one half in place of the other", () => {
		fc.assert(fc.property(fc.string(), (text) => !isApiKey(text) && !isApiSecret(text)));
		const { apiKey, apiSecret } = generateKeyPair(random);
		expect(isKeyPair({ apiKey: apiSecret, apiSecret: apiKey })).toBe(false);
	});

	it("is the CRC-32 that zip uses", () => {
		expect(crc32("123456789")).toBe(0xcbf43926);
		fc.assert(fc.property(fc.string({ unit: "grapheme-ascii" }), (text) => crc32(text) === zlibCrc32(text)));
	});
});

describe("randomBase62", () => {
	it("uses every character equally often", () => {
		const counts = new Map<string, number>();
		for (const char of randomBase62(200_000, random)) counts.set(char, (counts.get(char) ?? 0) + 1);
		const expected = 200_000 / 62;
		const chiSquared = [...BASE62].reduce(
			(sum, char) => sum + ((counts.get(char) ?? 0) - expected) ** 2 / expected,
			0,
		);
		// 61 degrees of freedom: above 130 once in a million runs; a plain remainder is far beyond it.
		expect(chiSquared).toBeLessThan(130);
	});

	it("discards bytes that would bias the result", () => {
		const rounds = [Uint8Array.of(255, 248, 0), Uint8Array.of(61, 247)];
		expect(randomBase62(3, () => rounds.shift() ?? new Uint8Array(0))).toBe("0zz");
	});
});

it("toBase62 writes numbers at a fixed width", () => {
	expect(toBase62(0, 6)).toBe("000000");
	expect(toBase62(61, 6)).toBe("00000z");
	expect(toBase62(0xffffffff, 6)).toBe("4gfFC3");
});

it("hintOf shows only the last characters of a key", () => {
	expect(hintOf("sk_0123456789ABCDEFGHIJKLabcdef")).toBe("sk_…cdef");
});
