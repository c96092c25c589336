/** A run of tests that hangs ends by itself, and says which files had not ended. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runReported } from "../../../scripts/test/vitest-tier.ts";

let directory: string;
beforeAll(() => {
	directory = mkdtempSync(join(tmpdir(), "replevin-hang-"));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const SILENCE_LIMIT_MS = 1_500;
const words = "worker made no progress for 1.5 s and was ended before this file ended";

/** @param unfinished test files that have not ended when the run hangs */
const run = (unfinished: string[], clockFile: string) =>
	runReported("worker", {
		script: "test/support/faults/hang.ts",
		argsFor: (files) => [JSON.stringify(unfinished), clockFile, ...files],
		files: [],
		shown: "collected",
		silenceLimitMs: SILENCE_LIMIT_MS,
	});

it("runs the files again that had not ended when the run hung", async () => {
	const { counts, output } = await run(["mended"], join(directory, "mended"));
	expect(counts).toEqual({ passed: 5, failed: 0, skipped: 0, failures: [] });
	expect(output).toContain(`mended: ${words}`);
});

it("fails for a file that hangs twice", async () => {
	const { counts } = await run(["test/a.test.ts"], join(directory, "twice"));
	expect(counts).toEqual({ passed: 4, failed: 1, skipped: 0, failures: [`test/a.test.ts: ${words}`] });
});

it("fails for a run that does not end after its last file, and ends its children", async () => {
	const clockFile = join(directory, "clock");
	const { counts } = await run([], clockFile);
	expect(counts.failures).toEqual(["worker: vitest did not end after its last file"]);
	const last = readFileSync(clockFile, "utf8");
	await setTimeout(300);
	expect(readFileSync(clockFile, "utf8")).toBe(last);
});

it("fails for a run that exits with an error although nothing failed", async () => {
	const script = "test/support/faults/missing.ts";
	const { counts } = await runReported("unit", { script, argsFor: () => [], files: [], shown: "collected" });
	expect(counts.failures).toEqual(["unit: vitest ended with exit code 1 and no failed test"]);
});
