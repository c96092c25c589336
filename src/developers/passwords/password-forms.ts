/** The forms of a password in which it may stand on a list of leaked ones (auth.md "Passwords"). */

/** Attackers append years, `123` and `!` to each word of their lists. */
const MOST_ADDED = 6;
const MIN_WORD = 4;

const lengthOf = (text: string) => [...text].length;

/** In lower case: the whole, without special characters around it, and without digits around it. @param password prepared */
export function formsOf(password: string): string[] {
	const whole = password.toLowerCase();
	const inner = [/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, /^\P{L}+|\P{L}+$/gu]
		.map((around) => whole.replace(around, ""))
		.filter((form) => lengthOf(form) >= MIN_WORD && lengthOf(whole) - lengthOf(form) <= MOST_ADDED);
	return [...new Set([whole, ...inner])];
}
