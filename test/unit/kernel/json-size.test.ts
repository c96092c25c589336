// auth.md "Request bodies".
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type JsonSize, sizeOfJson } from "../../../src/http/json-body.ts";

const sizeOf = (text: string) => sizeOfJson(new TextEncoder().encode(text));

/** Walks the parsed value. */
function walked(value: unknown): JsonSize {
	if (typeof value !== "object" || value === null) return { values: 1, depth: 0 };
	const inner = Object.values(value).map(walked);
	return {
		values: inner.reduce((sum, { values }) => sum + values, 1),
		depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)),
	};
}

/** Counts what JSON.parse builds, also where it fails in the end. */
function built(text: string): { values: number; isValid: boolean } {
	let values = 0;
	try {
		JSON.parse(text, (_, value) => {
			values++;
			return value;
		});
		return { values, isValid: true };
	} catch {
		return { values: 0, isValid: false };
	}
}

describe("the size of JSON", () => {
	it.each<[string, number, number]>([
		["1", 1, 0],
		['"[{,"', 1, 0],
		['"\\"[,"', 1, 0],
		['"\\\\"', 1, 0],
		['["\\\\",1]', 3, 1],
		['["\\\\\\"",1]', 3, 1],
		["[]", 1, 1],
		[" [ \n ] ", 1, 1],
		["{}", 1, 1],
		["[0]", 2, 1],
		["[[],[]]", 3, 2],
		['{"a":{},"b":[1,2]}', 5, 2],
		['{"[[[":"]]]"}', 2, 1],
		['{"a,b":","}', 2, 1],
		["\uFEFF[1]", 2, 1],
		[`${"[".repeat(50)}${"]".repeat(50)}`, 50, 50],
	])("%j has %i values, %i deep", (text, values, depth) => {
		expect(sizeOf(text)).toEqual({ values, depth });
	});

	it("is exact for every value, however it is written", () => {
		const spaces = fc.constantFrom(undefined, 1, "\t");
		fc.assert(
			fc.property(fc.jsonValue({ maxDepth: 6 }), spaces, (value, indent) => {
				const text = JSON.stringify(value, null, indent);
				expect(sizeOf(text)).toEqual(walked(JSON.parse(text)));
			}),
			{ numRuns: 500 },
		);
	});

	it("is exact for strings made of brackets, quotes and backslashes", () => {
		const nasty = fc.string({
			unit: fc.constantFrom("[", "]", "{", "}", ",", ":", '"', "\\", "é", "𝄞", "\n"),
		});
		const value = fc.oneof(fc.array(nasty), fc.dictionary(nasty, fc.array(nasty, { maxLength: 3 })));
		fc.assert(
			fc.property(value, (sent) => {
				const text = JSON.stringify(sent);
				expect(sizeOf(text)).toEqual(walked(JSON.parse(text)));
			}),
			{ numRuns: 1_000 },
		);
	});

	it("is at least what a parser builds, whatever the text", () => {
		const unit = fc.constantFrom(
			"[",
			"]",
			"{",
			"}",
			",",
			":",
			'"',
			"\\",
			"1",
			"true",
			" ",
			'"a"',
			'"a":',
			"\n",
		);
		fc.assert(
			fc.property(fc.string({ unit, maxLength: 12 }), (text) => {
				const { values, isValid } = built(text);
				expect(sizeOf(text).values).toBeGreaterThanOrEqual(values);
				// A name that occurs twice is one member.
				if (isValid) expect(sizeOf(text).depth).toBeGreaterThanOrEqual(walked(JSON.parse(text)).depth);
			}),
			{ numRuns: 1_000 },
		);
	});

	it("stops where the size exceeds what is asked for", () => {
		const text = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
		const most = { values: 10, depth: 3 };
		const list = Array(9).fill(0);
		expect(sizeOfJson(text(list), most)).toEqual({ values: 10, depth: 1 });
		expect(sizeOfJson(text([...list, ...list]), most)).toEqual({ values: 11, depth: 1 });
		expect(sizeOfJson(text([[[0]]]), most)).toEqual({ values: 4, depth: 3 });
		expect(sizeOfJson(text([[[[[[]]]]]]), most).depth).toBe(4);
	});

	it("counts what a text holds before it is cut short", () => {
		const whole = JSON.stringify({ a: [1, [2, "]"], {}], b: "c" });
		for (let end = 1; end <= whole.length; end++) {
			const cut = sizeOf(whole.slice(0, end));
			expect(cut.values).toBeLessThanOrEqual(sizeOf(whole).values);
			expect(cut.values).toBeGreaterThanOrEqual(sizeOf(whole.slice(0, end - 1)).values);
		}
		expect(sizeOf("[{},".repeat(1_000)).values).toBeGreaterThanOrEqual(2_000);
	});

	it("takes linear time, also for quotes and backslashes without end", () => {
		const timeOf = (text: string) => {
			const bytes = new TextEncoder().encode(text);
			const startedAt = performance.now();
			sizeOfJson(bytes);
			return performance.now() - startedAt;
		};
		for (const unit of ["[", '"', "\\", '"\\', '\\"', "[ ", '{"":', " "]) {
			expect([unit, timeOf(unit.repeat(2 ** 20 / unit.length)) < 500]).toEqual([unit, true]);
		}
	});
});
