// auth.md "Idempotency keys".
import { describe, expect, it } from "vitest";
import { parseIdempotencyKey } from "../../../src/http/idempotency-key.ts";

const keyOf = (header: string) => {
	const reading = parseIdempotencyKey(header);
	return reading.ok ? reading.key : undefined;
};

describe("an Idempotency-Key", () => {
	it.each([
		['"8e03978e-40d5-43dd-bc93-6894a57f9324"', "8e03978e-40d5-43dd-bc93-6894a57f9324"],
		["8e03978e-40d5-43dd-bc93-6894a57f9324", "8e03978e-40d5-43dd-bc93-6894a57f9324"],
		['"order 7, second part"', "order 7, second part"],
		['"a \\"quoted\\" \\\\ key"', 'a "quoted" \\ key'],
		["a".repeat(255), "a".repeat(255)],
		["user@example.com:7", "user@example.com:7"],
	])("%s is read as the key %s", (header, key) => {
		expect(keyOf(header)).toBe(key);
	});

	it.each([
		["", "an empty value"],
		['""', "an empty string"],
		['"open', "a string without its end"],
		['"a" "b"', "two strings"],
		["one, two", "a repeated header"],
		['"one", "two"', "a repeated string"],
		["two words", "a space without quotes"],
		['"\\n"', "another escape"],
		["schlüssel", "a letter outside of ASCII"],
		["tab\tkey", "a control character"],
	])("%j is rejected: %s", (header) => {
		expect(parseIdempotencyKey(header)).toEqual({
			ok: false,
			rule: "format",
			problem: expect.stringMatching(/^must be one string/),
		});
	});

	it.each(["a".repeat(256), `"${"a".repeat(256)}"`])(
		"is rejected with more than 255 characters",
		(header) => {
			expect(parseIdempotencyKey(header)).toEqual({
				ok: false,
				rule: "too_long",
				problem: "must have at most 255 characters",
			});
		},
	);
});
