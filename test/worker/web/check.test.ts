/** `/recover/check`, as a browser without script sees it (hosted-app.md "Recovering"). */
import { describe, expect, it } from "vitest";
import { newBrowser } from "../../support/pages.ts";

const ends = async (query: string, language?: "en" | "es") => {
	const { html } = await newBrowser(language).get(`/recover/check?${query}`);
	return /id="verdict">([^<]*)/.exec(html)?.[1];
};

describe("the check before a recovery", () => {
	it.each([
		["kind=shared&others=owner&cause=died&holds=coin", "The other owners can carry out a court order"],
		["kind=shared&others=nobody&cause=lost&holds=coin", "Ask the maker of the wallet first"],
		["kind=smart&others=guardian&cause=lost&holds=coin", "Ask the guardians first"],
		["kind=company&others=owner&cause=died&holds=coin", "Ask the exchange or company first"],
		["kind=key&others=backup&cause=stolen&holds=token", "Look for the backup first"],
		["kind=key&others=nobody&cause=lost&holds=token", "Perhaps. It depends on the issuer of the token."],
		["kind=key&others=nobody&cause=died&holds=unknown", "Perhaps. It depends on the issuer of the token."],
		["kind=key&others=nobody&cause=lost&holds=coin", "Only the key opens this account"],
		[
			"kind=key&others=nobody&cause=stolen&holds=token",
			"The key is with the thief, and no order changes that",
		],
		["kind=unknown&others=nobody&cause=lost&holds=coin", "Ask the maker of the wallet first"],
	])("answers %s", async (query, end) => {
		expect(await ends(query)).toBe(end);
	});

	it("names each question that lacks an answer, and gives no end", async () => {
		const { status, html } = await newBrowser().get("/recover/check?kind=key&others=king");
		expect(status).toBe(400);
		expect([...html.matchAll(/<a href="#(\w+)">[^<]*Choose one answer/g)].map(([, name]) => name)).toEqual([
			"others",
			"cause",
			"holds",
		]);
		expect(html).not.toContain('id="verdict"');
	});

	it("says what it means that somebody else can open an account of one key", async () => {
		const { html } = await newBrowser().get("/recover/check?kind=key&others=owner&cause=lost&holds=coin");
		expect(html).toContain("only so if they have this very key");
	});

	it("leads whoever holds a token with an issuer to a recovery, and nobody who may have a backup", async () => {
		const visitor = newBrowser();
		const leadsOn = async (query: string) =>
			(await visitor.get(`/recover/check?${query}`)).html.includes(
				'href="/recover?checked=1&amp;reason=lost&amp;kind=key"',
			);
		expect(await leadsOn("kind=key&others=nobody&cause=lost&holds=token")).toBe(true);
		for (const others of ["nobody", "backup"]) {
			expect(await leadsOn(`kind=key&others=${others}&cause=lost&holds=coin`)).toBe(false);
		}
	});

	it("names the issuers", async () => {
		const { html } = await newBrowser().get("/recover/check?kind=key&others=nobody&cause=lost&holds=token");
		expect(html).toContain('<a href="https://www.circle.com/" rel="noreferrer noopener">Circle (USDC)</a>');
	});

	it("asks for the address when nothing was typed to look up", async () => {
		const { status, html } = await newBrowser().get("/recover/check?account=&chainId=1&look=1");
		expect([status, html.includes("Enter an address")]).toEqual([400, true]);
		expect(html).toContain("<details open");
	});

	it("asks in Spanish, too", async () => {
		expect(await ends("kind=key&others=nobody&cause=lost&holds=coin", "es")).toBe(
			"Esta cuenta solo se abre con su clave",
		);
	});
});
