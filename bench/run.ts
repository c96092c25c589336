/**
 * `npm run bench`: measures the main operations beside a rival in the same run. Each side is a Worker built like a
 * deployment, served by workerd in its own process. Exits with 1 if a goal is missed.
 */
import { rmSync } from "node:fs";
import { relative } from "node:path";
import { parseArgs } from "node:util";
import { positiveNumber, runCommand, wholeNumber } from "../scripts/command.ts";
import { WORK } from "./harness/paths.ts";
import { benchmarks } from "./operations/benchmarks.ts";
import { resultsFile, runAndReport } from "./report.ts";

const USAGE = `Usage: npm run bench -- [NAME…] [--rounds N] [--seconds S]

  NAME         ${benchmarks.map(({ name }) => name).join(", ")}; all if absent
  --rounds N   pairs of measurements (default 6)
  --seconds S  length of each measurement (default 4)

webhooks needs redis-server on the PATH, for its rival (Debian and Ubuntu: apt-get install redis-server).

The environment variable BENCH_STATES names a directory for the states of the servers, which are deleted
afterwards; they are below .wrangler/bench otherwise.`;

function parseOptions(args: string[]) {
	const { values, positionals } = parseArgs({
		args,
		allowPositionals: true,
		options: {
			rounds: { type: "string", default: "6" },
			seconds: { type: "string", default: "4" },
		},
	});
	const rounds = wholeNumber("--rounds", values.rounds);
	const seconds = positiveNumber("--seconds", values.seconds);
	const unknown = positionals.find((name) => !benchmarks.some((benchmark) => benchmark.name === name));
	if (unknown !== undefined) throw new Error(`there is no benchmark ${unknown}`);
	const chosen = benchmarks.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
	return { rounds, seconds, chosen };
}

async function measureAll(options: ReturnType<typeof parseOptions>): Promise<string> {
	const say = (line: string) => process.stderr.write(`${line}\n`);
	const file = resultsFile();
	const print = (text: string) => process.stdout.write(text);
	const figures = await runAndReport(options.chosen, { ...options, say }, { file, print });
	if (figures.some(({ held }) => !held)) process.exitCode = 1;
	return relative(process.cwd(), file);
}

await runCommand(USAGE, parseOptions, (options) =>
	measureAll(options).finally(() => rmSync(WORK, { recursive: true, force: true })),
);
