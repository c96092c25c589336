/**
 * Measures two sides under the same load in one run. The order is shuffled in each round, so that other work of the
 * machine affects both alike. The result is the median of the paired ratios.
 */
import { median } from "../../scripts/stats.ts";
import { type Load, type Measured, measure, type RequestShape } from "./load.ts";
import type { Side } from "./side.ts";

/** The load of one side. */
export type Subject = { side: Side; shape: RequestShape };

export type Comparison = {
	ours: Measured;
	rival: Measured;
	/** Our rate over the rival's, one per round. */
	rateRatios: number[];
	/** Our CPU per response over the rival's, one per round. */
	cpuRatios: number[];
};

export type PairOptions = { name: string; rounds: number; load: Load; say(line: string): void };

/** Calls each function once, in shuffled order, so that neither side is always the first. */
export async function inShuffledOrder<Name extends string, T>(
	calls: Readonly<Record<Name, () => Promise<T>>>,
): Promise<Record<Name, T>> {
	const order = (Object.keys(calls) as Name[])
		.map((name) => ({ name, at: Math.random() }))
		.sort((a, b) => a.at - b.at);
	const results: Partial<Record<Name, T>> = {};
	for (const { name } of order) results[name] = await calls[name]();
	return results as Record<Name, T>;
}

export async function comparePair(
	ours: Subject,
	rival: Subject,
	{ name, rounds, load, say }: PairOptions,
): Promise<Comparison> {
	const round = () =>
		inShuffledOrder({
			ours: () => measure(ours.side, ours.shape, load),
			rival: () => measure(rival.side, rival.shape, load),
		});
	// Both sides compile their code in a round that does not count.
	await round();
	const pairs: Awaited<ReturnType<typeof round>>[] = [];
	while (pairs.length < rounds) {
		say(`${name}: round ${pairs.length + 1} of ${rounds}`);
		pairs.push(await round());
	}
	return {
		ours: middleOf(pairs.map((pair) => pair.ours)),
		rival: middleOf(pairs.map((pair) => pair.rival)),
		rateRatios: pairs.map((pair) => pair.ours.rate / pair.rival.rate),
		cpuRatios: pairs.map((pair) => pair.ours.cpuMs / pair.rival.cpuMs),
	};
}

function middleOf(rounds: readonly Measured[]): Measured {
	const of = (key: keyof Measured) => median(rounds.map((round) => round[key]));
	return {
		rate: of("rate"),
		cpuMs: of("cpuMs"),
		p50Ms: of("p50Ms"),
		p99Ms: of("p99Ms"),
		clientShare: of("clientShare"),
	};
}
