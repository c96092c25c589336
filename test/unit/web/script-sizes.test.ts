/** What a page's scripts weigh, gzipped (hosted-app.md "Strict"). */
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { buildPages } from "../../../scripts/pages/kept-pages.ts";

const ROOT = join(import.meta.dirname, "../../..");
const KIB = 1024;
const WALLET_PAGE_KIB = 120;
const VERIFY_KIB = 60;
/** pdf.js without its worker. Reviewers alone load it, and only where they open a document. */
const VIEWER_KIB = 150;
const OTHER_KIB = 15;

/** Beside `base`, which every page has. */
const PAGES: [page: string, scripts: string[], limitKib: number][] = [
	["a page without a script of its own", [], OTHER_KIB],
	["the page of a case", ["case"], OTHER_KIB],
	["a page to print", ["print"], OTHER_KIB],
	["a page that asks for a passkey", ["passkey"], OTHER_KIB],
	["the transactions of /recover", ["draft", "recover"], WALLET_PAGE_KIB],
	["the signature of /recover", ["draft", "wallet"], WALLET_PAGE_KIB],
	["the page of a will", ["wallet", "will"], WALLET_PAGE_KIB],
	["/verify", ["verify"], VERIFY_KIB],
	["the queue of reviewers", ["queue"], OTHER_KIB],
	["a case of reviewers with a document beside it", ["compare", "viewer"], VIEWER_KIB],
	["the API reference", ["search", "reference"], OTHER_KIB],
];

describe("the scripts of", async () => {
	const assets = await buildPages(ROOT);
	const sizes = Object.fromEntries(
		Object.entries(assets)
			.filter(([name]) => name.endsWith(".js"))
			.map(([name, path]) => [
				basename(name, ".js"),
				gzipSync(readFileSync(join(ROOT, "public", path))).length,
			]),
	);

	it.each(PAGES)("%s (base, %j) have at most %d KiB", (_, scripts, limitKib) => {
		const bytes = ["base", ...scripts].reduce((sum, name) => sum + (sizes[name] ?? Number.NaN), 0);
		expect(bytes).toBeGreaterThan(100);
		expect(bytes / KIB).toBeLessThanOrEqual(limitKib);
	});

	it("all pages are known to this test", () => {
		const known = new Set(["base", ...PAGES.flatMap(([, scripts]) => scripts)]);
		expect(Object.keys(sizes).sort()).toEqual([...known].sort());
	});
});
