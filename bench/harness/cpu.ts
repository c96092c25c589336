/** CPU time of a server process, from Linux's /proc. On other systems the columns stay empty. */
import { existsSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

/** USER_HZ, which is 100 wherever Node runs on Linux. */
const TICKS_PER_SECOND = 100;
const QUIET_WINDOW_MS = 200;
/** A core's share that counts as idle, because a runtime has timers of its own. */
const QUIET_SHARE = 0.06;
const SETTLE_LIMIT_MS = 30_000;

/** User and system time of all threads of the process, in seconds; NaN if unknown. */
export function cpuSeconds(pid: number): number {
	const file = `/proc/${pid}/stat`;
	if (!existsSync(file)) return Number.NaN;
	// The name in the second field may contain spaces; the fields after it do not.
	const fields = readFileSync(file, "utf8")
		.replace(/^.*\) /s, "")
		.split(" ");
	return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** Waits until the process is idle, so that work after the responses counts for the round that caused it. */
export async function settled(pid: number): Promise<void> {
	const deadline = Date.now() + SETTLE_LIMIT_MS;
	for (let before = cpuSeconds(pid); Date.now() < deadline; ) {
		await wait(QUIET_WINDOW_MS);
		const after = cpuSeconds(pid);
		if (!(after - before > (QUIET_SHARE * QUIET_WINDOW_MS) / 1000)) return;
		before = after;
	}
	throw new Error(`process ${pid} does not come to rest`);
}
