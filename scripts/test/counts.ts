export interface Counts {
	passed: number;
	failed: number;
	skipped: number;
	/** One line for each failure: where it is and the first line of its message. */
	failures: readonly string[];
}

/** `unfinished`: test files that have not ended, by their paths from the root. */
export interface RunState {
	counts: Counts;
	unfinished: readonly string[];
}

export const NONE: Counts = { passed: 0, failed: 0, skipped: 0, failures: [] };

export function add(a: Counts, b: Counts): Counts {
	return {
		passed: a.passed + b.passed,
		failed: a.failed + b.failed,
		skipped: a.skipped + b.skipped,
		failures: [...a.failures, ...b.failures],
	};
}

/** `N passed, N failed`, followed by `, N skipped` if any were skipped. */
export function inWords({ passed, failed, skipped }: Counts): string {
	return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
