// Links, npm scripts and files that the documents name exist (quality.md "Which test holds which promise").
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, test } from "vitest";
import { anchorsOf, checkDocument, isBrokenLink, listDocuments } from "../../../scripts/docs/markdown.ts";

const ROOT = join(import.meta.dirname, "../../..");

it.each(listDocuments(ROOT))("%s names links, npm scripts and files that exist", (document) =>
	expect(checkDocument(ROOT, document)).toEqual([]),
);

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

test.each([
	["docs/adr/README.md", "../operations.md#limits", false],
	["docs/adr/README.md", "operations.md", true],
	["docs/operations.md", "#no-such-heading", true],
])("in %s the link %s is broken: %s", (document, link, expected) =>
	expect(isBrokenLink(ROOT, document, link)).toBe(expected),
);
