import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Counts } from "./counts.ts";
import { type Output, runNode } from "./run-process.ts";

/** What is read here of vitest's JSON report. */
interface Report {
	success: boolean;
	numPassedTests: number;
	numFailedTests: number;
	numPendingTests: number;
	numTodoTests: number;
}

function readReport(file: string): Report | undefined {
	try {
		return JSON.parse(readFileSync(file, "utf8")) as Report;
	} catch {
		return undefined;
	}
}

/** What a run brought, and what it printed where that was collected. */
export interface VitestRun {
	counts: Counts;
	output: string;
}

/**
 * A vitest project, with vitest's own output. A run that failed without a failed test (a file that does not
 * load, an unhandled error) counts as one failed.
 */
export async function runVitest(project: string, shown: Output): Promise<VitestRun> {
	const directory = mkdtempSync(join(tmpdir(), "replevin-test-"));
	try {
		const file = join(directory, "report.json");
		const args = [
			"run",
			"--project",
			project,
			"--reporter=default",
			"--reporter=json",
			`--outputFile.json=${file}`,
		];
		const { code, output } = await runNode("node_modules/vitest/vitest.mjs", args, shown);
		const report = readReport(file);
		const failed = report?.numFailedTests ?? 0;
		const counts = {
			passed: report?.numPassedTests ?? 0,
			failed: failed === 0 && (code !== 0 || report?.success !== true) ? 1 : failed,
			skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
		};
		return { counts, output };
	} finally {
		rmSync(directory, { recursive: true, force: true });
	}
}

/** The counts of a project whose output is shown as it comes. */
export async function runVitestTier(project: string): Promise<Counts> {
	return (await runVitest(project, "shown")).counts;
}
