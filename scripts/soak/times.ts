/** The pace of the well-behaved callers, and the times and failures of their calls. */
import { performance } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";

type Times = ReadonlyMap<string, number[]>;

export type Stopwatch = {
	/**
	 * Sends a call, reads its response and notes the time. A status of 400 or more and a broken connection are failures.
	 * @returns the body, or undefined after a failure
	 */
	time(call: string, send: () => Promise<Response>): Promise<Timed | undefined>;
	times: Times;
	failures: readonly string[];
};

type Timed = { headers: Headers; body: unknown };

export function createStopwatch(): Stopwatch {
	const times = new Map<string, number[]>();
	const failures: string[] = [];
	const notes = (call: string) => {
		const known = times.get(call) ?? [];
		times.set(call, known);
		return known;
	};
	return {
		times,
		failures,
		async time(call, send) {
			const startedAt = performance.now();
			try {
				const { ok, status, headers, ...response } = await read(send());
				notes(call).push(performance.now() - startedAt);
				if (ok) return { headers, body: JSON.parse(response.text || "null") };
				failures.push(`${call}: ${status} ${response.text}`);
			} catch (error) {
				notes(call).push(performance.now() - startedAt);
				failures.push(`${call}: ${error}`);
			}
			return undefined;
		},
	};
}

async function read(sent: Promise<Response>) {
	const response = await sent;
	const { ok, status, headers } = response;
	return { ok, status, headers, text: await response.text() };
}

/**
 * Repeats work at a steady pace, whether or not the work before it has ended, so that a slow response delays no other.
 * @returns when the time is over and all of the work has ended
 */
export async function repeat(seconds: number, everyMs: number, work: () => Promise<unknown>): Promise<void> {
	const startedAt = Date.now();
	const started: Promise<unknown>[] = [];
	for (let turn = 0; turn * everyMs < seconds * 1000; turn++) {
		await wait(Math.max(0, startedAt + turn * everyMs - Date.now()));
		started.push(work());
	}
	await Promise.all(started);
}
