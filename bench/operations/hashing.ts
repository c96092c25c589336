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

type Sides = { ours: Side; rival: Side };

async function withHashers<T>(work: (sides: Sides) => Promise<T>): Promise<T> {
	const start = async (name: "ours" | "viem") =>
		startSide({
			name: `hashing-${name}`,
			build: await build(join(PEERS, "hashing", `${name}.toml`), `${name}.js`),
		});
	const ours = await start("ours");
	const rival = await start("viem");
	try {
		return await work({ ours, rival });
	} finally {
		await Promise.all([ours.stop(), rival.stop()]);
	}
}

/** The goals of the quality plan, by number of transactions; one transaction has none of its own. */
const ROUTES = [
	{ transactions: 1, atLeast: 1 },
	{ transactions: 3, atLeast: 2.7 },
	{ transactions: 1000, atLeast: 8 },
];

export const jrcHash: Benchmark = {
	name: "jrc-hash",
	run: (options) =>
		withHashers(async (sides) => {
			const figures = [];
			for (const route of ROUTES) figures.push(await compareRoute(sides, route, options));
			return figures;
		}),
};

async function compareRoute(
	{ ours, rival }: Sides,
	{ transactions, atLeast }: (typeof ROUTES)[number],
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
			onRound: (round) => say(`jrc-hash, ${transactions} transactions: round ${round} of ${rounds}`),
		},
	);
	return rateFigure(comparison, {
		operation: `jrc-hash route, ${transactions} transactions`,
		rival: "viem hashStruct",
		goal: { atLeast },
	});
}

const CASES = 20;
/** One request judges every case so often: long enough that its own cost vanishes. */
const TIMES = 10;

export const recover: Benchmark = {
	name: "recover",
	run: ({ rounds, seconds, say }) =>
		withHashers(async ({ ours, rival }) => {
			const cases = await Promise.all(Array.from({ length: CASES }, () => newCase(1)));
			const shape = {
				method: "POST",
				path: "/recover",
				body: JSON.stringify({ times: TIMES, cases }),
			} as const;
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
