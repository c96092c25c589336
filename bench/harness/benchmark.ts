/** Input of a benchmark, and the figures that it returns. */
import { median } from "../../scripts/stats.ts";
import type { Measured } from "./load.ts";
import type { Comparison } from "./pair.ts";
import type { Side } from "./side.ts";

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
	 * Makes one call of our side, as `run` measures it, and of the floor, which uses our tables, but of no other rival.
	 * `npm test` does it, because nobody runs the benchmarks after each change.
	 * @param service the service without load, which several benchmarks may share
	 */
	callOnce(service: Side): Promise<void>;
};

/** The row of a benchmark that ended with an error, so that the others are still measured. */
export function failedFigure({ name }: Benchmark, error: unknown): Figure {
	return figureOf({
		operation: name,
		rival: "–",
		ours: `failed: ${error instanceof Error ? error.message : String(error)}`,
		theirs: "–",
		ratios: [Number.NaN],
		goal: { atLeast: 1 },
		details: error instanceof Error ? error.stack : undefined,
	});
}

function isHeld(value: number, goal: Goal): boolean {
	return "atLeast" in goal ? value >= goal.atLeast : value <= goal.atMost;
}

type Measurements = Pick<Figure, "operation" | "rival" | "ours" | "theirs" | "goal" | "details"> & {
	/** One of each round. */
	ratios: readonly number[];
	cpuRatios?: readonly number[];
	cpuGoal?: Goal | undefined;
};

export function figureOf({ ratios, cpuRatios = [], cpuGoal, ...shown }: Measurements): Figure {
	const ratio = median(ratios);
	const cpu = median(cpuRatios);
	const cpuRatio = Number.isFinite(cpu) ? cpu : null;
	const isCpuHeld = cpuGoal === undefined || cpuRatio === null || isHeld(cpuRatio, cpuGoal);
	return {
		...shown,
		ratio,
		spread: [Math.min(...ratios), Math.max(...ratios)],
		cpuRatio,
		cpuGoal: cpuGoal ?? null,
		held: isHeld(ratio, shown.goal) && isCpuHeld,
	};
}

type Judgement = { operation: string; rival: string; goal: Goal; cpuGoal?: Goal };

/** A ratio of rates: ours over the rival's. */
export function rateFigure(comparison: Comparison, judgement: Judgement): Figure {
	const shown = ({ rate }: Measured) => `${rate.toFixed(0)}/s`;
	return comparisonFigure(comparison, judgement, comparison.rateRatios, shown);
}

/**
 * A ratio of times of one operation: ours over the rival's.
 * @param perResponse operations per response
 */
export function timeFigure(comparison: Comparison, judgement: Judgement, perResponse: number): Figure {
	const ratios = comparison.rateRatios.map((ratio) => 1 / ratio);
	const shown = ({ rate }: Measured) => `${(1000 / rate / perResponse).toPrecision(3)} ms`;
	return comparisonFigure(comparison, judgement, ratios, shown);
}

function comparisonFigure(
	comparison: Comparison,
	judgement: Judgement,
	ratios: readonly number[],
	shown: (side: Measured) => string,
): Figure {
	const { ours, rival, cpuRatios } = comparison;
	return figureOf({
		...judgement,
		...{ ratios, cpuRatios, ours: shown(ours), theirs: shown(rival) },
		details: comparison,
	});
}
