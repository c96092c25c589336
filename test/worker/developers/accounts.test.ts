// auth.md "Plain http".
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { configOf } from "../../../src/config/config.ts";
import { currentUserResponse, userResponse } from "../../../src/developers/account/account-schemas.ts";
import { UNCONFIRMED } from "../../../src/developers/account/developer.ts";
import { createDeveloperRows } from "../../../src/developers/account/developers.d1.ts";
import { loginResponse } from "../../../src/developers/login/operations.ts";
import { logoutResponse } from "../../../src/developers/login/session-schemas.ts";
import { hashPassword } from "../../../src/developers/passwords/password-hash.ts";
import { createPeppers } from "../../../src/kernel/crypto/pepper.ts";
import { newDeveloper, newEmail } from "../../support/auth/accounts.ts";
import { bearer, PASSWORD } from "../../support/auth/credentials.ts";
import { call, errorOf } from "../../support/contract/worker-client.ts";

describe("register", () => {
	it("responds 201 with the account and without its password", async () => {
		const response = await call("/auth/register", { body: { email: "Ada@Example.com", password: PASSWORD } });
		expect(response.status).toBe(201);
		const { user } = userResponse().parse(await response.json());
		expect(user).toMatchObject({ email: "ada@example.com", role: "developer" });
		expect(user.id).toMatch(/^dev_[0-9a-f]{32}$/);
		expect(user.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
		expect(response.headers.has("Set-Cookie")).toBe(false);
		const row = await env.DB.prepare(
			"SELECT password_hash FROM developers WHERE email = 'ada@example.com'",
		).first();
		expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1,pv=1\$[\w-]{22}\$[\w-]{43}$/);
	});

	it("names every broken password rule", async () => {
		const response = await call("/auth/register", { body: { email: newEmail(), password: "abc" } });
		const error = await errorOf(response);
		expect(error).toMatchObject({ status: 400, code: "INPUT_VALIDATION_ERROR" });
		expect(error.details).toEqual([
			{ field: "password", rule: "too_short", message: "must have 8 to 32 characters" },
			{ field: "password", rule: "upper_case", message: "must contain an uppercase letter" },
			{ field: "password", rule: "digit", message: "must contain a number" },
			{
				field: "password",
				rule: "special_character",
				message: "must contain a special character, such as ! or ?",
			},
		]);
	});

	it("creates one account from twenty parallel registrations", async () => {
		const body = { email: newEmail(), password: PASSWORD };
		const responses = await Promise.all(Array.from({ length: 20 }, () => call("/auth/register", { body })));
		const statuses = responses.map((response) => response.status).sort();
		expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
		const count = await env.DB.prepare("SELECT COUNT(*) AS n FROM developers WHERE email = ?").bind(
			body.email,
		);
		expect(await count.first("n")).toBe(1);
		for (const response of responses) {
			if (response.status === 409) expect(await errorOf(response)).toMatchObject({ code: "USER_FOUND" });
			else await response.body?.cancel();
		}
	});
});

it("keeps the values of a failed query out of its error and out of logs", async () => {
	const developer = { developerId: "dev_1", role: "developer", createdAt: 1, ...UNCONFIRMED } as const;
	await env.DB.prepare("ALTER TABLE developers RENAME TO developers_away").run();
	try {
		const rows = createDeveloperRows(env.DB);
		const insert = rows.insert({ ...developer, email: "ada@example.com", passwordHash: "the-hash" });
		const error = await insert.then(
			() => undefined,
			(thrown: unknown) => thrown,
		);
		if (!(error instanceof Error)) throw new Error("the insert should have failed");
		expect(error.message).toContain("no such table");
		expect(`${error.stack} ${String(error.cause)}`).not.toMatch(/ada@example|the-hash/);
	} finally {
		await env.DB.prepare("ALTER TABLE developers_away RENAME TO developers").run();
	}
});

