// docs-pages.md "How a page is made".
/** Guides and reference as the service serves them (docs-pages.md). */
import { env, exports } from "cloudflare:workers";
import { expect, it } from "vitest";
import { createBrowser } from "../../support/web/browser.ts";

const GUIDE = "/developers/docs/webhooks";

it("serves a guide with the policy, the frame and the headers of every page", async () => {
	const { status, html, headers } = await createBrowser().open(GUIDE);
	const home = await createBrowser().open("/");
	expect(status).toBe(200);
	for (const name of ["Content-Security-Policy", "Permissions-Policy", "Vary", "Content-Type"]) {
		expect(headers.get(name)).toBe(home.headers.get(name));
	}
	expect(html).toContain('<html lang="en" class="docs">');
	expect(html).toMatch(/<article lang="en"><h1>[^<]+<\/h1>/);
	expect(html).toContain('aria-current="page"');
	expect(html).not.toMatch(/<[^>]* style=|<style|<script(?! type="module" src="\/assets\/app\/)/);
});

it("puts the service's own address where the documents have the local one", async () => {
	const { html } = await createBrowser().open(GUIDE);
	expect(html).toContain(`${env.BASE_URL}/api/v1/webhook-endpoints`);
	expect(html).not.toContain("http://127.0.0.1:8787");
});

it("keeps the frame in the visitor's language, and says that the guide is in English", async () => {
	const { html } = await createBrowser({ language: "es" }).open(GUIDE);
	expect(html).toContain('<html lang="es"');
	expect(html).toContain("Estas páginas están en inglés.");
	expect(html).toContain('<article lang="en">');
	expect((await createBrowser({ language: "es" }).open("/developers/docs")).html).toContain("Guías");
});

it("responds with 304 and no body while the page has not changed, and with the page in another language", async () => {
	const get = (language: string, tag?: string) =>
		exports.default.fetch(`${env.BASE_URL}${GUIDE}`, {
			headers: {
				Accept: "text/html",
				"Accept-Language": language,
				"CF-Connecting-IP": crypto.randomUUID(),
				...(tag && { "If-None-Match": tag }),
			},
		});
	const first = await get("en");
	expect(first.headers.get("Cache-Control")).toBe("private, no-cache");
	const tag = first.headers.get("ETag") ?? "";
	expect(tag).toMatch(/^W\/"/);
	await first.text();
	const again = await get("en", tag);
	expect([again.status, await again.text()]).toEqual([304, ""]);
	// Browsers replace the stored policy by this one.
	for (const name of [
		"Content-Security-Policy",
		"Permissions-Policy",
		"Cross-Origin-Opener-Policy",
		"Vary",
	]) {
		expect(again.headers.get(name)).toBe(first.headers.get(name));
	}
	const spanish = await get("es", tag);
	expect(spanish.status).toBe(200);
	await spanish.text();
});

it("has no page for a guide that does not exist, and serves no file of the build by itself", async () => {
	const { open } = createBrowser();
	expect((await open("/developers/docs/nothing")).status).toBe(404);
	expect((await open("/developers/docs/..%2fwebhooks")).status).toBe(404);
	expect((await open("/assets/docs/developers-docs-webhooks.txt")).status).toBe(404);
});
