export type Timeout = {
	/** Rejects if the work takes longer than the limit. Does not cancel the work. */
	limit<T>(work: Promise<T>): Promise<T>;
	/** Call when all work has ended. */
	clear(): void;
};

/** One timer for several works, because a timer costs as much as a small query. */
export function startTimeout(milliseconds: number): Timeout {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const timeout = new Promise<never>((_, reject) => {
		const expire = () => reject(new Error(`no response within ${milliseconds / 1000} seconds`));
		timer = setTimeout(expire, milliseconds);
	});
	// The timer may expire between two works.
	timeout.catch(() => undefined);
	return { limit: (work) => Promise.race([work, timeout]), clear: () => clearTimeout(timer) };
}

/** Rejects after the limit. Does not cancel the work. */
export async function withTimeout<T>(work: Promise<T>, milliseconds: number): Promise<T> {
	const { limit, clear } = startTimeout(milliseconds);
	try {
		return await limit(work);
	} finally {
		clear();
	}
}
