// estates.md "POST /estate-profiles/privacy-codes/resolve".
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
	formatPrivacyCode,
	parsePrivacyCode,
	privacyCodeHint,
	readExpiry,
} from "../../../src/estates/privacy-code/privacy-code.ts";

const DATA = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const CHECK = `${DATA}*~$=U`;
/** Every printable ASCII character. */
const TYPED = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i));

/** 2026-11-21T09:30:00.250Z, with milliseconds so that tests detect wrong rounding. */
const NOW = 1_795_253_400_250;
const NOW_SECONDS = 1_795_253_400;

const bytes16 = fc.uint8Array({ minLength: 16, maxLength: 16 });
const code = bytes16.map(formatPrivacyCode);
const bare = (text: string) => text.replace(/^RPL-|-/g, "");
const wrong = { ok: false, reason: "wrong_check_symbol" };
const malformed = { ok: false, reason: "malformed" };

/** 37 consecutive codes, so that every check symbol occurs. */
const oneOfEachCheckSymbol = Array.from({ length: 37 }, (_, last) => {
	const bytes = Uint8Array.from({ length: 16 }, (_, i) => 17 * i);
	bytes[15] = last;
	return formatPrivacyCode(bytes);
});

describe("formatPrivacyCode", () => {
	it.each([
		["zeros", new Uint8Array(16), "RPL-00000-00000-00000-00000-00000-00"],
		[
			"one",
			Uint8Array.from({ length: 16 }, (_, i) => (i === 15 ? 1 : 0)),
			"RPL-00000-00000-00000-00000-00000-11",
		],
		// The checksum 32 is the first of the five symbols for checksums only.
		[
			"32",
			Uint8Array.from({ length: 16 }, (_, i) => (i === 15 ? 32 : 0)),
			"RPL-00000-00000-00000-00000-00001-0*",
		],
		[
			"36",
			Uint8Array.from({ length: 16 }, (_, i) => (i === 15 ? 36 : 0)),
			"RPL-00000-00000-00000-00000-00001-4U",
		],
		// 2^128 - 1 is 32 modulo 37.
		["ones", new Uint8Array(16).fill(255), "RPL-7ZZZZ-ZZZZZ-ZZZZZ-ZZZZZ-ZZZZZ-Z*"],
	])("formats 16 bytes of %s", (_, bytes, expected) => {
		expect(formatPrivacyCode(bytes)).toBe(expected);
	});

	it("writes Crockford's base32 of the number and its remainder modulo 37", () => {
		fc.assert(
			fc.property(bytes16, (bytes) => {
				const number = BigInt(`0x${Buffer.from(bytes).toString("hex")}`);
				// JavaScript's base 32 uses other letters for the same values.
				const digits = number.toString(32).padStart(26, "0");
				const data = [...digits].map((digit) => DATA.charAt(Number.parseInt(digit, 32))).join("");
				const expected = data + CHECK.charAt(Number(number % 37n));
				expect(formatPrivacyCode(bytes)).toMatch(/^RPL(-[0-9A-HJKMNP-TV-Z]{5}){5}-[0-9A-HJKMNP-TV-Z][^-]$/);
				expect(bare(formatPrivacyCode(bytes))).toBe(expected);
			}),
		);
	});

	it("keeps every bit: no two byte strings share a code", () => {
		const bytes = new Uint8Array(16);
		const codes = new Set([formatPrivacyCode(bytes)]);
		for (let bit = 0; bit < 128; bit++) {
			const flipped = bytes.slice();
			flipped[bit >> 3] = 1 << (bit & 7);
			codes.add(formatPrivacyCode(flipped));
		}
		expect(codes.size).toBe(129);
	});

	it("uses each of the 37 check symbols", () => {
		expect(new Set(oneOfEachCheckSymbol.map((text) => text.slice(-1)))).toEqual(new Set(CHECK));
	});

	it.each([0, 15, 17, 32])("rejects %i bytes", (length) => {
		expect(() => formatPrivacyCode(new Uint8Array(length))).toThrow(RangeError);
	});
});

