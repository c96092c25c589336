/**
 * `npm test`: every tier in order, whatever the ones before brought, and at the end one line of counts that
 * stands alone. The exit code is 0 only if nothing failed. Where the machine has nothing else to do, what mostly
 * waits runs beside what computes, and is shown when its turn comes.
 */
import { availableParallelism, loadavg } from "node:os";
import { onEnd } from "./lifeline.ts";
import { runCheckTier } from "./test/check-tier.ts";
import { add, type Counts, inWords, NONE } from "./test/counts.ts";
import { endAll, type Output } from "./test/run-process.ts";
import { runVitest, runVitestTier, type VitestRun } from "./test/vitest-tier.ts";

interface Tier {
	what: string;
	/** What of it runs beside the tiers that come before it. */
	beside?(output: Output): Promise<VitestRun>;
	run(): Promise<Counts>;
}

const TIERS: Record<string, Tier> = {
	check: { what: "types, format, unused code, generated files", run: runCheckTier },
	unit: { what: "rules, in Node", run: () => runVitestTier("unit*") },
	worker: {
		what: "routes, objects, queues and the API contract, in the Workers runtime",
		run: () => runVitestTier("worker"),
	},
	chaos: {
		what: "the built service under `npm start`, killed and restarted",
		// It waits for processes most of its time, while the others compute. What measures runs when they are done.
		beside: (output) => runVitest("chaos", output),
		run: () => runVitestTier("chaos-alone"),
	},
};

const USAGE = `Usage: npm test -- [tier ...]

Tiers, all unless some are named:
${Object.entries(TIERS)
	.map(([name, { what }]) => `  ${name.padEnd(8)}${what}`)
	.join("\n")}`;

/** By the load of the last minute, of which installing may be a part; it is unknown, and 0, on Windows. */
const isMachineIdle = () => (loadavg()[0] ?? 0) < 1.5 * availableParallelism();

type Beside = VitestRun & { tookMs: number };

async function runBeside(tier: Tier, output: Output): Promise<Beside | undefined> {
	const startedAt = Date.now();
	const run = await tier.beside?.(output);
	return run && { ...run, tookMs: Date.now() - startedAt };
}

async function main(names: string[]): Promise<number> {
	const chosen = Object.entries(TIERS).filter(([name]) => names.length === 0 || names.includes(name));
	const together = chosen.length > 1 && isMachineIdle();
	const begun = new Map(chosen.map(([name, tier]) => [name, together && runBeside(tier, "collected")]));
	let total = NONE;
	const lines: string[] = [];
	for (const [name, tier] of chosen) {
		console.log(`\n── ${name}: ${tier.what}\n`);
		const beside = await (begun.get(name) || runBeside(tier, "shown"));
		if (together && beside) console.log(beside.output);
		const startedAt = Date.now();
		const own = await tier.run();
		const counts = beside ? add(beside.counts, own) : own;
		total = add(total, counts);
		const tookMs = Date.now() - startedAt + (beside?.tookMs ?? 0);
		lines.push(`  ${name.padEnd(8)}${inWords(counts)} (${Math.round(tookMs / 1000)} s)`);
	}
	console.log(`\n${lines.join("\n")}\n\n${inWords(total)}`);
	return total.failed === 0 ? 0 : 1;
}

const names = process.argv.slice(2);
if (names.some((name) => !(name in TIERS))) {
	console.log(USAGE);
	process.exit(names.includes("--help") ? 0 : 2);
}
// What was cut short has not passed.
onEnd(130, async () => endAll());
process.exitCode = await main(names);
