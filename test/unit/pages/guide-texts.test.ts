/** docs-pages.md "Texts for programs": the links of the guides as Markdown lead to headings of the service's texts. */
import { join } from "node:path";
import { expect, it } from "vitest";
import { anchorsOf, linksIn } from "../../../scripts/docs/markdown.ts";
import { guidePages } from "../../../scripts/pages/guides/guides.ts";
import { guideTexts } from "../../../scripts/pages/texts/guide-texts.ts";

const ROOT = join(import.meta.dirname, "../../..");
const texts = guideTexts(ROOT);
const byPath = new Map(texts.map(({ path, text }) => [path, text]));

it("every guide has its text", () => {
	const paths = guidePages(ROOT).map(({ path }) => `${path}.md`);
	expect([...byPath.keys()]).toEqual(paths);
	expect(paths).toContain("/developers/docs/sdk.md");
});

it.each(texts)("$path has links to other texts, to pages or to the web", ({ path: own, text }) => {
	const broken = linksIn(text).filter((link) => {
		if (/^(https?|mailto):/.test(link)) return !URL.canParse(link);
		const [path = "", anchor] = link.split("#");
		const target = byPath.get(path === "" ? own : path);
		if (target === undefined) return !path.startsWith("/") || path.endsWith(".md");
		return anchor !== undefined && !anchorsOf(target).has(anchor);
	});
	expect(broken).toEqual([]);
});
