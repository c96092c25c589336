/** Hashing and recovery against viem's, in workerd: inside the jrc-hash route, and in a loop of their own. */
import { isDeepStrictEqual } from "node:util";
import { intent, newCase } from "../fixtures/cases.ts";
import { post } from "../fixtures/service.ts";
import { type Benchmark, type RunOptions, rateFigure, timeFigure } from "../harness/benchmark.ts";
import { comparePair } from "../harness/pair.ts";
import { type Side, startPeer, withSides } from "../harness/side.ts";

/** Enough to keep one core of the server busy; responses are CPU alone. */
const CONNECTIONS = 4;

const hasher = (file: "ours" | "viem" | "raw") => () => startPeer("hashing", { file });
const OURS = { ours: hasher("ours") };

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
		withSides(OURS, async ({ ours }) => {
			for (const { transactions } of ROUTES) {
				await post(ours, "/jrc-hash", JSON.stringify(intent(transactions)));
			}
		}),
	run: (options) =>
		withSides({ ...OURS, viem: hasher("viem"), raw: hasher("raw") }, async ({ ours, viem, raw }) => {
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
	const [response, expected] = await Promise.all([
		post(ours, "/jrc-hash", body),
		post(rival, "/jrc-hash", body),
	]);
	if (!isDeepStrictEqual(response, expected)) throw new Error("the two sides return different hashes");
	const shape = { method: "POST", path: "/jrc-hash", body } as const;
	const comparison = await comparePair(
		{ side: ours, shape },
		{ side: rival, shape },
		{
			...{ name: `jrc-hash, ${transactions} transactions, ${name}`, rounds, say },
			load: { connections: CONNECTIONS, until: { seconds } },
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
		withSides(OURS, async ({ ours }) => void (await post(ours, "/recover", await signedCases(1, 1)))),
	run: ({ rounds, seconds, say }) =>
		withSides({ ...OURS, viem: hasher("viem") }, async ({ ours, viem: rival }) => {
			const shape = { method: "POST", path: "/recover", body: await signedCases(CASES, TIMES) } as const;
			const comparison = await comparePair(
				{ side: ours, shape },
				{ side: rival, shape },
				{
					...{ name: "recover", rounds, say },
					load: { connections: 1, until: { seconds } },
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
