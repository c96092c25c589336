import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Counts } from "./counts.ts";
import { type Output, ROOT, runNode } from "./run-process.ts";

/** The fields of vitest's JSON report that are read here. */
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

/** `output` is empty unless it was collected. */
export interface VitestRun {
	counts: Counts;
	output: string;
}

/**
 * Runs vitest projects. A run that fails without a failed test (a file that does not load, an unhandled error)
 * counts as one failure.
 *
 * @param project the name of a project, in which `*` stands for any characters
 * @param files test files, relative to the root; every file of the project if absent
 */
export async function runVitest(project: string, shown: Output, files: string[] = []): Promise<VitestRun> {
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
			// vitest matches a relative path anywhere in a file's path, an absolute one only at its start.
			...files.map((path) => join(ROOT, path)),
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
