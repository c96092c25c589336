// estates.md "Erasure".
import { describe, expect, it } from "vitest";
import { MAX_ERASE_DEADLINE_SECONDS } from "../../../src/estates/erasure/erasure.ts";
import { judgeDeadline } from "../../../src/kernel/deadline.ts";

/** 2026-11-21T09:30:00.250Z, with milliseconds so that tests detect wrong rounding. */
const NOW = 1_795_253_400_250;
const NOW_SECONDS = 1_795_253_400;

describe("judgeDeadline", () => {
	it.each([
		["in the previous second", NOW_SECONDS - 1, "passed"],
		["in the current second", NOW_SECONDS, "valid"],
		["an hour ahead", NOW_SECONDS + 3600, "valid"],
		["more than an hour ahead", NOW_SECONDS + 3601, "too_far"],
		["of 0", 0, "passed"],
		["in milliseconds by mistake", NOW, "too_far"],
	])("judges a deadline %s", (_, seconds, expected) => {
		expect(judgeDeadline(seconds, NOW, MAX_ERASE_DEADLINE_SECONDS)).toBe(expected);
	});

	it("allows a deadline of at most one hour", () => expect(MAX_ERASE_DEADLINE_SECONDS).toBe(3600));
});