describe("parsePrivacyCode", () => {
	it("parses every formatted code", () => {
		fc.assert(
			fc.property(code, (text) => {
				expect(parsePrivacyCode(text)).toEqual({ ok: true, code: text });
			}),
		);
	});

	const sample = formatPrivacyCode(Uint8Array.from({ length: 16 }, (_, i) => 37 * i + 7));

	const spellings: [string, (code: string) => string][] = [
		["in lower case", (text) => text.toLowerCase()],
		["without dashes", (text) => text.replaceAll("-", "")],
		["without its prefix", bare],
		["without its prefix, with dashes", (text) => text.slice(4)],
		["with spaces for dashes", (text) => text.replaceAll("-", " ")],
		["with spaces around it", (text) => `  ${text}\n`],
		["broken over two lines", (text) => `${text.slice(0, 15)}-\r\n${text.slice(16)}`],
		["with en dashes", (text) => text.replaceAll("-", "–")],
		["with non-breaking hyphens", (text) => text.replaceAll("-", "\u2011")],
		["with minus signs", (text) => text.replaceAll("-", "−")],
		["with no-break spaces", (text) => text.replaceAll("-", "\u00A0")],
		["with soft hyphens", (text) => text.replaceAll("-", "-\u00AD")],
		["with a dash between all symbols", (text) => [...bare(text)].join("-")],
		["with a small L in its prefix", (text) => text.replace("RPL", "RPl")],
		["with a one in its prefix", (text) => text.replace("RPL", "RP1")],
	];
	it.each(spellings)("parses a code %s", (_, spelling) => {
		for (const text of [sample, ...oneOfEachCheckSymbol]) {
			expect(parsePrivacyCode(spelling(text))).toEqual({ ok: true, code: text });
		}
	});

	it("parses any mixture of letter cases, look-alikes, spaces and dashes", () => {
		const spellingOf = (symbol: string) => {
			const alike = { "0": ["0", "o", "O"], "1": ["1", "i", "I", "l", "L"] }[symbol];
			return fc.constantFrom(...(alike ?? [symbol, symbol.toLowerCase()]));
		};
		const gap = fc.constantFrom("", "", "-", " ", " - ");
		const spelt = code.chain((text) =>
			fc.record({
				text: fc.constant(text),
				written: fc
					.tuple(...[...bare(text)].map((symbol) => fc.tuple(gap, spellingOf(symbol))))
					.map((parts) => parts.flat().join("")),
			}),
		);
		fc.assert(
			fc.property(spelt, ({ text, written }) => {
				expect(parsePrivacyCode(written)).toEqual({ ok: true, code: text });
			}),
		);
	});

	const notCodes: [string, string][] = [
		["an empty text", ""],
		["dashes only", "-----"],
		["the prefix only", "RPL-"],
		["a code without its last symbol", sample.slice(0, -1)],
		["a code with one more symbol", `${sample}0`],
		["another prefix", sample.replace("RPL", "RPX")],
		["the prefix twice", `RPL-${sample}`],
		["the prefix at the end", `${bare(sample)}-RPL`],
		["half the prefix", sample.slice(2)],
		["U outside the check symbol", sample.replace(/\w{5}-(..)$/, "UUUUU-$1")],
		["a dot", sample.replace("-", ".")],
		["a letter of another script", `${sample.slice(0, -2)}А${sample.slice(-1)}`],
		["full-width digits", sample.replace("1", "１")],
		["a letter that becomes ASCII in upper case", sample.replace("S", "ſ")],
		["a number of more than 128 bits", "80000-00000-00000-00000-00000-00"],
		["the largest of 26 symbols", "ZZZZZ-ZZZZZ-ZZZZZ-ZZZZZ-ZZZZZ-Z0"],
		["a whole page of dashes", `${sample}${"-".repeat(1000)}`],
		["two codes", `${sample} ${sample}`],
		["a lone surrogate", `${sample.slice(0, -1)}\ud800`],
	];
	it.each(notCodes)("rejects %s as malformed", (_, text) => {
		expect(parsePrivacyCode(text)).toEqual(malformed);
	});

	it("rejects random text as malformed", () => {
		fc.assert(
			fc.property(fc.string({ unit: "binary", maxLength: 80 }), (text) => {
				expect(parsePrivacyCode(text)).toEqual(malformed);
			}),
		);
	});

	it("rejects a text of 5 MB within 50 ms", () => {
		const startedAt = performance.now();
		parsePrivacyCode("0".repeat(5_000_000));
		expect(performance.now() - startedAt).toBeLessThan(50);
	});
});

