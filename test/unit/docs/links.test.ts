// Links, npm scripts and files that the documents name exist (quality.md "Which test holds which promise").
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, test } from "vitest";
import {
	anchorsOf,
	checkDocument,
	isBrokenLink,
	linksIn,
	listDocuments,
} from "../../../scripts/docs/markdown.ts";

const ROOT = join(import.meta.dirname, "../../..");

it.each(listDocuments(ROOT))("%s names links, npm scripts and files that exist", (document) =>
	expect(checkDocument(ROOT, document)).toEqual([]),
);

it("every document for people is checked", () =>
	expect(listDocuments(ROOT)).toEqual(
		expect.arrayContaining(["CHANGELOG.md", "README.md", "docs/adr/README.md", "docs/operations.md"]),
	));

const INDEX = "docs/README.md";

test("the table of folders has every folder of src", () => {
	const folders = globSync("src/*/", { cwd: ROOT }).map((folder) => `${folder.replace(/\/$/, "")}/`);
	const table = readFileSync(join(ROOT, "docs/architecture.md"), "utf8");
	expect(folders.length).toBeGreaterThan(5);
	expect(folders.filter((folder) => !table.includes(folder.replace("src/", "  ")))).toEqual([]);
});

test("the index links every document", () => {
	const index = readFileSync(join(ROOT, INDEX), "utf8");
	const links = linksIn(index);
	const documents = globSync("docs/*.md", { cwd: ROOT }).filter((document) => document !== INDEX);
	expect(documents.filter((document) => !links.includes(document.replace("docs/", "")))).toEqual([]);
});

test("the index of decision records links each record", () => {
	const records = globSync("*.md", { cwd: join(ROOT, "docs/adr"), exclude: ["README.md"] });
	expect(records.length).toBeGreaterThan(10);
	expect(linksIn(readFileSync(join(ROOT, "docs/adr/README.md"), "utf8"))).toEqual(
		expect.arrayContaining(records),
	);
});

test("messages to callers name no file of the repository, which they do not have", () => {
	// Operators have it: they read about settings and about upgrades.
	const files = globSync("src/**/*.{ts,tsx}", { cwd: ROOT }).filter(
		(file) => !/^src\/(config|db)\//.test(file),
	);
	const named = files.flatMap((file) => {
		const lines = readFileSync(join(ROOT, file), "utf8").split("\n");
		return lines.filter((line) => !/^\s*(\/?\*|\/\/)/.test(line) && /docs\/[\w/-]+\.md/.test(line));
	});
	expect(files.length).toBeGreaterThan(100);
	expect(named).toEqual([]);
});

test("anchors are those of GitHub: punctuation dropped, repeated headings numbered, code left out", () => {
	const text = "# A case's `chain`\n\n## Why?\n\n```sh\n# a comment\n```\n\n## Why?\n";
	expect([...anchorsOf(text)]).toEqual(["a-cases-chain", "why", "why-1"]);
});

test("links in code blocks are no links", () =>
	expect(linksIn("[a](b.md)\n\n```md\n[c](d.md)\n```\n\n[e](f.md#g)\n")).toEqual(["b.md", "f.md#g"]));

test.each([
	["README.md", "docs/operations.md", false],
	["docs/operations.md", "#limits", false],
	["docs/adr/README.md", "../operations.md#limits", false],
	["docs/adr/README.md", "https://example.com/nothing", false],
	["docs/adr/README.md", "operations.md", true],
	["docs/operations.md", "#no-such-heading", true],
])("in %s the link %s is broken: %s", (document, link, expected) =>
	expect(isBrokenLink(ROOT, document, link)).toBe(expected),
);
