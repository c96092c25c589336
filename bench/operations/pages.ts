/** The first page of the hosted app: the server's time, and a browser's first contentful paint under `npm start`. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launchChromium } from "../../test/support/browser/chromium.ts";
import prepareStart from "../../test/support/service/prepare-start.ts";
import { startService } from "../../test/support/service/service.ts";
import { startService as startSide } from "../fixtures/service.ts";
import { type Benchmark, type Figure, isHeld } from "../harness/benchmark.ts";
import { HttpConnection, requestBytes } from "../harness/http-connection.ts";
import type { Side } from "../harness/side.ts";
import { median } from "../harness/stats.ts";

const VISITS = 20;
const SERVER_GOAL_MS = 5;
const PAINT_GOAL_MS = 300;
/** Until the isolate has loaded the pages' module, and the engine has compiled it. */
const WARM_UPS = 20;

export const pages: Benchmark = {
	name: "pages",
	callOnce: async (service) => void (await serverTimes(service, 1)),
	async run({ say }) {
		say("pages: server time");
		const side = await startSide();
		const server = await serverTimes(side, WARM_UPS + VISITS).finally(() => side.stop());
		say("pages: first contentful paint");
		const paint = await paintTimes();
		return [
			figureOf("first page, server time", server, SERVER_GOAL_MS),
			figureOf("first page, first contentful paint", paint, PAINT_GOAL_MS),
		];
	},
};

/** Milliseconds from each request to the end of its response, on a connection that stays open. */
async function serverTimes(side: Side, visits: number): Promise<number[]> {
	const connection = await HttpConnection.open(side.url);
	const request = requestBytes("GET", new URL("/", side.url), { Accept: "text/html" }, undefined);
	const times: number[] = [];
	try {
		for (let at = 0; at < visits; at++) {
			const startedAt = performance.now();
			const { status, body } = await connection.send(request);
			if (status !== 200 || !body.includes("</html>")) throw new Error(`no page, but status ${status}`);
			if (at >= WARM_UPS) times.push(performance.now() - startedAt);
		}
		return times;
	} finally {
		connection.close();
	}
}

/** Milliseconds from each visit to its first contentful paint. Each visitor has an empty cache. */
async function paintTimes(): Promise<number[]> {
	await prepareStart();
	const stateDir = mkdtempSync(join(tmpdir(), "replevin-bench-"));
	const [service, browser] = await Promise.all([startService({ stateDir }), launchChromium()]);
	const times: number[] = [];
	try {
		for (let at = 0; at < VISITS; at++) {
			const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
			const page = await context.newPage();
			await page.goto(service.url);
			const read = () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime;
			await page.waitForFunction(read);
			times.push(Number(await page.evaluate(read)));
			await context.close();
		}
		return times;
	} finally {
		await Promise.all([browser.close(), service.stop()]);
		rmSync(stateDir, { recursive: true, force: true });
	}
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
