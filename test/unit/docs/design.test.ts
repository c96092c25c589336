// The design's "Tests:" and "Benchmarks:" lists name files and titles that exist, and every test file is in one.
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { withoutCodeBlocks } from "../../../scripts/docs/markdown.ts";

const ROOT = join(import.meta.dirname, "../../..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const find = (pattern: string | string[]) =>
	globSync(pattern, { cwd: ROOT })
		.map((path) => path.replaceAll("\\", "/"))
		.sort();

type Item = { file: string; titles: string[] };

/** `- [test/x.test.ts](../test/x.test.ts): "a title", "another title"` */
const ITEM = /^- \[(?<file>[^\]]+)\]\((?<target>[^)]+)\)(?:: (?<titles>"[^"]+"(?:, "[^"]+")*))?$/;

const LISTS = {
	"Tests:": /^test\/.+\.test\.ts$/,
	"Benchmarks:": /^bench\/operations\/.+\.ts$/,
};

/** The items of each list, or what is wrong with an item. An empty list is wrong, too. */
function itemsOf(document: string, text: string): (Item | string)[] {
	return withoutCodeBlocks(text)
		.split("\n\n")
		.flatMap((paragraph) => {
			const [head = "", ...lines] = paragraph.trimEnd().split("\n");
			const form = Object.entries(LISTS).find(([name]) => name === head)?.[1];
			if (form === undefined) return [];
			if (lines.length === 0) return [`${document}: an empty list "${head}"`];
			return lines.map((line) => itemOf(document, line, form));
		});
}

function itemOf(document: string, line: string, form: RegExp): Item | string {
	const { file = "", target = "", titles = "" } = ITEM.exec(line)?.groups ?? {};
	const problem = (what: string) => `${document}: ${line}: ${what}`;
	if (!form.test(file)) return problem("is not an item of this list");
	if (join(dirname(document), target).replaceAll("\\", "/") !== file) return problem("links to another file");
	if (!existsSync(join(ROOT, file))) return problem("there is no such file");
	const expected = [...titles.matchAll(/"([^"]+)"/g)].map(([, title]) => title ?? "");
	const source = read(file);
	const missing = expected.filter((title) => !hasTitle(source, title));
	return missing.length > 0 ? problem(`the file has no ${missing.join(", ")}`) : { file, titles: expected };
}

/** Whether a test, or a group of tests, has this title as it stands in the source. */
function hasTitle(source: string, title: string): boolean {
	return [`"${title}"`, `'${title}'`, `\`${title}\``].some((literal) => source.includes(literal));
}

const documents = find(["docs/{design,security}/*.md", "docs/architecture.md", "docs/specification.md"]);
const items = documents.flatMap((document) => itemsOf(document, read(document)));

it("the design names only tests and benchmarks that exist", () => {
	expect(items.filter((item) => typeof item === "string")).toEqual([]);
	expect(items.length).toBeGreaterThan(100);
});

it("every test file is named by a section of the design", () => {
	const named = new Set(items.map((item) => (typeof item === "string" ? "" : item.file)));
	expect(find("test/**/*.test.ts").filter((file) => !named.has(file))).toEqual([]);
});

it.each(documents.filter((document) => document.startsWith("docs/design/")))(
	"every section of %s with a test names it at its end",
	(document) => {
		const sections = withoutCodeBlocks(read(document)).split(/^## /m).slice(1);
		const unfinished = sections.filter((section) => {
			const paragraphs = section.trimEnd().split("\n\n");
			const lists = paragraphs.map((text) => Object.keys(LISTS).includes(text.split("\n")[0] ?? ""));
			return lists.includes(true) && lists.at(-1) !== true;
		});
		expect(unfinished.map((section) => section.split("\n")[0])).toEqual([]);
	},
);

it.each([
	["a file that does not exist", "[test/no.test.ts](../../test/no.test.ts)", "no such file"],
	["a link to another file", "[test/unit/env.test.ts](../../test/unit/bundle.test.ts)", "another file"],
	["a title that the file lacks", '[test/unit/env.test.ts](../../test/unit/env.test.ts): "x?"', "no x?"],
	["a file of another kind", "[src/app.ts](../../src/app.ts)", "not an item"],
	["text behind the link", "[test/unit/env.test.ts](../../test/unit/env.test.ts) and more", "not an item"],
])("rejects a list with %s", (_, item, problem) => {
	const [found] = itemsOf("docs/design/x.md", `## A\n\nTests:\n- ${item}\n`);
	expect(found).toContain(problem);
});

it("ignores a list in a code block", () => {
	expect(itemsOf("docs/design/x.md", "```\nTests:\n- nothing\n```\n")).toEqual([]);
});
