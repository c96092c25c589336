// Codes by mail, and what the first confirmation of an address ends (auth.md "Confirmed addresses"). The service runs as on
// one machine, so its mail is in the mailbox of /dev/mail.
import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { newDeveloper, newReviewer, withKey } from "../../support/auth/accounts.ts";
import { PASSWORD } from "../../support/auth/credentials.ts";
import { codeTo, confirmedDeveloper, localSession, mailsTo, send } from "../../support/service/local-mail.ts";
import { newIntent } from "../../support/signing/signing.ts";
import { newPartner } from "../recovery/support.ts";

const NEW_PASSWORD = "Dolor-sit-amet-8";

const askForReset = (email: string, headers = {}) =>
	send("/auth/password-reset/request", { body: { email }, headers });
const confirm = (headers: Record<string, string>, code: string) =>
	send("/auth/email-confirmation", { headers, body: { code } });
const me = async (headers: Record<string, string>) => send("/auth/me", { method: "GET", headers });

describe("a forgotten password", () => {
	it("is set by the mailed code, which works once, and confirms the address", async () => {
		const account = await newDeveloper();
		expect(await askForReset(account.email)).toEqual({ status: 202, body: {} });
		const token = await codeTo(account.email);
		const body = { token, newPassword: NEW_PASSWORD };
		expect((await send("/auth/password-reset", { body })).status).toBe(200);
		expect((await send("/auth/password-reset", { body })).status).toBe(401);
		const session = await localSession(account, NEW_PASSWORD);
		expect((await me(session)).body.emailConfirmedAt).not.toBeNull();
	});

	it("gets the same response for an address without an account, and no mail goes there", async () => {
		const account = await newDeveloper();
		const [known, unknown] = [await askForReset(account.email), await askForReset("nobody@example.com")];
		expect(unknown).toEqual(known);
		expect(await mailsTo("nobody@example.com")).toEqual([]);
	});

	it("is mailed one code while that is good, in the language of who asks", async () => {
		const account = await newDeveloper();
		await askForReset(account.email, { "Accept-Language": "es" });
		await codeTo(account.email);
		await askForReset(account.email);
		const mails = await mailsTo(account.email);
		expect(mails.map(({ subject }) => subject)).toEqual(["Su código para una contraseña nueva"]);
	});

	it("can be asked for by its owner after a stranger's network has used up its own requests", async () => {
		const account = await newDeveloper();
		const stranger = { "CF-Connecting-IP": "13.0.0.1" };
		const hasMails = (amount: number) =>
			vi.waitFor(async () => expect(await mailsTo(account.email)).toHaveLength(amount));
		const askOnceMore = async (headers = {}) => {
			// The code before has expired.
			await env.DB.prepare("UPDATE account_codes SET expires_at = 1").run();
			await askForReset(account.email, headers);
		};
		for (let at = 1; at <= 5; at++) {
			await askOnceMore(stranger);
			await hasMails(at);
		}
		for (let at = 0; at < 3; at++) await askOnceMore(stranger);
		await askOnceMore();
		await hasMails(6);
	});

	it("holds back the powers of a role for a day", async () => {
		const account = await newDeveloper();
		await env.DB.prepare("UPDATE developers SET role = 'reviewer' WHERE developer_id = ?")
			.bind(account.developerId)
			.run();
		const { caseId } = await (await newPartner()).file(newIntent());
		const queue = (headers: Record<string, string>) =>
			send("/review/recovery-cases", { method: "GET", headers });
		const read = (headers: Record<string, string>) =>
			send(`/recovery-cases/${caseId}/evidence`, { method: "GET", headers });
		const before = await localSession(account);
		expect([(await queue(before)).status, (await read(before)).status]).toEqual([200, 200]);
		await askForReset(account.email);
		const body = { token: await codeTo(account.email), newPassword: NEW_PASSWORD };
		await send("/auth/password-reset", { body });
		const session = await localSession(account, NEW_PASSWORD);
		expect((await queue(session)).body).toMatchObject({ error: { code: "FORBIDDEN" } });
		expect((await read(session)).status).toBe(404);
		await env.DB.prepare("UPDATE developers SET role_held_until = role_held_until - 86400001").run();
		expect((await queue(session)).status).toBe(200);
	});
});

