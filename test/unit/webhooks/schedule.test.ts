// webhooks.md "Retention".
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MAX_ATTEMPTS, nextAttemptAt, parseRetryAfter } from "../../../src/webhooks/delivery/schedule.ts";

/** 2026-11-21T09:30:00Z, a Saturday. */
const NOW = Date.UTC(2026, 10, 21, 9, 30);
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const waitAfter = (attempts: number, random = 0, retryAfterMs: number | null = null) => {
	const at = nextAttemptAt({ attempts, now: NOW, random, retryAfterMs });
	return at === null ? null : at - NOW;
};

describe("the retry schedule", () => {
	test.each([
		[1, 5 * SECOND],
		[2, 5 * MINUTE],
		[3, 30 * MINUTE],
		[4, 2 * HOUR],
		[5, 5 * HOUR],
		[6, 10 * HOUR],
		[7, 14 * HOUR],
		[8, 20 * HOUR],
		[9, 24 * HOUR],
	])("waits after attempt %i for %i ms and at most a fifth more", (attempts, waitMs) => {
		expect(waitAfter(attempts)).toBe(waitMs);
		expect(waitAfter(attempts, 0.5)).toBeCloseTo(waitMs * 1.1, 3);
		const longest = waitAfter(attempts, 1 - Number.EPSILON);
		expect(longest).toBeLessThanOrEqual(waitMs * 1.2);
	});

	test("makes the first attempt at once, whatever the jitter", () => {
		expect(waitAfter(0, 0.9)).toBe(0);
	});

	test("makes ten attempts in about 75 hours", () => {
		expect(MAX_ATTEMPTS).toBe(10);
		const waits = Array.from({ length: MAX_ATTEMPTS }, (_, attempts) => waitAfter(attempts) ?? 0);
		expect(waits.reduce((sum, wait) => sum + wait, 0)).toBe(75 * HOUR + 35 * MINUTE + 5 * SECOND);
	});

	test.each([10, 11, 1_000])("makes no attempt after %i", (attempts) => {
		expect(waitAfter(attempts)).toBeNull();
		expect(waitAfter(attempts, 0.5, HOUR)).toBeNull();
	});

	test.each([
		["postpones the attempt", 1, HOUR, HOUR],
		["never advances the attempt", 3, 1 * SECOND, 30 * MINUTE],
		["of zero changes nothing", 2, 0, 5 * MINUTE],
		["is capped at a day", 1, 40 * DAY, DAY],
		["of a fraction of a millisecond is rounded up", 1, HOUR + 0.25, HOUR + 1],
	])("Retry-After %s", (_, attempts, retryAfterMs, waitMs) => {
		expect(waitAfter(attempts, 0, retryAfterMs)).toBe(waitMs);
	});

	test("keeps a jittered wait that is longer than Retry-After", () => {
		expect(waitAfter(9, 0.5, DAY)).toBe(26.4 * HOUR);
	});

	test("waits whole milliseconds, at least Retry-After, at most a day and a fifth", () => {
		const input = fc.record({
			attempts: fc.integer({ min: 0, max: 9 }),
			random: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
			retryAfterMs: fc.option(fc.integer({ min: 0, max: DAY })),
		});
		fc.assert(
			fc.property(input, ({ attempts, random, retryAfterMs }) => {
				const wait = waitAfter(attempts, random, retryAfterMs) ?? Number.NaN;
				expect(Number.isSafeInteger(wait)).toBe(true);
				expect(wait).toBeGreaterThanOrEqual(retryAfterMs ?? 0);
				expect(wait).toBeLessThanOrEqual(1.2 * DAY);
			}),
		);
	});
});

