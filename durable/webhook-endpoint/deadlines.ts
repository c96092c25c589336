/** A shared timer for attempts, because a timer for each was a twentieth of a delivery's cost (ADR 20). */

export type Deadline = {
	/** Aborted when the time limit is reached. */
	signal: AbortSignal;
	/** Call it when the attempt has finished. */
	end(): void;
};

export function createDeadlines(timeoutMs: number): () => Deadline {
	/** Unix milliseconds, earliest first. */
	const running = new Map<AbortController, number>();
	let timer: ReturnType<typeof setTimeout> | undefined;

	function wakeAt(time: number): void {
		timer = setTimeout(abortOverdue, Math.max(0, time - Date.now()));
	}

	function abortOverdue(): void {
		timer = undefined;
		for (const [controller, endsAt] of running) {
			if (endsAt > Date.now()) {
				wakeAt(endsAt);
				break;
			}
			running.delete(controller);
			controller.abort();
		}
	}

	function end(controller: AbortController): void {
		running.delete(controller);
		if (running.size > 0) return;
		clearTimeout(timer);
		timer = undefined;
	}

	return () => {
		const controller = new AbortController();
		const endsAt = Date.now() + timeoutMs;
		running.set(controller, endsAt);
		if (timer === undefined) wakeAt(endsAt);
		return { signal: controller.signal, end: () => end(controller) };
	};
}
