// recovery.md "Limits and bad input".
import { describe, expect, test } from "vitest";
import { lineOfText } from "../../../src/kernel/schemas/schemas.ts";

const messagesOf = (text: string) =>
	lineOfText(20)
		.safeParse(text)
		.error?.issues.map(({ message }) => message);

describe("a line of text for people", () => {
	test.each([
		["words", "In re Estate of Doe"],
		["accents, composed and not", "é e\u0301"],
		["Hebrew and Arabic", "דוד داود"],
		["a Persian name with a non-joiner", "علی\u200Cرضا"],
		["a Sinhala conjunct with a joiner", "ශ්\u200Dරී"],
		["an emoji of several", "👩\u200D👧"],
		["a no-break space", "12\u00A0345"],
		["its full length", "x".repeat(20)],
	])("may be %s", (_, text) => expect(messagesOf(text)).toBeUndefined());

	test.each([
		["a null", "\u0000"],
		["a tab", "\t"],
		["a line feed", "\n"],
		["DEL", "\u007F"],
		["a C1 control", "\u0085"],
		["a line separator", "\u2028"],
		["a paragraph separator", "\u2029"],
		["an Arabic letter mark", "\u061C"],
		["a left-to-right mark", "\u200E"],
		["a right-to-left mark", "\u200F"],
		["a direction override", "\u202E"],
		["the end of an embedding", "\u202C"],
		["a direction isolate", "\u2066"],
		["the end of an isolate", "\u2069"],
		["a zero-width space", "\u200B"],
		["a word joiner", "\u2060"],
		["a byte order mark", "\uFEFF"],
		["a tag", "\u{E0001}"],
		["a tag letter", "\u{E0041}"],
		["the end of tags", "\u{E007F}"],
	])("that has %s, at either end or within, is rejected", (_, character) => {
		for (const text of [`${character}ab`, `a${character}b`, `ab${character}`, character])
			expect(messagesOf(text)).toEqual([
				"must not contain control characters, line breaks, direction controls or invisible characters",
			]);
	});

	test.each([
		["nothing", "", "must not be blank"],
		["spaces", " \u00A0\u3000", "must not be blank"],
		["joiners alone", "\u200D\u200C", "must not be blank"],
		["fillers alone", "\u3164\u00AD", "must not be blank"],
		["half a pair", "a\uD800", "must be well-formed Unicode"],
		["too long", "\n".repeat(21), "must have at most 20 characters"],
	])("that is %s is told one thing", (_, text, message) => expect(messagesOf(text)).toEqual([message]));
});
