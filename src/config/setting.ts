/**
 * Parses settings with plain functions, because building schemas for a single use would take a sixth of an isolate's
 * start (quality.md "What was measured").
 */

/** Describes the valid form, never the value, which may be secret. */
export class Invalid {
	readonly problems: readonly string[];

	constructor(...problems: string[]) {
		this.problems = problems;
	}
}

export type Read<T, Source = string> = (source: Source) => T | Invalid;

export type ValueOf<R extends Read<unknown>> = Exclude<ReturnType<R>, Invalid>;

export const matching =
	(pattern: RegExp, problem: string): Read<string> =>
	(text) =>
		pattern.test(text) ? text : new Invalid(problem);

/** @param values the value of each accepted text */
export const oneOf =
	<T>(values: ReadonlyMap<string, T>, problem: string): Read<T> =>
	(text) =>
		values.get(text) ?? new Invalid(problem);

export const wholeNumber =
	(min: number, max: number): Read<number> =>
	(text) => {
		if (!/^\d{1,12}$/.test(text)) return new Invalid("must be a whole number");
		const value = Number(text);
		return value >= min && value <= max ? value : new Invalid(`must be between ${min} and ${max}`);
	};

/** wrangler.toml has an empty text for a setting without a value. */
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
			return new Invalid("must be JSON");
		}
		return read(value);
	};

export function membersOf(value: unknown): ReadonlyMap<string, unknown> | undefined {
	const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
	return isObject ? new Map(Object.entries(value)) : undefined;
}

export function allRead<T>(read: readonly (T | Invalid)[]): T[] | Invalid {
	const problems = read.flatMap((value) => (value instanceof Invalid ? value.problems : []));
	return problems.length > 0
		? new Invalid(...problems)
		: read.filter((value): value is Exclude<T | Invalid, Invalid> => !(value instanceof Invalid));
}

export function httpUrl(source: unknown): URL | Invalid {
	// Checks the prefix too, because the URL parser accepts `https:example.com`.
	const url = typeof source === "string" && /^\s*https?:\/\//i.test(source) ? URL.parse(source.trim()) : null;
	return url ?? new Invalid("must be an http or https URL");
}

/** A binding has the setting's name, or the setting is missing. */
export function readText<T>(read: Read<T>, source: unknown): T | Invalid {
	return typeof source === "string" ? read(source) : new Invalid("is not set");
}

export function problemsOf(name: string, { problems }: Invalid): string[] {
	return [...new Set(problems)].map((problem) => `${name}: ${problem}`);
}
