import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
	canonicalNonce,
	isLiveCode,
	judgeDeadline,
	judgeExpiry,
	MAX_ERASE_DEADLINE_SECONDS,
	nextWillVersion,
} from "../../../src/estates/profile/profile.ts";

/** 2026-11-21T09:30:00.250Z: not on the second, so that rounding shows. */
const NOW = 1_795_253_400_250;
const NOW_SECONDS = 1_795_253_400;

describe("isLiveCode", () => {
	it.each([
		["has no end", { expiresAt: null, revokedAt: null }, true],
		["ends in a millisecond", { expiresAt: NOW + 1, revokedAt: null }, true],
		["ends now", { expiresAt: NOW, revokedAt: null }, false],
		["has ended", { expiresAt: NOW - 1, revokedAt: null }, false],
		["was revoked", { expiresAt: null, revokedAt: NOW - 1 }, false],
		["is revoked this moment", { expiresAt: null, revokedAt: NOW }, false],
		["was revoked before its end", { expiresAt: NOW + 1, revokedAt: NOW }, false],
		["was revoked at 0", { expiresAt: null, revokedAt: 0 }, false],
	])("of a code that %s", (_, code, expected) => {
		expect(isLiveCode(code, NOW)).toBe(expected);
	});
});

describe("judgeExpiry", () => {
	it.each([
		["none", 0, { ok: true, expiresAt: null }],
		["the next second", NOW_SECONDS + 1, { ok: true, expiresAt: NOW + 750 }],
		["this second, which has begun", NOW_SECONDS, { ok: false, reason: "passed" }],
		["the first second there was", 1, { ok: false, reason: "passed" }],
		["the last second of 9999", 253_402_300_799, { ok: true, expiresAt: 253_402_300_799_000 }],
		["the year 10000", 253_402_300_800, { ok: false, reason: "too_far" }],
		["milliseconds by mistake", NOW, { ok: false, reason: "too_far" }],
		["the largest number", Number.MAX_SAFE_INTEGER, { ok: false, reason: "too_far" }],
	])("of %s", (_, seconds, expected) => {
		expect(judgeExpiry(seconds, NOW)).toEqual(expected);
	});

	it("takes nothing that is dead at once, and nothing that has no date", () => {
		fc.assert(
			fc.property(fc.nat({ max: Number.MAX_SAFE_INTEGER }), (seconds) => {
				const judged = judgeExpiry(seconds, NOW);
				if (!judged.ok) return;
				expect(isLiveCode({ expiresAt: judged.expiresAt, revokedAt: null }, NOW)).toBe(true);
				expect(new Date(judged.expiresAt ?? 0).toISOString()).toMatch(/^\d{4}-/);
			}),
		);
	});
});

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

describe("canonicalNonce", () => {
	it("is the same for every spelling of the same bytes", () => {
		const lower = `0x${"ab".repeat(32)}` as const;
		expect(canonicalNonce(`0x${"AB".repeat(32)}`)).toBe(lower);
		expect(canonicalNonce(`0x${"aB".repeat(32)}`)).toBe(lower);
		expect(canonicalNonce(lower)).toBe(lower);
	});
});

describe("nextWillVersion", () => {
	it.each([
		["the first will", 0, 0, 1],
		["the second", 1, 0, 2],
		["the first after an erasure", 0, 7, 8],
		["the second after an erasure", 8, 7, 9],
	])("is one more, for %s", (_, current, erased, expected) => {
		expect(nextWillVersion({ current, erased })).toBe(expected);
	});
});
