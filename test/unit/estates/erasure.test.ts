import { describe, expect, it } from "vitest";
import { judgeDeadline, MAX_ERASE_DEADLINE_SECONDS } from "../../../src/estates/erasure/erasure.ts";

/** 2026-11-21T09:30:00.250Z: not on the second, so that rounding shows. */
const NOW = 1_795_253_400_250;
const NOW_SECONDS = 1_795_253_400;

describe("judgeDeadline", () => {
	it.each([
		["the second before", NOW_SECONDS - 1, "passed"],
		["this second", NOW_SECONDS, "valid"],
		["an hour ahead", NOW_SECONDS + 3600, "valid"],
		["more than an hour ahead", NOW_SECONDS + 3601, "too_far"],
		["none", 0, "passed"],
		["milliseconds by mistake", NOW, "too_far"],
	])("of %s", (_, seconds, expected) => {
		expect(judgeDeadline(seconds, NOW)).toBe(expected);
	});

	it("is an hour at most", () => expect(MAX_ERASE_DEADLINE_SECONDS).toBe(3600));
});
