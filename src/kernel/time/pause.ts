const SLICE_MS = 10;

/** Lets other work run once a slice of 10 ms is over. Long work awaits it between steps of a few milliseconds. */
export type Pause = () => Promise<void>;

export function createPause(): Pause {
	let began = performance.now();
	return async () => {
		if (performance.now() - began < SLICE_MS) return;
		await new Promise((resolve) => setTimeout(resolve));
		began = performance.now();
	};
}
