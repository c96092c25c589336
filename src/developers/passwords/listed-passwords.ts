/** The passwords that leaked most often (auth.md "Passwords"). */
import { lazyPattern } from "../../kernel/once.ts";
import { holds } from "./filter.ts";

/** Base64 of the filter, which scripts/pages/leaked-passwords.ts makes. */
declare const LISTED_PASSWORDS: string;

const filter = Buffer.from(LISTED_PASSWORDS, "base64");

/** @param password prepared */
export const isListed = (password: string): boolean => formsOf(password).some((form) => holds(filter, form));

/** Attackers append years, `123` and `!` to each word of their lists. */
const MOST_ADDED = 6;
const MIN_WORD = 4;

const aroundLettersAndNumbers = lazyPattern(String.raw`^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$`, "gu");
const aroundLetters = lazyPattern(String.raw`^\P{L}+|\P{L}+$`, "gu");

const lengthOf = (text: string) => [...text].length;

/**
 * The forms in which a password may stand on the list, in lower case: the whole, without special characters around it,
 * and without digits around it.
 * @param password prepared
 */
function formsOf(password: string): string[] {
	const whole = password.toLowerCase();
	const inner = [aroundLettersAndNumbers, aroundLetters]
		.map((around) => whole.replace(around(), ""))
		.filter((form) => lengthOf(form) >= MIN_WORD && lengthOf(whole) - lengthOf(form) <= MOST_ADDED);
	return [...new Set([whole, ...inner])];
}
