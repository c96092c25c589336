/**
 * Memory of the service over many deliveries of one endpoint. Its database grows, because deliveries are kept for
 * thirty days; the process must not. Garbage is collected before each reading, because V8's own timing varies more
 * than a leak would. Compiled code and caches fill in the first half, so the end is compared with half time.
 */
import { readFileSync } from "node:fs";
import { withOurSenders } from "../fixtures/webhooks.ts";
import { type Benchmark, type Figure, type Goal, isHeld } from "../harness/benchmark.ts";
import { collectGarbage } from "../harness/collect-garbage.ts";
import { sustain } from "../harness/deliveries.ts";
import { freePort } from "../harness/free-port.ts";
import { median } from "../harness/stats.ts";

const DELIVERIES = 100_000;
const STEPS = 20;
/** A leak of a hundred bytes per delivery of the second half is 5 MiB, a thirtieth of workerd's memory. */
const GOAL: Goal = { atMost: 1.03 };

export const webhooksMemory: Benchmark = {
	name: "webhooks-memory",
	async run({ say }) {
		const inspectorPort = await freePort();
		return withOurSenders(async ({ side, endpoint }, receiver) => {
			const mebibytes: number[] = [];
			for (let step = 1; step <= STEPS; step++) {
				await sustain(endpoint, receiver, DELIVERIES / STEPS, 1);
				await collectGarbage(inspectorPort);
				mebibytes.push(residentMiB(side.pid));
				const delivered = (step * DELIVERIES) / STEPS;
				say(`webhooks-memory: ${delivered} of ${DELIVERIES}, ${mebibytes.at(-1)?.toFixed(1)} MiB`);
			}
			return [figureOf(mebibytes)];
		}, inspectorPort);
	},
	callOnce: () =>
		withOurSenders(async ({ endpoint }, receiver) => void (await sustain(endpoint, receiver, 1, 1))),
};

/** From Linux's /proc; NaN elsewhere. */
function residentMiB(pid: number): number {
	try {
		return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
	} catch {
		return Number.NaN;
	}
}

/** Quarters, because the allocator returns free memory at unpredictable times. */
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
