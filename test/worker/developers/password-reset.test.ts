// The operator's one-time code, over the API and on its page (auth.md "Deleting an account").
import { env, exports } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import {
	accountCodeHash,
	accountCodeOf,
	OPERATOR_CODE_LIFETIME_MS,
} from "../../../src/developers/account/account-code.ts";
import { newDeveloper } from "../../support/auth/accounts.ts";
import { bearer, PASSWORD } from "../../support/auth/credentials.ts";
import { failTenTimes } from "../../support/auth/login-guards.ts";
import { call, errorOf } from "../../support/contract/worker-client.ts";

const BASE_URL = "https://replevin.test";
const NEW_PASSWORD = "Dolor-sit-amet-8";
const refused = { status: 401, code: "INVALID_TOKEN" };

/** Stores a code like the operator's command. */
async function newCode(
	developerId: string,
	expiresAt = Date.now() + OPERATOR_CODE_LIFETIME_MS,
): Promise<string> {
	const code = accountCodeOf(crypto.getRandomValues(new Uint8Array(25)));
	await env.DB.prepare(
		"INSERT INTO account_codes (code_hash, purpose, developer_id, is_mailed, expires_at) VALUES (?, 'reset_password', ?, 0, ?)",
	)
		.bind(accountCodeHash(code), developerId, expiresAt)
		.run();
	return code;
}

const reset = (token: string, newPassword = NEW_PASSWORD) =>
	call("/auth/password-reset", { body: { token, newPassword } });
const logIn = (email: string, password: string) => call("/auth/login", { body: { email, password } });
const statusWith = async (token: string) => (await call("/auth/me", { headers: bearer(token) })).status;

describe("a password reset over the API", () => {
	it("sets the password, ends every session, and works once", async () => {
		const { developerId, email, token: session } = await newDeveloper();
		const token = await newCode(developerId);
		const response = await reset(token);
		expect(response.status).toBe(200);
		expect(await response.json()).toEqual({});
		expect(await statusWith(session)).toBe(401);
		expect((await logIn(email, PASSWORD)).status).toBe(401);
		expect((await logIn(email, NEW_PASSWORD)).status).toBe(200);
		expect(await errorOf(await reset(token, "Consectetur-9!"))).toMatchObject(refused);
		expect((await logIn(email, NEW_PASSWORD)).status).toBe(200);
		const audited = env.DB.prepare(
			"SELECT actor FROM audit_events WHERE action = 'password.reset' AND target = ?",
		);
		expect(await audited.bind(developerId).first("actor")).toBe(developerId);
	});

	it("responds identically to unknown, used, expired and malformed codes, and to one of a deleted account", async () => {
		const { developerId, token: session } = await newDeveloper();
		const used = await newCode(developerId);
		await reset(used);
		const tokens = [
			used,
			await newCode(developerId, Date.now()),
			await newCode(`dev_${"0".repeat(32)}`),
			accountCodeOf(new Uint8Array(25)),
			"garbage",
			"x".repeat(128),
		];
		const errors = await Promise.all(tokens.map(async (token) => errorOf(await reset(token))));
		for (const error of errors) {
			expect(error).toMatchObject(refused);
			expect({ ...error, requestId: "" }).toEqual({ ...errors[0], requestId: "" });
		}
		expect(await statusWith(session)).toBe(401);
	});

	it("lets its device log in while strangers block the account", async () => {
		const { developerId, email } = await newDeveloper();
		const [cookie = ""] = (await reset(await newCode(developerId))).headers.getSetCookie();
		await failTenTimes("account", email);
		const body = { email, password: NEW_PASSWORD };
		const headers = { Cookie: cookie.split(";")[0] ?? "" };
		expect((await call("/auth/login", { body })).status).toBe(429);
		expect((await call("/auth/login", { body, headers })).status).toBe(200);
	});

	it("does not use the code up if the password is too weak", async () => {
		const { developerId, token: session } = await newDeveloper();
		const token = await newCode(developerId);
		const error = await errorOf(await reset(token, "weak"));
		expect(error).toMatchObject({ status: 400, code: "INPUT_VALIDATION_ERROR" });
		expect(await statusWith(session)).toBe(200);
		expect((await reset(token)).status).toBe(200);
	});

	it("succeeds for one of twenty parallel uses", async () => {
		const { developerId, email } = await newDeveloper();
		const token = await newCode(developerId);
		const passwords = Array.from({ length: 20 }, (_, index) => `${NEW_PASSWORD}-${index}`);
		const responses = await Promise.all(passwords.map((password) => reset(token, password)));
		const winners = passwords.filter((_, index) => responses[index]?.status === 200);
		expect(winners).toHaveLength(1);
		for (const response of responses) {
			if (response.status !== 200) expect(await errorOf(response)).toMatchObject(refused);
		}
		expect((await logIn(email, winners[0] ?? "")).status).toBe(200);
	});
});

