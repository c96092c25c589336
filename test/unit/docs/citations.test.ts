// Code cites the design as `recovery.md "Evidence"` and decisions as `ADR 15`. Every citation leads somewhere.
import { globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { headingsOf } from "../../../scripts/docs/markdown.ts";

const ROOT = join(import.meta.dirname, "../../..");
const FOLDERS = ["docs/design/", "docs/"];
const SUFFIXES = "{ts,tsx,mjs,js,sol,sql,grit,toml}";

const sources = globSync(
	[`{src,durable,scripts,bench,test,wasm,migrations}/**/*.${SUFFIXES}`, `*.${SUFFIXES}`],
	{
		cwd: ROOT,
		exclude: (path) => path === "node_modules",
	},
)
	.map((path) => path.replaceAll("\\", "/"))
	.filter((path) => !path.includes("node_modules") && path !== "worker-configuration.d.ts")
	.sort();

const documents = new Map(
	globSync("docs/{,design/}*.md", { cwd: ROOT }).map((path) => [
		path.replaceAll("\\", "/"),
		headingsOf(readFileSync(join(ROOT, path), "utf8")).map((heading) => heading.replaceAll("`", "")),
	]),
);
const records = readdirSync(join(ROOT, "docs/adr"));

/** Joins the lines of each comment, because a citation may continue on the next line. */
const onOneLine = (text: string) => text.replace(/\s*\n\s*(?:\*(?!\/)|\/\/|--|#)\s*/g, " ");

/** A file below docs/design/ or docs/ by its name, or any file of docs by its path; then one or more headings. */
const CITATION =
	/(?<![\w./-])(?<file>[\w./-]+\.md)(?<comma>,?) (?<sections>"[^"\n]+"(?:(?:, | and |, and )"[^"\n]+")*)/g;

/** What is wrong with the citations of documents in a source, a line each. */
function badCitations(source: string): string[] {
	return [...onOneLine(source).matchAll(CITATION)].flatMap(({ groups }) => {
		const { file = "", comma = "", sections = "" } = groups ?? {};
		const paths = file.includes("/") ? [file] : FOLDERS.map((folder) => folder + file);
		const found = paths.find((path) => documents.has(path));
		if (found === undefined) return [`${file} ${sections}: there is no ${paths.join(" or ")}`];
		if (comma !== "") return [`${file}, ${sections}: has a comma behind the file's name`];
		return [...sections.matchAll(/"([^"]+)"/g)]
			.filter(([, section = ""]) => !documents.get(found)?.includes(section))
			.map(([section]) => `${file} ${section}: there is no such heading`);
	});
}

/** What is wrong with the citations of decision records: `ADR 15`, `ADRs 1, 7 and 15`, or a record's path. */
function badRecords(source: string): string[] {
	const text = onOneLine(source);
	const numbers = [...text.matchAll(/\bADRs? (\d+(?:(?:, | and |, and )\d+)*)/g)].flatMap(([, list = ""]) =>
		[...list.matchAll(/\d+/g)].map(([number]) => `${number.padStart(4, "0")}-`),
	);
	const files = [...text.matchAll(/\bdocs\/adr\/([\w-]+\.md)/g)].map(([, file = ""]) => file);
	return [...numbers, ...files]
		.filter((start) => !records.some((file) => file.startsWith(start)))
		.map((start) => `there is no docs/adr/${start}`);
}

/** The comments before the first statement. */
const headOf = (source: string) => onOneLine(/^(?:\s*(?:\/\/.*|\/\*[\s\S]*?\*\/))*/.exec(source)?.[0] ?? "");

const problemsOf = (find: (source: string) => string[]) =>
	sources.flatMap((path) =>
		find(readFileSync(join(ROOT, path), "utf8")).map((problem) => `${path}: ${problem}`),
	);

it("every section of the documents that code cites exists", () => {
	expect(sources.length).toBeGreaterThan(500);
	expect(problemsOf(badCitations)).toEqual([]);
});

it("every test file names the section that it holds in the comment at its head", () => {
	const tests = sources.filter((path) => path.startsWith("test/") && path.endsWith(".test.ts"));
	const heads = tests.map((path) => ({ path, head: headOf(readFileSync(join(ROOT, path), "utf8")) }));
	expect(tests.length).toBeGreaterThan(200);
	expect(heads.filter(({ head }) => !head.match(CITATION)).map(({ path }) => path)).toEqual([]);
});

it("every decision record that code cites exists", () => {
	expect(problemsOf(badRecords)).toEqual([]);
});

// Put together here, or this file would cite them itself.
const cite = (file: string, rest: string) => `/** Text (${file}.md ${rest}). */`;

it.each([
	["of a missing section", cite("auth", '"Principals" and "No such section"'), "no such heading"],
	["over two lines", `/**\n * Text (${"auth"}.md "No such\n * section").\n */`, "no such heading"],
	["of a missing document", cite("nothing", '"Principals"'), "there is no docs/design/nothing.md"],
	["with a comma behind the file's name", `/** ${"auth"}.md, "Principals" */`, "comma"],
	["of a missing record", `// ${"ADR"}s 1, 7 and 7777.`, "there is no docs/adr/7777-"],
])("a citation %s is rejected", (_, source, problem) => {
	expect([...badCitations(source), ...badRecords(source)]).toEqual([expect.stringContaining(problem)]);
});
