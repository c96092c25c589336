import { lazyPattern } from "../../kernel/once.ts";
import type { FieldRule } from "../../kernel/schemas/field-rule.ts";

export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 32;
/** In UTF-16 units. Normalising a megabyte of combining marks takes minutes (UAX #15). */
export const MAX_TYPED_LENGTH = 1024;

const LENGTH = `must have ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters`;

/** Counts code points, so that an emoji is one character. */
const lengthOf = (password: string) => [...password].length;

function has(pattern: string): (password: string) => boolean {
	const found = lazyPattern(pattern, "u");
	return (password) => found().test(password);
}

const hasControl = has(String.raw`[\p{Cc}\p{Cs}]`);
const spaces = lazyPattern(String.raw`\p{Zs}`, "gu");

/** Each rule with its error message. Letters of every script count. */
const RULES: readonly { rule: FieldRule; holds: (password: string) => boolean; message: string }[] = [
	{ rule: "too_short", holds: (password) => lengthOf(password) >= MIN_PASSWORD_LENGTH, message: LENGTH },
	{ rule: "too_long", holds: (password) => lengthOf(password) <= MAX_PASSWORD_LENGTH, message: LENGTH },
	{ rule: "upper_case", holds: has(String.raw`\p{Lu}`), message: "must contain an uppercase letter" },
	{ rule: "lower_case", holds: has(String.raw`\p{Ll}`), message: "must contain a lowercase letter" },
	{ rule: "digit", holds: has(String.raw`\p{Nd}`), message: "must contain a number" },
	{
		rule: "special_character",
		holds: has(String.raw`[^\p{L}\p{M}\p{N}\p{C}]`),
		message: "must contain a special character, such as ! or ?",
	},
	{
		rule: "characters",
		// NUL ends a string in some libraries, and all lone surrogates encode to the same replacement character.
		holds: (password) => !hasControl(password),
		message: "must not contain control characters",
	},
];

/**
 * Normalises a password, because devices write the same letters and spaces differently (RFC 8265 section 4.2.2,
 * without width mapping). Leaves too long text for the rules to reject.
 */
export function preparePassword(typed: string): string {
	if (typed.length > MAX_TYPED_LENGTH) return typed;
	return typed.replace(spaces(), " ").normalize("NFC");
}

/** The broken rules. @param password prepared */
export function passwordProblems(password: string): { rule: FieldRule; message: string }[] {
	return RULES.filter(({ holds }) => !holds(password)).map(({ rule, message }) => ({ rule, message }));
}
