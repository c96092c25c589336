/** What an isolate costs before it answers anything: the upload's size, and the time to the first answer. */
import { join } from "node:path";
import { serviceBuild, serviceSettings } from "../fixtures/service.ts";
import { type Benchmark, type Figure, isHeld, type RunOptions } from "../harness/benchmark.ts";
import { type Build, build, gzippedSizes } from "../harness/build.ts";
import { type ColdStart, coldStart, writeServeConfig } from "../harness/cold-start.ts";
import { PEERS } from "../harness/paths.ts";
import { median } from "../harness/stats.ts";

/** A start is over in a tenth of a second, so each round has several. */
const STARTS_PER_ROUND = 3;
/** Without the modules that are loaded when they are first used: secp256k1 and the pages. */
const BUNDLE_LIMIT_KIB = 280;
const START_CPU_LIMIT_MS = 50;
const FIRST_PATH = "/.well-known/jwks.json";

export const startup: Benchmark = {
	name: "startup",
	async callOnce() {
		await coldStart(writeServeConfig(await serviceBuild(), serviceSettings()), FIRST_PATH);
	},
	async run(options) {
		const ours = await serviceBuild();
		const bare = await build(join(PEERS, "bare", "wrangler.toml"), "bare.js");
		return [bundleFigure(ours), ...(await startFigures(ours, bare, options))];
	},
};

function bundleFigure(ours: Build): Figure {
	const sizes = gzippedSizes(ours);
	const kib = (of: typeof sizes) => of.reduce((sum, { bytes }) => sum + bytes, 0) / 1024;
	const isApart = ({ module }: (typeof sizes)[number]) => /(?:secp256k1\.wasm|pages\.mjs)$/.test(module);
	const counted = kib(sizes.filter((size) => !isApart(size)));
	const apart = kib(sizes.filter(isApart));
	return figureOf({
		operation: `bundle, gzipped (secp256k1.wasm and pages apart: ${apart.toFixed(0)} KiB)`,
		rival: "budget",
		ours: `${counted.toFixed(1)} KiB`,
		theirs: `${BUNDLE_LIMIT_KIB} KiB`,
		ratios: [counted / BUNDLE_LIMIT_KIB],
		atMost: 1,
		details: sizes,
	});
}

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
	const ms = (side: "ours" | "bare", of: keyof ColdStart) => median(starts.map((start) => start[side][of]));
	const ownCpu = starts.map((start) => start.ours.cpuMs - start.bare.cpuMs);
	return [
		figureOf({
			operation: "start to first answer",
			rival: "bare workerd",
			ours: `${ms("ours", "wallMs").toFixed(1)} ms`,
			theirs: `${ms("bare", "wallMs").toFixed(1)} ms`,
			ratios: starts.map((start) => start.ours.wallMs / start.bare.wallMs),
			cpuRatio: median(starts.map((start) => start.ours.cpuMs / start.bare.cpuMs)),
			atMost: 3,
			details: starts,
		}),
		figureOf({
			operation: "start-up CPU of the Worker itself",
			rival: "budget",
			ours: `${median(ownCpu).toFixed(1)} ms`,
			theirs: `${START_CPU_LIMIT_MS} ms`,
			ratios: ownCpu.map((cpu) => cpu / START_CPU_LIMIT_MS),
			atMost: 1,
			details: ownCpu,
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
