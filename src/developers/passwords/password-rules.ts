import type { FieldRule } from "../../kernel/schemas/field-rule.ts";

export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 32;
/** In UTF-16 units. Normalising a megabyte of combining marks takes minutes (UAX #15). */
export const MAX_TYPED_LENGTH = 1024;

const LENGTH = `must have ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters`;

/** Counts code points, so that an emoji is one character. */
const lengthOf = (password: string) => [...password].length;

/** Each rule with its error message. Letters of every script count. */
const RULES: readonly { rule: FieldRule; holds: (password: string) => boolean; message: string }[] = [
	{ rule: "too_short", holds: (password) => lengthOf(password) >= MIN_PASSWORD_LENGTH, message: LENGTH },
	{ rule: "too_long", holds: (password) => lengthOf(password) <= MAX_PASSWORD_LENGTH, message: LENGTH },
	{
		rule: "upper_case",
		holds: (password) => /\p{Lu}/u.test(password),
		message: "must contain an uppercase letter",
	},
	{
		rule: "lower_case",
		holds: (password) => /\p{Ll}/u.test(password),
		message: "must contain a lowercase letter",
	},
	{ rule: "digit", holds: (password) => /\p{Nd}/u.test(password), message: "must contain a number" },
	{
		rule: "special_character",
		holds: (password) => /[^\p{L}\p{M}\p{N}\p{C}]/u.test(password),
		message: "must contain a special character, such as ! or ?",
	},
	{
		rule: "characters",
		// NUL ends a string in some libraries, and all lone surrogates encode to the same replacement character.
		holds: (password) => !/[\p{Cc}\p{Cs}]/u.test(password),
		message: "must not contain control characters",
	},
];

/**
 * Normalises a password, because devices write the same letters and spaces differently (RFC 8265 section 4.2.2,
 * without width mapping). Leaves too long text for the rules to reject.
 */
export function preparePassword(typed: string): string {
	if (typed.length > MAX_TYPED_LENGTH) return typed;
	return typed.replace(/\p{Zs}/gu, " ").normalize("NFC");
}

/** The broken rules. @param password prepared */
export function passwordProblems(password: string): { rule: FieldRule; message: string }[] {
	return RULES.filter(({ holds }) => !holds(password)).map(({ rule, message }) => ({ rule, message }));
}
