// A change of an account's address (auth.md "Change of address"), and the attacks on it.
import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { newDeveloper, newEmail, withKey } from "../../support/auth/accounts.ts";
import { PASSWORD } from "../../support/auth/credentials.ts";
import { createSoftwarePasskey } from "../../support/auth/software-passkey.ts";
import {
	codeTo,
	confirmedDeveloper,
	fetchLocal,
	localSession,
	mailsTo,
	send,
} from "../../support/service/local-mail.ts";

const NEW_PASSWORD = "Dolor-sit-amet-8";
const TO_CURRENT = "Your code to change the address";
const TO_NEW = "Your code for a new address";
const TOLD = "The address of your account was changed";
const DONE = { status: 200, body: {} };

type Headers = Record<string, string>;

const request = (headers: Headers, newEmail: string, more: object = {}) =>
	send("/auth/email-change/request", { headers, body: { newEmail, currentPassword: PASSWORD, ...more } });
const finish = (headers: Headers, currentCode: string, newCode: string) =>
	send("/auth/email-change", { headers, body: { currentCode, newCode } });
const me = (headers: Headers) => send("/auth/me", { method: "GET", headers });
const addressOf = async (headers: Headers) => Object((await me(headers)).body.user).email;
const logIn = (email: string, password = PASSWORD) => send("/auth/login", { body: { email, password } });
const subjectsTo = async (email: string) => (await mailsTo(email)).map(({ subject }) => subject);

async function newOwner() {
	const account = await confirmedDeveloper();
	return { ...account, session: await localSession(account) };
}

/** A change that lacks only its two codes. */
async function begun() {
	const owner = await newOwner();
	const target = newEmail();
	expect(await request(owner.session, target)).toEqual({ status: 202, body: {} });
	return {
		...owner,
		target,
		current: await codeTo(owner.email, TO_CURRENT),
		fresh: await codeTo(target, TO_NEW),
	};
}

describe("a change of address", () => {
	it("needs the code of each mailbox, ends other sessions, holds a role back, and is told to both", async () => {
		const owner = await begun();
		const { session, email, developerId, target, current, fresh } = owner;
		const { keyPair } = await withKey(owner);
		const other = await localSession({ email });
		expect((await finish(session, fresh, current)).status).toBe(400);
		expect((await finish(session, current, current)).status).toBe(400);
		expect(await finish(session, current, fresh)).toEqual(DONE);
		expect((await finish(session, current, fresh)).status).toBe(400);
		expect([(await me(session)).status, (await me(other)).status]).toEqual([200, 401]);
		expect((await send("/recovery-cases", { method: "GET", headers: keyPair })).status).toBe(200);
		expect([(await logIn(email)).status, (await logIn(target)).status]).toEqual([401, 200]);
		const held = await env.DB.prepare("SELECT role_held_until FROM developers WHERE developer_id = ?")
			.bind(developerId)
			.first<number>("role_held_until");
		expect(held).toBeGreaterThan(Date.now() + 23 * 3600 * 1000);
		await vi.waitFor(async () => {
			for (const address of [email, target]) expect(await subjectsTo(address)).toContain(TOLD);
		});
	});

	it("ends a reset code that was mailed to the former address", async () => {
		const { session, email, current, fresh } = await begun();
		await send("/auth/password-reset/request", { body: { email } });
		const token = await codeTo(email, "Your code to set a new password");
		expect(await finish(session, current, fresh)).toEqual(DONE);
		const reset = await send("/auth/password-reset", { body: { token, newPassword: NEW_PASSWORD } });
		expect(reset.status).toBe(401);
	});

	it("is made by forms without a script, which show again what was typed wrongly", async () => {
		const { session, email } = await newOwner();
		const target = newEmail();
		const post = (fields: Record<string, string>) =>
			fetchLocal("/developers/account/email", {
				method: "POST",
				headers: {
					Cookie: `access_token=${session.Authorization?.slice(7)}`,
					Origin: "http://localhost:8787",
				},
				body: new URLSearchParams(fields),
				redirect: "manual",
			});
		const wrong = await post({ newEmail: target, currentPassword: "Wrong-ipsum-7" });
		expect(await wrong.text()).toMatch(new RegExp(`value="${target}".*id="currentPassword-error"`, "s"));
		const asked = await post({ newEmail: target, currentPassword: PASSWORD });
		expect([asked.status, asked.headers.get("Location")]).toEqual([303, "/developers/account/email"]);
		const currentCode = await codeTo(email, TO_CURRENT);
		const half = await post({ currentCode, newCode: currentCode });
		expect([half.status, await half.text()]).toEqual([
			400,
			expect.stringContaining('id="currentCode-error"'),
		]);
		const done = await post({ currentCode, newCode: await codeTo(target, TO_NEW) });
		expect(done.headers.get("Location")).toBe("/developers/account");
		expect(await addressOf(session)).toBe(target);
	});

	it("does not begin to the same address, nor from one that is not confirmed", async () => {
		const owner = await newOwner();
		expect((await request(owner.session, owner.email.toUpperCase())).status).toBe(400);
		const session = await localSession(await newDeveloper());
		expect((await request(session, newEmail())).body).toMatchObject({ error: { code: "FORBIDDEN" } });
	});
});

