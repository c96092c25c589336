// auth.md "Wallet sessions".
/** Owners see and end their sessions, and a login replaces the session of its cookie (auth.md "Developer sessions"). */
import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { sessionListResponse } from "../../../src/developers/login/session-operations.ts";
import { MAX_SESSIONS, SESSION_IDLE_LIMIT_MS } from "../../../src/developers/login/session-rules.ts";
import { newDeveloper } from "../../support/auth/accounts.ts";
import { bearer, PASSWORD } from "../../support/auth/credentials.ts";
import { call, errorOf } from "../../support/contract/worker-client.ts";
import { newWallet, newWalletSession } from "../access/support.ts";
import { accountStub } from "./support.ts";

const ended = { status: 401, code: "INVALID_TOKEN" };
const sessionIdOf = (token: string): string =>
	JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()).sid;

async function logIn(email: string, headers: Record<string, string> = {}): Promise<string> {
	const response = await call("/auth/login", { body: { email, password: PASSWORD }, headers });
	return (await response.json<{ accessToken: string }>()).accessToken;
}

const meWith = (token: string) => call("/auth/me", { headers: bearer(token) });
const end = (path: string, headers: Record<string, string>) => call(path, { method: "DELETE", headers });

async function listed(headers: Record<string, string>) {
	const response = await call("/auth/sessions", { headers });
	expect(response.status).toBe(200);
	return sessionListResponse().parse(await response.json()).data;
}

describe("the list of sessions", () => {
	it("has every live session of the account, newest first, and no token", async () => {
		const { email, token } = await newDeveloper();
		const second = await logIn(email);
		await newDeveloper();
		const response = await call("/auth/sessions", { headers: bearer(token) });
		const text = await response.text();
		for (const secret of [token, second]) expect(text).not.toContain(secret.split(".")[2]);
		const { data } = sessionListResponse().parse(JSON.parse(text));
		expect(data.map(({ sessionId, current }) => [sessionId, current])).toEqual([
			[sessionIdOf(second), false],
			[sessionIdOf(token), true],
		]);
		for (const { createdAt, lastUsedAt, expiresAt } of data) {
			expect(Date.parse(lastUsedAt)).toBeGreaterThanOrEqual(Date.parse(createdAt));
			expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now() + 7 * 60 * 60 * 1000);
		}
	});

	it("leaves out sessions that have ended or were idle for an hour", async () => {
		const { email, developerId, token } = await newDeveloper();
		const gone = await logIn(email);
		await call("/auth/logout", { method: "POST", headers: bearer(gone) });
		const openedAt = Date.now() - SESSION_IDLE_LIMIT_MS;
		await accountStub(developerId).openSession({ sessionId: `ses_${"6".repeat(32)}`, now: openedAt });
		expect((await listed(bearer(token))).map(({ sessionId }) => sessionId)).toEqual([sessionIdOf(token)]);
	});

	it("is that of the wallet for a wallet session", async () => {
		const wallet = newWallet();
		const first = await newWalletSession(wallet);
		const second = await newWalletSession(wallet);
		expect((await listed(first)).map(({ current }) => current)).toEqual([false, true]);
		expect(await (await end("/auth/sessions", first)).json()).toEqual({ ended: 1 });
		expect((await call("/recovery-cases", { headers: second })).status).toBe(401);
		expect((await call("/recovery-cases", { headers: first })).status).toBe(200);
	});
});

describe("ending a session by its id", () => {
	it("takes effect at once, for the bearer token and the cookie", async () => {
		const { email, token } = await newDeveloper();
		const stolen = await logIn(email);
		const response = await end(`/auth/sessions/${sessionIdOf(stolen)}`, bearer(token));
		expect(response.status).toBe(200);
		expect(response.headers.has("Set-Cookie")).toBe(false);
		expect(await errorOf(await meWith(stolen))).toMatchObject(ended);
		const cookie = { Cookie: `access_token=${stolen}` };
		expect((await call("/auth/me", { headers: cookie })).status).toBe(401);
		expect((await meWith(token)).status).toBe(200);
		const again = await end(`/auth/sessions/${sessionIdOf(stolen)}`, bearer(token));
		expect(await errorOf(again)).toMatchObject({ status: 404, code: "RESOURCE_NOT_FOUND" });
	});

	it("clears the cookie if it is the current one", async () => {
		const { token, cookie } = await newDeveloper();
		const headers = { ...cookie, "Content-Type": "application/json" };
		const response = await end(`/auth/sessions/${sessionIdOf(token)}`, headers);
		expect(response.status).toBe(200);
		expect(response.headers.get("Set-Cookie")).toMatch(/^access_token=; Path=\/; Max-Age=0/);
		expect((await meWith(token)).status).toBe(401);
	});

	it("does not reach sessions of another account", async () => {
		const victim = await newDeveloper();
		const { headers } = await newDeveloper();
		const response = await end(`/auth/sessions/${sessionIdOf(victim.token)}`, headers);
		expect(await errorOf(response)).toMatchObject({ status: 404, code: "RESOURCE_NOT_FOUND" });
		expect((await meWith(victim.token)).status).toBe(200);
	});
});

