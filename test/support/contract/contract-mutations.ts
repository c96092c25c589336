/** Makes bodies with one mistake each from a valid body. */

export type Mutation = {
	what: string;
	/** JSON text, because some mutations (`__proto__`) do not survive as an object. */
	text: string;
	/** Path of the wrong field; `(body)` for the whole body. */
	field: string;
	/** Whether every schema must reject this. */
	mustFail: boolean;
};

type Path = (string | number)[];
type Edit = { what: string; json: string; mustFail: boolean };

const LONE_SURROGATE = '"\\ud800"';
const UNKNOWN_FIELDS = ["surprise", "__proto__", "constructor", "toString", ""];

/** Replacements for a value of each kind, as JSON text. */
const replacements: Record<string, Edit[]> = {
	string: [
		...wrongTypes(["42", "true", "{}", "[]", '["0x"]']),
		...unlikely([
			"null",
			'""',
			'" "',
			'"NaN"',
			'"-1"',
			LONE_SURROGATE,
			'"\\u0000"',
			`"${"9".repeat(70_000)}"`,
		]),
	],
	number: [
		...wrongTypes(['"8453"', '"NaN"', "true", "{}", "[]", "null", "1.5", "-1", "1e400", "-1e400"]),
		...wrongTypes(["9007199254740992", "1e308"]),
	],
	object: wrongTypes(["null", "[]", "[{}]", '"text"', "42", "false"]),
	array: wrongTypes(["null", "{}", '"text"', "42", '{"0":{},"length":1}', "[null]", '["text"]']),
};

function wrongTypes(values: string[]): Edit[] {
	return values.map((json) => ({ what: json.slice(0, 40), json, mustFail: true }));
}

function unlikely(values: string[]): Edit[] {
	return wrongTypes(values).map((edit) => ({ ...edit, mustFail: false }));
}

/** @param optional paths of fields that may be left out */
export function mutationsOf(body: unknown, optional: readonly string[]): Mutation[] {
	return placesIn(body, []).flatMap((path) => {
		const value = valueAt(body, path);
		const replaced = (replacements[kindOf(value)] ?? []).map((edit) =>
			mutation(`${nameOf(path)} as ${edit.what}`, body, path, edit.json, nameOf(path), edit.mustFail),
		);
		const last = path.at(-1);
		const dropped =
			typeof last === "string"
				? [
						mutation(
							`no ${nameOf(path)}`,
							body,
							path,
							undefined,
							nameOf(path),
							!optional.includes(nameOf(path)),
						),
					]
				: [];
		const added =
			kindOf(value) === "object"
				? UNKNOWN_FIELDS.map((name) => {
						const json = withField(JSON.stringify(value), name);
						const field = nameOf([...path, name]);
						return mutation(`${field} beside the others`, body, path, json, field, true);
					})
				: [];
		return [...replaced, ...dropped, ...added];
	});
}

/** The path of every value in a body, beginning with the body. */
function placesIn(value: unknown, path: Path): Path[] {
	if (typeof value !== "object" || value === null) return [path];
	const keys = Array.isArray(value) ? value.map((_, at) => at) : Object.keys(value);
	return [path, ...keys.flatMap((key) => placesIn(valueAt(value, [key]), [...path, key]))];
}

function valueAt(value: unknown, path: Path): unknown {
	return path.reduce<unknown>((within, key) => Object(within)[key], value);
}

function kindOf(value: unknown): string {
	return Array.isArray(value) ? "array" : typeof value;
}

function nameOf(path: Path): string {
	return path.length === 0 ? "(body)" : path.join(".");
}

const PLACE = "(the mutated value)";

function mutation(
	what: string,
	body: unknown,
	path: Path,
	json: string | undefined,
	field: string,
	mustFail: boolean,
): Mutation {
	const text = JSON.stringify(replaceAt(body, path, json === undefined ? undefined : PLACE));
	return { what, text: text.replace(JSON.stringify(PLACE), () => json ?? ""), field, mustFail };
}

function replaceAt(value: unknown, [key, ...rest]: Path, replacement: unknown): unknown {
	if (key === undefined) return replacement;
	if (Array.isArray(value)) {
		return value.map((item, at) => (at === key ? replaceAt(item, rest, replacement) : item));
	}
	return Object.fromEntries(
		Object.entries(Object(value)).map(([name, item]) => [
			name,
			name === key ? replaceAt(item, rest, replacement) : item,
		]),
	);
}

function withField(object: string, name: string): string {
	return `${object.slice(0, -1)},${JSON.stringify(name)}:{"admin":true}}`;
}
