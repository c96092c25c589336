/** Checks of the repository that need no running service: types, format, generated files (quality.md "Tiers"). */
import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, it } from "vitest";
import { SCHEMA_GENERATION } from "../../src/db/generation.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const TSC = "node_modules/typescript/bin/tsc";
const DRIZZLE = "node_modules/drizzle-kit/bin.cjs";
const OUTPUT_LIMIT = 64 * 1024 * 1024;

const env = {
	...process.env,
	FORCE_COLOR: "0",
	// No telemetry and no checks for updates.
	WRANGLER_SEND_METRICS: "false",
	WRANGLER_HIDE_BANNER: "true",
	REDOCLY_TELEMETRY: "off",
	REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
};

/** The output of a tool that fails, or nothing. */
const problemOf = ([script = "", ...args]: string[]) =>
	new Promise<string>((resolve) => {
		const options = { cwd: ROOT, env, maxBuffer: OUTPUT_LIMIT };
		const line = ["--disable-warning=ExperimentalWarning", script, ...args];
		execFile(process.execPath, line, options, (error, stdout, stderr) => {
			resolve(error === null ? "" : `${stdout}${stderr}`.trim() || error.message);
		});
	});

// The longest is first, because two run in parallel. One thread each, because every further thread of a compiler
// checks the libraries' types again.
const TOOLS: [name: string, ...line: string[]][] = [
	["types: tests", TSC, "-p", "test", "--singleThreaded"],
	["types: worker", TSC, "-p", "tsconfig.json", "--singleThreaded"],
	["types: scripts", TSC, "-p", "scripts", "--singleThreaded"],
	["types: scripts of pages", TSC, "-p", "src/web/browser", "--singleThreaded"],
	["types: tests in a browser", TSC, "-p", "test/e2e", "--singleThreaded"],
	["types: SDK", TSC, "-p", "sdk", "--singleThreaded"],
	["types: command line of the SDK", TSC, "-p", "sdk/cli", "--singleThreaded"],
	["format and lint", "node_modules/@biomejs/biome/bin/biome", "ci", "."],
	["unused code and dependencies", "node_modules/knip/bin/knip.js", "--no-progress"],
	[
		"generated: binding types",
		"node_modules/wrangler/bin/wrangler.js",
		"types",
		"--check",
		"--include-runtime=false",
		"--strict-vars=false",
	],
	["generated: OpenAPI document", "scripts/openapi.ts", "--check"],
	["generated: versions of the terms", "scripts/terms.ts", "--check"],
	["generated: the recovery module", "scripts/contracts/build.ts", "--check"],
	["OpenAPI document: Redocly", "node_modules/@redocly/cli/bin/cli.js", "lint", "public/api/v1/openapi.json"],
	["OpenAPI document: Spectral", "scripts/lint-openapi.ts"],
	["lock files: every platform, every hash", "scripts/lock-platforms.ts", "--check"],
];

const INSERT_GENERATION = `--> statement-breakpoint
INSERT INTO \`schema_generation\` (\`id\`, \`generation\`) VALUES (1, ${SCHEMA_GENERATION});
`;

const sqlIn = (folder: string) =>
	readdirSync(folder)
		.filter((name) => name.endsWith(".sql"))
		.map((name) => readFileSync(join(folder, name), "utf8"));

describe.concurrent("the repository", () => {
	it.for(TOOLS)("%s", async ([, ...line], { expect }) => {
		const problem = await problemOf(line);
		expect(problem === "", problem).toBe(true);
	});

	it("every script of package.json takes a Node that runs it", ({ expect }) => {
		const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
		const others = Object.entries(scripts).filter(
			([, line]) => !/^node scripts\/bootstrap\.mjs /.test(`${line}`),
		);
		expect(others).toEqual([]);
	});

	it("generated: the D1 migration is that of the schema in code", async ({ expect }) => {
		// drizzle-kit has no check, so it writes into an empty folder.
		const fresh = join(ROOT, ".wrangler", "tmp", `migrations-${process.pid}`);
		mkdirSync(fresh, { recursive: true });
		try {
			const options = ["--dialect", "sqlite", "--schema", "src/db/schema.ts", "--out", relative(ROOT, fresh)];
			expect(await problemOf([DRIZZLE, "generate", ...options])).toBe("");
			const expected = sqlIn(fresh).map((sql) => `${sql}${INSERT_GENERATION}`);
			expect(sqlIn(join(ROOT, "migrations")), "generate the migration again by CONTRIBUTING.md").toEqual(
				expected,
			);
		} finally {
			rmSync(fresh, { recursive: true, force: true });
		}
	});
});
