/** Cron triggers never fire by themselves on a local runtime. */
import type { Miniflare } from "miniflare";

const MINUTE_MS = 60_000;

/**
 * Fires every cron trigger once a minute (the service's sweeps are made for that), one at a time, until
 * `stop` is called. A minute in which the runtime is down or still at work passes.
 */
export function fireCrons(
	crons: string[],
	runtime: () => Miniflare | undefined,
	intervalMs = MINUTE_MS,
): { stop(): void } {
	let busy = false;
	const fire = async () => {
		const worker = await runtime()?.getWorker();
		for (const cron of crons) await worker?.scheduled({ cron });
	};
	const timer = setInterval(() => {
		if (busy) return;
		busy = true;
		fire()
			.catch((error: Error) => process.stderr.write(`The scheduled work failed: ${error.message}\n`))
			.finally(() => {
				busy = false;
			});
	}, intervalMs);
	return { stop: () => clearInterval(timer) };
}
