/** The reference as the service serves it (docs-pages.md "Pages"). */
import { expect, it } from "vitest";
import { createBrowser } from "../../support/web/browser.ts";

it("serves each page of the reference with the policy of every page, and the rail with its sections", async () => {
	// A new address each time, because pages are limited by address.
	const open = (path: string) => createBrowser().open(path);
	const first = await open("/developers/reference");
	const paths = new Set(
		[...first.html.matchAll(/href="(\/developers\/reference[^"#]*)/g)].map(([, path = ""]) => path),
	);
	expect(paths.size).toBeGreaterThan(12);
	for (const path of paths) {
		const { status, html, headers } = await open(path);
		expect([path, status]).toEqual([path, 200]);
		expect(headers.get("Content-Security-Policy")).toBe(first.headers.get("Content-Security-Policy"));
		expect(html).toMatch(/<article lang="en"><div class="reference">(?:<section [^>]+>.*?)?<h1/s);
		expect(html).not.toMatch(/<[^>]* style=|<style|<script(?! type="module" src="\/assets\/app\/)/);
	}
	const { html } = await open("/developers/reference/recovery-cases");
	expect(html).toContain('<ul class="sections"><li><a href="/developers/reference/recovery-cases/');
	// Links from elsewhere have the anchor.
	expect(html).toMatch(/id="createRecoveryCase"><a href="[^"]+\/recovery-cases\/createRecoveryCase"/);
});

it("has no page for a group or an operation that does not exist", async () => {
	for (const path of ["nothing", "recovery-cases/nothing"])
		expect((await createBrowser().open(`/developers/reference/${path}`)).status).toBe(404);
});
