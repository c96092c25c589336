const WAITS_SECONDS = [5, 15, 60, 5 * 60, 15 * 60, 60 * 60] as const;

/** Spreads the retries of entries that failed together. */
const JITTER = 0.2;

/**
 * @param attempts attempts made so far, from 1
 * @param random a number in [0, 1)
 * @returns milliseconds until the next attempt
 */
export function backoffMs(attempts: number, random: number): number {
	const seconds = WAITS_SECONDS[Math.min(attempts, WAITS_SECONDS.length) - 1] ?? WAITS_SECONDS[0];
	return Math.round(seconds * 1000 * (1 + JITTER * random));
}
