/** Words for what a JSON schema demands of a value. */
import type { Schema } from "./schema.ts";

export const TIME = "ISO 8601, in UTC";

const WORDS_OF_FORMAT: Record<string, string> = {
	"date-time": TIME,
	email: "an e-mail address",
	uri: "an address",
	"uri-reference": "a path or an address",
	uuid: "a UUID",
	password: "secret",
	binary: "the bytes of a file",
};

/** Hex digits of a fixed number. */
const HEX = /^\^0x\[0-9a-f(?:A-F)?\]\{(\d+)\}\$$/;
/** Beginnings of patterns that are longer than their meaning. */
const WORDS_OF_PATTERN: Record<string, string> = {
	"^0x[0-9a-fA-F]*$": "`0x` and hex digits",
	"^[^\\u0000-": "has a visible character, and no control characters",
	"^(?:[A-Za-z0-9+/]{4})*": "base64",
};

/** A longer pattern is only in the OpenAPI document, because nobody reads it. */
const LONGEST_PATTERN = 60;

/** Short phrases, such as "at most 200 characters". */
export function constraintsOf(schema: Schema): string[] {
	return [
		...formOf(schema),
		...range("character", schema.minLength, schema.maxLength),
		...range(
			"",
			schema.exclusiveMinimum === undefined ? safe(schema.minimum) : schema.exclusiveMinimum + 1,
			safe(schema.maximum),
		),
		...range("entry", schema.minItems, schema.maxItems),
		...(schema.uniqueItems ? ["no entry twice"] : []),
		...(schema.default === undefined ? [] : [`\`${JSON.stringify(schema.default)}\` by default`]),
	];
}

function formOf({ format, pattern, contentEncoding }: Schema): string[] {
	const known = format === undefined ? undefined : WORDS_OF_FORMAT[format];
	if (known) return [known];
	if (pattern === undefined) return contentEncoding === "base64" ? ["base64"] : [];
	const [, digits] = HEX.exec(pattern) ?? [];
	if (digits) return [`\`0x\` and ${digits} hex digits`];
	const beginning = Object.keys(WORDS_OF_PATTERN).find((known) => pattern.startsWith(known));
	if (beginning) return [WORDS_OF_PATTERN[beginning] ?? ""];
	return pattern.length <= LONGEST_PATTERN ? [`matches \`${pattern}\``] : [];
}

/** The bounds that every integer of JSON has say nothing. */
function safe(bound: number | undefined): number | undefined {
	return bound !== undefined && Number.isSafeInteger(bound) && Math.abs(bound) < Number.MAX_SAFE_INTEGER
		? bound
		: undefined;
}

const PLURALS: Record<string, string> = { character: "characters", entry: "entries" };

function range(unit: string, least?: number, most?: number): string[] {
	const counted = (count: number) => `${count}${unit && ` ${count === 1 ? unit : PLURALS[unit]}`}`;
	if (least !== undefined && most !== undefined) {
		return [least === most ? `exactly ${counted(least)}` : `${least} to ${counted(most)}`];
	}
	if (least !== undefined) return [`at least ${counted(least)}`];
	return most === undefined ? [] : [`at most ${counted(most)}`];
}
