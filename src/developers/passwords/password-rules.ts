/** What a new password must be (specification "Authentication", design/auth.md "Passwords and sessions"). */
import { isCommonPassword } from "./common-passwords.ts";

export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 32;
/**
 * Far above any password that can be set, in UTF-16 units; keeps a login from hashing a megabyte, and marks from being
 * put in order, which takes the square of their number: minutes for a megabyte of them (UAX #15).
 */
export const MAX_TYPED_LENGTH = 1024;

/** Each rule with the sentence that a caller who broke it is told. Letters of every script count. */
const RULES: readonly { holds: (password: string) => boolean; message: string }[] = [
	{
		// Code points, so that an emoji is one character.
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
		// NUL ends a string in some libraries, and lone surrogates all become the same replacement character.
		holds: (password) => !/[\p{Cc}\p{Cs}]/u.test(password),
		message: "must not contain control characters",
	},
	{
		holds: (password) => !isCommonPassword(password),
		message: "is one of the most common passwords, which attackers try first; choose another",
	},
];

/**
 * The one form in which a password is judged, hashed and compared: devices write the same letters and spaces in
 * different ways (RFC 8265 section 4.2.2, of which the width of letters stays as it is).
 * What is longer than any password is given back as it is, for the rules to refuse.
 */
export function preparePassword(typed: string): string {
	if (typed.length > MAX_TYPED_LENGTH) return typed;
	return typed.replace(/\p{Zs}/gu, " ").normalize("NFC");
}

/** One sentence per broken rule; empty for a good password. @param password prepared */
export function passwordProblems(password: string): string[] {
	return RULES.filter((rule) => !rule.holds(password)).map((rule) => rule.message);
}
