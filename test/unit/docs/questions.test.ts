// quality.md "Which test holds which promise".
// CONTRIBUTING.md answers ten questions by links to files and headings that exist.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { isBrokenLink, linksIn } from "../../../scripts/docs/markdown.ts";

const ROOT = join(import.meta.dirname, "../../..");
const DOCUMENT = "CONTRIBUTING.md";

const [, section = ""] = readFileSync(join(ROOT, DOCUMENT), "utf8").split(/^## Ten questions$/m);
const rows = [...section.matchAll(/^\| ([^|]+\?) \| ([^|]+) \|$/gm)].map(
	([, question = "", answer = ""]) => ({
		question,
		links: linksIn(answer),
	}),
);

it("CONTRIBUTING.md lists the ten questions that a maintainer must be able to answer", () => {
	const topics = [
		/case expire/,
		/documents/,
		/largest upload/,
		/deleting an account/,
		/KV is stale/,
		/jrcHash/,
		/limits open cases/,
		/endpoint disabled/,
		/credentials may call a route/,
		/add a route/,
	];
	expect(rows).toHaveLength(topics.length);
	for (const [index, topic] of topics.entries()) expect(rows[index]?.question).toMatch(topic);
});

it.each(rows)('the answer to "$question" leads to a file and a heading that exist', ({ links }) => {
	expect(links.length).toBeGreaterThan(0);
	expect(links.filter((link) => isBrokenLink(ROOT, DOCUMENT, link))).toEqual([]);
	for (const link of links) {
		const isDocument = link.startsWith("#") || link.includes(".md");
		if (isDocument) expect(link, "a document is linked at its heading").toContain("#");
	}
});
