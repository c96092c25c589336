// recovery-module.md "Tests".
// A small part of `npm run fuzz`: random calls on real Safes, each compared with a model of the rules.
import { expect, test } from "vitest";
import { runFuzz } from "../../../scripts/contracts/run-fuzz.ts";

/** forge starts npm's solc as a script, which Windows cannot. */
const canRun = process.platform !== "win32";

test.runIf(canRun)(
	"module and model agree about random calls, of which enough succeed",
	{ timeout: 120_000 },
	async () => {
		const counts = await runFuzz({ runs: 32, depth: 250, inputs: 256 });
		expect(counts.calls).toBe(32 * 250);
		const { rejectedExecutions: _, ...others } = counts;
		for (const [name, count] of Object.entries(others)) expect(count, name).toBeGreaterThan(0);
	},
);
