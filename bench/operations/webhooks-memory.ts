/**
 * Memory of the service over many deliveries of one endpoint. Deliveries stay in storage for thirty days, so its
 * database grows; the process must not. What it has in memory at its warmest comes within the first half (code
 * that is compiled, heaps and caches that grow to their size), so what counts is the second half beside it. The
 * rival is the service itself at half time.
 */
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { startOurSenders } from "../fixtures/webhooks.ts";
import { type Benchmark, type Figure, type Goal, isHeld } from "../harness/benchmark.ts";
import { sustain } from "../harness/deliveries.ts";
import { startReceiver } from "../harness/receiver.ts";
import { median } from "../harness/stats.ts";

const DELIVERIES = 100_000;
const STEPS = 20;
/** After the CPU has come to rest; the collector takes its time. */
const SETTLE_MS = 1_000;
/**
 * A leak of no more than a hundred bytes a delivery is 5 MiB in the second half. Where the collector stands when
 * one looks makes about as much of a difference, and less than 5 % of what workerd has.
 */
const GOAL: Goal = { atMost: 1.05 };

export const webhooksMemory: Benchmark = {
	name: "webhooks-memory",
	async run({ say }) {
		const receiver = await startReceiver();
		const { side, endpoint } = await startOurSenders(receiver.url);
		try {
			const mebibytes: number[] = [];
			for (let step = 1; step <= STEPS; step++) {
				await sustain(endpoint, receiver, DELIVERIES / STEPS);
				await wait(SETTLE_MS);
				mebibytes.push(residentMiB(side.pid));
				const delivered = (step * DELIVERIES) / STEPS;
				say(`webhooks-memory: ${delivered} of ${DELIVERIES}, ${mebibytes.at(-1)?.toFixed(1)} MiB`);
			}
			return [figureOf(mebibytes)];
		} finally {
			await Promise.all([side.stop(), receiver.stop()]);
		}
	},
};

/** From Linux's /proc; NaN elsewhere. */
function residentMiB(pid: number): number {
	try {
		return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
	} catch {
		return Number.NaN;
	}
}

/** The last quarter beside the second one: a single look is as high as the collector happens to be late. */
function figureOf(mebibytes: readonly number[]): Figure {
	const quarter = STEPS / 4;
	const half = median(mebibytes.slice(quarter, 2 * quarter));
	const end = median(mebibytes.slice(3 * quarter));
	const ratio = end / half;
	return {
		operation: "webhook: memory after 100,000 deliveries",
		rival: "after 50,000",
		ours: `${end.toFixed(1)} MiB`,
		theirs: `${half.toFixed(1)} MiB`,
		ratio,
		spread: [Math.min(...mebibytes) / half, Math.max(...mebibytes) / half],
		goal: GOAL,
		cpuRatio: null,
		cpuGoal: null,
		held: isHeld(ratio, GOAL),
		details: mebibytes,
	};
}
