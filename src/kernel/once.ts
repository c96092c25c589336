/** Makes something at the first call. Keeps the value, not the promise: a promise belongs to one request and would die with it. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
	let made: T | undefined;
	return async () => {
		made ??= await make();
		return made;
	};
}

/**
 * Makes something at the first call and gives the same ever after. The schemas of requests, rows and messages are
 * such: built when their module is, those of all slices would take a quarter of an isolate's start.
 */
export function lazy<T>(make: () => T): () => T {
	let made: { value: T } | undefined;
	return () => {
		made ??= { value: make() };
		return made.value;
	};
}
