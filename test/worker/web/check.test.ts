/** `/recover/check`, as a browser without script sees it (hosted-app.md "Recovering"). */
import { describe, expect, it } from "vitest";
import { newBrowser } from "../../support/pages.ts";

const ends = async (query: string, language?: "en" | "es") => {
	const { html } = await newBrowser(language).get(`/recover/check?${query}`);
	return /id="verdict">([^<]*)/.exec(html)?.[1];
};

describe("the check before a recovery", () => {
	it.each([
		["kind=shared&others=owner&cause=died", "The other owners can carry out a court order"],
		["kind=shared&others=nobody&cause=lost", "Ask the maker of the wallet first"],
		["kind=smart&others=guardian&cause=lost", "Ask the guardians first"],
		["kind=company&others=owner&cause=died", "Ask the exchange or company first"],
		["kind=key&others=backup&cause=stolen", "Look for the backup first"],
		["kind=key&others=nobody&cause=lost", "Only the key opens this account"],
		["kind=key&others=nobody&cause=stolen", "The key is with the thief, and no order changes that"],
		["kind=unknown&others=nobody&cause=lost", "Ask the maker of the wallet first"],
	])("answers %s", async (query, end) => {
		expect(await ends(query)).toBe(end);
	});

	it("names each question that lacks an answer, and gives no end", async () => {
		const { status, html } = await newBrowser().get("/recover/check?kind=key&others=king");
		expect(status).toBe(400);
		expect([...html.matchAll(/<a href="#(\w+)">[^<]*Choose one answer/g)].map(([, name]) => name)).toEqual([
			"others",
			"cause",
		]);
		expect(html).not.toContain('id="verdict"');
	});

	it("says what it means that somebody else can open an account of one key", async () => {
		const { html } = await newBrowser().get("/recover/check?kind=key&others=owner&cause=lost");
		expect(html).toContain("only so if they have this very key");
	});

	it("asks in Spanish, too", async () => {
		expect(await ends("kind=key&others=nobody&cause=lost", "es")).toBe(
			"Esta cuenta solo se abre con su clave",
		);
	});
});
