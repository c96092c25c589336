// auth.md "Wallet sessions".
import { describe, expect, it } from "vitest";
import { passwordProblems } from "../../../src/developers/passwords/password-rules.ts";

const LENGTH = "must have 8 to 32 characters";
const UPPER = "must contain an uppercase letter";
const LOWER = "must contain a lowercase letter";
const DIGIT = "must contain a number";
const SPECIAL = "must contain a special character, such as ! or ?";
const CONTROL = "must not contain control characters";

describe("passwordProblems", () => {
	it.each([
		["Lorem-7a", []],
		["Lorem-7", [LENGTH]],
		["", [LENGTH, UPPER, LOWER, DIGIT, SPECIAL]],
		[`Lorem-7${"a".repeat(25)}`, []],
		[`Lorem-7${"a".repeat(26)}`, [LENGTH]],
		["lorem-ipsum-7", [UPPER]],
		["LOREM-IPSUM-7", [LOWER]],
		["Lorem-ipsum-x", [DIGIT]],
		["LoremIpsum77", [SPECIAL]],
		["12345678", [UPPER, LOWER, SPECIAL]],
		// An emoji is one special character.
		["Lorem7a😀", []],
		["Lorem7😀", [LENGTH]],
		[`Lorem7${"😀".repeat(26)}`, []],
		[`Lorem7${"😀".repeat(27)}`, [LENGTH]],
		// Letters of every script count; a combining mark is not a special character.
		["Éclair-été-7", []],
		["ПАРОЛЬ-пароль-7", []],
		["Lorem7e\u0301aa", [SPECIAL]],
		["Lorem ipsum 7", []],
		["Lorem-7\u0000ab", [CONTROL]],
		["Lorem-7\u0085ab", [CONTROL]],
		["Lorem-7\nab", [CONTROL]],
		["Lorem-7\ud800ab", [CONTROL]],
	])("%j", (password, problems) => {
		expect(passwordProblems(password).map(({ message }) => message)).toEqual(problems);
	});
});
