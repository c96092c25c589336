/**
 * Measures two sides under the same load in one run. The order is shuffled in each round, so that other work of the
 * machine affects both alike. The result is the median of the paired ratios.
 */
import { type Load, type Measured, measure, type RequestShape } from "./load.ts";
import type { Side } from "./side.ts";
import { median } from "./stats.ts";

/** The load of one side. */
export type Subject = { side: Side; shape: RequestShape };

export type Comparison = {
	ours: Measured;
	rival: Measured;
	/** Our rate over the rival's, one per round. */
	rateRatios: number[];
	/** Our CPU per answer over the rival's, one per round. */
	cpuRatios: number[];
};

export type PairOptions = {
	rounds: number;
	load: Load;
	/** Unmeasured load, so that both sides have compiled their code; a round's load by default. */
	warmUp?: Load;
	onRound?: (round: number) => void;
};

export async function comparePair(
	ours: Subject,
	rival: Subject,
	{ rounds, load, warmUp = load, onRound }: PairOptions,
): Promise<Comparison> {
	for (const { side, shape } of [ours, rival]) await measure(side, shape, warmUp);
	const pairs: { ours: Measured; rival: Measured }[] = [];
	for (let round = 1; round <= rounds; round++) {
		onRound?.(round);
		const oursFirst = Math.random() < 0.5;
		const first = await measure((oursFirst ? ours : rival).side, (oursFirst ? ours : rival).shape, load);
		const second = await measure((oursFirst ? rival : ours).side, (oursFirst ? rival : ours).shape, load);
		pairs.push(oursFirst ? { ours: first, rival: second } : { ours: second, rival: first });
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
