/** Writes the table of a run, and its JSON with all measurements. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg, release, totalmem } from "node:os";
import { join } from "node:path";
import { textTable } from "../scripts/text-table.ts";
import {
	type Benchmark,
	type Figure,
	failedFigure,
	type Goal,
	type RunOptions,
} from "./harness/benchmark.ts";
import { RESULTS, ROOT } from "./harness/paths.ts";

const HEADINGS = ["operation", "ours", "rival", "", "ratio", "spread", "goal", "CPU ratio", "held"];

const number = (value: number) =>
	Number.isNaN(value) ? "–" : value < 10 ? value.toFixed(2) : value.toFixed(1);
const goalText = (goal: Goal) => ("atLeast" in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`);

function cellsOf(figure: Figure): string[] {
	const { cpuRatio, cpuGoal } = figure;
	const cpu = cpuRatio === null ? "–" : number(cpuRatio) + (cpuGoal ? ` (${goalText(cpuGoal)})` : "");
	return [
		figure.operation,
		figure.ours,
		figure.theirs,
		figure.rival,
		number(figure.ratio),
		figure.spread.map(number).join("–"),
		goalText(figure.goal),
		cpu,
		figure.held ? "yes" : "NO",
	];
}

function table(figures: readonly Figure[]): string {
	return textTable([HEADINGS, ...figures.map(cellsOf)]);
}

function versionOf(name: string): string {
	const file = join(ROOT, "node_modules", name, "package.json");
	return JSON.parse(readFileSync(file, "utf8")).version;
}

/** The commit of the working tree, with `+` if files differ from it. */
function commit(): string {
	try {
		const git = (...args: string[]) => execFileSync("git", args, { cwd: ROOT, encoding: "utf8" }).trim();
		const changed = git("status", "--porcelain", "--untracked-files=no", "--", "src", "durable");
		return git("rev-parse", "--short", "HEAD") + (changed === "" ? "" : "+");
	} catch {
		return "unknown";
	}
}

/** The path of a new file for the results of a run. */
export function resultsFile(): string {
	mkdirSync(RESULTS, { recursive: true });
	return join(RESULTS, `${new Date().toISOString().replace(/\W/g, "-")}.json`);
}

/** Prints and keeps the figures of each benchmark as they come, because a run takes long and may be ended. */
export async function runAndReport(
	benchmarks: readonly Benchmark[],
	options: RunOptions,
	{ file, print }: { file: string; print: (text: string) => void },
): Promise<Figure[]> {
	const { rounds, seconds } = options;
	const figures: Figure[] = [];
	for (const benchmark of benchmarks) {
		const measured = await benchmark.run(options).catch((error) => [failedFigure(benchmark, error)]);
		figures.push(...measured);
		writeResults(file, figures, { rounds, seconds });
		print(`\n${table(measured)}\n\n`);
	}
	return figures;
}

/** Writes the figures so far in the place of those before. */
function writeResults(
	file: string,
	figures: readonly Figure[],
	options: { rounds: number; seconds: number },
): void {
	const at = new Date().toISOString();
	const processors = cpus();
	const results = {
		at,
		commit: commit(),
		machine: {
			processor: processors[0]?.model ?? "unknown",
			cores: processors.length,
			memoryGiB: Math.round(totalmem() / 2 ** 30),
			/**
			 * Load averages over 1, 5 and 15 minutes. Above the number of cores, other processes took part in the
			 * figures.
			 */
			loadAverages: loadavg(),
			system: `${process.platform} ${release()} ${process.arch}`,
		},
		versions: {
			node: process.version,
			...Object.fromEntries(
				["workerd", "miniflare", "wrangler", "viem", "hono", "zod"].map((name) => [name, versionOf(name)]),
			),
		},
		options,
		figures,
	};
	writeFileSync(file, `${JSON.stringify(results, null, "\t")}\n`);
}
