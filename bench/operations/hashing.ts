/** Hashing and recovery against viem's, in workerd: inside the jrc-hash route, and in a loop of their own. */

import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { intent, newCase } from "../fixtures/cases.ts";
import { post } from "../fixtures/service.ts";
import { type Benchmark, type RunOptions, rateFigure, timeFigure } from "../harness/benchmark.ts";
import { build } from "../harness/build.ts";
import { comparePair } from "../harness/pair.ts";
import { PEERS } from "../harness/paths.ts";
import { type Side, startSide } from "../harness/side.ts";

/** Enough to keep one core of the server busy; answers are CPU alone. */
const CONNECTIONS = 4;

type Hasher = "ours" | "viem" | "raw";

async function withHashers<Name extends Hasher, T>(
	names: readonly Name[],
	work: (sides: Record<Name, Side>) => Promise<T>,
): Promise<T> {
	const sides: Partial<Record<Hasher, Side>> = {};
	try {
		for (const name of names) {
			const built = await build(join(PEERS, "hashing", `${name}.toml`), `${name}.js`);
			sides[name] = await startSide({ name: `hashing-${name}`, build: built });
		}
		return await work(sides as Record<Name, Side>);
	} finally {
		await Promise.all(Object.values(sides).map((side) => side.stop()));
	}
}

/**
 * By number of transactions: the goals of the quality plan, of which one transaction has none of its own, and
 * what is to be left of a raw handler's rate (quality.md "What was measured").
 */
const ROUTES = [
	{ transactions: 1, overViem: 1, overRaw: 0.5 },
	{ transactions: 3, overViem: 2.7, overRaw: 0.5 },
	{ transactions: 1000, overViem: 8, overRaw: 0.5 },
];

export const jrcHash: Benchmark = {
	name: "jrc-hash",
	callOnce: () =>
		withHashers(["ours"], async ({ ours }) => {
			for (const { transactions } of ROUTES) {
				await post(ours, "/jrc-hash", JSON.stringify(intent(transactions)));
			}
		}),
	run: (options) =>
		withHashers(["ours", "viem", "raw"], async ({ ours, viem, raw }) => {
			const figures = [];
			for (const { transactions, overViem, overRaw } of ROUTES) {
				const rivals = [
					{ rival: "viem hashStruct", side: viem, atLeast: overViem },
					{ rival: "raw handler, our hash", side: raw, atLeast: overRaw },
				];
				for (const rival of rivals) figures.push(await compareRoute(ours, rival, transactions, options));
			}
			return figures;
		}),
};

async function compareRoute(
	ours: Side,
	{ rival: name, side: rival, atLeast }: { rival: string; side: Side; atLeast: number },
	transactions: number,
	{ rounds, seconds, say }: RunOptions,
) {
	const body = JSON.stringify(intent(transactions));
	const [answer, expected] = await Promise.all([
		post(ours, "/jrc-hash", body),
		post(rival, "/jrc-hash", body),
	]);
	if (!isDeepStrictEqual(answer, expected)) throw new Error("the two sides answer different hashes");
	const shape = { method: "POST", path: "/jrc-hash", body } as const;
	const comparison = await comparePair(
		{ side: ours, shape },
		{ side: rival, shape },
		{
			rounds,
			load: { connections: CONNECTIONS, until: { seconds } },
			onRound: (round) => say(`jrc-hash, ${transactions} transactions, ${name}: round ${round} of ${rounds}`),
		},
	);
	return rateFigure(comparison, {
		operation: `jrc-hash route, ${transactions} transactions`,
		rival: name,
		goal: { atLeast },
	});
}

const CASES = 20;
/** One request judges every case so often: long enough that its own cost vanishes. */
const TIMES = 10;

async function signedCases(count: number, times: number): Promise<string> {
	const cases = await Promise.all(Array.from({ length: count }, () => newCase(1)));
	return JSON.stringify({ times, cases });
}

export const recover: Benchmark = {
	name: "recover",
	callOnce: () =>
		withHashers(["ours"], async ({ ours }) => void (await post(ours, "/recover", await signedCases(1, 1)))),
	run: ({ rounds, seconds, say }) =>
		withHashers(["ours", "viem"], async ({ ours, viem: rival }) => {
			const shape = { method: "POST", path: "/recover", body: await signedCases(CASES, TIMES) } as const;
			const comparison = await comparePair(
				{ side: ours, shape },
				{ side: rival, shape },
				{
					rounds,
					load: { connections: 1, until: { seconds } },
					onRound: (round) => say(`recover: round ${round} of ${rounds}`),
				},
			);
			const judgement = {
				operation: "hash + recover a NewCase, 1 transaction",
				rival: "viem hashTypedData + recoverAddress",
				goal: { atMost: 0.3 },
			};
			return [timeFigure(comparison, judgement, CASES * TIMES)];
		}),
};
