/**
 * Parses JSON strictly, without a library, because a page and an SDK carry this code.
 *
 * - Each fault has the path of its value and the form that is expected there.
 * - Objects have exactly the named members, except in stored data.
 * - The result is built of the parsed parts, so it holds nothing that no form has seen.
 */
import { jsonPath } from "../kernel/encoding/json-differences.ts";

/** The form that a value must have. Words for it are in `fault-words.ts`. */
export type Expected =
	| { form: "one_of"; values: readonly (string | number)[] }
	| { form: "whole_number"; min: number; max: number }
	| {
			form:
				| "absent"
				| "actor"
				| "address"
				| "bytes"
				| "case_id"
				| "checksum"
				| "decimal"
				| "document_id"
				| "event_id"
				| "filled_list"
				| "filled_text"
				| "hash"
				| "hash_any_case"
				| "list"
				| "number_text"
				| "object"
				| "present"
				| "reference"
				| "short_bytes"
				| "text"
				| "time"
				| "uint256";
	  };

type FormFault = { path: string; expected: Expected; found: unknown };

type Place = { path: string; faults: FormFault[]; ignoresUnknown?: boolean };
/** Reports faults to `place`. The result is meaningless if there were any. */
export type Form<T> = (value: unknown, place: Place) => T;
export type Of<F> = F extends Form<infer T> ? T : never;
type Forms = Readonly<Record<string, Form<unknown>>>;
type Members<Fields extends Forms> = { [Name in keyof Fields]: Of<Fields[Name]> };
type OptionalMembers<Fields extends Forms> = { [Name in keyof Fields]?: Of<Fields[Name]> | undefined };
/** With the names of its members. */
export type ObjectForm<T> = Form<T> & { readonly members: readonly string[] };

export type Parsed<T> = { ok: true; value: T } | { ok: false; faults: FormFault[] };

/** @param path of the value, for its faults */
export function parse<T>(form: Form<T>, value: unknown, path = "$"): Parsed<T> {
	const faults: FormFault[] = [];
	const parsed = form(value, { path, faults });
	return faults.length === 0 ? { ok: true, value: parsed } : { ok: false, faults };
}

/**
 * Parses a value that the service itself has stored. Leaves out unknown members, which a later build may have written.
 *
 * @throws Error that names the faults' paths, because values may be personal
 */
export function parseStored<T>(form: Form<T>, value: unknown): T {
	const faults: FormFault[] = [];
	const parsed = form(value, { path: "$", faults, ignoresUnknown: true });
	if (faults.length === 0) return parsed;
	throw new Error(`Stored data has another form at ${faults.map(({ path }) => path).join(", ")}.`);
}

/** A form by one test. @param test must be true only for a `T` */
function value<T>(test: (value: unknown) => boolean, expected: Expected): Form<T> {
	return (given, place) => (test(given) ? (given as T) : fail(place, given, expected));
}

export function text<T extends string = string>(
	test: (text: string) => boolean = () => true,
	expected: Expected = { form: "text" },
): Form<T> {
	return value((given) => typeof given === "string" && test(given), expected);
}

export function wholeNumber(min: number, max: number = Number.MAX_SAFE_INTEGER): Form<number> {
	return value((given) => Number.isSafeInteger(given) && Number(given) >= min && Number(given) <= max, {
		form: "whole_number",
		min,
		max,
	});
}

export function oneOf<const Value extends string>(...values: readonly Value[]): Form<Value> {
	return value((given) => values.some((one) => one === given), { form: "one_of", values });
}

export function nullable<T>(form: Form<T>): Form<T | null> {
	return (given, place) => (given === null ? null : form(given, place));
}

export function list<T>(form: Form<T>, least: 0 | 1 = 0): Form<T[]> {
	return (given, place) => {
		if (!Array.isArray(given)) return fail(place, given, { form: "list" });
		if (given.length < least) return fail(place, given, { form: "filled_list" });
		// Array.from also visits the gaps of a list that JSON cannot represent.
		return Array.from(given, (item, at) => form(item, { ...place, path: jsonPath(place.path, [at]) }));
	};
}

/** An object with these members and no other. */
export function object<Fields extends Forms>(fields: Fields): ObjectForm<Members<Fields>> {
	return objectWithOptional(fields, {});
}

/** @param optional members that may be absent */
export function objectWithOptional<Fields extends Forms, Optional extends Forms>(
	fields: Fields,
	optional: Optional,
): ObjectForm<Members<Fields> & OptionalMembers<Optional>> {
	const known: Forms = { ...fields, ...optional };
	const read: Form<unknown> = (given, place) => {
		if (!isObject(given)) return fail(place, given, { form: "object" });
		const entries: [string, unknown][] = [];
		for (const [name, form] of Object.entries(known)) {
			const at = { ...place, path: jsonPath(place.path, [name]) };
			if (Object.hasOwn(given, name)) entries.push([name, form(given[name], at)]);
			else if (Object.hasOwn(fields, name)) fail(at, undefined, { form: "present" });
		}
		for (const name of Object.keys(given)) {
			if (place.ignoresUnknown || Object.hasOwn(known, name)) continue;
			fail({ ...place, path: jsonPath(place.path, [name]) }, given[name], { form: "absent" });
		}
		return Object.fromEntries(entries);
	};
	// The cast is safe, because `read` has parsed each member by its form.
	return Object.assign(read as Form<Members<Fields> & OptionalMembers<Optional>>, {
		members: Object.keys(known),
	});
}

/** An object whose members have any names. */
export function record<T>(form: Form<T>): Form<Record<string, T>> {
	return (given, place) => {
		if (!isObject(given)) return fail(place, given, { form: "object" });
		return Object.fromEntries(
			Object.entries(given).map(([name, item]) => [
				name,
				form(item, { ...place, path: jsonPath(place.path, [name]) }),
			]),
		);
	};
}

/** Chooses the form by the member `kind`. */
export function byKind<Kinds extends Forms>(forms: Kinds): Form<Of<Kinds[keyof Kinds]>> {
	return (given, place) => {
		if (!isObject(given)) return fail(place, given, { form: "object" });
		const { kind } = given;
		const form = typeof kind === "string" && Object.hasOwn(forms, kind) ? forms[kind] : undefined;
		if (!form) {
			const at = { ...place, path: jsonPath(place.path, ["kind"]) };
			return fail(at, kind, { form: "one_of", values: Object.keys(forms) });
		}
		return form(given, place) as Of<Kinds[keyof Kinds]>;
	};
}

/** Applies a further test to a value that has the form. */
export function also<T>(form: Form<T>, test: (value: T) => boolean, expected: Expected): Form<T> {
	return (given, place) => {
		const faults = place.faults.length;
		const parsed = form(given, place);
		if (place.faults.length > faults || test(parsed)) return parsed;
		return fail(place, given, expected);
	};
}

function isObject(given: unknown): given is Record<string, unknown> {
	return typeof given === "object" && given !== null && !Array.isArray(given);
}

/** The result is never read, because `parse` gives none if there are faults. */
function fail<T>({ path, faults }: Place, found: unknown, expected: Expected): T {
	faults.push({ path, expected, found });
	return undefined as T;
}
