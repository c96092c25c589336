import type * as z from "zod";

/**
 * Builds a value at the first call and returns it from then on. Keeps the value and not the promise, because a promise
 * belongs to the request that made it and ends with it.
 */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
	let made: T | undefined;
	return async () => {
		made ??= await make();
		return made;
	};
}

/**
 * Builds a value at the first call and returns it from then on. Every schema is lazy, because building all of them
 * with their modules would take a quarter of an isolate's start. A response schema has
 * the annotation `@__PURE__` before its `lazy(…)`, so that the bundler drops it from the Worker. The call needs it, because
 * esbuild honours `@__NO_SIDE_EFFECTS__` on a function only within its own file.
 */
export function lazy<T>(make: () => T): () => T {
	let made: { value: T } | undefined;
	return () => {
		made ??= { value: make() };
		return made.value;
	};
}

export type Infer<S extends () => z.ZodType> = z.infer<ReturnType<S>>;
