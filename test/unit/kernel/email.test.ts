// auth.md "Wallet sessions".
import { describe, expect, it, vi } from "vitest";
import { registerBody } from "../../../src/developers/account/operations.ts";
import { canonicalEmail, emailProblem } from "../../../src/kernel/schemas/email.ts";

const atLength = (length: number) => {
	const domain = `${"d".repeat(63)}.${"d".repeat(63)}.${"d".repeat(58)}.com`;
	return `${"a".repeat(length - domain.length - 1)}@${domain}`;
};

describe("emailProblem", () => {
	it.each([
		"dev@example.com",
		"Dev.Name+tag@sub.example.co.uk",
		"o'neil@example.com",
		"a@b.co",
		"dev@xn--bcher-kva.example",
		"dev@bücher.example",
		"dev@例え.テスト",
		atLength(254),
	])("accepts %s", (email) => {
		expect(emailProblem(email)).toBeUndefined();
	});

	it.each([
		["\u212aelvin@example.com", "must contain ASCII characters only before the `@`, without spaces"],
		["ｄev@example.com", "must contain ASCII characters only before the `@`, without spaces"],
		["dev＠example.com", "must contain ASCII characters only before the `@`, without spaces"],
		["dev\u0000@example.com", "must contain ASCII characters only before the `@`, without spaces"],
		[atLength(255), "must have at most 254 characters"],
		[
			`a@${"ü".repeat(20)}.${"ü".repeat(30)}.${`${"ü".repeat(30)}.`.repeat(6)}example`,
			"must have at most 254 characters",
		],
	])("rejects %j", (email, problem) => {
		expect(emailProblem(email)?.message).toBe(problem);
	});

	it.each([
		"",
		"@",
		"dev",
		"dev@",
		"@example.com",
		"dev@localhost",
		"dev@example..com",
		"dev@-example.com",
		"dev@example.com.",
		"dev@example.com ",
		"dev@example.com/x",
		"dev@example.com:80",
		"dev@ex%61mple.com",
		"dev@0x7f.1",
		"dev@a..ü.example",
		"dev@exa\u034fmple.com",
		"dev@exa\ufe0fmple.com",
		"dev@\u3164example.com",
		".dev@example.com",
		"dev.@example.com",
		"a..b@example.com",
		"a@b@example.com",
		"dev@127.0.0.1",
		'"dev"@example.com',
		`${"a".repeat(65)}@example.com`,
	])("rejects the form of %j", (email) => {
		expect(emailProblem(email)?.message).toBe("must be an e-mail address, such as name@example.com");
	});

	it("checks text crafted to be slow in linear time", () => {
		const startedAt = performance.now();
		emailProblem(`${"a.".repeat(120)}!`);
		emailProblem(`a@${"a-".repeat(120)}`);
		expect(performance.now() - startedAt).toBeLessThan(50);
	});
});

it("converts no domain that is too long, because that takes quadratic time", () => {
	const convert = vi.spyOn(URL, "canParse");
	const letters = Array.from({ length: 9_000 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join("");
	expect(emailProblem(`dev@${letters}.example`)?.params.rule).toBe("too_long");
	expect(convert).not.toHaveBeenCalled();
	convert.mockRestore();
});

it("has one spelling for an address, whatever the case or the script of its domain", () => {
	expect(canonicalEmail("Dev@EXAMPLE.com")).toBe("dev@example.com");
	expect(canonicalEmail("Dev@Bücher.example")).toBe("dev@xn--bcher-kva.example");
	// The Kelvin sign is a `k` in a domain (UTS 46).
	expect(canonicalEmail("dev@\u212a.example")).toBe("dev@k.example");
	const parsed = registerBody().parse({ email: "Dev@EXAMPLE.com", password: "Lorem-ipsum-7" });
	expect(parsed).toEqual({ email: "dev@example.com", password: "Lorem-ipsum-7" });
});