describe("the reset codes of an account", () => {
	const linksOf = (developerId: string) =>
		env.DB.prepare("SELECT COUNT(*) AS n FROM account_codes WHERE developer_id = ?")
			.bind(developerId)
			.first("n");

	it("end when its password is changed, and not before", async () => {
		const { developerId, email, headers } = await newDeveloper();
		const token = await newCode(developerId);
		const change = (currentPassword: string) =>
			call("/auth/password", { body: { currentPassword, newPassword: "Consectetur-9!" }, headers });
		expect((await change("Wrong-ipsum-7")).status).toBe(401);
		expect(await linksOf(developerId)).toBe(1);
		expect((await change(PASSWORD)).status).toBe(200);
		expect(await errorOf(await reset(token))).toMatchObject(refused);
		expect((await logIn(email, "Consectetur-9!")).status).toBe(200);
		expect(await linksOf(developerId)).toBe(0);
	});

	it("end when one of them is used, without effect on other accounts", async () => {
		const [owner, other] = [await newDeveloper(), await newDeveloper()];
		const tokens = [await newCode(owner.developerId), await newCode(owner.developerId)];
		await newCode(other.developerId);
		const statuses = [];
		for (const token of tokens) statuses.push((await reset(token)).status);
		expect(statuses).toEqual([200, 401]);
		expect([await linksOf(owner.developerId), await linksOf(other.developerId)]).toEqual([0, 1]);
	});

	it("end when the account is deleted", async () => {
		const { developerId, headers } = await newDeveloper();
		await newCode(developerId);
		await call("/auth/me", { method: "DELETE", body: { password: PASSWORD }, headers });
		expect(await linksOf(developerId)).toBe(0);
	});
});

type PageCall = { fields?: Record<string, string>; headers?: Record<string, string | null>; method?: string };

const own = { Origin: BASE_URL, "Sec-Fetch-Site": "same-origin" };

function page(query: string, { fields, headers = own, method }: PageCall = {}): Promise<Response> {
	const all = new Headers({ "CF-Connecting-IP": crypto.randomUUID() });
	for (const [name, value] of Object.entries(headers)) if (value !== null) all.set(name, value);
	return exports.default.fetch(`${BASE_URL}/developers/reset${query}`, {
		method: method ?? (fields ? "POST" : "GET"),
		headers: all,
		redirect: "manual",
		...(fields && { body: new URLSearchParams(fields) }),
	});
}

