import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { add, type Counts, NONE } from "./counts.ts";
import { type Output, ROOT, runNode } from "./run-process.ts";

/** `undefined` if vitest ended before it could write them. */
function readCounts(file: string): Counts | undefined {
	try {
		return JSON.parse(readFileSync(file, "utf8")) as Counts;
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
 * Runs vitest projects. A run that exits with an error although nothing failed counts as one failure.
 *
 * @param project the name of a project, in which `*` stands for any characters
 * @param files test files, relative to the root; every file of the project if absent
 */
export async function runVitest(project: string, shown: Output, files: string[] = []): Promise<VitestRun> {
	const directory = mkdtempSync(join(tmpdir(), "replevin-test-"));
	try {
		const file = join(directory, "counts.json");
		const args = [
			"run",
			"--project",
			project,
			"--reporter=default",
			"--reporter=./scripts/test/counting-reporter.ts",
			// vitest matches a relative path anywhere in a file's path, an absolute one only at its start.
			...files.map((path) => join(ROOT, path)),
		];
		const env = { REPLEVIN_TEST_COUNTS: file };
		const { code, output } = await runNode("node_modules/vitest/vitest.mjs", args, shown, { env });
		const counts = readCounts(file) ?? NONE;
		if (code === 0 || counts.failed > 0) return { counts, output };
		const failure = `${project}: vitest ended with exit code ${code} and no failed test`;
		return { counts: add(counts, { ...NONE, failed: 1, failures: [failure] }), output };
	} finally {
		rmSync(directory, { recursive: true, force: true });
	}
}
