/** The search without a script, and the texts for programs (docs-pages.md "Search", "Texts for programs"). */
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { createBrowser } from "../../support/web/browser.ts";

const { open } = createBrowser();
const SEARCH = "/developers/search";

describe("the search without a script", () => {
	it("finds sections and says how many", async () => {
		const { status, html } = await open(`${SEARCH}?q=INVALID_SIGNER`);
		expect(status).toBe(200);
		expect(html).toContain('<a href="/developers/reference/errors#INVALID_SIGNER">INVALID_SIGNER</a>');
		expect(html).toMatch(/<p role="status">Results for “INVALID_SIGNER”: \d+<\/p>/);
	});

	it("finds words with a wrong, missing or swapped letter, and shows the text around what it found", async () => {
		const { html } = await open(`${SEARCH}?q=${encodeURIComponent("webhok sekret")}`);
		const items = html.match(/<li><a href="\/developers\/[^"]+">.*?<\/li>/gs) ?? [];
		expect(items.length).toBeGreaterThan(0);
		expect(items.join("")).toMatch(/<p class="quiet">[^<]*<mark>(?:webhook|secret)[^<]*<\/mark>[^<]*<\/p>/i);
		expect((await open(`${SEARCH}?q=idempotancy`)).html).toMatch(/<mark>idempotency<\/mark>/i);
		// Too far from every word.
		expect((await open(`${SEARCH}?q=qqqqqq`)).html).toContain("Nothing found for");
	});

	it("says what to type, and what was not found, in the visitor's language", async () => {
		expect((await open(SEARCH)).html).toContain("Type an operation");
		const spanish = createBrowser({ language: "es" });
		expect((await spanish.open(`${SEARCH}?q=zebra`)).html).toContain("No hay nada sobre «zebra».");
	});

	it("shows a query as text, and cuts a long one", async () => {
		const attack = '"><script>alert(1)</script>';
		const { html } = await open(`${SEARCH}?q=${encodeURIComponent(attack)}`);
		expect(html).not.toContain("<script>alert");
		expect(html).toContain("&lt;script&gt;alert(1)");
		const long = await open(`${SEARCH}?q=${"a".repeat(5000)}`);
		expect(long.status).toBe(200);
		expect(long.html).toContain(`value="${"a".repeat(200)}"`);
		expect(long.html).toContain(`“${"a".repeat(200)}”`);
	});

	it("is offered on every page of guides and reference", async () => {
		for (const path of ["/developers/docs", "/developers/docs/webhooks", "/developers/reference"]) {
			expect((await open(path)).html).toContain('action="/developers/search"');
		}
	});
});

describe("the texts for programs", () => {
	it("/llms.txt has a title, a summary and links that all respond with 200", async () => {
		const { status, html: text, headers } = await open("/llms.txt");
		expect(status).toBe(200);
		expect(headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
		expect(text).toMatch(/^# Replevin\n\n> .+\n/);
		expect(text.match(/^## .+$/gm)).toEqual(["## Guides", "## API reference", "## Optional"]);
		const links = [...text.matchAll(/^- \[[^\]]+\]\(([^)]+)\): .+$/gm)].map(([, link = ""]) => link);
		expect(links.length).toBeGreaterThan(15);
		for (const link of links) {
			expect(link).toMatch(new RegExp(`^${env.BASE_URL}/`));
			expect([link, (await open(link.slice(env.BASE_URL.length))).status]).toEqual([link, 200]);
		}
	});

	it("serves guides as Markdown whose links lead to Markdown of this service", async () => {
		const { html: text, headers } = await open("/developers/docs/hosted-links.md");
		expect(headers.get("Content-Type")).toBe("text/markdown; charset=utf-8");
		expect(text).toMatch(/^# /);
		expect(text).toContain("](/developers/docs/webhooks.md#register-an-endpoint)");
		expect(text).not.toMatch(/\]\((?!https?:|\/|#)/);
	});

	it("responds with 304 while a text has not changed", async () => {
		const { headers } = await open(`${SEARCH}.json`);
		expect(headers.get("Cache-Control")).toBe("no-cache");
		expect(headers.get("ETag")).toMatch(/^W\/"/);
	});
});
