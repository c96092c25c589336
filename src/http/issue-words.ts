/** Rewords zod's issues, because the validator's own text must reach no caller, and names the rule of each. */
import type * as z from "zod";
import type { FieldRule } from "../kernel/schemas/field-rule.ts";

type RawIssue = z.core.$ZodRawIssue;

const TYPES: Record<string, string> = {
	string: "must be a string",
	number: "must be a number",
	int: "must be a whole number",
	boolean: "must be true or false",
	object: "must be an object",
	record: "must be an object",
	array: "must be a list",
	null: "must be null",
};

const FORMATS: Record<string, string> = {
	email: "must be an e-mail address",
	url: "must be a URL",
	uuid: "must be a UUID",
	datetime: "must be an ISO 8601 time with a time zone, such as `2026-11-21T09:30:00Z`",
	date: "must be a date, such as `2026-11-21`",
};

const UNITS: Record<string, [one: string, more: string]> = {
	string: ["character", "characters"],
	array: ["entry", "entries"],
	set: ["entry", "entries"],
	object: ["field", "fields"],
};

/** For an issue whose schema has no message of its own. */
export function wordsOf(issue: RawIssue): string {
	switch (issue.code) {
		case "invalid_type":
			return TYPES[issue.expected] ?? "has the wrong type";
		case "invalid_value":
			return issue.values.length === 1
				? `must be ${quoted(issue.values[0])}`
				: `must be one of ${issue.values.map(quoted).join(", ")}`;
		case "too_big":
			return limit(issue.origin, issue.maximum, issue.inclusive === false ? "less than" : "at most");
		case "too_small":
			return limit(issue.origin, issue.minimum, issue.inclusive === false ? "more than" : "at least");
		case "not_multiple_of":
			return `must be a multiple of ${issue.divisor}`;
		case "invalid_format":
			return FORMATS[issue.format] ?? "has the wrong form";
		case "unrecognized_keys":
			return "has fields that are not known";
		case "invalid_key":
			return "has a field whose name is not allowed";
		case "invalid_element":
			return "has an entry that is not valid";
		case "invalid_union":
			return Array.isArray(issue.options)
				? `must be one of ${issue.options.map(quoted).join(", ")}`
				: "has none of the accepted forms";
		default:
			return "is not valid";
	}
}

type Bound = { string: FieldRule; array: FieldRule; number: FieldRule };

const TOO_BIG: Bound = { string: "too_long", array: "too_many", number: "too_large" };
const TOO_SMALL: Bound = { string: "too_short", array: "too_few", number: "too_small" };

/** @param issue of `parseRequest`, which keeps the input */
export function ruleOf(issue: z.core.$ZodIssue): FieldRule {
	const isAbsent = "input" in issue && judgedInput(issue) === undefined;
	switch (issue.code) {
		case "invalid_type":
			return isAbsent ? "required" : "type";
		case "too_big":
			return boundOf(TOO_BIG, issue.origin);
		case "too_small":
			return boundOf(TOO_SMALL, issue.origin);
		case "unrecognized_keys":
			return "unknown_field";
		case "invalid_value":
		case "invalid_union":
			return isAbsent ? "required" : "one_of";
		case "custom":
			return (issue.params?.rule as FieldRule | undefined) ?? "invalid";
		default:
			return "format";
	}
}

/** The input that the issue is about; of a union that is chosen by a field, the value of that field. */
function judgedInput(issue: z.core.$ZodIssue): unknown {
	return issue.code === "invalid_union" && issue.discriminator !== undefined
		? (issue.input as Record<string, unknown>)[issue.discriminator]
		: issue.input;
}

/** Lists, sets, objects and files count their entries. */
function boundOf(rules: Bound, origin: string): FieldRule {
	if (origin === "string") return rules.string;
	return origin in UNITS ? rules.array : rules.number;
}

function limit(origin: string, bound: number | bigint, relation: string): string {
	const units = UNITS[origin];
	if (!units) return `must be ${relation} ${bound}`;
	return `must have ${relation} ${bound} ${units[Number(bound) === 1 ? 0 : 1]}`;
}

function quoted(value: unknown): string {
	return `\`${String(value)}\``;
}