describe("the check symbol", () => {
	const isSame = (typed: string, symbol: string) => {
		const upper = typed.toUpperCase();
		const read = { I: "1", L: "1", O: "0" }[upper] ?? upper;
		return read === symbol;
	};

	it("detects every change of a single symbol, in codes with every check symbol", () => {
		const misjudged: string[] = [];
		for (const canonical of oneOfEachCheckSymbol) {
			const text = bare(canonical);
			for (let place = 0; place < text.length; place++) {
				for (const typed of TYPED) {
					if (typed === " " || typed === "-") continue;
					const changed = text.slice(0, place) + typed + text.slice(place + 1);
					if (parsePrivacyCode(changed).ok !== isSame(typed, text.charAt(place))) misjudged.push(changed);
				}
			}
		}
		expect(misjudged).toEqual([]);
	});

	it("detects every swap of neighbours, in codes with every check symbol", () => {
		for (const canonical of oneOfEachCheckSymbol) {
			const text = bare(canonical);
			for (let place = 0; place < text.length - 1; place++) {
				const [a = "", b = ""] = [text.charAt(place), text.charAt(place + 1)];
				const swapped = text.slice(0, place) + b + a + text.slice(place + 2);
				expect(parsePrivacyCode(swapped).ok).toBe(a === b);
			}
		}
	});

	it("detects changes and swaps in random codes, and tells the reason", () => {
		fc.assert(
			fc.property(code, fc.nat(25), fc.constantFrom(...DATA), (canonical, place, other) => {
				const text = bare(canonical);
				const [a, b] = [text.charAt(place), text.charAt(place + 1)];
				const changed = text.slice(0, place) + other + text.slice(place + 1);
				const swapped = text.slice(0, place) + b + a + text.slice(place + 2);
				// A first symbol above 7 makes a number of 129 bits or more.
				const reason = place === 0 && other > "7" ? malformed : wrong;
				if (other !== a) expect(parsePrivacyCode(changed)).toEqual(reason);
				if (a !== b) expect(parsePrivacyCode(swapped).ok).toBe(false);
			}),
			{ numRuns: 300 },
		);
	});

	it("is reported as wrong if nothing else is wrong", () => {
		const [canonical = ""] = oneOfEachCheckSymbol;
		const others = [...CHECK].filter((symbol) => symbol !== canonical.slice(-1));
		for (const symbol of others) {
			expect(parsePrivacyCode(canonical.slice(0, -1) + symbol)).toEqual(wrong);
		}
	});
});

describe("privacyCodeHint", () => {
	it("shows the last four symbols of the printed code", () => {
		expect(privacyCodeHint("RPL-7ZZZZ-ZZZZZ-ZZZZZ-ZZZZZ-ZZABC-D~")).toBe("RPL-…BC-D~");
	});
});

describe("readExpiry", () => {
	it.each([
		["0", 0, null],
		["the next second", NOW_SECONDS + 1, NOW + 750],
		["the last second of 9999", 253_402_300_799, 253_402_300_799_000],
	])("reads an expiry of %s", (_, seconds, expected) => expect(readExpiry(seconds, NOW)).toBe(expected));

	it.each([
		["the current second", NOW_SECONDS, "expired"],
		["the first unix second", 1, "expired"],
		["the year 10000", 253_402_300_800, "too_large"],
		["milliseconds by mistake", NOW, "too_large"],
		["the largest number", Number.MAX_SAFE_INTEGER, "too_large"],
	])("rejects an expiry of %s", (_, seconds, rule) => {
		const details = [expect.objectContaining({ field: "expiresAt", rule })];
		expect(() => readExpiry(seconds, NOW)).toThrow(expect.objectContaining({ details }));
	});

	it("accepts only future times that ISO 8601 can write with four-digit years", () => {
		fc.assert(
			fc.property(fc.nat({ max: Number.MAX_SAFE_INTEGER }), (seconds) => {
				const isAllowed = seconds === 0 || (seconds > NOW_SECONDS && seconds <= 253_402_300_799);
				if (!isAllowed) {
					expect(() => readExpiry(seconds, NOW)).toThrow();
					return;
				}
				const expiresAt = readExpiry(seconds, NOW);
				expect(expiresAt ?? Number.POSITIVE_INFINITY).toBeGreaterThan(NOW);
				expect(new Date(expiresAt ?? 0).toISOString()).toMatch(/^\d{4}-/);
			}),
		);
	});
});
