// docs/coverage.md names tests, steps and benchmarks that exist, and says of everything else that a later issue brings it.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

type Row = { section: string; promise: string; heldBy: string };

const rows: Row[] = read("docs/coverage.md")
	.split(/^## /m)
	.slice(1)
	.flatMap((part) => {
		const [section = "", ...lines] = part.split("\n");
		return lines
			.filter((line) => line.startsWith("|"))
			.slice(2)
			.map((line) => {
				const [promise = "", heldBy = "", ...more] = line.split("|").slice(1, -1);
				expect(more, line).toEqual([]);
				return { section, promise: promise.trim(), heldBy: heldBy.trim() };
			});
	});

/** One thing that holds a promise: a file with names, a step, a benchmark, or an issue to come. */
const ENTRY =
	/^(?:`(?<file>[^`]+\.test\.ts)`: (?<names>"[^"]+"(?:, "[^"]+")*)|check: "(?<step>[^"]+)"|bench: "(?<bench>[^"]+)"|not built: (?<issue>a later issue))$/;

const literals = (text: string) => [...text.matchAll(/"([^"]+)"/g)].map(([, name]) => name ?? "");
const steps = literals(read("scripts/test/check-tier.ts"));
const measured = globSync("bench/operations/*.ts", { cwd: ROOT }).flatMap((file) =>
	[...read(file).matchAll(/operation: ["`]([^"`]+)["`]/g)].map(([, operation]) => operation ?? ""),
);

/** Whether a file has a test or a group of tests of this name, as it stands in the source. */
function hasTest(source: string, name: string): boolean {
	const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
	return new RegExp(`(?:\\b(?:it|test|describe)\\(|\\)\\()\\s*(["'\`])${escaped}\\1\\s*,`).test(source);
}

function problemOf(entry: string): string | undefined {
	const groups = ENTRY.exec(entry)?.groups;
	if (!groups) return `${entry}: is not of a form that this test knows`;
	const { file, names = "", step, bench } = groups;
	if (file !== undefined) {
		const [found] = globSync(join("test", file), { cwd: ROOT });
		if (found === undefined) return `there is no test/${file}`;
		const missing = literals(names).filter((name) => !hasTest(read(found), name));
		return missing.length === 0 ? undefined : `test/${file} has no ${missing.join(", ")}`;
	}
	if (step !== undefined && !steps.includes(step)) return `the check tier has no step "${step}"`;
	if (bench !== undefined && !measured.some((operation) => operation.startsWith(bench)))
		return `no benchmark measures "${bench}"`;
	return undefined;
}

describe("docs/coverage.md", () => {
	it("is read: it has rows in every section", () => {
		expect(rows.length).toBeGreaterThan(100);
		const headings = [...read("docs/coverage.md").matchAll(/^## (.+)$/gm)].map(([, title]) => title);
		expect([...new Set(rows.map(({ section }) => section))]).toEqual(headings);
	});

	it("names only what exists", () => {
		const problems = rows.flatMap(({ promise, heldBy }) =>
			heldBy
				.split(/; (?=`|check:|bench:|not built:)/)
				.map(problemOf)
				.filter((problem) => problem !== undefined)
				.map((problem) => `${promise}: ${problem}`),
		);
		expect(problems).toEqual([]);
	});

	it("finds what does not exist", () => {
		expect(problemOf('`unit/env.test.ts`: "no such test"')).toContain("has no no such test");
		expect(problemOf('`unit/nothing.test.ts`: "x"')).toContain("there is no test/unit/nothing.test.ts");
		expect(problemOf('check: "nothing"')).toContain("no step");
		expect(problemOf('bench: "nothing"')).toContain("no benchmark");
		expect(problemOf("it is so")).toContain("not of a form");
		expect(problemOf("not built: later")).toContain("not of a form");
	});
});
