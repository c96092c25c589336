import { isCommonPassword } from "./common-passwords.ts";

export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 32;
/** In UTF-16 units. Normalising a megabyte of combining marks takes minutes (UAX #15). */
export const MAX_TYPED_LENGTH = 1024;

/** Each rule with its error message. Letters of every script count. */
const RULES: readonly { holds: (password: string) => boolean; message: string }[] = [
	{
		// Counts code points, so that an emoji is one character.
		holds: (password) => {
			const length = [...password].length;
			return length >= MIN_PASSWORD_LENGTH && length <= MAX_PASSWORD_LENGTH;
		},
		message: `must have ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters`,
	},
	{ holds: (password) => /\p{Lu}/u.test(password), message: "must contain an uppercase letter" },
	{ holds: (password) => /\p{Ll}/u.test(password), message: "must contain a lowercase letter" },
	{ holds: (password) => /\p{Nd}/u.test(password), message: "must contain a number" },
	{
		holds: (password) => /[^\p{L}\p{M}\p{N}\p{C}]/u.test(password),
		message: "must contain a special character, such as ! or ?",
	},
	{
		// NUL ends a string in some libraries, and all lone surrogates encode to the same replacement character.
		holds: (password) => !/[\p{Cc}\p{Cs}]/u.test(password),
		message: "must not contain control characters",
	},
	{
		holds: (password) => !isCommonPassword(password),
		message: "is one of the most common passwords, which attackers try first; choose another",
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

/** @returns the messages of the broken rules. @param password prepared */
export function passwordProblems(password: string): string[] {
	return RULES.filter((rule) => !rule.holds(password)).map((rule) => rule.message);
}