it("ending all other sessions keeps the current one and other accounts", async () => {
	const { email, token } = await newDeveloper();
	const bystander = await newDeveloper();
	const others = [await logIn(email), await logIn(email)];
	expect(await (await end("/auth/sessions", bearer(token))).json()).toEqual({ ended: 2 });
	for (const other of others) expect(await errorOf(await meWith(other))).toMatchObject(ended);
	for (const kept of [token, bystander.token]) expect((await meWith(kept)).status).toBe(200);
	expect(await (await end("/auth/sessions", bearer(token))).json()).toEqual({ ended: 0 });
});

describe("a login", () => {
	it("ends the session of the cookie that came with it", async () => {
		const { email, token } = await newDeveloper();
		const next = await logIn(email, { Cookie: `access_token=${token}` });
		expect(await errorOf(await meWith(token))).toMatchObject(ended);
		expect((await meWith(next)).status).toBe(200);
	});

	it("ends it also if the cookie is of another account", async () => {
		const before = await newDeveloper();
		const { email } = await newDeveloper();
		await logIn(email, { Cookie: `access_token=${before.token}` });
		expect(await errorOf(await meWith(before.token))).toMatchObject(ended);
	});

	it("keeps the session of a bearer token, and that of the cookie if the password is wrong", async () => {
		const { email, token } = await newDeveloper();
		await logIn(email, bearer(token));
		const headers = { Cookie: `access_token=${token}` };
		const wrong = await call("/auth/login", { body: { email, password: "Wrong-ipsum-7" }, headers });
		expect(wrong.status).toBe(401);
		expect((await meWith(token)).status).toBe(200);
	});

	it.each(["garbage", "", "a.b.c"])("ignores a cookie that is no token: %j", async (text) => {
		const { email } = await newDeveloper();
		expect((await meWith(await logIn(email, { Cookie: `access_token=${text}` }))).status).toBe(200);
	});
});

describe("parallel sessions", () => {
	const idOf = (at: number) => `ses_${String(at).padStart(32, "0")}`;

	it("end from the oldest on when there are more than twenty", async () => {
		const { email, developerId, token } = await newDeveloper();
		const now = Date.now();
		const stub = accountStub(developerId);
		for (let at = 1; at < MAX_SESSIONS; at++) await stub.openSession({ sessionId: idOf(at), now: now + at });
		expect((await meWith(token)).status).toBe(200);
		const last = await logIn(email);
		expect(await errorOf(await meWith(token))).toMatchObject(ended);
		expect(await listed(bearer(last))).toHaveLength(MAX_SESSIONS);
	});

	it("that are idle end before older ones in use", async () => {
		const now = Date.now();
		const stub = accountStub(`dev_${"8".repeat(32)}`);
		const openedAt = now - 2 * SESSION_IDLE_LIMIT_MS;
		await stub.openSession({ sessionId: idOf(1), now: openedAt });
		await stub.openSession({ sessionId: idOf(2), now: openedAt + 1 });
		await runInDurableObject(stub, (_, { storage }) =>
			storage.sql.exec("UPDATE sessions SET last_seen_at = ? WHERE session_id = ?", now - 1, idOf(1)),
		);
		for (let at = 3; at <= MAX_SESSIONS + 1; at++) await stub.openSession({ sessionId: idOf(at), now });
		const kindOf = async (at: number) => (await stub.confirmSession({ sessionId: idOf(at), now })).kind;
		expect([await kindOf(1), await kindOf(2), await kindOf(3)]).toEqual(["live", "unknown", "live"]);
	});

	it("replaced by a login do not count", async () => {
		const { email, developerId, token } = await newDeveloper();
		const now = Date.now() - 1000;
		const stub = accountStub(developerId);
		await stub.openSession({ sessionId: idOf(0), now });
		for (let at = 1; at < MAX_SESSIONS - 1; at++)
			await stub.openSession({ sessionId: idOf(at), now: now + at });
		const next = await logIn(email, { Cookie: `access_token=${token}` });
		const ids = (await listed(bearer(next))).map(({ sessionId }) => sessionId);
		expect(ids).toHaveLength(MAX_SESSIONS);
		expect(ids).toContain(idOf(0));
	});
});
