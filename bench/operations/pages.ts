/** The first page of the hosted app under `npm start`: the server's time, and a browser's first contentful paint. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launchChromium } from "../../test/support/browser/chromium.ts";
import prepareStart from "../../test/support/service/prepare-start.ts";
import { startService } from "../../test/support/service/service.ts";
import { type Benchmark, type Figure, isHeld } from "../harness/benchmark.ts";
import { median } from "../harness/stats.ts";

const VISITS = 20;
const SERVER_GOAL_MS = 5;
const PAINT_GOAL_MS = 300;
/** Until the isolate has loaded the pages' module, and the engine has compiled it. */
const WARM_UPS = 20;

export const pages: Benchmark = {
	name: "pages",
	async run({ say }) {
		await prepareStart();
		const stateDir = mkdtempSync(join(tmpdir(), "replevin-bench-"));
		const service = await startService({ stateDir });
		try {
			say("pages: server time");
			const server = await serverTimes(service.url);
			say("pages: first contentful paint");
			const paint = await paintTimes(service.url);
			return [
				figureOf("first page, server time", server, SERVER_GOAL_MS),
				figureOf("first page, first contentful paint", paint, PAINT_GOAL_MS),
			];
		} finally {
			await service.stop();
			rmSync(stateDir, { recursive: true, force: true });
		}
	},
};

/** Milliseconds from each request to the end of its response, on a connection that stays open. */
async function serverTimes(url: string): Promise<number[]> {
	const times: number[] = [];
	for (let at = 0; at < WARM_UPS + VISITS; at++) {
		const startedAt = performance.now();
		const response = await fetch(url, { headers: { Accept: "text/html" } });
		await response.text();
		if (response.status !== 200) throw new Error(`the first page responded with ${response.status}`);
		if (at >= WARM_UPS) times.push(performance.now() - startedAt);
	}
	return times;
}

/** Milliseconds from each visit to its first contentful paint. Each visitor has an empty cache. */
async function paintTimes(url: string): Promise<number[]> {
	const browser = await launchChromium();
	const times: number[] = [];
	try {
		for (let at = 0; at < VISITS; at++) {
			const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
			const page = await context.newPage();
			await page.goto(url);
			const read = () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime;
			await page.waitForFunction(read);
			times.push(Number(await page.evaluate(read)));
			await context.close();
		}
	} finally {
		await browser.close();
	}
	return times;
}

function figureOf(operation: string, times: number[], goalMs: number): Figure {
	const ratios = times.map((time) => time / goalMs);
	const ratio = median(ratios);
	const goal = { atMost: 1 };
	return {
		operation,
		rival: "goal",
		ours: `${median(times).toFixed(1)} ms`,
		theirs: `${goalMs} ms`,
		ratio,
		spread: [Math.min(...ratios), Math.max(...ratios)],
		goal,
		cpuRatio: null,
		cpuGoal: null,
		held: isHeld(ratio, goal),
		details: times,
	};
}
