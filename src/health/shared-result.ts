const POLL_MS = 50;

/**
 * Shares the result of costly work among the requests of an isolate. One request does the work while the others poll
 * for the value. They cannot await its promise, because the promise ends with the request that made it.
 *
 * @param options.keptMs how long a value is used
 * @param options.limitMs when another request takes over, because the first may have been cancelled
 */
export function shareResult<T>(
	work: () => Promise<T>,
	{ keptMs, limitMs }: { keptMs: (value: T) => number; limitMs: number },
): () => Promise<T> {
	let known: { value: T; until: number } | undefined;
	let busyUntil = 0;
	return async () => {
		for (;;) {
			const now = Date.now();
			if (known && now < known.until) return known.value;
			if (now >= busyUntil) break;
			await new Promise((done) => setTimeout(done, POLL_MS));
		}
		const ownLimit = Date.now() + limitMs;
		busyUntil = ownLimit;
		try {
			const value = await work();
			known = { value, until: Date.now() + keptMs(value) };
			return value;
		} finally {
			// Another request may have taken over.
			if (busyUntil === ownLimit) busyUntil = 0;
		}
	};
}
