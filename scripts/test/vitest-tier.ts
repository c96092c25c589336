import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { add, type Counts, NONE, type RunState } from "./counts.ts";
import { type Output, ROOT, runNode } from "./run-process.ts";

/** Longer than a test and its hooks may take. */
const SILENCE_LIMIT_MS = 400_000;
const WATCH_INTERVAL_MS = 1_000;

/** Nothing if vitest ended before it could write it. */
function readState(file: string): RunState {
	try {
		return JSON.parse(readFileSync(file, "utf8")) as RunState;
	} catch {
		return { counts: NONE, unfinished: [] };
	}
}

/** Aborts once the file has not changed for the limit: a test file hangs, or vitest does not end. */
function watchProgress(file: string, limitMs: number): { silence: AbortSignal; stop(): void } {
	const silence = new AbortController();
	const startedAt = Date.now();
	const timer = setInterval(() => {
		const changedAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? startedAt;
		if (Date.now() - changedAt > limitMs) silence.abort();
	}, WATCH_INTERVAL_MS);
	return { silence: silence.signal, stop: () => clearInterval(timer) };
}

/** `output` is empty unless it was collected. */
export interface VitestRun {
	counts: Counts;
	output: string;
}

/**
 * Runs vitest projects. A run that exits with an error although nothing failed counts as one failure.
 *
 * Files that had not ended when the run made no progress any more run once again. Those that hang again are failures.
 *
 * @param project the name of a project, in which `*` stands for any characters
 * @param files test files, relative to the root; every file of the project if absent
 */
export async function runVitest(project: string, shown: Output, files: string[] = []): Promise<VitestRun> {
	const argsFor = (paths: readonly string[]) => [
		"run",
		"--project",
		project,
		"--reporter=default",
		"--reporter=./scripts/test/counting-reporter.ts",
		// vitest matches a relative path anywhere in a file's path, an absolute one only at its start.
		...paths.map((path) => join(ROOT, path)),
	];
	const script = "node_modules/vitest/vitest.mjs";
	return runReported(project, { script, argsFor, files, shown });
}

type ReportedRun = {
	script: string;
	argsFor: (files: readonly string[]) => string[];
	files: readonly string[];
	shown: Output;
	/** How long the script may make no progress. */
	silenceLimitMs?: number;
};

/**
 * Runs a script that reports its counts as `counting-reporter.ts` does, as `runVitest` describes.
 *
 * @param name in the words about failures
 */
export async function runReported(name: string, options: ReportedRun): Promise<VitestRun> {
	const first = await runOnce(name, options);
	if (first.hung.length === 0) return first;
	const notice = `\n${hangsOf(name, first.hung, options).join("\n")}\nThese files run once again.\n`;
	if (options.shown === "shown") console.log(notice);
	const second = await runOnce(name, { ...options, files: first.hung });
	const failures = hangsOf(name, second.hung, options);
	return {
		counts: [second.counts, { ...NONE, failed: failures.length, failures }].reduce(add, first.counts),
		output: first.output + notice + second.output,
	};
}

/** `hung`: files that had not ended when the run made no progress any more. Their tests do not count. */
async function runOnce(
	name: string,
	{ script, argsFor, files, shown, silenceLimitMs = SILENCE_LIMIT_MS }: ReportedRun,
): Promise<VitestRun & { hung: readonly string[] }> {
	const directory = mkdtempSync(join(tmpdir(), "replevin-test-"));
	const file = join(directory, "counts.json");
	const { silence, stop } = watchProgress(file, silenceLimitMs);
	try {
		const run = { env: { REPLEVIN_TEST_COUNTS: file }, signal: silence };
		const { code, output } = await runNode(script, argsFor(files), shown, run);
		const { counts, unfinished } = readState(file);
		if (silence.aborted && unfinished.length > 0) return { counts, output, hung: unfinished };
		if (code === 0 || counts.failed > 0) return { counts, output, hung: [] };
		const failure = silence.aborted
			? `${name}: vitest did not end after its last file`
			: `${name}: vitest ended with exit code ${code} and no failed test`;
		return { counts: add(counts, { ...NONE, failed: 1, failures: [failure] }), output, hung: [] };
	} finally {
		stop();
		rmSync(directory, { recursive: true, force: true });
	}
}

function hangsOf(
	name: string,
	files: readonly string[],
	{ silenceLimitMs = SILENCE_LIMIT_MS }: Pick<ReportedRun, "silenceLimitMs">,
): string[] {
	const words = `${name} made no progress for ${silenceLimitMs / 1000} s and was ended before this file ended`;
	return files.map((file) => `${file}: ${words}`);
}
