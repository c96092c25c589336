/**
 * `npm test`: every tier in order, whatever the ones before brought, and at the end one line of counts that
 * stands alone. The exit code is 0 only if nothing failed.
 */
import { onEnd } from "./lifeline.ts";
import { runCheckTier } from "./test/check-tier.ts";
import { add, type Counts, inWords, NONE } from "./test/counts.ts";
import { endAll } from "./test/run-process.ts";
import { runVitestTier } from "./test/vitest-tier.ts";

const TIERS: Record<string, { what: string; run(): Promise<Counts> }> = {
	check: { what: "types, format, unused code, generated files", run: runCheckTier },
	unit: { what: "rules, in Node", run: () => runVitestTier("unit*") },
	worker: {
		what: "routes, objects, queues and the API contract, in the Workers runtime",
		run: () => runVitestTier("worker"),
	},
	chaos: {
		what: "the built service under `npm start`, killed and restarted",
		run: () => runVitestTier("chaos*"),
	},
};

const USAGE = `Usage: npm test -- [tier ...]

Tiers, all unless some are named:
${Object.entries(TIERS)
	.map(([name, { what }]) => `  ${name.padEnd(8)}${what}`)
	.join("\n")}`;

async function main(names: string[]): Promise<number> {
	let total = NONE;
	const lines: string[] = [];
	for (const [name, tier] of Object.entries(TIERS)) {
		if (names.length > 0 && !names.includes(name)) continue;
		console.log(`\n── ${name}: ${tier.what}\n`);
		const started = Date.now();
		const counts = await tier.run();
		total = add(total, counts);
		lines.push(`  ${name.padEnd(8)}${inWords(counts)} (${Math.round((Date.now() - started) / 1000)} s)`);
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
