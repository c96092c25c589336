/**
 * Time limits of attempts that run beside each other, all equally long, with one timer for all of them: to set and
 * to clear one for each attempt was a twentieth of what a delivery costs. No timer is left when no attempt is.
 */

export type Deadline = {
	/** Aborted when the time is over. */
	signal: AbortSignal;
	/** Call it when what was limited has ended. */
	end(): void;
};

/** @returns starts one time limit */
export function createDeadlines(timeoutMs: number): () => Deadline {
	/** Each with the unix milliseconds of its end, the earliest first. */
	const running = new Map<AbortController, number>();
	let timer: ReturnType<typeof setTimeout> | undefined;

	function wakeAt(time: number): void {
		timer = setTimeout(abortOverdue, Math.max(0, time - Date.now()));
	}

	function abortOverdue(): void {
		timer = undefined;
		for (const [over, endsAt] of running) {
			if (endsAt > Date.now()) {
				wakeAt(endsAt);
				break;
			}
			running.delete(over);
			over.abort();
		}
	}

	function end(over: AbortController): void {
		running.delete(over);
		if (running.size > 0) return;
		clearTimeout(timer);
		timer = undefined;
	}

	return () => {
		const over = new AbortController();
		const endsAt = Date.now() + timeoutMs;
		running.set(over, endsAt);
		if (timer === undefined) wakeAt(endsAt);
		return { signal: over.signal, end: () => end(over) };
	};
}
