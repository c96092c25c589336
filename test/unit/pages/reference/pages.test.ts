/** docs-pages.md "Pages": what the build renders is complete and strict. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { referenceOf } from "../../../../scripts/pages/reference/model.ts";
import { readDocument, referencePages } from "../../../../scripts/pages/reference/reference-pages.ts";
import { createWords } from "../../../../scripts/pages/reference/render/words.ts";

const ROOT = join(import.meta.dirname, "../../../..");
const document = readDocument(ROOT);
const pages = referencePages(ROOT).flatMap(({ path, html, sections = [] }) => [
	{ path, html },
	...sections.flatMap(({ anchor, html: own }) => (own ? [{ path: `${path}/${anchor}`, html: own }] : [])),
]);
const idsOf = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id = ""]) => id);

describe("the pages of the reference", () => {
	it.each(pages)("$path has neither style nor script of its own, and each anchor once", ({ html }) => {
		expect(html).not.toMatch(/<[^>]* (?:style|on\w+)=|<(?:style|script|iframe|img)/);
		const ids = idsOf(html);
		expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
		expect(html).not.toMatch(/undefined|\[object |NaN/);
	});

	it("have a section of each operation, with its path and its three samples", () => {
		const all = pages.map(({ html }) => html).join("");
		for (const [path, methods] of Object.entries(document.paths)) {
			for (const { operationId } of Object.values(methods)) {
				const [, section = ""] = all.split(`<section class="operation" id="${operationId}"`);
				const own = section.split("</section>")[0]?.replaceAll("<wbr>", "") ?? "";
				expect(own).toContain(`/api/v1${path}`);
				expect(own.match(/data-language="(sh|ts|py)"/g)).toHaveLength(3);
			}
		}
	});

	it("show values of the document as text", () => {
		const { inline, blocks } = createWords(referenceOf(document));
		expect(String(inline("a <b>x</b> `<i>`"))).toBe("a &lt;b&gt;x&lt;/b&gt; <code>&lt;i&gt;</code>");
		expect(String(blocks('<script src="x"></script>'))).not.toContain("<script");
	});

	it("lead from a name in a description to its section", () => {
		const { inline } = createWords(referenceOf(document));
		expect(String(inline("`GET /config` and `INVALID_SIGNER`"))).toBe(
			'<a href="/developers/reference/service/getClientConfig"><code>GET /config</code></a> and <a href="/developers/reference/errors#INVALID_SIGNER"><code>INVALID_SIGNER</code></a>',
		);
	});
});