describe("whoever has stolen a session", () => {
	it("cannot begin a change without the password, and mails nobody", async () => {
		const { session, email } = await newOwner();
		const target = newEmail();
		const refused = await request(session, target, { currentPassword: "Wrong-ipsum-7" });
		expect(refused).toMatchObject({ status: 401, body: { error: { code: "INVALID_PASSWORD" } } });
		expect([await mailsTo(target), await subjectsTo(email)]).toEqual([[], ["A new device logged in"]]);
	});

	it("cannot end one with the password and his own mailbox alone, nor with another account's codes", async () => {
		const [victim, thief] = [await begun(), await begun()];
		for (const [current, fresh] of [
			[victim.fresh, victim.fresh],
			[thief.current, victim.fresh],
			[thief.current, thief.fresh],
		] as const)
			expect((await finish(victim.session, current, fresh)).status).toBe(400);
		expect((await finish(thief.session, victim.current, victim.fresh)).status).toBe(400);
		expect(await addressOf(victim.session)).toBe(victim.email);
	});

	it("cannot end the one that he began, after its owner has set a new password", async () => {
		const { email, session, current, fresh } = await begun();
		await send("/auth/password", {
			headers: session,
			body: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD },
		});
		const again = await localSession({ email }, NEW_PASSWORD);
		expect((await finish(again, current, fresh)).status).toBe(400);
		expect(await addressOf(again)).toBe(email);
	});

	it("cannot end the one that he began without a passkey, after the account has one", async () => {
		const { developerId, session, current, fresh } = await begun();
		const passkey = createSoftwarePasskey("http://localhost:8787");
		const options = (await send("/auth/passkeys/registration", { headers: session })).body as never;
		const body = { name: "Key", credential: passkey.register(options), password: PASSWORD };
		expect((await send("/auth/passkeys", { headers: session, body })).status).toBe(201);
		// As after the operator's code, which holds nothing back.
		await env.DB.prepare("UPDATE developers SET role_held_until = 0 WHERE developer_id = ?")
			.bind(developerId)
			.run();
		expect((await finish(session, current, fresh)).status).toBe(400);
		const target = newEmail();
		expect((await request(session, target)).status).toBe(403);
		const asked = (await send("/auth/passkeys/proof", { headers: session })).body as never;
		expect((await request(session, target, { passkey: passkey.answer(asked) })).status).toBe(202);
		expect(await finish(session, current, await codeTo(target, TO_NEW))).toEqual(DONE);
	});
});

describe("an address that another account has", () => {
	it("gets the same response and mail, and is told only to whoever has both codes", async () => {
		const [owner, other] = [await newOwner(), await newDeveloper()];
		const [known, unknown] = [
			await request(owner.session, other.email),
			await request(owner.session, newEmail()),
		];
		expect(known).toEqual(unknown);
		const codes = [await codeTo(owner.email, TO_CURRENT), await codeTo(other.email, TO_NEW)] as const;
		const second = await localSession(owner);
		expect(await finish(owner.session, ...codes)).toMatchObject({
			status: 409,
			body: { error: { code: "USER_FOUND" } },
		});
		expect(await addressOf(second)).toBe(owner.email);
	});

	it("goes to one of a change and a registration at the same time", async () => {
		const { session, email, target, current, fresh } = await begun();
		const [change, registration] = await Promise.all([
			finish(session, current, fresh),
			send("/auth/register", { body: { email: target, password: NEW_PASSWORD } }),
		]);
		const isChanged = change.status === 200;
		expect([change.status, registration.status]).toEqual(isChanged ? [200, 409] : [409, 201]);
		expect(await addressOf(session)).toBe(isChanged ? target : email);
		const rows = await env.DB.prepare("SELECT 1 FROM developers WHERE email = ?").bind(target).all();
		expect(rows.results).toHaveLength(1);
	});

	it("is not taken from an account that was registered after the codes were mailed", async () => {
		const { session, email, target, current, fresh } = await begun();
		await send("/auth/register", { body: { email: target, password: NEW_PASSWORD } });
		expect((await finish(session, current, fresh)).status).toBe(409);
		expect(await addressOf(session)).toBe(email);
	});
});

describe("two changes", () => {
	it("of one account at the same time end in one of the two addresses, told once", async () => {
		const { session, email, target, current, fresh } = await begun();
		const other = newEmail();
		await request(session, other);
		const codes = [fresh, await codeTo(other, TO_NEW)];
		expect((await subjectsTo(email)).filter((subject) => subject === TO_CURRENT)).toHaveLength(1);
		const results = await Promise.all(codes.map((code) => finish(session, current, code)));
		expect(results.map(({ status }) => status).sort()).toEqual([200, 400]);
		expect(await addressOf(session)).toBe(results[0]?.status === 200 ? target : other);
		await vi.waitFor(async () => {
			expect((await subjectsTo(email)).filter((subject) => subject === TOLD)).toHaveLength(1);
		});
	});

	it("of two accounts to one address cause one mail, whose code serves the one who reads it", async () => {
		const stranger = await begun();
		const owner = await newOwner();
		await request(owner.session, stranger.target);
		const current = await codeTo(owner.email, TO_CURRENT);
		expect(await finish(owner.session, current, stranger.fresh)).toEqual(DONE);
		expect((await subjectsTo(stranger.target)).filter((subject) => subject === TO_NEW)).toHaveLength(1);
		expect((await finish(stranger.session, stranger.current, stranger.fresh)).status).toBe(409);
	});
});
