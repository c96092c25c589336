/** Runs the fuzz tests of contracts/fuzz by forge: random calls on real Safes, each compared with a model. */
import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { foundryBinary } from "../chain/foundry-binary.ts";

const ROOT = join(import.meta.dirname, "../..");
/** The folder of this process, so that two runs do not disturb each other. */
const FOLDER = `.wrangler/forge/run-${process.pid}`;
const COUNTS = `${FOLDER}/counts.txt`;
const OUTPUT_LIMIT = 64 * 1024 * 1024;
const run = promisify(execFile);

export type FuzzOptions = {
	/** Each run begins with new Safes. */
	readonly runs: number;
	/** Calls of a run. */
	readonly depth: number;
	/** Random inputs for each test that is not a sequence of calls. */
	readonly inputs: number;
};

/** What all runs have done, by the names of Handler.sol. */
export type FuzzCounts = Readonly<Record<string, number>>;

/** @throws Error with forge's output, if a test fails */
export async function runFuzz({ runs, depth, inputs }: FuzzOptions): Promise<FuzzCounts> {
	rmSync(join(ROOT, FOLDER), { recursive: true, force: true });
	mkdirSync(join(ROOT, FOLDER), { recursive: true });
	const env = {
		...process.env,
		FOUNDRY_CONFIG: join(ROOT, "contracts/foundry.toml"),
		FOUNDRY_SOLC: join(ROOT, "scripts/contracts/solc.mjs"),
		FOUNDRY_INVARIANT_RUNS: String(runs),
		FOUNDRY_INVARIANT_DEPTH: String(depth),
		FOUNDRY_FUZZ_RUNS: String(inputs),
		// forge replays failures that it finds here, so that they would come from another run.
		FOUNDRY_INVARIANT_FAILURE_PERSIST_DIR: FOLDER,
		FOUNDRY_FUZZ_FAILURE_PERSIST_DIR: FOLDER,
		FUZZ_COUNTS: COUNTS,
	};
	const args = ["test", "--root", ROOT];
	try {
		await run(foundryBinary("forge"), args, { cwd: ROOT, env, maxBuffer: OUTPUT_LIMIT }).catch(rethrow);
		return sumOf(readFileSync(join(ROOT, COUNTS), "utf8"), runs);
	} finally {
		rmSync(join(ROOT, FOLDER), { recursive: true, force: true });
	}
}

function rethrow(error: Error & { stdout?: string; stderr?: string }): never {
	throw new Error(`forge has failed: ${error.message}\n${error.stdout ?? ""}${error.stderr ?? ""}`);
}

/** forge reports the last run a second time, after all others. */
function sumOf(text: string, runs: number): FuzzCounts {
	const sums: Record<string, number> = {};
	for (const line of text.trim().split("\n").slice(0, runs))
		for (const [, name = "", value] of line.matchAll(/(\w+)=(\d+)/g))
			sums[name] = (sums[name] ?? 0) + Number(value);
	return sums;
}
