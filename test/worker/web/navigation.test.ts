// hosted-app.md "How it hangs together".
/** The links to an area's pages: what one reads there is the heading that one finds. */
import { expect, it } from "vitest";
import { newDeveloper, newReviewer, setRole } from "../../support/auth/accounts.ts";
import { newBrowser, unescaped } from "../../support/pages.ts";

const textOf = (html: string) => unescaped(html.replaceAll(/<[^>]*>/g, "").trim());

function linksOf(html: string): [path: string, text: string][] {
	const nav = /<nav class="areas"[\s\S]*?<\/nav>/.exec(html)?.[0] ?? "";
	return [...nav.matchAll(/<a href="([^"]*)"[^>]*>([^<]*)/g)].map(([, path = "", text = ""]) => [
		path,
		unescaped(text),
	]);
}

it.each([
	["developers", "en", 8],
	["developers", "es", 8],
	["review", "en", 7],
	["review", "es", 7],
] as const)(
	"names each page of /%s by its heading (%s), and marks the one that is open",
	async (area, language, count) => {
		const browser = newBrowser(language);
		browser.cookies.set("access_token", (await (area === "review" ? newReviewer() : newDeveloper())).token);
		const links = linksOf((await browser.get(`/${area}`)).html);
		expect(links).toHaveLength(count);
		for (const [path, text] of links) {
			const { status, html } = await browser.get(path);
			const heading = textOf(/<h1[^>]*>[\s\S]*?<\/h1>/.exec(html)?.[0] ?? "");
			const current = /<a href="([^"]*)" aria-current="page"/.exec(html)?.[1];
			expect([path, status, heading, current]).toEqual([path, 200, text, path]);
			const top = /<form[^>]* class="session".*?<\/form>/s.exec(html)?.[0];
			expect(top).toContain('href="/developers/account"');
		}
	},
);

it.each([
	["reviewer", "/review"],
	["resolver", "/resolve"],
	["developer", undefined],
] as const)("leads a %s from the account to the pages of the role", async (role, path) => {
	const developer = await newDeveloper();
	await setRole(developer, role);
	const browser = newBrowser();
	browser.cookies.set("access_token", developer.token);
	for (const from of ["/developers", "/developers/account"]) {
		const { html } = await browser.get(from);
		const found = /<a href="(\/review|\/resolve)"/.exec(html)?.[1];
		expect([from, found]).toEqual([from, path]);
		if (path) expect((await browser.get(path)).status).toBe(200);
	}
});

it("has no links to pages that need a session where there is none", async () => {
	const { html } = await newBrowser().get("/developers");
	expect(linksOf(html)).toEqual([]);
});