describe("parsing Retry-After", () => {
	test.each([
		["seconds", "120", 120 * SECOND],
		["zero seconds", "0", 0],
		["seconds with leading zeros", "007", 7 * SECOND],
		["space around", " \t30 ", 30 * SECOND],
		["a second less than a day", "86399", DAY - SECOND],
		["a day", "86400", DAY],
		["more than a day", "86401", DAY],
		["more digits than a number has", "9".repeat(400), DAY],
		["a date", "Sat, 21 Nov 2026 09:31:00 GMT", MINUTE],
		["a date in the form of RFC 850", "Saturday, 21-Nov-26 09:31:00 GMT", MINUTE],
		["a date of asctime", "Sat Nov 21 09:31:00 2026", MINUTE],
		["a date with a leap second", "Sat, 21 Nov 2026 09:30:60 GMT", MINUTE],
		["a date with a wrong day name", "Mon, 21 Nov 2026 09:31:00 GMT", MINUTE],
		["midnight", "Sun, 22 Nov 2026 00:00:00 GMT", 14.5 * HOUR],
		["now", "Sat, 21 Nov 2026 09:30:00 GMT", 0],
		["a date that has passed", "Sat, 21 Nov 2026 09:29:59 GMT", 0],
		["a date long ago", "Sun Nov  6 08:49:37 1994", 0],
		["a date before 100 AD", "Sat, 21 Nov 0026 09:31:00 GMT", 0],
		["two digits of a year that has passed", "Sunday, 06-Nov-94 08:49:37 GMT", 0],
		["two digits of a year 50 years ahead", "Saturday, 21-Nov-76 09:30:00 GMT", DAY],
		["two digits of a year 51 years ahead, which is long ago", "Sunday, 21-Nov-77 09:30:00 GMT", 0],
		["a date more than a day ahead", "Mon, 23 Nov 2026 09:30:00 GMT", DAY],
		["a year far ahead", "Fri, 31 Dec 9999 23:59:59 GMT", DAY],
	])("parses %s", (_, value, waitMs) => expect(parseRetryAfter(value, NOW)).toBe(waitMs));

	test("parses 29 February in a leap year", () => {
		const eve = Date.UTC(2028, 1, 28, 23);
		expect(parseRetryAfter("Tue, 29 Feb 2028 00:00:00 GMT", eve)).toBe(HOUR);
	});

	test("parses a year of two digits across the turn of a century", () => {
		const endOfCentury = Date.UTC(2099, 11, 31, 23);
		expect(parseRetryAfter("Friday, 01-Jan-00 00:00:00 GMT", endOfCentury)).toBe(HOUR);
	});

	test.each([
		["nothing", null],
		["an empty text", ""],
		["spaces", "  "],
		["a word", "soon"],
		["a negative number", "-1"],
		["a sign", "+1"],
		["a fraction", "1.5"],
		["an exponent", "1e3"],
		["hex", "0x10"],
		["a unit", "120s"],
		["two numbers", "120, 120"],
		["digits of another script", "١٢"],
		["a line break after it", "12\n"],
		["an ISO date", "2026-11-21T09:31:00.000Z"],
		["a date without its day's name", "21 Nov 2026 09:31:00 GMT"],
		["another zone", "Sat, 21 Nov 2026 09:31:00 CET"],
		["an offset", "Sat, 21 Nov 2026 09:31:00 +0000"],
		["no zone", "Sat, 21 Nov 2026 09:31:00"],
		["a name in lower case", "sat, 21 nov 2026 09:31:00 gmt"],
		["a day's name that does not exist", "Xyz, 21 Nov 2026 09:31:00 GMT"],
		["a month that does not exist", "Sat, 21 Nom 2026 09:31:00 GMT"],
		["30 February", "Sat, 30 Feb 2027 09:31:00 GMT"],
		["29 February in another year", "Sat, 29 Feb 2027 09:31:00 GMT"],
		["day 0", "Sat, 00 Nov 2026 09:31:00 GMT"],
		["day 32", "Sat, 32 Dec 2026 09:31:00 GMT"],
		["hour 24", "Sat, 21 Nov 2026 24:00:00 GMT"],
		["minute 60", "Sat, 21 Nov 2026 09:60:00 GMT"],
		["second 61", "Sat, 21 Nov 2026 09:30:61 GMT"],
		["one digit of the hour", "Sat, 21 Nov 2026 9:31:00 GMT"],
		["text after it", "Sat, 21 Nov 2026 09:31:00 GMT!"],
	])("returns null for %s", (_, value) => expect(parseRetryAfter(value, NOW)).toBeNull());

	test("parses every date that JavaScript writes", () => {
		const ahead = fc.integer({ min: -10 * 24 * 3600, max: 24 * 3600 });
		fc.assert(
			fc.property(ahead, (seconds) => {
				const value = new Date(NOW + seconds * SECOND).toUTCString();
				expect(parseRetryAfter(value, NOW)).toBe(Math.max(0, seconds * SECOND));
			}),
		);
	});

	test("returns null or at most a day for any text", () => {
		fc.assert(
			fc.property(fc.oneof(fc.string(), fc.integer().map(String)), (value) => {
				const wait = parseRetryAfter(value, NOW);
				if (wait === null) return;
				expect(wait).toBeGreaterThanOrEqual(0);
				expect(wait).toBeLessThanOrEqual(DAY);
			}),
		);
	});
});
