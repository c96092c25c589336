/** A local runtime never fires cron triggers itself. */
import type { Miniflare } from "miniflare";

const MINUTE_MS = 60_000;

/**
 * Fires every cron trigger once a minute, one at a time, until `stop` is called. Skips a minute while the runtime is
 * down or busy.
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
			.catch((error: Error) => process.stderr.write(`Scheduled tasks failed: ${error.message}\n`))
			.finally(() => {
				busy = false;
			});
	}, intervalMs);
	return { stop: () => clearInterval(timer) };
}
