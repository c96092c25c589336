// auth.md "Wallet sessions".
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
	cancelAttempt,
	GUARD_MEMORY_MS,
	type GuardKind,
	type GuardState,
	NO_FAILURES,
	reserveAttempt,
	waitSecondsAfter,
} from "../../../src/quota/login-guard-rules.ts";

const NOW = 1_800_000_000_000;

function admitted(state: GuardState, kind: GuardKind, now: number) {
	const reservation = reserveAttempt(state, kind, now);
	if (reservation.kind !== "admitted") throw new Error("the attempt was throttled");
	return reservation;
}

/** The waits of a client that retries as soon as possible. */
function waitsOf(kind: GuardKind, attempts: number): number[] {
	let state = NO_FAILURES;
	let now = NOW;
	return Array.from({ length: attempts }, () => {
		state = admitted(state, kind, now).after;
		const next = reserveAttempt(state, kind, now);
		const wait = next.kind === "throttled" ? next.retryAfterSeconds : 0;
		now += wait * 1000;
		return wait;
	});
}

describe("the schedule of password attempts", () => {
	test("gives an account five free failures, then doubles waits up to a minute", () => {
		expect(waitsOf("account", 13)).toEqual([0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60]);
	});

	test("gives an address five free failures, then doubles waits up to 15 minutes", () => {
		expect(waitsOf("address", 17)).toEqual([
			0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900,
		]);
	});

	test("keeps the maximum wait for any number of failures", () => {
		expect(waitSecondsAfter(5_000, "account")).toBe(60);
		expect(waitSecondsAfter(5_000, "address")).toBe(900);
	});

	test("admits an attempt at the end of a wait and not before", () => {
		const state: GuardState = { failures: 6, blockedUntil: NOW + 2_000, lastAttemptAt: NOW };
		expect(reserveAttempt(state, "account", NOW + 1_999)).toEqual({
			kind: "throttled",
			retryAfterSeconds: 1,
		});
		expect(reserveAttempt(state, "account", NOW + 1)).toEqual({ kind: "throttled", retryAfterSeconds: 2 });
		expect(admitted(state, "account", NOW + 2_000).after).toEqual({
			failures: 7,
			blockedUntil: NOW + 6_000,
			lastAttemptAt: NOW + 2_000,
		});
	});

	test("forgets failures a day after the last attempt", () => {
		const state: GuardState = { failures: 40, blockedUntil: NOW + 900_000, lastAttemptAt: NOW };
		expect(admitted(state, "address", NOW + GUARD_MEMORY_MS).after.failures).toBe(1);
		expect(admitted(state, "address", NOW + GUARD_MEMORY_MS - 1).after.failures).toBe(41);
	});
});

describe("a cancelled attempt", () => {
	test("restores the state before it", () => {
		const before: GuardState = { failures: 7, blockedUntil: NOW - 1, lastAttemptAt: NOW - 5_000 };
		const { after } = admitted(before, "address", NOW);
		expect(cancelAttempt(after, { before, after })).toEqual(before);
	});

	test("keeps failures that were counted after it", () => {
		const first = admitted({ ...NO_FAILURES, failures: 2, lastAttemptAt: NOW }, "address", NOW);
		const second = admitted(first.after, "address", NOW + 1);
		expect(cancelAttempt(second.after, first).failures).toBe(3);
		const fifth = admitted(second.after, "address", NOW + 2);
		expect(fifth.after.blockedUntil).toBe(NOW + 1_002);
		// Four failures remain, and four are free.
		expect(cancelAttempt(fifth.after, first)).toMatchObject({ failures: 4, blockedUntil: 0 });
	});

	test("leaves a cleared guard unchanged", () => {
		const { before, after } = admitted({ ...NO_FAILURES, failures: 3, lastAttemptAt: NOW }, "account", NOW);
		expect(cancelAttempt(NO_FAILURES, { before, after })).toEqual(NO_FAILURES);
	});
});

test("a free failure does not block an attempt with an earlier clock", () => {
	let state = NO_FAILURES;
	for (let attempt = 0; attempt < 4; attempt++) state = admitted(state, "account", NOW - attempt).after;
	expect(state).toMatchObject({ failures: 4, blockedUntil: 0 });
});

test("no sequence of attempts gets more wrong ones in than the schedule allows", () => {
	const step = fc.record({ gapMs: fc.integer({ min: 0, max: 4_000 }), isRight: fc.boolean() });
	fc.assert(
		fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
			let state = NO_FAILURES;
			let now = NOW;
			let wrong = 0;
			for (const { gapMs, isRight } of steps) {
				now += gapMs;
				const reservation = reserveAttempt(state, "address", now);
				if (reservation.kind === "throttled") continue;
				state = isRight ? cancelAttempt(reservation.after, reservation) : reservation.after;
				if (!isRight) wrong += 1;
				expect(state.failures).toBe(wrong);
			}
			const seconds = (now - NOW) / 1000;
			// After the free failures each wait doubles: n failures take 2^(n-5) - 1 seconds.
			expect(2 ** Math.max(0, wrong - 5) - 1).toBeLessThanOrEqual(seconds + 0.001);
		}),
	);
});
