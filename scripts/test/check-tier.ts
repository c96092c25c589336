/** The check tier: everything about the repository that can be known without running the service. */
import { cpSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import type { Counts } from "./counts.ts";
import { ROOT, runNode } from "./run-process.ts";

interface Step {
	name: string;
	/** What is wrong, or `undefined`. */
	run(): Promise<string | undefined>;
}

const CONCURRENCY = 2;

/** A tool that fails with an exit code other than 0. */
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

/** Generates into a copy: the schema in code must need no migration beyond the committed ones. */
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
	// Two steps run at once, so the longest is first; each of several threads of one would check the libraries' types
	// again.
	tool("types: tests", TSC, "-p", "test", "--singleThreaded"),
	tool("types: worker", TSC, "-p", "tsconfig.json", "--singleThreaded"),
	tool("types: scripts", TSC, "-p", "scripts", "--singleThreaded"),
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
		"OpenAPI document is valid",
		"node_modules/@redocly/cli/bin/cli.js",
		"lint",
		"public/api/v1/openapi.json",
	),
	tool("lock file covers every platform", "scripts/lock-platforms.ts", "--check"),
];

/** Runs every step, two at a time; what a failed one printed is shown. */
export async function runCheckTier(): Promise<Counts> {
	const waiting = [...STEPS];
	const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
	const work = async () => {
		for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
			const started = Date.now();
			const wrong = await step.run();
			const seconds = ((Date.now() - started) / 1000).toFixed(1);
			counts[wrong === undefined ? "passed" : "failed"] += 1;
			console.log(
				wrong === undefined
					? ` ✓ ${step.name} (${seconds} s)`
					: ` ✗ ${step.name} (${seconds} s)\n\n${wrong}\n`,
			);
		}
	};
	await Promise.all(Array.from({ length: CONCURRENCY }, work));
	return counts;
}