describe("login", () => {
	it("sends a hardened cookie, and the token to callers other than browsers", async () => {
		const { email } = await newDeveloper();
		const response = await call("/auth/login", { body: { email, password: PASSWORD } });
		expect(response.status).toBe(200);
		const session = loginResponse().parse(await response.json());
		expect(session.user.email).toBe(email);
		const [pair, ...attributes] = (response.headers.getSetCookie()[0] ?? "").split("; ");
		expect(pair).toBe(`access_token=${session.accessToken}`);
		expect(attributes.filter((attribute) => !attribute.startsWith("Max-Age="))).toEqual([
			"Path=/",
			"HttpOnly",
			"SameSite=Lax",
			"Secure",
		]);
		const maxAge = Number(attributes.find((attribute) => attribute.startsWith("Max-Age="))?.slice(8));
		expect(maxAge).toBeGreaterThan(8 * 3600 - 60);
		expect(maxAge).toBeLessThanOrEqual(8 * 3600);
		const leftMs = Date.parse(session.expiresAt) - Date.now();
		expect(leftMs).toBeGreaterThan((8 * 3600 - 60) * 1000);
		expect(leftMs).toBeLessThanOrEqual(8 * 3600 * 1000);
		expect(response.headers.get("Cache-Control")).toBe("no-store");
	});

	it.each([{ Origin: "https://replevin.test" }, { "Sec-Fetch-Site": "same-origin" }])(
		"keeps the token out of the body for a browser (%j)",
		async (headers) => {
			const { email } = await newDeveloper();
			const response = await call("/auth/login", { body: { email, password: PASSWORD }, headers });
			const session = loginResponse().parse(await response.json());
			expect(session).not.toHaveProperty("accessToken");
			expect(response.headers.get("Set-Cookie")).toMatch(/^access_token=ey/);
		},
	);

	it("responds identically to a wrong password and an unknown address", async () => {
		const { email } = await newDeveloper();
		const wrong = await errorOf(await call("/auth/login", { body: { email, password: "Wrong-ipsum-7" } }));
		const unknown = await errorOf(
			await call("/auth/login", { body: { email: newEmail(), password: PASSWORD } }),
		);
		expect(wrong).toMatchObject({ status: 401, code: "INVALID_PASSWORD" });
		expect({ ...unknown, requestId: "" }).toEqual({ ...wrong, requestId: "" });
	});

	it("checks a password that could not be set", async () => {
		const { email } = await newDeveloper();
		const short = await errorOf(await call("/auth/login", { body: { email, password: "x" } }));
		expect(short).toMatchObject({ status: 401, code: "INVALID_PASSWORD" });
	});

	it("rejects callers beyond a short queue of hashes", async () => {
		const body = () => ({ email: newEmail(), password: PASSWORD });
		const responses = await Promise.all(
			Array.from({ length: 72 }, () => call("/auth/login", { body: body() })),
		);
		const refused = responses.filter((response) => response.status === 429);
		const hashed = responses.filter((response) => response.status === 401);
		// The queue takes 48. A few more get in if a hash ends before the last call arrives.
		expect(hashed.length).toBeGreaterThanOrEqual(48);
		expect(refused.length).toBeGreaterThan(4);
		expect(hashed).toHaveLength(72 - refused.length);
		for (const response of refused) {
			expect(Number(response.headers.get("Retry-After"))).toBeGreaterThan(0);
			expect(await errorOf(response)).toMatchObject({ code: "RATE_LIMITED" });
		}
	});

	it("replaces a hash of a lower cost after a login", async () => {
		const cheap = { memoryKib: 64, passes: 1, lanes: 1 };
		const older = hashPassword(peppers(), PASSWORD, new Uint8Array(16), cheap);
		const { email } = await newDeveloper();
		const stored = async () =>
			env.DB.prepare("SELECT password_hash FROM developers WHERE email = ?")
				.bind(email)
				.first("password_hash");
		await env.DB.prepare("UPDATE developers SET password_hash = ? WHERE email = ?").bind(older, email).run();
		expect((await call("/auth/login", { body: { email, password: `${PASSWORD}!` } })).status).toBe(401);
		expect((await call("/auth/login", { body: { email, password: PASSWORD } })).status).toBe(200);
		await expect.poll(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1,pv=1\$/);
		expect((await call("/auth/login", { body: { email, password: PASSWORD } })).status).toBe(200);
	});
});

const peppers = () => createPeppers(configOf(env).peppers);

describe("get current user and logout", () => {
	it("returns the account for a bearer token and for a cookie", async () => {
		const { token, email, developerId } = await newDeveloper();
		for (const headers of [bearer(token), { Cookie: `access_token=${token}` }]) {
			const response = await call("/auth/me", { headers });
			expect(response.status).toBe(200);
			expect(currentUserResponse().parse(await response.json()).user).toMatchObject({
				id: developerId,
				email,
			});
		}
	});

	it("ends the session at once and clears the cookie", async () => {
		const { token, headers, email } = await newDeveloper();
		const other = await call("/auth/login", { body: { email, password: PASSWORD } });
		const { accessToken = "" } = loginResponse().parse(await other.json());
		const response = await call("/auth/logout", { method: "POST", headers });
		expect(response.status).toBe(200);
		expect(logoutResponse().parse(await response.json())).toEqual({});
		expect(response.headers.get("Set-Cookie")).toBe(
			"access_token=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure",
		);
		expect(await errorOf(await call("/auth/me", { headers: bearer(token) }))).toMatchObject({
			status: 401,
			code: "INVALID_TOKEN",
		});
		expect((await call("/auth/me", { headers: bearer(accessToken) })).status).toBe(200);
	});

	it("responds USER_NOT_FOUND to a session whose account is gone", async () => {
		const { developerId, headers } = await newDeveloper();
		await env.DB.prepare("DELETE FROM developers WHERE developer_id = ?").bind(developerId).run();
		expect(await errorOf(await call("/auth/me", { headers }))).toMatchObject({
			status: 404,
			code: "USER_NOT_FOUND",
		});
	});
});
