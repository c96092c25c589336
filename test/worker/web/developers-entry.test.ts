// Registration and log-in of developers on the pages (hosted-app.md "Developers").
import { describe, expect, it } from "vitest";
import { newDeveloper, newEmail } from "../../support/auth/accounts.ts";
import { PASSWORD } from "../../support/auth/credentials.ts";
import { failTenTimes } from "../../support/auth/login-guards.ts";
import { call } from "../../support/contract/worker-client.ts";
import { createBrowser } from "../../support/web/browser.ts";

const statusOf = async (token = "") =>
	(await call("/auth/me", { headers: { Authorization: `Bearer ${token}` } })).status;

describe("registration", () => {
	it("opens an account and logs it in, by cookies that no script can read", async () => {
		const browser = createBrowser();
		const email = newEmail();
		expect((await browser.open("/developers/register")).html).toContain("Open a developer account");
		const done = await browser.post("/developers/register", {
			email,
			password: PASSWORD,
			repeated: PASSWORD,
		});
		expect([done.status, done.location]).toEqual([303, "/developers"]);
		const cookies = done.headers.getSetCookie();
		expect(cookies.map((cookie) => cookie.split("=")[0])).toEqual(["access_token", "__Host-device"]);
		for (const cookie of cookies) expect(cookie).toMatch(/; HttpOnly; SameSite=(?:Strict|Lax); Secure$/);
		expect(await statusOf(browser.jar.get("access_token"))).toBe(200);
	});

	it.each(["en", "es"] as const)(
		"shows what is wrong beside the field, and what was typed, in %s",
		async (language) => {
			const browser = createBrowser({ language });
			const { status, html } = await browser.post("/developers/register", {
				email: `"><img src=x>`,
				password: "weak",
				repeated: "weak",
			});
			expect(status).toBe(400);
			expect(html).toMatch(/<div class="note danger" role="alert" tabindex="-1" autofocus/);
			expect(html).toMatch(/<a href="#password">/);
			expect(html).toMatch(
				/id="password"[^>]*aria-describedby="password-hint password-error"[^>]*aria-invalid="true"/,
			);
			expect(html).toContain('value="&quot;&gt;&lt;img src=x&gt;"');
			expect(html).not.toContain("<img src=x");
			expect(html).not.toContain("undefined");
			expect(html).not.toContain('value="weak"');
			if (language === "es") expect(html).not.toMatch(/must|Password|E-mail/);
		},
	);

	it("names two unequal passwords, and an address that has an account", async () => {
		const { email } = await newDeveloper();
		const browser = createBrowser();
		const unequal = await browser.post("/developers/register", { email, password: PASSWORD, repeated: "x" });
		expect([unequal.status, unequal.html]).toEqual([
			400,
			expect.stringContaining("Type the same password in both fields"),
		]);
		const taken = await browser.post("/developers/register", {
			email,
			password: PASSWORD,
			repeated: PASSWORD,
		});
		expect([taken.status, taken.html]).toEqual([
			409,
			expect.stringContaining("There is an account with this e-mail address already"),
		]);
		expect(browser.jar.size).toBe(0);
	});
});

describe("log-in", () => {
	it("leads back to the page that needed it, on our origin only", async () => {
		const { email, password } = await newDeveloper();
		for (const [next, location] of [
			["/developers/keys?x=1", "/developers/keys?x=1"],
			["//evil.test", "/developers"],
			["https://evil.test", "/developers"],
		] as const) {
			const done = await createBrowser().post("/developers/login", { email, password, next });
			expect([done.status, done.location]).toEqual([303, location]);
		}
	});

	it("sends no token in a page, and none of the browser's other cookies to the API", async () => {
		const { email, password, token } = await newDeveloper();
		const browser = createBrowser({ cookies: { access_token: token } });
		const done = await browser.post("/developers/login", { email, password });
		const fresh = browser.jar.get("access_token") ?? "";
		expect(fresh).not.toBe(token);
		expect(done.html).not.toContain(fresh);
		// The session that the browser had before has ended.
		expect([await statusOf(token), await statusOf(fresh)]).toEqual([401, 200]);
	});

	it("with a wrong password shows the address again and no password", async () => {
		const { email } = await newDeveloper();
		const { status, html, headers } = await createBrowser().post("/developers/login", {
			email,
			password: "Wrong-ipsum-7",
			next: "/developers/keys",
		});
		expect(status).toBe(401);
		expect(html).toContain("The e-mail address or the password is wrong");
		expect(html).toContain(`value="${email}"`);
		expect(html).toContain('name="next" value="/developers/keys"');
		expect(html).not.toContain("Wrong-ipsum-7");
		expect(headers.getSetCookie()).toEqual([]);
	});

	it("works on a device that is known while strangers block the account", async () => {
		const { email, password } = await newDeveloper();
		const known = createBrowser();
		await known.post("/developers/login", { email, password });
		await failTenTimes("account", email);
		const stranger = await createBrowser().post("/developers/login", { email, password });
		expect([stranger.status, stranger.html]).toEqual([429, expect.stringContaining("Please wait")]);
		expect((await known.post("/developers/login", { email, password })).status).toBe(303);
	});

	it("blocks the address that the browser comes from, and no other", async () => {
		const { email, password } = await newDeveloper();
		const [blocked, other] = [createBrowser(), createBrowser()];
		await failTenTimes("address", blocked.address);
		expect((await blocked.post("/developers/login", { email, password })).status).toBe(429);
		expect((await other.post("/developers/login", { email, password })).status).toBe(303);
	});

	it.each([
		["en", "You were signed out"],
		["es", "Su sesión ha terminado"],
	] as const)("says in %s that a session has ended", async (language, text) => {
		const browser = createBrowser({ language });
		expect((await browser.open("/developers/login?next=%2Fdevelopers&ended=1")).html).toContain(text);
		expect((await browser.open("/developers/login")).html).not.toContain(text);
	});
});
