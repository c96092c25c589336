// estates.md "Erasure".
import { describe, expect, it } from "vitest";
import { MAX_ERASE_DEADLINE_SECONDS } from "../../../src/estates/erasure/erasure.ts";
import { checkDeadline } from "../../../src/kernel/deadline.ts";

/** 2026-11-21T09:30:00.250Z, with milliseconds so that tests detect wrong rounding. */
const NOW = 1_795_253_400_250;
const NOW_SECONDS = 1_795_253_400;

describe("checkDeadline", () => {
	it.each([
		["in the previous second", NOW_SECONDS - 1, "expired"],
		["in the current second", NOW_SECONDS, undefined],
		["an hour ahead", NOW_SECONDS + 3600, undefined],
		["more than an hour ahead", NOW_SECONDS + 3601, "too_large"],
		["of 0", 0, "expired"],
		["in milliseconds by mistake", NOW, "too_large"],
	])("judges a deadline %s", (_, seconds, expected) => {
		const check = () => checkDeadline(seconds, NOW, MAX_ERASE_DEADLINE_SECONDS);
		if (expected === undefined) expect(check).not.toThrow();
		else
			expect(check).toThrow(
				expect.objectContaining({ details: [expect.objectContaining({ rule: expected })] }),
			);
	});

	it("allows a deadline of at most one hour", () => expect(MAX_ERASE_DEADLINE_SECONDS).toBe(3600));
});