describe("the first confirmation of an address", () => {
	it("by a reset ends the keys, the endpoints and the sessions of whoever registered it before", async () => {
		const thief = await withKey(await newDeveloper());
		const session = await localSession(thief);
		const endpoint = { url: "https://hooks.example.com/x" };
		expect((await send("/webhook-endpoints", { headers: session, body: endpoint })).status).toBe(201);
		await askForReset(thief.email);
		const body = { token: await codeTo(thief.email), newPassword: NEW_PASSWORD };
		expect((await send("/auth/password-reset", { body })).status).toBe(200);
		const keys = await send("/recovery-cases", { method: "GET", headers: thief.keyPair });
		expect([keys.status, (await me(session)).status]).toEqual([401, 401]);
		const owner = await localSession(thief, NEW_PASSWORD);
		await vi.waitFor(async () => {
			const { body } = await send("/webhook-endpoints", { method: "GET", headers: owner });
			expect(body.data).toEqual([]);
		});
	});

	it("in a session keeps that session, and takes the code of no other account", async () => {
		const [account, other] = [await newDeveloper(), await newDeveloper()];
		const [session, second] = [await localSession(account), await localSession(account)];
		const path = "/auth/email-confirmation/request";
		expect((await send(path, { headers: session })).body).toEqual({ confirmation: "sent" });
		expect((await send(path, { headers: session })).body).toEqual({ confirmation: "on_its_way" });
		const code = await codeTo(account.email);
		expect((await confirm(await localSession(other), code)).status).toBe(400);
		expect((await confirm(session, code.toLowerCase().replaceAll("-", " "))).status).toBe(200);
		expect((await me(session)).body.emailConfirmedAt).not.toBeNull();
		expect((await me(second)).status).toBe(401);
		expect((await send(path, { headers: session })).body).toEqual({ confirmation: "confirmed" });
	});

	it("is needed for an origin and for a role, unless the service runs on one machine", async () => {
		const account = await newDeveloper();
		const settings = { ...env, MAIL_SENDER: "cloudflare", MAIL_FROM: "mail@replevin.test" } as Env;
		const body = { origin: "https://shop.example.com" };
		const asked = () => send("/origins", { headers: account.headers, body, settings });
		expect((await asked()).body).toMatchObject({ error: { code: "FORBIDDEN" } });
		await env.DB.prepare("UPDATE developers SET email_confirmed_at = 1").run();
		expect((await asked()).status).toBe(201);
	});
});

describe("a confirmed address", () => {
	it("is told of a new device, of a new key and of a changed password", async () => {
		const account = await confirmedDeveloper();
		const session = await localSession(account);
		await send("/auth/api-keys", { headers: session, body: { label: "k" } });
		const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
		await send("/auth/password", { headers: session, body });
		await vi.waitFor(async () => {
			const subjects = (await mailsTo(account.email)).map(({ subject }) => subject);
			expect(subjects).toEqual(["Your password was changed", "A new API key", "A new device logged in"]);
		});
	});
});

describe("a site", () => {
	const ask = async (headers: Record<string, string>, origin: string) =>
		(await send("/origins", { headers, body: { origin } })).body as { originId: string; status: string };

	it("is decided by a reviewer, and its developer is told by mail", async () => {
		const account = await confirmedDeveloper();
		const { originId, status } = await ask(await localSession(account), "https://told.example.com");
		expect(status).toBe("requested");
		const headers = await localSession(await newReviewer());
		const body = { decision: "allow", reason: "A partner." };
		expect((await send(`/review/origins/${originId}/decision`, { headers, body })).status).toBe(200);
		await vi.waitFor(async () => {
			const subjects = (await mailsTo(account.email)).map(({ subject }) => subject);
			expect(subjects).toContain("Your site is allowed");
		});
	});

	it("on the service's own machine is allowed at once, for one developer", async () => {
		const first = await localSession(await newDeveloper());
		const second = await localSession(await newDeveloper());
		const here = "http://localhost:3000";
		expect(await ask(first, here)).toMatchObject({ status: "allowed", reason: null });
		expect((await ask(second, here)).status).toBe("requested");
		const { originId } = await ask(first, here);
		await send(`/origins/${originId}`, { method: "DELETE", headers: first });
		expect((await ask(second, here)).status).toBe("allowed");
		expect((await ask(second, "https://127.0.0.1")).status).toBe("requested");
	});
});

it("a service without a sender says so, for every address alike", async () => {
	const asked = await send("/auth/password-reset/request", {
		body: { email: "a@example.com" },
		settings: env,
	});
	expect(asked).toMatchObject({ status: 403, body: { error: { code: "FORBIDDEN" } } });
});
