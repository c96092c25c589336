/** reference.md "Search": what the index of this build finds. */
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { guidePages } from "../../../scripts/pages/guides/guides.ts";
import { referencePages } from "../../../scripts/pages/reference/reference-pages.ts";
import { searchEntries } from "../../../scripts/pages/search/entries.ts";
import { type SearchEntry, search } from "../../../src/web/app/developers/docs/search.ts";

const ROOT = join(import.meta.dirname, "../../..");
const entries = searchEntries([...guidePages(ROOT), ...referencePages(ROOT)]);
const found = (query: string) => search(entries, query).map(({ path }) => path);

const REFERENCE = "/developers/reference";

describe("the search", () => {
	it.each([
		["createHostedLink", `${REFERENCE}/hosted-links#createHostedLink`],
		["POST /hosted-links", `${REFERENCE}/hosted-links#createHostedLink`],
		["links.create", `${REFERENCE}/hosted-links#createHostedLink`],
		["INVALID_SIGNER", `${REFERENCE}/errors#INVALID_SIGNER`],
		["invalid signer", `${REFERENCE}/errors#INVALID_SIGNER`],
		["RecoveryCase", `${REFERENCE}/objects#object-RecoveryCase`],
		["recovery_case.executed", `${REFERENCE}/webhooks#on_executed`],
		["verify a delivery", "/developers/docs/webhooks#verify-a-delivery"],
		["overlapSeconds", `${REFERENCE}/developer-authentication#rotateApiKey`],
	])("finds %s among the first five", (query, path) => {
		expect(found(query).slice(0, 5)).toContain(path);
	});

	it("has every word of the query in each result, and nothing for a word that is nowhere", () => {
		expect(found("webhook secret").length).toBeGreaterThan(1);
		expect(found("webhook zebra")).toEqual([]);
		expect(found("  /.- ")).toEqual([]);
	});

	it("puts titles before texts, and words before parts of words", () => {
		const entry = (title: string, words = ""): SearchEntry => ({ path: title, title, page: "", words });
		const all = [
			entry("a", "rekey"),
			entry("b", "the key"),
			entry("monkeys"),
			entry("My keys"),
			entry("Key"),
		];
		expect(search(all, "key").map(({ title }) => title)).toEqual(["Key", "My keys", "monkeys", "b", "a"]);
	});

	it("takes a query of any length and any signs", () => {
		expect(search(entries, `${"a ".repeat(10_000)}`).length).toBeLessThanOrEqual(30);
		for (const query of ["(", "\\", "[a", "*", "<script>", "\u0000"])
			expect(() => found(query)).not.toThrow();
	});

	it("has an index that a browser can load while somebody types", () => {
		expect(gzipSync(JSON.stringify(entries)).length).toBeLessThan(80 * 1024);
	});
});
