import type * as z from "zod";

/** Caches the value, not the promise, because a promise ends with the request that made it. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
	let made: T | undefined;
	return async () => {
		made ??= await make();
		return made;
	};
}

/** Builds a value at the first call, because building all schemas would take a quarter of an isolate's start. */
export function lazy<T>(make: () => T): () => T {
	let made: { value: T } | undefined;
	return () => {
		made ??= { value: make() };
		return made.value;
	};
}

/**
 * A regular expression that is read at its first use. The engine reads literals when it compiles the script, and those with
 * Unicode properties take a thirtieth of an isolate's start together.
 * @param source the text between the slashes of a literal, as `String.raw` gives it
 */
export const lazyPattern = (source: string, flags: string): (() => RegExp) =>
	lazy(() => new RegExp(source, flags));

/** Adds members that are made at their first use. */
export function withLazy<Made extends object, Makers extends Record<string, () => unknown>>(
	made: Made,
	makers: Makers,
) {
	const getters = Object.entries(makers).map(([name, make]) => [name, { get: lazy(make), enumerable: true }]);
	return Object.defineProperties(made, Object.fromEntries(getters)) as Made & {
		readonly [Name in keyof Makers]: ReturnType<Makers[Name]>;
	};
}

export type Infer<S extends () => z.ZodType> = z.infer<ReturnType<S>>;
