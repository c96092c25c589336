/** Guides can be pasted twice, and say what the code says (docs-pages.md "Blocks"). */
import { spawnSync } from "node:child_process";
import { globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { codeBlocksOf } from "../../../scripts/docs/code-blocks.ts";
import { statusOfCode } from "../../../src/kernel/errors/app-error.ts";
import { DEFAULT_BUDGETS } from "../../../src/quota/budget-table.ts";
import { fileOf } from "../../support/docs/run-guide.ts";
import { newSampleFolder } from "../../support/reference/sample-run.ts";

const ROOT = join(import.meta.dirname, "../../..");

const documents = ["sdk/README.md", ...globSync("docs/guides/*.md", { cwd: ROOT })];
const blocksIn = (document: string) => codeBlocksOf(readFileSync(join(ROOT, document), "utf8"));

describe("a guide that is pasted twice", () => {
	it("files for a lost account of its own each time, because open cases on one account are limited", () => {
		const fixed = documents.filter((document) =>
			blocksIn(document).some(({ code }) => /lostAccount\W+0x[0-9a-f]{40}/i.test(code)),
		);
		expect(fixed).toEqual([]);
	});

	it("saves each program under a name of its own, because the guides share the quick start's folder", () => {
		const sharing = [...documents, "docs/webhooks.md", "docs/signing.md"];
		const files = sharing.flatMap((document) => blocksIn(document).flatMap((block) => fileOf(block) ?? []));
		expect(files.length).toBeGreaterThan(15);
		expect(files.filter((file, at) => files.indexOf(file) !== at)).toEqual([]);
	});

	it("installs packages in a folder that has its own package.json, also within another package", () => {
		const without = documents.filter((document) => {
			const commands = blocksIn(document).filter(
				({ language, code }) => language === "sh" && code.includes("mkdir"),
			);
			return commands.some(
				({ code }) => /^npm install/m.test(code) && !/^npm init -y\n[\s\S]*^npm install/m.test(code),
			);
		});
		expect(without).toEqual([]);
	});
});

describe("the shell function `field`", () => {
	const written = documents.flatMap((document) =>
		blocksIn(document).flatMap(({ code }) => {
			const [source] = /^field\(\) \{[\s\S]*?^\}$/m.exec(code) ?? [];
			return source === undefined ? [] : [[document, source] as const];
		}),
	);
	const field = (source: string, body: unknown, part: string) =>
		spawnSync("bash", ["-c", `${source}\nfield ${part}`], { input: JSON.stringify(body), encoding: "utf8" });

	it.each(written)("of %s prints a part, or the service's error and fails", (_, source) => {
		const found = field(source, { data: ["a", "b"], user: { id: "u_1" } }, ".user.id");
		expect(found).toMatchObject({ status: 0, stdout: "u_1\n", stderr: "" });
		const error = { code: "AUTHENTICATION_ERROR", message: "Wrong password." };
		const failed = field(source, { error }, ".user.id");
		expect(failed).toMatchObject({ status: 1, stdout: "" });
		expect(failed.stderr).toContain("Wrong password.");
	});
});

it("the programs of the guide of hosted links compile under strict rules", { timeout: 30_000 }, async () => {
	const programs = blocksIn("docs/guides/hosted-links.md").filter(({ language }) => language === "js");
	const named = programs.map(({ code }) => [/^\/\/ (\S+)/.exec(code)?.[1] ?? "", code]);
	const folder = newSampleFolder({}, {});
	expect(named.map(([name]) => name)).toEqual(["recovery-link.mjs", "try-link.mjs"]);
	expect(await folder.problemsOfJavaScript(Object.fromEntries(named))).toBe("");
	folder.remove();
});

it("the guide of errors says what to do for every code", () => {
	const guide = readFileSync(join(ROOT, "docs/guides/errors.md"), "utf8");
	expect(Object.keys(statusOfCode).filter((code) => !guide.includes(`\`${code}\``))).toEqual([]);
	for (const [, status, codes = ""] of guide.matchAll(/^\| (\d{3}) \| ([^|]+) \|/gm)) {
		for (const code of codes.split(", "))
			expect([code, statusOfCode[code.replaceAll("`", "") as never]]).toEqual([code, Number(status)]);
	}
});

it("the guide of limits has the amounts of the code", () => {
	const guide = readFileSync(join(ROOT, "docs/guides/limits.md"), "utf8");
	const { cases, stored_bytes } = DEFAULT_BUDGETS;
	const gibibytes = (bytes: number) => `${bytes / 2 ** 30} GiB`;
	const perDay = (what: string, own: string, more: string) =>
		`| ${what} | developer and day | ${own}; ${more} with an allowed site |`;
	const count = (amount: number) => amount.toLocaleString("en");
	expect(guide).toContain(
		perDay("filed cases", count(cases.amounts.developer), count(cases.amounts.allowed_developer)),
	);
	expect(guide).toContain(
		perDay(
			"stored bytes",
			gibibytes(stored_bytes.amounts.developer),
			gibibytes(stored_bytes.amounts.allowed_developer),
		),
	);
});

it("every guide with a block is followed by a test", () => {
	const test = readFileSync(join(ROOT, "test/chaos/guides.test.ts"), "utf8");
	const guides = readdirSync(join(ROOT, "docs/guides")).map((name) => `docs/guides/${name}`);
	const isBare = (guide: string) => !readFileSync(join(ROOT, guide), "utf8").includes("```");
	expect(guides.filter((guide) => !isBare(guide) && !test.includes(`runGuide("${guide}"`))).toEqual([]);
});
