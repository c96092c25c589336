/** The check tier: checks of the repository that need no running service. */
import { cpSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { add, type Counts, NONE } from "./counts.ts";
import { ROOT, runNode } from "./run-process.ts";

interface Step {
	name: string;
	/** The problem, or `undefined` if there is none. */
	run(): Promise<string | undefined>;
}

const CONCURRENCY = 2;

/** A step that passes if the tool exits with 0. */
function tool(name: string, script: string, ...args: string[]): Step {
	return {
		name,
		async run() {
			const { code, output } = await runNode(script, args, "collected");
			return code === 0 ? undefined : `${output.trim()}\n(exit code ${code})`;
		},
	};
}

const TSC = "node_modules/typescript/bin/tsc";
const DRIZZLE = "node_modules/drizzle-kit/bin.cjs";

/** Generates a migration into a copy of the folder, to see that the committed ones cover the schema in code. */
async function migrationDrift(): Promise<string | undefined> {
	const copy = join(ROOT, ".wrangler", "tmp", `migrations-${process.pid}`);
	mkdirSync(copy, { recursive: true });
	try {
		cpSync(join(ROOT, "migrations"), copy, { recursive: true });
		const before = readdirSync(copy).length;
		const args = [
			"generate",
			"--dialect",
			"sqlite",
			"--schema",
			"src/db/schema.ts",
			"--out",
			relative(ROOT, copy),
		];
		const { code, output } = await runNode(DRIZZLE, args, "collected");
		if (code !== 0) return output;
		return readdirSync(copy).length === before
			? undefined
			: "src/db/schema.ts and migrations/ differ: run `npm run generate:migration` and commit the new file";
	} finally {
		rmSync(copy, { recursive: true, force: true });
	}
}

const STEPS: Step[] = [
	// Two steps run in parallel, so the longest is first. One thread each, because every further thread of a compiler
	// checks the libraries' types again.
	tool("types: tests", TSC, "-p", "test", "--singleThreaded"),
	tool("types: worker", TSC, "-p", "tsconfig.json", "--singleThreaded"),
	tool("types: scripts", TSC, "-p", "scripts", "--singleThreaded"),
	tool("types: scripts of pages", TSC, "-p", "src/web/browser", "--singleThreaded"),
	tool("types: tests in a browser", TSC, "-p", "test/e2e", "--singleThreaded"),
	tool("types: SDK", TSC, "-p", "sdk", "--singleThreaded"),
	tool("types: command line of the SDK", TSC, "-p", "sdk/cli", "--singleThreaded"),
	tool("format and lint", "node_modules/@biomejs/biome/bin/biome", "ci", "."),
	tool("unused code and dependencies", "node_modules/knip/bin/knip.js", "--no-progress"),
	tool(
		"generated: binding types",
		"node_modules/wrangler/bin/wrangler.js",
		"types",
		"--check",
		"--include-runtime=false",
		"--strict-vars=false",
	),
	{ name: "generated: D1 migrations", run: migrationDrift },
	tool("generated: OpenAPI document", "scripts/openapi.ts", "--check"),
	tool("generated: versions of the terms", "scripts/terms.ts", "--check"),
	tool(
		"OpenAPI document: Redocly",
		"node_modules/@redocly/cli/bin/cli.js",
		"lint",
		"public/api/v1/openapi.json",
	),
	tool("OpenAPI document: Spectral", "scripts/lint-openapi.ts"),
	tool("lock files: every platform, every hash", "scripts/lock-platforms.ts", "--check"),
];

/** Runs every step, two at a time. Shows the output of a step that failed. */
export async function runCheckTier(): Promise<Counts> {
	const waiting = [...STEPS];
	let counts = NONE;
	const work = async () => {
		for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
			const started = Date.now();
			const problem = await step.run();
			const seconds = ((Date.now() - started) / 1000).toFixed(1);
			const outcome = problem === undefined ? { passed: 1 } : { failed: 1, failures: [step.name] };
			counts = add(counts, { ...NONE, ...outcome });
			console.log(
				problem === undefined
					? ` ✓ ${step.name} (${seconds} s)`
					: ` ✗ ${step.name} (${seconds} s)\n\n${problem}\n`,
			);
		}
	};
	await Promise.all(Array.from({ length: CONCURRENCY }, work));
	return counts;
}
