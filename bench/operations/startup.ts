/** The time of an isolate's start to its first response, beside bare workerd. */
import { join } from "node:path";
import { median } from "../../scripts/stats.ts";
import { serviceBuild, serviceSettings } from "../fixtures/service.ts";
import { type Benchmark, type Figure, figureOf, type RunOptions } from "../harness/benchmark.ts";
import { type Build, build } from "../harness/build.ts";
import { type ColdStart, coldStart, writeServeConfig } from "../harness/cold-start.ts";
import { inShuffledOrder } from "../harness/pair.ts";
import { PEERS } from "../harness/paths.ts";

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
		const bare = await build(join(PEERS, "bare", "wrangler.toml"));
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
		starts.push(
			await inShuffledOrder({
				ours: () => coldStart(sides.ours.config, sides.ours.path),
				bare: () => coldStart(sides.bare.config, sides.bare.path),
			}),
		);
	}
	const shown = (side: "ours" | "bare") => {
		const middle = (of: keyof ColdStart) => median(starts.map((start) => start[side][of]));
		return `${middle("wallMs").toFixed(1)} ms, ${middle("cpuMs").toFixed(1)} ms CPU`;
	};
	const ratios = (of: keyof ColdStart) => starts.map((start) => start.ours[of] / start.bare[of]);
	return [
		figureOf({
			operation: "start to first response",
			rival: "bare workerd",
			ours: shown("ours"),
			theirs: shown("bare"),
			ratios: ratios("wallMs"),
			cpuRatios: ratios("cpuMs"),
			goal: { atMost: 3 },
			details: starts,
		}),
	];
}
