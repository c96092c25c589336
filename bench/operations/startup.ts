/** The time of an isolate's start to its first answer, beside bare workerd. */
import { join } from "node:path";
import { serviceBuild, serviceSettings } from "../fixtures/service.ts";
import { type Benchmark, type Figure, isHeld, type RunOptions } from "../harness/benchmark.ts";
import { type Build, build } from "../harness/build.ts";
import { type ColdStart, coldStart, writeServeConfig } from "../harness/cold-start.ts";
import { PEERS } from "../harness/paths.ts";
import { median } from "../harness/stats.ts";

/** A start is over in a tenth of a second, so each round has several. */
const STARTS_PER_ROUND = 3;
const FIRST_PATH = "/.well-known/jwks.json";

export const startup: Benchmark = {
	name: "startup",
	async callOnce() {
		await coldStart(writeServeConfig(await serviceBuild(), serviceSettings()), FIRST_PATH);
	},
	async run(options) {
		const ours = await serviceBuild();
		const bare = await build(join(PEERS, "bare", "wrangler.toml"), "bare.js");
		return startFigures(ours, bare, options);
	},
};

async function startFigures(ours: Build, bare: Build, { rounds, say }: RunOptions): Promise<Figure[]> {
	const sides = {
		ours: { config: writeServeConfig(ours, serviceSettings()), path: FIRST_PATH },
		bare: { config: writeServeConfig(bare, {}), path: "/" },
	};
	const starts: { ours: ColdStart; bare: ColdStart }[] = [];
	for (let at = 0; at < rounds * STARTS_PER_ROUND; at++) {
		if (at % STARTS_PER_ROUND === 0) say(`startup: round ${at / STARTS_PER_ROUND + 1} of ${rounds}`);
		const oursFirst = Math.random() < 0.5;
		const first = oursFirst ? sides.ours : sides.bare;
		const second = oursFirst ? sides.bare : sides.ours;
		const one = await coldStart(first.config, first.path);
		const other = await coldStart(second.config, second.path);
		starts.push(oursFirst ? { ours: one, bare: other } : { ours: other, bare: one });
	}
	const shown = (side: "ours" | "bare") => {
		const middle = (of: keyof ColdStart) => median(starts.map((start) => start[side][of]));
		return `${middle("wallMs").toFixed(1)} ms, ${middle("cpuMs").toFixed(1)} ms CPU`;
	};
	return [
		figureOf({
			operation: "start to first answer",
			rival: "bare workerd",
			ours: shown("ours"),
			theirs: shown("bare"),
			ratios: starts.map((start) => start.ours.wallMs / start.bare.wallMs),
			cpuRatio: median(starts.map((start) => start.ours.cpuMs / start.bare.cpuMs)),
			atMost: 3,
			details: starts,
		}),
	];
}

type Parts = Pick<Figure, "operation" | "rival" | "ours" | "theirs" | "details"> & {
	ratios: number[];
	cpuRatio?: number;
	atMost: number;
};

function figureOf({ ratios, cpuRatio = Number.NaN, atMost, ...shown }: Parts): Figure {
	const ratio = median(ratios);
	const goal = { atMost };
	return {
		...shown,
		ratio,
		spread: [Math.min(...ratios), Math.max(...ratios)],
		goal,
		cpuRatio: Number.isFinite(cpuRatio) ? cpuRatio : null,
		cpuGoal: null,
		held: isHeld(ratio, goal),
	};
}
