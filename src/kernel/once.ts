/** Makes something at the first call. Keeps the value, not the promise: a promise belongs to one request and would die with it. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
	let made: T | undefined;
	return async () => {
		made ??= await make();
		return made;
	};
}
