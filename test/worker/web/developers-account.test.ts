// The first page, the account, API keys and cases of developers (hosted-app.md "Developers").
import { describe, expect, it } from "vitest";
import { newDeveloper, newDeveloperWithKey } from "../../support/auth/accounts.ts";
import { PASSWORD } from "../../support/auth/credentials.ts";
import { call } from "../../support/contract/worker-client.ts";
import { createBrowser } from "../../support/web/browser.ts";

async function newBrowser(language: "en" | "es" = "en") {
	const developer = await newDeveloper();
	return { ...developer, browser: createBrowser({ language, cookies: { access_token: developer.token } }) };
}

const fieldsOf = (html: string, name: string) =>
	[...html.matchAll(new RegExp(`name="${name}" value="([^"]*)"`, "g"))].map(([, value]) => value ?? "");

const PRIVATE = ["account", "account/email", "account/password", "account/delete", "keys", "cases"];

describe("a page of developers", () => {
	it.each(["en", "es"] as const)("is whole in %s", async (language) => {
		const { browser, token } = await newBrowser(language);
		for (const path of ["", ...PRIVATE.map((name) => `/${name}`)]) {
			const { status, html } = await browser.open(`/developers${path}`);
			expect([path, status]).toEqual([path, 200]);
			expect(html).toContain(`<html lang="${language}"`);
			expect(html).not.toMatch(/undefined|\[object/);
			expect(html).not.toContain(token);
			if (language === "es") expect(html).not.toMatch(/ the |>Password|Sign out|API keys/);
		}
	});

	it.each(["account", "keys", "keys/x", "cases", "cases/x"])(
		"needs a developer's session: %s",
		async (path) => {
			const { token } = await newDeveloper();
			for (const cookies of [{}, { "__Host-wallet": token }]) {
				const { status, location } = await createBrowser({ cookies }).open(`/developers/${path}`);
				const next = encodeURIComponent(`/developers/${path}`);
				expect([status, location]).toEqual([303, `/developers/login?next=${next}`]);
			}
		},
	);

	it("leads to the log-in when its session has ended, and forgets the cookie", async () => {
		const { browser, headers } = await newBrowser();
		await call("/auth/logout", { method: "POST", headers });
		const { status, location } = await browser.open("/developers");
		expect([status, location]).toEqual([303, "/developers/login?next=%2Fdevelopers&ended=1"]);
		expect(browser.jar.has("access_token")).toBe(false);
	});
});

describe("an empty form", () => {
	it.each([
		["register", ["email", "password"]],
		["login", ["email", "password"]],
		["reset", ["code", "newPassword"]],
		["account/password", ["currentPassword", "newPassword"]],
		["account/delete", ["password", "sure"]],
		["keys", ["label"]],
		["origins", ["origin"]],
		["endpoints", ["url"]],
	])("shows each problem at its field, and in one list: %s", async (path, fields) => {
		const { browser } = await newBrowser();
		const { status, html } = await browser.post(`/developers/${path}`, {});
		expect(status).toBeGreaterThanOrEqual(400);
		for (const field of fields) {
			expect([field, html]).toEqual([field, expect.stringContaining(`id="${field}-error"`)]);
			expect([field, html]).toEqual([field, expect.stringContaining(`<a href="#${field}">`)]);
		}
		expect(html.match(/ role="alert"(?![^>]* hidden)/g)).toHaveLength(1);
	});

	it("with two unequal passwords also names what is missing", async () => {
		const { html } = await createBrowser().post("/developers/register", { password: "a", repeated: "b" });
		expect(html).toMatch(/id="email-error".* id="repeated-error"/s);
	});
});

describe("the account", () => {
	it("tells its id, and ends other sessions one by one and together", async () => {
		const { browser, developerId, email } = await newBrowser();
		const [second, third, fourth] = [createBrowser(), createBrowser(), createBrowser()];
		for (const other of [second, third, fourth]) {
			await other.post("/developers/login", { email, password: PASSWORD });
		}
		const { html } = await browser.open("/developers/account");
		expect(html).toContain(developerId);
		const ids = fieldsOf(html, "end").filter((value) => value !== "others");
		expect(ids).toHaveLength(3);
		const ended = await browser.post("/developers/account", { end: ids[0] ?? "" });
		expect(ended.location).toBe("/developers/account");
		const still = async () =>
			(await Promise.all([second, third, fourth].map((one) => one.open("/developers/account")))).filter(
				({ status }) => status === 200,
			).length;
		expect(await still()).toBe(2);
		for (const end of [".", ".."]) {
			expect([end, (await browser.post("/developers/account", { end })).status]).toEqual([end, 404]);
		}
		expect(await still()).toBe(2);
		await browser.post("/developers/account", { end: "others" });
		expect(await still()).toBe(0);
		expect((await browser.open("/developers/account")).status).toBe(200);
	});

	it("changes its password, which ends the session too", async () => {
		const { browser, email } = await newBrowser();
		const fields = { newPassword: "Dolor-sit-amet-8", repeated: "Dolor-sit-amet-8" };
		const wrong = await browser.post("/developers/account/password", {
			...fields,
			currentPassword: "Wrong-ipsum-7",
		});
		expect(wrong.status).toBe(401);
		expect(wrong.html).toMatch(/id="currentPassword"[^>]*aria-invalid="true"/);
		const done = await browser.post("/developers/account/password", { ...fields, currentPassword: PASSWORD });
		expect([done.status, done.location]).toEqual([303, "/developers/login"]);
		expect((await browser.open("/developers/login")).html).toContain("Your password is changed");
		const again = await browser.post("/developers/login", { email, password: fields.newPassword });
		expect(again.status).toBe(303);
	});

	it("is deleted with the password and a tick, and not without one of them", async () => {
		const { browser, headers } = await newBrowser();
		const path = "/developers/account/delete";
		expect((await browser.post(path, { password: PASSWORD })).status).toBe(400);
		expect((await browser.post(path, { password: "Wrong-ipsum-7", sure: "yes" })).status).toBe(401);
		expect((await call("/auth/me", { headers })).status).toBe(200);
		const done = await browser.post(path, { password: PASSWORD, sure: "yes" });
		expect([done.status, done.location]).toEqual([303, "/developers"]);
		expect((await call("/auth/me", { headers })).status).toBe(401);
		expect((await browser.open("/developers")).html).toContain("Your account is deleted");
	});
});

describe("an API key", () => {
	it("is shown once, by the page that made it", async () => {
		const { browser } = await newBrowser();
		const form = (await browser.open("/developers/keys")).html;
		const fields = { label: "back-end", expiresInDays: "", attempt: fieldsOf(form, "attempt")[0] ?? "" };
		const made = await browser.post("/developers/keys", fields);
		expect([made.status, made.headers.get("Cache-Control")]).toEqual([201, "no-store"]);
		const secret = /ss_[0-9A-Za-z]{49}/.exec(made.html)?.[0] ?? "";
		const key = /sk_[0-9A-Za-z]{28}/.exec(made.html)?.[0] ?? "";
		const pair = { "x-api-key": key, "x-api-secret": secret };
		expect((await call("/recovery-cases", { headers: pair })).status).toBe(200);
		const reloaded = await browser.post("/developers/keys", fields);
		expect(reloaded.status).toBe(200);
		expect(reloaded.html).toContain("This key was made already");
		const list = await browser.open("/developers/keys");
		for (const { html } of [reloaded, list]) expect(html).not.toMatch(/ss_|sk_[0-9A-Za-z]{28}/);
		expect(list.html.match(/href="\/developers\/keys\//g)).toHaveLength(1);
	});

	it("is rotated and revoked on its page, by its account alone, with a tick", async () => {
		const owner = await newDeveloperWithKey();
		const browser = createBrowser({ cookies: { access_token: owner.token } });
		const path = `/developers/keys/${owner.keyId}`;
		const { browser: stranger } = await newBrowser();
		expect((await stranger.open(path)).status).toBe(404);
		expect((await stranger.post(path, { action: "revoke", sure: "yes" })).status).toBe(404);
		const [attempt = ""] = fieldsOf((await browser.open(path)).html, "attempt");
		const rotated = await browser.post(path, { action: "rotate", overlapSeconds: "3600", attempt });
		expect([rotated.status, rotated.html]).toEqual([201, expect.stringMatching(/ss_[0-9A-Za-z]{49}/)]);
		const works = async () => (await call("/recovery-cases", { headers: owner.keyPair })).status;
		expect((await browser.post(path, { action: "revoke" })).status).toBe(400);
		expect(await works()).toBe(200);
		const revoked = await browser.post(path, { action: "revoke", sure: "yes" });
		expect(revoked.location).toBe("/developers/keys");
		expect(await works()).toBe(401);
	});

	it("with a wrong field is not made, and what was typed stays", async () => {
		const { browser } = await newBrowser("es");
		const { status, html } = await browser.post("/developers/keys", {
			label: "servidor",
			expiresInDays: "x",
		});
		expect(status).toBe(400);
		expect(html).toContain("Escriba un número de 1 a 3650");
		expect(html).toContain('value="servidor"');
	});
});
