// auth.md "Passwords": passwords that have leaked elsewhere, by range with a real HTTP service, and by the filter that ships.
import { env } from "cloudflare:workers";
import { describe, expect, inject, it } from "vitest";
import { createApp } from "../../../src/app.ts";
import { accountCodeHash, accountCodeOf } from "../../../src/developers/account/account-code.ts";
import { loadListedPasswords } from "../../../src/developers/passwords/listed-passwords-module.ts";
import { newDeveloper, newEmail } from "../../support/auth/accounts.ts";
import { call } from "../../support/contract/openapi-client.ts";
import { receiver } from "../webhooks/support.ts";

const app = createApp();
const LEAKED = "Tr0ub4dor&3x";

async function sha1(text: string): Promise<string> {
	const bytes = new Uint8Array(await crypto.subtle.digest("SHA-1", new TextEncoder().encode(text)));
	return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0"))
		.join("")
		.toUpperCase();
}

/** The service of ranges, which responds to every range with these lines. */
async function registering(lines: readonly string[], manner?: "hang" | "reset", password = LEAKED) {
	const name = `range${crypto.randomUUID().slice(0, 8)}`;
	await receiver.script(name, [{ body: lines.join("\r\n"), ...(manner && { manner }) }]);
	// The name ends where the five digits begin, so each range has its own script: that of the password.
	const digits = await sha1(password);
	await receiver.script(`${name}${digits.slice(0, 5)}`, [
		{ body: lines.join("\r\n"), ...(manner && { manner }) },
	]);
	const settings = {
		...env,
		BREACHED_PASSWORDS_URL: `${inject("receiverUrl")}/hooks/${name}`,
	} as unknown as Env;
	const register = (password: string) =>
		app.request(
			`${env.BASE_URL}/api/v1/auth/register`,
			{
				method: "POST",
				headers: { "Content-Type": "application/json", "CF-Connecting-IP": "14.9.0.1" },
				body: JSON.stringify({ email: newEmail(), password }),
			},
			settings,
		);
	const asked = async () => (await receiver.received(`${name}${digits.slice(0, 5)}`)).length;
	return { register, asked, suffix: digits.slice(5) };
}

it("rejects a password that has leaked, and takes one whose line is only padding", async () => {
	const suffix = (await sha1(LEAKED)).slice(5);
	const leaked = await registering([`${"0".repeat(35)}:7`, `${suffix}:52`]);
	const rejected = await leaked.register(LEAKED);
	expect(rejected.status).toBe(400);
	expect(await rejected.json()).toMatchObject({
		error: { details: [{ field: "password", rule: "too_common" }] },
	});
	expect(await leaked.asked()).toBe(1);
	const padded = await registering([`${suffix}:0`]);
	expect((await padded.register(LEAKED)).status).toBe(201);
});

it("decides by the filter if the service does not respond", async () => {
	for (const manner of ["hang", "reset"] as const) {
		const { register } = await registering([], manner);
		expect((await register(LEAKED)).status).toBe(201);
	}
	const { register } = await registering([], "reset", "Password1!");
	expect((await register("Password1!")).status).toBe(400);
});

describe("without a service, a password of the list", () => {
	/** Of every kind of entry: whole, in other letter case, a word with endings, between special characters, own words. */
	const LISTED = ["P@ssw0rd", "pASSWORD1!", "1qaz@WSX", "Summer2026!", "!Zxcvbn123!", "Bitcoin#2024"];
	const GOOD = "Lorem-ipsum-7";
	const register = (password: string) =>
		call("POST", "/auth/register", { body: { email: newEmail(), password } });
	const tooCommon = (field: string) => ({
		status: 400,
		body: { error: { details: [{ field, rule: "too_common" }] } },
	});

	it.each(LISTED)("is rejected at registration: %s", async (password) => {
		expect(await register(password)).toMatchObject(tooCommon("password"));
	});

	it("is rejected by a change and by a reset, which then works with another", async () => {
		const { developerId, headers, password } = await newDeveloper();
		const change = (newPassword: string) =>
			call("POST", "/auth/password", { headers, body: { currentPassword: password, newPassword } });
		expect(await change("Welcome123!")).toMatchObject(tooCommon("newPassword"));
		expect((await change(GOOD)).status).toBe(200);
		const token = accountCodeOf(crypto.getRandomValues(new Uint8Array(25)));
		await env.DB.prepare(
			"INSERT INTO account_codes (code_hash, purpose, developer_id, is_mailed, expires_at) VALUES (?, 'reset_password', ?, 0, 8e15)",
		)
			.bind(accountCodeHash(token), developerId)
			.run();
		const reset = (newPassword: string) =>
			call("POST", "/auth/password-reset", { body: { token, newPassword } });
		expect(await reset("Liverpool1!")).toMatchObject(tooCommon("newPassword"));
		expect((await reset("Dolor-sit-amet-8")).status).toBe(200);
	});

	it("is the only kind that is rejected", async () => {
		const random = () => `Aa1!${Buffer.from(crypto.getRandomValues(new Uint8Array(12))).toString("base64")}`;
		const { isListed } = await loadListedPasswords();
		const rejected = Array.from({ length: 20_000 }, random).filter(isListed);
		expect(rejected.length).toBeLessThan(30);
		expect(["correct Horse 7 battery", GOOD, "Lorem-7a", "Éclair-été-7"].filter(isListed)).toEqual([]);
	});
});
