/**
 * How one setting is read: by plain functions. The first request of an isolate waits for all of them, whatever it
 * asks for, and building schemas that parse once would take a sixth of its start.
 */

/** What a setting should be, in sentences that repeat nothing of it, since it may be a secret. */
export class Wrong {
	readonly problems: readonly string[];

	constructor(...problems: string[]) {
		this.problems = problems;
	}
}

/** The value that a source stands for, or what is wrong with it. */
export type Read<T, Source = string> = (source: Source) => T | Wrong;

export type ValueOf<R extends Read<unknown>> = Exclude<ReturnType<R>, Wrong>;

export const matching =
	(pattern: RegExp, problem: string): Read<string> =>
	(text) =>
		pattern.test(text) ? text : new Wrong(problem);

/** @param values what each text stands for */
export const oneOf =
	<T>(values: ReadonlyMap<string, T>, problem: string): Read<T> =>
	(text) =>
		values.get(text) ?? new Wrong(problem);

export const wholeNumber =
	(min: number, max: number): Read<number> =>
	(text) => {
		if (!/^\d{1,12}$/.test(text)) return new Wrong("must be a whole number");
		const value = Number(text);
		return value >= min && value <= max ? value : new Wrong(`must be between ${min} and ${max}`);
	};

/** `""` is how wrangler.toml says that a setting has no value. */
export const ifAny =
	<T, None>(read: Read<T>, none: None): Read<T | None> =>
	(text) =>
		text === "" ? none : read(text);

export const json =
	<T>(read: Read<T, unknown>): Read<T> =>
	(text) => {
		let value: unknown;
		try {
			value = JSON.parse(text);
		} catch {
			return new Wrong("must be JSON");
		}
		return read(value);
	};

/** The members of a JSON object; undefined where it is none. */
export function membersOf(value: unknown): ReadonlyMap<string, unknown> | undefined {
	const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
	return isObject ? new Map(Object.entries(value)) : undefined;
}

/** All of them, or everything that is wrong with any of them. */
export function allRead<T>(read: readonly (T | Wrong)[]): T[] | Wrong {
	const problems = read.flatMap((value) => (value instanceof Wrong ? value.problems : []));
	return problems.length > 0
		? new Wrong(...problems)
		: read.filter((value): value is Exclude<T | Wrong, Wrong> => !(value instanceof Wrong));
}

export function httpUrl(source: unknown): URL | Wrong {
	// Also by its beginning: a URL parser would take `https:example.com`.
	const url = typeof source === "string" && /^\s*https?:\/\//i.test(source) ? URL.parse(source.trim()) : null;
	return url ?? new Wrong("must be an http or https URL");
}

/** A setting that is no text at all is not set, or is a binding of its name. */
export function readText<T>(read: Read<T>, source: unknown): T | Wrong {
	return typeof source === "string" ? read(source) : new Wrong("is not set");
}

/** Each once, with the setting that it is of. */
export function problemsOf(name: string, { problems }: Wrong): string[] {
	return [...new Set(problems)].map((problem) => `${name}: ${problem}`);
}
