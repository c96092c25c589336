/** `npm run fuzz`: a million random calls of the recovery module. */
import { parseArgs } from "node:util";
import { runCommand, wholeNumber } from "./command.ts";
import { runFuzz } from "./contracts/run-fuzz.ts";
import { textTable } from "./text-table.ts";

const DEPTH = 250;
/** Tests of single calls get this part of the calls. */
const INPUT_SHARE = 0.02;
const USAGE = `Usage: npm run fuzz -- [--calls N]

  --calls N  random calls in all (default 1000000)

Compiles the recovery module, and calls it at random on real Safes. Each call is compared with a model of the rules.
Prints what has happened. Ends with 1 if module and model do not agree, with the shortest sequence of calls that shows
it.`;

function parseOptions(args: string[]) {
	const { values } = parseArgs({ args, options: { calls: { type: "string", default: "1000000" } } });
	return { calls: wholeNumber("--calls", values.calls) };
}

await runCommand(USAGE, parseOptions, async ({ calls }) => {
	const runs = Math.ceil(calls / DEPTH);
	const inputs = Math.ceil(calls * INPUT_SHARE);
	const counts = await runFuzz({ runs, depth: DEPTH, inputs });
	const rows = Object.entries(counts).map(([name, count]) => [name, count.toLocaleString("en")]);
	return textTable([["calls", "number"], ...rows]);
});
