/** Input of a benchmark, and the figures that it returns. */
import type { Comparison } from "./pair.ts";
import type { Side } from "./side.ts";
import { median } from "./stats.ts";

export type RunOptions = {
	rounds: number;
	/** Length of each side's part of a round. */
	seconds: number;
	/** Progress, one line at a time. */
	say(line: string): void;
};

/** One line of the table. */
export type Figure = {
	operation: string;
	rival: string;
	ours: string;
	theirs: string;
	/** Median of the paired ratios. */
	ratio: number;
	/** The smallest and the largest of them. */
	spread: [number, number];
	goal: Goal;
	cpuRatio: number | null;
	cpuGoal: Goal | null;
	held: boolean;
	/** All measurements, for the JSON file. */
	details: unknown;
};

export type Goal = { atLeast: number } | { atMost: number };

export type Benchmark = {
	name: string;
	run(options: RunOptions): Promise<Figure[]>;
	/**
	 * Makes one call of our side, as `run` measures it, without a rival. `npm test` does it, because nobody runs the
	 * benchmarks after each change.
	 * @param service the service without load, which several benchmarks may share
	 */
	callOnce(service: Side): Promise<void>;
};

/** The row of a benchmark that ended with an error, so that the others are still measured. */
export function failedFigure({ name }: Benchmark, error: unknown): Figure {
	return {
		operation: name,
		rival: "–",
		ours: `failed: ${error instanceof Error ? error.message : String(error)}`,
		theirs: "–",
		ratio: Number.NaN,
		spread: [Number.NaN, Number.NaN],
		goal: { atLeast: 1 },
		cpuRatio: null,
		cpuGoal: null,
		held: false,
		details: error instanceof Error ? error.stack : undefined,
	};
}

export function isHeld(value: number, goal: Goal): boolean {
	return "atLeast" in goal ? value >= goal.atLeast : value <= goal.atMost;
}

type Judgement = { operation: string; rival: string; goal: Goal; cpuGoal?: Goal };

/** A ratio of rates: ours over the rival's. */
export function rateFigure(comparison: Comparison, judgement: Judgement): Figure {
	return figure(comparison, judgement, comparison.rateRatios, ({ rate }) => `${rate.toFixed(0)}/s`);
}

/**
 * A ratio of times of one operation: ours over the rival's.
 * @param perAnswer operations per response
 */
export function timeFigure(comparison: Comparison, judgement: Judgement, perAnswer: number): Figure {
	const ratios = comparison.rateRatios.map((ratio) => 1 / ratio);
	return figure(
		comparison,
		judgement,
		ratios,
		({ rate }) => `${(1000 / rate / perAnswer).toPrecision(3)} ms`,
	);
}

function figure(
	comparison: Comparison,
	{ operation, rival, goal, cpuGoal }: Judgement,
	ratios: number[],
	show: (side: Comparison["ours"]) => string,
): Figure {
	const ratio = median(ratios);
	const cpu = median(comparison.cpuRatios);
	const cpuRatio = Number.isFinite(cpu) ? cpu : null;
	const cpuHeld = cpuGoal === undefined || cpuRatio === null || isHeld(cpuRatio, cpuGoal);
	return {
		operation,
		rival,
		ours: show(comparison.ours),
		theirs: show(comparison.rival),
		ratio,
		spread: [Math.min(...ratios), Math.max(...ratios)],
		goal,
		cpuRatio,
		cpuGoal: cpuGoal ?? null,
		held: isHeld(ratio, goal) && cpuHeld,
		details: comparison,
	};
}
