/** A run of tests that hangs or breaks off has failed, and its end names the files (quality.md "Tiers"). */
import { expect, it } from "vitest";
import { runReported, sum } from "../../../scripts/test/run-reported.ts";

const run = async (...args: string[]) =>
	sum((await runReported(["test/support/faults/hang.ts", ...args], { silenceLimitMs: 1_500 })).values());

it("ends a run that hangs, and counts each file that had not ended as a failure", async () => {
	const failures = ["a", "b"].map(
		(file) => `${file}: vitest made no progress for 1.5 s before this file ended`,
	);
	expect(await run("a", "b")).toEqual({ passed: 2, failed: 2, skipped: 0, failures });
});

it("fails for a run that breaks off", async () => {
	const failures = ["a: vitest exited with code 3 before this file ended"];
	expect(await run("broken", "a")).toEqual({ passed: 2, failed: 1, skipped: 0, failures });
});

it("fails for a run that exits with an error although nothing failed", async () => {
	const failures = ["vitest exited with code 3 after its last file, and no test failed"];
	expect(await run("broken")).toEqual({ passed: 2, failed: 1, skipped: 0, failures });
});
