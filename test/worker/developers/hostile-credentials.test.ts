// Edge cases of passwords and e-mail addresses, and what is stored afterwards (auth.md "Wallet sessions").
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { newDeveloper, newEmail } from "../../support/auth/accounts.ts";
import { call, errorOf } from "../../support/contract/worker-client.ts";

const register = (body: unknown) => call("/auth/register", { body });
const logIn = (email: string, password: string) => call("/auth/login", { body: { email, password } });
const accounts = () => env.DB.prepare("SELECT COUNT(*) AS n FROM developers").first<number>("n");

/** Expects a rejection that creates no account. */
async function expectRefused(response: () => Promise<Response>, expected: { status: number; code: string }) {
	const before = await accounts();
	expect(await errorOf(await response())).toMatchObject(expected);
	expect(await accounts()).toBe(before);
}

const invalid = { status: 400, code: "INPUT_VALIDATION_ERROR" };
const emoji = (count: number) => "🔑".repeat(count);

describe("a password", () => {
	it.each([
		["32 code points, 28 of them emoji", `Aa1!${emoji(28)}`],
		["spaces at its ends", " Aa1bcdef "],
		["JSON and SQL in it", `Aa1"}';--DROP`],
	])(
		"of %s can be set, and no other password opens the account",
		async (_, password) => {
			const email = newEmail();
			expect((await register({ email, password })).status).toBe(201);
			expect((await logIn(email, password)).status).toBe(200);
			for (const other of [password.slice(0, -1), `${password} `, password.toLowerCase()]) {
				expect(await errorOf(await logIn(email, other))).toMatchObject({ code: "INVALID_PASSWORD" });
			}
		},
		60_000,
	);

	it("is the same in every Unicode form of its letters and spaces", async () => {
		const email = newEmail();
		const password = "\u00c5ngstr\u00f6m 7!";
		expect((await register({ email, password: password.normalize("NFD") })).status).toBe(201);
		expect((await logIn(email, password)).status).toBe(200);
		expect((await logIn(email, password.replace(" ", "\u00a0"))).status).toBe(200);
		expect((await logIn(email, password.replace("\u00c5", "A"))).status).toBe(401);
	});

	it.each(["/auth/register", "/auth/login"])(
		"of combining marks alone is rejected by %s at once",
		async (path) => {
			// Ordering combining marks takes quadratic time (UAX #15 section 9).
			const password = `Aa1!${"\u0301\u0323".repeat(15_000)}`;
			expect(await errorOf(await call(path, { body: { email: newEmail(), password } }))).toMatchObject(
				invalid,
			);
		},
		20_000,
	);

	it.each([
		["7 characters that are written as 10 code points", "A\u030aa\u0308o\u03081!bc"],
		["60,000 characters", `Aa1!${"x".repeat(60_000)}`],
	])("of %s is rejected", async (_, password) => {
		await expectRefused(() => register({ email: newEmail(), password }), invalid);
	});

	it("of 60,000 characters is rejected by the login", async () => {
		await expectRefused(() => logIn(newEmail(), `Aa1!${"x".repeat(60_000)}`), invalid);
	});
});

describe("an e-mail address", () => {
	it("names one account in any letter case, but in no other spelling", async () => {
		const { email } = await newDeveloper();
		expect((await logIn(email.toUpperCase(), "Lorem-ipsum-7")).status).toBe(200);
		const [name = ""] = email.split("@");
		const taken = { status: 409, code: "USER_FOUND" };
		const password = "Lorem-ipsum-7";
		await expectRefused(() => register({ email: `${name.toUpperCase()}@EXAMPLE.COM`, password }), taken);
	});

	it("is the same whether its domain is written in its own letters or in ASCII", async () => {
		const password = "Lorem-ipsum-7";
		expect((await register({ email: "ada@bücher.example", password })).status).toBe(201);
		const taken = { status: 409, code: "USER_FOUND" };
		await expectRefused(() => register({ email: "ada@xn--bcher-kva.example", password }), taken);
		expect((await logIn("Ada@BÜCHER.example", password)).status).toBe(200);
	});

	// Each folds, maps or trims to the address of an existing account.
	it.each([
		["a Kelvin sign", (name: string) => `\u212a${name}@example.com`],
		["a full-width letter", (name: string) => `${name}ｅ@example.com`],
		["a dotless i", (name: string) => `${name}ı@example.com`],
		["a long s", (name: string) => `${name}ſ@example.com`],
		["a Cyrillic letter", (name: string) => `${name}\u0430@example.com`],
		["a zero-width joiner", (name: string) => `${name}\u200d@example.com`],
		["a soft hyphen", (name: string) => `${name}\u00ad@example.com`],
		["an ideographic full stop", (name: string) => `${name}@example\u3002com`],
		["a space before it", (name: string) => ` ${name}@example.com`],
		["a line break after it", (name: string) => `${name}@example.com\n`],
		["a NUL after it", (name: string) => `${name}@example.com\u0000`],
		["a second line", (name: string) => `${name}@example.com\nBcc: x@example.com`],
	])("with %s is rejected at registration and at login", async (_, spell) => {
		const email = spell("somebody");
		await expectRefused(() => register({ email, password: "Lorem-ipsum-7" }), invalid);
		await expectRefused(() => logIn(email, "Lorem-ipsum-7"), invalid);
	});
});
