/** docs-pages.md "Search": what the index of this build finds. */
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { guidePages } from "../../../scripts/pages/guides/guides.ts";
import { referencePages } from "../../../scripts/pages/reference/reference-pages.ts";
import { searchEntries } from "../../../scripts/pages/search/entries.ts";
import { createSearch, type SearchEntry } from "../../../src/web/app/developers/docs/search.ts";

const ROOT = join(import.meta.dirname, "../../..");
const entries = searchEntries([...guidePages(ROOT), ...referencePages(ROOT)]);
const search = createSearch(entries);
const found = (query: string) => search(query).hits.map(({ path }) => path);

const REFERENCE = "/developers/reference";

describe("the search", () => {
	it.each([
		["createHostedLink", `${REFERENCE}/hosted-links/createHostedLink`],
		["POST /hosted-links", `${REFERENCE}/hosted-links/createHostedLink`],
		["links.create", `${REFERENCE}/hosted-links/createHostedLink`],
		["INVALID_SIGNER", `${REFERENCE}/errors#INVALID_SIGNER`],
		["invalid signer", `${REFERENCE}/errors#INVALID_SIGNER`],
		["RecoveryCase", `${REFERENCE}/objects#object-RecoveryCase`],
		["recovery_case.executed", `${REFERENCE}/webhooks#on_executed`],
		["verify a delivery", "/developers/docs/webhooks#verify-a-delivery"],
		["overlapSeconds", `${REFERENCE}/developer-authentication/rotateApiKey`],
	])("finds %s among the first five", (query, path) => {
		expect(found(query).slice(0, 5)).toContain(path);
	});

	it("has every word of the query in each result, and finds the others of a word that is nowhere", () => {
		expect(found("webhook secret").length).toBeGreaterThan(1);
		expect(search("webhook secret").isWhole).toBe(true);
		expect(found("webhook zebra")).toEqual(found("webhook"));
		expect(search("webhook zebra").isWhole).toBe(false);
		for (const nowhere of ["qqqqqq", "  /.- "]) expect(found(nowhere)).toEqual([]);
	});

	it.each([
		["creathostedlink", `${REFERENCE}/hosted-links/createHostedLink`],
		["INVALID_SINGER", `${REFERENCE}/errors#INVALID_SIGNER`],
		["hosted link", `${REFERENCE}/hosted-links/createHostedLink`],
		["webook signatre", "/developers/docs/webhooks#verify-a-delivery"],
	])("finds what is meant by %s", (query, path) => {
		expect(found(query).slice(0, 10)).toContain(path);
	});

	it("puts titles before texts, and whole words before those that only begin so or are misspelt", () => {
		const entry = (title: string, words = ""): SearchEntry => ({ path: title, title, page: "", words });
		const all = [entry("a", "the token"), entry("b", "tokens"), entry("Tokn"), entry("Token"), entry("else")];
		const titles = createSearch(all)("token").hits.map(({ title }) => title);
		expect(titles[0]).toBe("Token");
		expect(titles.toSorted()).toEqual(["Token", "Tokn", "a", "b"]);
		expect(titles.indexOf("a")).toBeLessThan(titles.indexOf("b"));
	});

	it("shows the text around the word, without cut words", () => {
		const words = `${"before ".repeat(20)}the secrets rotate ${"after ".repeat(20)}`.trim();
		const { hits } = createSearch([{ path: "/p", title: "t", page: "", words }])("sekrets");
		const [hit] = hits;
		expect(hit?.excerpt.found).toBe("secrets");
		expect(hit?.excerpt.before).toMatch(/^… before (?:before )*the $/);
		expect(hit?.excerpt.after).toMatch(/^ rotate (?:after )*after …$/);
	});

	it("takes a query of any length and any signs", () => {
		expect(found(`${"a ".repeat(10_000)}`).length).toBeLessThanOrEqual(30);
		for (const query of ["(", "\\", "[a", "*", "<script>", "\u0000"])
			expect(() => found(query)).not.toThrow();
	});

	it("has an index that a browser can load while somebody types", () => {
		expect(gzipSync(JSON.stringify(entries)).length).toBeLessThan(80 * 1024);
	});
});
