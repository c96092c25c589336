// auth.md "Passwords": passwords that have leaked elsewhere, by range, with a real HTTP service.
import { env } from "cloudflare:workers";
import { expect, inject, it } from "vitest";
import { createApp } from "../../../src/app.ts";
import { newEmail } from "../../support/auth/accounts.ts";
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
async function registering(lines: readonly string[], manner?: "hang" | "reset") {
	const name = `range${crypto.randomUUID().slice(0, 8)}`;
	await receiver.script(name, [{ body: lines.join("\r\n"), ...(manner && { manner }) }]);
	// The name ends where the five digits begin, so each range has its own script: that of the password.
	const digits = await sha1(LEAKED);
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

it("takes a password if the service does not respond", async () => {
	for (const manner of ["hang", "reset"] as const) {
		const { register } = await registering([], manner);
		expect((await register(LEAKED)).status).toBe(201);
	}
});
