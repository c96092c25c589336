import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Counts } from "./counts.ts";
import { runNode } from "./run-process.ts";

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

/**
 * The vitest projects of a name (`chaos*` for all that begin so), with vitest's own output. A run that failed
 * without a failed test (a file that does not load, an unhandled error) counts as one failed.
 */
export async function runVitestTier(projects: string): Promise<Counts> {
	const directory = mkdtempSync(join(tmpdir(), "replevin-test-"));
	try {
		const file = join(directory, "report.json");
		const args = [
			"run",
			"--project",
			projects,
			"--reporter=default",
			"--reporter=json",
			`--outputFile.json=${file}`,
		];
		const { code } = await runNode("node_modules/vitest/vitest.mjs", args, "shown");
		const report = readReport(file);
		const failed = report?.numFailedTests ?? 0;
		return {
			passed: report?.numPassedTests ?? 0,
			failed: failed === 0 && (code !== 0 || report?.success !== true) ? 1 : failed,
			skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
		};
	} finally {
		rmSync(directory, { recursive: true, force: true });
	}
}