async function textOf(response: Response, status: number): Promise<string> {
	expect(response.status).toBe(status);
	expect(response.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
	expect(response.headers.get("Cache-Control")).toBe("no-store");
	expect(response.headers.get("X-Request-Id")).toMatch(/^req_[0-9a-f]{32}$/);
	expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
	expect(response.headers.get("Referrer-Policy")).toBe("same-origin");
	const policy = response.headers.get("Content-Security-Policy");
	expect(policy).toContain("default-src 'none'");
	expect(policy).toContain("frame-ancestors 'none'");
	expect(policy).not.toContain("unsafe");
	const text = await response.text();
	expect(text).not.toMatch(/<script(?! type="module" src="\/assets)|<style|\sstyle=|\son\w+=/i);
	return text;
}

const filled = (code: string, password = NEW_PASSWORD) => ({
	code,
	newPassword: password,
	repeated: password,
});

describe("the page of the reset code", () => {
	it("asks for the code and sets the password once", async () => {
		const { developerId, email } = await newDeveloper();
		const code = await newCode(developerId);
		const form = await textOf(await page(""), 200);
		expect(form).toMatch(/<form[^>]* method="post" action="\/developers\/reset">/);
		expect(form).toMatch(/<input type="text" value="" id="code" name="code" autocomplete="off"/);
		const done = await textOf(await page("", { fields: filled(code) }), 200);
		expect(done).toContain("Password set");
		expect(done).not.toContain(code);
		expect((await logIn(email, NEW_PASSWORD)).status).toBe(200);
		const again = await page("", { fields: filled(code) });
		expect(again.headers.get("WWW-Authenticate")).toBe("Bearer");
		expect(await textOf(again, 401)).toContain("This code is not valid: it was used");
	});

	it.each([
		["in lower case", (code: string) => code.toLowerCase()],
		["without dashes, in spaces", (code: string) => ` ${code.replaceAll("-", " ")} `],
		["with the dashes of a mail program", (code: string) => code.replaceAll("-", "\u2011")],
		[
			"with letters that look like its digits",
			(code: string) => code.replaceAll("0", "o").replaceAll("1", "l"),
		],
	])("reads a code %s", async (_, typed) => {
		const { developerId } = await newDeveloper();
		const code = await newCode(developerId);
		expect((await page("", { fields: filled(typed(code)) })).status).toBe(200);
	});

	it("does not use the code up with a wrong code or a weak password, and keeps what was typed", async () => {
		const { developerId, email } = await newDeveloper();
		const code = await newCode(developerId);
		const wrong = accountCodeOf(new Uint8Array(25));
		expect(await textOf(await page("", { fields: filled(wrong) }), 401)).toContain(`value="${wrong}"`);
		const weak = await textOf(await page("", { fields: filled(code.toLowerCase(), "weak") }), 400);
		expect(weak).toContain("Use 8 to 32 characters");
		expect(weak).toContain(`value="${code}"`);
		expect(weak).not.toContain('"weak"');
		const unequal = { ...filled(code), repeated: "Consectetur-9!" };
		expect(await textOf(await page("", { fields: unequal }), 400)).toContain(
			"Type the same password in both fields",
		);
		expect((await logIn(email, PASSWORD)).status).toBe(200);
		expect((await page("", { fields: filled(code) })).status).toBe(200);
	});

	it("neither reads nor repeats a code in the address, and sets no password by it", async () => {
		const { developerId, email } = await newDeveloper();
		const code = await newCode(developerId);
		for (const name of ["token", "code"]) {
			const opened = await page(`?${name}=${code}`);
			expect([opened.status, opened.headers.get("Location")]).toEqual([303, "/developers/reset"]);
			const fields = { newPassword: NEW_PASSWORD, repeated: NEW_PASSWORD };
			await textOf(await page(`?${name}=${code}`, { fields }), 401);
		}
		expect((await logIn(email, PASSWORD)).status).toBe(200);
	});

	it("leaves the code in no log, and in no header of a response", async () => {
		const levels = ["debug", "error", "info", "log", "warn"] as const;
		const spies = levels.map((level) => vi.spyOn(console, level).mockImplementation(() => {}));
		const { developerId } = await newDeveloper();
		const code = await newCode(developerId);
		await env.DB.prepare("ALTER TABLE account_codes RENAME TO away").run();
		const failed = await page("", { fields: filled(code) });
		await env.DB.prepare("ALTER TABLE away RENAME TO account_codes").run();
		expect(await textOf(failed, 503)).not.toContain(code);
		const responses = [
			failed,
			await page("", { fields: filled(code, "weak") }),
			await page("", { fields: filled(code) }),
		];
		expect(responses.map(({ status }) => status)).toEqual([503, 400, 200]);
		const logged = JSON.stringify(spies.map(({ mock }) => mock.calls));
		for (const spy of spies) spy.mockRestore();
		expect(logged).toContain("request-failed");
		expect(logged).not.toContain(code);
		for (const { headers } of responses) expect(JSON.stringify([...headers])).not.toContain(code);
	});

	it("slows guesses from one address down", async () => {
		const headers = { ...own, "CF-Connecting-IP": "203.0.113.77" };
		const statuses: number[] = [];
		for (let round = 0; round < 6; round++) {
			const wrong = accountCodeOf(new Uint8Array(25).fill(round));
			statuses.push((await page("", { fields: filled(wrong), headers })).status);
		}
		expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
	});

	it("does not repeat text that is no code", async () => {
		for (const password of [NEW_PASSWORD, "weak"]) {
			const posted = await page("", { fields: filled('"><img src=x>', password) });
			expect(await textOf(posted, password === "weak" ? 400 : 401)).not.toContain("<img src=x>");
		}
	});

	it.each([
		["another origin", { ...own, Origin: "https://evil.test" }],
		["a lookalike", { ...own, Origin: `${BASE_URL}.evil.test` }],
		["an opaque origin", { ...own, Origin: "null" }],
		["no origin", { ...own, Origin: null }],
		["a neighbouring site", { ...own, "Sec-Fetch-Site": "same-site" }],
		["a foreign site", { ...own, "Sec-Fetch-Site": "cross-site" }],
	])("rejects a form from %s", async (_, headers) => {
		const { developerId, email } = await newDeveloper();
		const code = await newCode(developerId);
		await textOf(await page("", { fields: filled(code), headers }), 403);
		expect((await logIn(email, PASSWORD)).status).toBe(200);
		expect((await page("", { fields: filled(code) })).status).toBe(200);
	});

	it("rejects other media types and methods", async () => {
		const json = { ...own, "Content-Type": "application/json" };
		await textOf(await page("", { fields: filled("x"), headers: json }), 415);
		const put = await page("", { method: "PUT" });
		expect(put.headers.get("Allow")).toBe("GET, HEAD, POST");
		await textOf(put, 405);
	});
});
