/** Repeats work at a steady pace, whether or not the work before it has ended, so that a slow answer delays no other. */
import { setTimeout as wait } from "node:timers/promises";

/** @returns when the time is over and all of the work has ended */
export async function repeat(seconds: number, everyMs: number, work: () => Promise<unknown>): Promise<void> {
	const startedAt = Date.now();
	const started: Promise<unknown>[] = [];
	for (let turn = 0; turn * everyMs < seconds * 1000; turn++) {
		await wait(Math.max(0, startedAt + turn * everyMs - Date.now()));
		started.push(work());
	}
	await Promise.all(started);
}
