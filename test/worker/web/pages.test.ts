/** What every page has in common (hosted-app.md "How it hangs together"). */
import { createExecutionContext } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { createApp } from "../../../src/app.ts";
import { newDeveloper } from "../../support/auth/accounts.ts";
import { newBrowser, signIn } from "../../support/pages.ts";
import { claimant } from "../../support/signing/signing.ts";

const ORIGIN = env.BASE_URL;

const open = (path: string, init: RequestInit = {}) =>
	exports.default.fetch(`${ORIGIN}${path}`, { redirect: "manual", ...init });

async function visitorWithWallet() {
	const browser = newBrowser();
	await signIn(browser, claimant);
	return browser.get("/privacy");
}

const MEBIBYTE = 2 ** 20;

/** 64 MiB without a `Content-Length`, made as they are read. */
function endlessBody() {
	let sent = 0;
	const body = new ReadableStream<Uint8Array>(
		{
			pull(controller) {
				if (sent >= 64 * MEBIBYTE) return controller.close();
				const piece = new Uint8Array(64 * 1024).fill(0x61);
				sent += piece.length;
				controller.enqueue(piece);
			},
		},
		{ highWaterMark: 0 },
	);
	return { body, sent: () => sent };
}

describe("a page", () => {
	it("has a policy under which neither a foreign script nor an injected string runs", async () => {
		const response = await open("/");
		expect(response.status).toBe(200);
		expect(Object.fromEntries(response.headers)).toMatchObject({
			"content-type": "text/html; charset=utf-8",
			"cache-control": "no-store",
			"referrer-policy": "same-origin",
			"x-frame-options": "DENY",
			"x-content-type-options": "nosniff",
			"cross-origin-opener-policy": "same-origin",
			"content-security-policy":
				"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
		});
		const html = await response.text();
		expect(html).toMatch(/^<!doctype html><html lang="en"/);
		expect(html).not.toMatch(/ style=| on\w+=|<script(?! type="module" src="\/assets\/app\/[\w-]+\.js")/);
	});

	it.each([
		["es", {}, "es"],
		["fr, es;q=0.5, en;q=0.4", {}, "es"],
		["es;q=0, en", {}, "en"],
		["fr", {}, "en"],
		["en", { Cookie: "__Host-language=es" }, "es"],
		["en", { Cookie: "__Host-language=xx" }, "en"],
		["en", { Cookie: "x=1,__Host-language=es" }, "en"],
		["en", { Cookie: "x=1; \u00a0__Host-language=es" }, "en"],
	])("for Accept-Language %s and %j is in the language %s", async (language, headers, expected) => {
		const response = await open("/", { headers: { "Accept-Language": language, ...headers } });
		expect(await response.text()).toContain(`<html lang="${expected}"`);
	});

	it("changes the language by a form, and returns to the same page only on our origin", async () => {
		const choose = (back: string) =>
			open("/language", {
				method: "POST",
				headers: { Origin: ORIGIN },
				body: new URLSearchParams({ language: "es", back }),
			});
		const response = await choose("/verify?x=1");
		expect([response.status, response.headers.get("location")]).toEqual([303, "/verify?x=1"]);
		expect(response.headers.get("set-cookie")).toMatch(
			/^__Host-language=es; Path=\/; .*HttpOnly; SameSite=Lax; Secure/,
		);
		for (const foreign of ["//evil.test", "/\\evil.test", "https://evil.test", "/a\nb", ""])
			expect((await choose(foreign)).headers.get("location")).toBe("/");
	});

	it.each([
		["a foreign origin", { Origin: "https://evil.test" }],
		["no origin", {}],
		["an opaque origin", { Origin: "null" }],
		["a neighbouring site", { Origin: ORIGIN, "Sec-Fetch-Site": "same-site" }],
	])("accepts no form from %s", async (_, headers) => {
		const body = new URLSearchParams({ language: "es", back: "/" });
		const response = await open("/language", { method: "POST", headers, body });
		expect(response.status).toBe(403);
		expect(response.headers.get("set-cookie")).toBeNull();
		expect(await response.text()).toContain("This form came from another site");
	});

	it("takes a form with a file as long as the API does, and says so if it is longer", async () => {
		const post = (mebibytes: number) => {
			const body = new FormData();
			body.append("file", new Blob([new Uint8Array(mebibytes * 2 ** 20)]), "file.pdf");
			return open("/contest/nothing-here", { method: "POST", headers: { Origin: ORIGIN }, body });
		};
		expect((await post(9)).status).toBe(404);
		const tooLong = await post(11);
		expect([tooLong.status, await tooLong.text()]).toEqual([
			413,
			expect.stringContaining("This is too large"),
		]);
	});

	it.each(["text/plain", "application/x-www-form-urlencoded", "application/octet-stream", ""])(
		"holds no more of a body of type '%s' than a form may have",
		async (type) => {
			const { body, sent } = endlessBody();
			const headers = { Origin: ORIGIN, "Content-Type": type };
			const response = await open("/language", { method: "POST", headers, body });
			expect(response.status).toBe(413);
			expect(sent()).toBeLessThan(4 * MEBIBYTE);
		},
	);

	it("reads no form with files itself", async () => {
		const { body, sent } = endlessBody();
		const headers = { Origin: ORIGIN, "Content-Type": "multipart/form-data; boundary=x" };
		const response = await open("/language", { method: "POST", headers, body });
		expect(response.status).toBe(415);
		expect(sent()).toBeLessThan(MEBIBYTE);
	});

	it("rejects a form of more fields than any page has, before it makes them", async () => {
		const choose = (fields: number) => {
			const body = new URLSearchParams(`language=es${"&a".repeat(fields - 1)}`);
			return open("/language", { method: "POST", headers: { Origin: ORIGIN }, body });
		};
		expect((await choose(10_000)).status).toBe(303);
		expect((await choose(10_001)).status).toBe(413);
	});

	it.each([
		["a parameter", "/contest?account=a&chainId=1&account=b", undefined],
		["a field", "/language", "language=es&back=/&language=en"],
	])("rejects %s that takes one value and is given twice", async (_, path, body) => {
		const headers = { Origin: ORIGIN, "Content-Type": "application/x-www-form-urlencoded" };
		const response = await open(path, body === undefined ? {} : { method: "POST", headers, body });
		expect(response.status).toBe(400);
		expect(response.headers.get("set-cookie")).toBeNull();
		expect(await response.text()).toContain("This was not accepted");
	});

	it("takes a field with line ends as any other, where it becomes a header", async () => {
		const form = (path: string) =>
			newBrowser().post(path, { attempt: "a\r\nx-hosted-link: b", key: "a\nb", label: "x" });
		for (const path of ["/developers/keys", "/developers/endpoints", "/developers/links/new"]) {
			expect([path, (await form(path)).status]).toEqual([path, 401]);
		}
		expect((await form(`/cases/rc_${"0".repeat(32)}/links`)).status).toBe(401);
	});

	it("that does not exist says so to a browser, and to a program as data", async () => {
		const page = await open("/recovery", { headers: { Accept: "text/html,*/*" } });
		expect([page.status, await page.text()]).toEqual([
			404,
			expect.stringContaining("This page does not exist"),
		]);
		const data = await open("/recovery");
		expect([data.status, data.headers.get("content-type")]).toEqual([404, "application/json"]);
		const api = await open("/api/v1/recovery", { headers: { Accept: "text/html" } });
		expect(api.headers.get("content-type")).toBe("application/json");
	});

	it("shows the health of the service in words", async () => {
		const response = await open("/status");
		expect(await response.text()).toMatch(
			/Lists of cases and accounts<\/dt><dd><span class="status done">works/,
		);
	});

	it("ends a session at the service and in the browser", async () => {
		const { token } = await newDeveloper();
		const out = await open("/sign-out", {
			method: "POST",
			headers: { Origin: ORIGIN, Cookie: `access_token=${token}` },
			body: new URLSearchParams({ session: "developer" }),
		});
		expect([out.status, out.headers.get("location")]).toEqual([303, "/developers"]);
		expect(out.headers.get("set-cookie")).toMatch(/^access_token=; Path=\/; Max-Age=0; HttpOnly/);
		const me = await open("/api/v1/auth/me", { headers: { Authorization: `Bearer ${token}` } });
		expect(me.status).toBe(401);
	});

	it("clears what a claimant typed from a browser that signs out", async () => {
		const out = await open("/sign-out", {
			method: "POST",
			headers: { Origin: ORIGIN, Cookie: "__Host-wallet=ended" },
			body: new URLSearchParams({ session: "wallet" }),
		});
		expect([out.status, out.headers.get("location")]).toEqual([303, "/"]);
		expect(out.headers.get("clear-site-data")).toBe('"storage"');
	});

	it.each([
		["developer", "access_token", "/developers"],
		["wallet", "__Host-wallet", "/"],
	])("says that only the browser is signed out while no object responds: %s", async (session, name, goal) => {
		const { token } = await newDeveloper();
		const lost = Object.assign(new Error("The object moved."), { retryable: true });
		const accounts = { getByName: () => ({ confirmSession: () => Promise.reject(lost) }) };
		const request = new Request(`${ORIGIN}/sign-out`, {
			method: "POST",
			headers: { Origin: ORIGIN, Cookie: `${name}=${token}` },
			body: new URLSearchParams({ session }),
		});
		const context = createExecutionContext();
		const out = await createApp().fetch(request, { ...env, ACCOUNTS: accounts } as unknown as Env, context);
		expect(out.status).toBe(503);
		expect(out.headers.getSetCookie()).toContainEqual(expect.stringMatching(`^${name}=; Path=/; Max-Age=0;`));
		expect(out.headers.get("clear-site-data")).toBe(session === "wallet" ? '"storage"' : null);
		const html = await out.text();
		expect(html).toContain("You are signed out in this browser");
		expect(html).toContain(`<a class="button" href="${goal}"`);
	});

	it("drops as many started links as a browser keeps, whatever the cookies say", async () => {
		const names = Array.from(
			{ length: 200 },
			(_, at) => `__Host-link-hl_${at.toString(16).padStart(32, "0")}=x`,
		);
		const inAValue = `other=link-hl_${"f".repeat(32)}=x`;
		const out = await open("/sign-out", {
			method: "POST",
			headers: { Origin: ORIGIN, Cookie: [inAValue, "__Host-wallet=x", ...names].join("; ") },
			body: new URLSearchParams({ session: "wallet" }),
		});
		const dropped = out.headers.getSetCookie().filter((cookie) => cookie.includes("link-hl_"));
		expect(dropped).toHaveLength(50);
		expect(dropped.join()).not.toContain("f".repeat(32));
	});

	it("offers to sign out on every page with a session of its kind, and on no other", async () => {
		const offers = async (path: string, Cookie: string) => {
			const html = await (await open(path, { headers: { Cookie } })).text();
			return /action="\/sign-out"><input type="hidden" name="session" value="(\w+)"/.exec(html)?.[1];
		};
		expect(await offers("/privacy", "__Host-wallet=one")).toBe("wallet");
		const { html } = await visitorWithWallet();
		const [top = ""] = /<header.*<\/header>/s.exec(html) ?? [];
		expect(top).toMatch(
			/0x[0-9a-fA-F]{4}…[0-9a-fA-F]{4}<\/span><button type="submit" class="quiet">Sign out/,
		);
		expect(await offers("/privacy", "access_token=one")).toBeUndefined();
		expect(await offers("/privacy", "")).toBeUndefined();
		const { token } = await newDeveloper();
		const ofDevelopers = ["/developers", "/developers/keys", "/resolve", "/review", "/developers/nothing"];
		for (const path of ofDevelopers) {
			expect([path, await offers(path, `__Host-wallet=one; access_token=${token}`)]).toEqual([
				path,
				"developer",
			]);
		}
	});

	it("links files that a browser may keep", async () => {
		const html = await (await open("/")).text();
		const paths = [...html.matchAll(/(?:src|href)="(\/assets\/app\/[^"]+)"/g)].map(([, path]) => path ?? "");
		expect(paths.length).toBeGreaterThanOrEqual(2);
		for (const path of paths) {
			const file = await open(path);
			expect(file.status).toBe(200);
			expect(file.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
			await file.body?.cancel();
		}
		expect((await open("/assets/app/pages-0.css")).status).toBe(404);
		expect(html).toMatch(
			/<link rel="icon" type="image\/svg\+xml" href="\/assets\/app\/icon-[0-9a-f]+\.svg"\/>/,
		);
		expect(html).toMatch(/<meta name="description" content="When the key to [^"]+"\/>/);
	});
});
