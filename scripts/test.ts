/**
 * `npm test`: runs every tier in order, even after a failure, and ends with one line of counts. The exit code is 0
 * only if nothing failed. On an idle machine the chaos tests, which mostly wait for processes, run in parallel with
 * the tiers before them; their output is shown in its turn.
 */
import { globSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { onEnd } from "./lifeline.ts";
import { runCheckTier } from "./test/check-tier.ts";
import { add, type Counts, inWords, NONE } from "./test/counts.ts";
import { endAll, type Output, ROOT } from "./test/run-process.ts";
import { type Selection, selectTests, TIER_NAMES, type TierName } from "./test/selection.ts";
import { runVitest, type VitestRun } from "./test/vitest-tier.ts";

interface Tier {
	description: string;
	/** The part of the tier that may run in parallel with the tiers before it. */
	runParallelPart?(output: Output): Promise<VitestRun>;
	run(): Promise<Counts>;
	/** The vitest projects of the tier. None for a tier without test files. */
	projects?: string;
}

const countsOf = async (project: string, files: string[] = []) =>
	(await runVitest(project, "shown", files)).counts;

/** On a platform without a browser, the tier says so instead of passing silently. */
async function runInBrowser(project: "e2e" | "looks"): Promise<Counts> {
	const { chromiumPath } = await import("../test/support/browser/chromium.ts");
	if (await chromiumPath()) return countsOf(project);
	console.log("  NOT RUN: there is no Chromium for this platform. CHROMIUM_PATH names one.");
	return NONE;
}

const TIERS: Record<TierName, Tier> = {
	check: { description: "types, format, unused code, generated files", run: runCheckTier },
	unit: { description: "rules, in Node", projects: "unit*", run: () => countsOf("unit*") },
	worker: {
		description: "routes, objects, queues and the API contract, in the Workers runtime",
		projects: "worker",
		run: () => countsOf("worker"),
	},
	chaos: {
		description: "the built service under `npm start`, killed and restarted",
		projects: "chaos*",
		runParallelPart: (output) => runVitest("chaos", output),
		// These tests measure response times, so they run when nothing else does.
		run: () => countsOf("chaos-alone"),
	},
	e2e: {
		description: "the hosted app in a real browser",
		projects: "e2e",
		run: () => runInBrowser("e2e"),
	},
	looks: {
		description: "every page in each theme and width; runs only if it is named",
		projects: "looks",
		run: () => runInBrowser("looks"),
	},
};

const USAGE = `Usage: npm test -- [tier | test file | folder ...]

Tiers, all but looks unless something is named:
${TIER_NAMES.map((name) => `  ${name.padEnd(8)}${TIERS[name].description}`).join("\n")}

A test file or folder is named by its path, from the root or from test/:
  npm test -- unit
  npm test -- test/unit/env.test.ts
  npm test -- unit/kernel worker/audit.test.ts`;

/** Judged by the load of the last minute, which may include the installation. The load is 0 on Windows. */
const isMachineIdle = () => (loadavg()[0] ?? 0) < 1.5 * availableParallelism();

type ParallelPart = VitestRun & { durationMs: number };

async function runParallelPart(tier: Tier, output: Output): Promise<ParallelPart | undefined> {
	const startedAt = Date.now();
	const run = await tier.runParallelPart?.(output);
	return run && { ...run, durationMs: Date.now() - startedAt };
}

interface Result {
	name: TierName;
	counts: Counts;
	durationMs: number;
}

const showTitle = (name: TierName, description: string) => console.log(`\n── ${name}: ${description}\n`);

async function runTiers(names: TierName[]): Promise<Result[]> {
	const isParallel = names.length > 1 && isMachineIdle();
	const started = new Map(
		names.map((name) => [name, isParallel && runParallelPart(TIERS[name], "collected")]),
	);
	const results: Result[] = [];
	for (const name of names) {
		const tier = TIERS[name];
		showTitle(name, tier.description);
		const parallel = await (started.get(name) || runParallelPart(tier, "shown"));
		if (isParallel && parallel) console.log(parallel.output);
		const startedAt = Date.now();
		const own = await tier.run();
		results.push({
			name,
			counts: parallel ? add(parallel.counts, own) : own,
			durationMs: Date.now() - startedAt + (parallel?.durationMs ?? 0),
		});
	}
	return results;
}

async function runFiles(files: Selection["files"]): Promise<Result[]> {
	const results: Result[] = [];
	for (const [name, paths] of files) {
		const startedAt = Date.now();
		showTitle(name, paths.join(", "));
		const counts = await countsOf(TIERS[name].projects ?? name, paths);
		results.push({ name, counts, durationMs: Date.now() - startedAt });
	}
	return results;
}

async function main({ tiers, files }: Selection): Promise<number> {
	const results = [...(await runTiers(tiers)), ...(await runFiles(files))];
	const lines = results.map(
		({ name, counts, durationMs }) =>
			`  ${name.padEnd(8)}${inWords(counts)} (${Math.round(durationMs / 1000)} s)`,
	);
	const total = results.reduce((sum, { counts }) => add(sum, counts), NONE);
	const failures = total.failures.map((failure) => `  ✗ ${failure}\n`).join("");
	console.log(`\n${failures && `${failures}\n`}${lines.join("\n")}\n\n${inWords(total)}`);
	return total.failed === 0 ? 0 : 1;
}

const args = process.argv.slice(2);
if (args.includes("--help")) {
	console.log(USAGE);
	process.exit(0);
}
const testFiles = globSync("test/**/*.test.ts", { cwd: ROOT }).map((file) => file.replaceAll("\\", "/"));
const selection = selectTests(args, testFiles.sort());
if ("unknown" in selection) {
	console.error(`No tier and no test file is named ${selection.unknown}.\n\n${USAGE}`);
	process.exit(2);
}
// A run that was interrupted has not passed.
onEnd(130, async () => endAll());
process.exitCode = await main(selection);
