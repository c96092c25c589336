// webhooks.md "Retention".
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
	afterFailure,
	afterRestart,
	afterSuccess,
	type EndpointHealth,
	HEALTHY,
	isBreakerOpen,
	shouldDisable,
} from "../../../src/webhooks/delivery/endpoint-health.ts";

const NOW = 1_800_000_000_000;
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

/** Failures at one moment, each of another event. */
function failed(times: number, from: EndpointHealth = HEALTHY, now = NOW): EndpointHealth {
	let health = from;
	for (let i = 0; i < times; i++) health = afterFailure(health, { now, isFirstOfEvent: true });
	return health;
}

/** A failure of the due probe. */
function probeFailed(health: EndpointHealth, tookMs = 0): EndpointHealth {
	if (health.probeAt === null) throw new Error("there is no probe");
	return afterFailure(health, { now: health.probeAt + tookMs, isFirstOfEvent: false });
}

const OPEN = failed(5);

describe("the circuit breaker", () => {
	test("is closed for a new endpoint", () => {
		expect(isBreakerOpen(HEALTHY)).toBe(false);
		expect(HEALTHY).toEqual({
			failuresInARow: 0,
			failingSince: null,
			failedEvents: 0,
			probeAt: null,
			probeWaitMs: 0,
		});
	});

	test("stays closed after four failures in a row", () => {
		const health = failed(4);
		expect(isBreakerOpen(health)).toBe(false);
		expect(health).toEqual({
			failuresInARow: 4,
			failingSince: NOW,
			failedEvents: 4,
			probeAt: null,
			probeWaitMs: 0,
		});
	});

	test("opens at the fifth failure, with a probe after 5 s", () => {
		expect(isBreakerOpen(OPEN)).toBe(true);
		expect(OPEN).toMatchObject({
			failuresInARow: 5,
			probeAt: NOW + 5 * SECOND,
			probeWaitMs: 5 * SECOND,
		});
	});

	test("opens when one event fails five times", () => {
		let health = afterFailure(HEALTHY, { now: NOW, isFirstOfEvent: true });
		for (let i = 1; i < 5; i++) {
			health = afterFailure(health, { now: NOW + i * MINUTE, isFirstOfEvent: false });
		}
		expect(isBreakerOpen(health)).toBe(true);
		expect(health).toMatchObject({ failedEvents: 1, failingSince: NOW });
	});

	test("stays closed if a success comes between failures", () => {
		const health = failed(4, afterSuccess(failed(4)));
		expect(isBreakerOpen(health)).toBe(false);
	});

	test("doubles the wait with each failed probe, up to 5 min", () => {
		let health = OPEN;
		const waits = Array.from({ length: 9 }, () => {
			const due = health.probeAt ?? 0;
			health = probeFailed(health);
			return ((health.probeAt ?? 0) - due) / SECOND;
		});
		expect(waits).toEqual([10, 20, 40, 80, 160, 300, 300, 300, 300]);
		expect(health.failuresInARow).toBe(14);
	});

	test("counts the wait from the end of the probe", () => {
		const health = probeFailed(OPEN, 15 * SECOND);
		expect(health.probeAt).toBe(NOW + 5 * SECOND + 15 * SECOND + 10 * SECOND);
	});

	test("keeps the probe's time when deliveries fail that were in flight before", () => {
		const health = failed(7, OPEN, NOW + 4_999);
		expect(health).toEqual({ ...OPEN, failuresInARow: 12, failedEvents: 12 });
		expect(failed(1, OPEN, NOW + 5_000).probeAt).toBe(NOW + 15_000);
	});

	test("closes with a success, which clears the record", () => {
		expect(afterSuccess(probeFailed(OPEN))).toEqual(HEALTHY);
		expect(afterSuccess(HEALTHY)).toEqual(HEALTHY);
	});

	test("starts with a wait of 5 s when it opens again", () => {
		const again = failed(5, afterSuccess(probeFailed(probeFailed(OPEN))), NOW + DAY);
		expect(again).toEqual({ ...OPEN, failingSince: NOW + DAY, probeAt: NOW + DAY + 5 * SECOND });
	});
});

describe("the circuit breaker after a restart", () => {
	const longOpen = [1, 2, 3, 4, 5, 6].reduce((health) => probeFailed(health), OPEN);
	const dueAt = longOpen.probeAt ?? 0;

	test("leaves a closed breaker unchanged", () => {
		expect(afterRestart(HEALTHY, NOW)).toEqual(HEALTHY);
		expect(afterRestart(failed(4), NOW + DAY)).toEqual(failed(4));
	});

	test.each([
		["a distant probe is due after 5 s", dueAt - 4 * MINUTE, dueAt - 4 * MINUTE + 5 * SECOND],
		["a probe that is due sooner keeps its time", dueAt - 2 * SECOND, dueAt],
		["a probe in exactly 5 s keeps its time", dueAt - 5 * SECOND, dueAt],
		["a missed probe stays due", dueAt + DAY, dueAt],
	])("%s", (_, now, expected) => {
		expect(afterRestart(longOpen, now)).toEqual({ ...longOpen, probeAt: expected });
	});

	test("continues to double the wait", () => {
		const open = probeFailed(probeFailed(OPEN));
		expect(open.probeWaitMs).toBe(20 * SECOND);
		const restarted = afterRestart(open, NOW + 15 * SECOND);
		expect(restarted.probeAt).toBe(NOW + 20 * SECOND);
		expect(probeFailed(restarted)).toMatchObject({
			probeAt: NOW + 60 * SECOND,
			probeWaitMs: 40 * SECOND,
		});
	});
});

describe("disabling an endpoint", () => {
	const tenFailed = failed(10);

	test.each([
		["after five days and ten failed events", tenFailed, NOW + 5 * DAY, true],
		["long after", tenFailed, NOW + 50 * DAY, true],
		["not before five days", tenFailed, NOW + 5 * DAY - 1, false],
		["not for nine events", failed(9), NOW + 50 * DAY, false],
		["not while it is healthy", HEALTHY, NOW + 50 * DAY, false],
		["not for failures before the last success", afterSuccess(tenFailed), NOW + 50 * DAY, false],
		["not when the clock has gone back", tenFailed, NOW - 50 * DAY, false],
	])("disables: %s", (_, health, now, expected) => expect(shouldDisable(health, now)).toBe(expected));

	test("does not disable for one event, however often it fails", () => {
		let health = afterFailure(HEALTHY, { now: NOW, isFirstOfEvent: true });
		for (let i = 0; i < 200; i++) health = afterFailure(health, { now: NOW, isFirstOfEvent: false });
		expect(shouldDisable(health, NOW + 50 * DAY)).toBe(false);
	});

	test("disables five days after the first failure, not the last", () => {
		const health = failed(9, failed(1), NOW + 4 * DAY);
		expect(health.failingSince).toBe(NOW);
		expect(shouldDisable(health, NOW + 5 * DAY)).toBe(true);
	});
});

test("the breaker keeps its invariants in any order of results and restarts", () => {
	const step = fc.record({
		what: fc.constantFrom("success", "failure", "failure", "failure", "restart"),
		gapMs: fc.integer({ min: 0, max: 6 * MINUTE }),
		isFirstOfEvent: fc.boolean(),
	});
	fc.assert(
		fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
			let health = HEALTHY;
			let now = NOW;
			let inARow = 0;
			for (const { what, gapMs, isFirstOfEvent } of steps) {
				now += gapMs;
				if (what === "failure") health = afterFailure(health, { now, isFirstOfEvent });
				if (what === "success") health = afterSuccess(health);
				if (what === "restart") {
					const before = health.probeAt ?? 0;
					health = afterRestart(health, now);
					expect(health.probeAt ?? 0).toBeLessThanOrEqual(before);
					expect(health.probeAt ?? 0).toBeLessThanOrEqual(now + 5 * SECOND);
				}
				if (what !== "restart") inARow = what === "failure" ? inARow + 1 : 0;
				expect(health.failuresInARow).toBe(inARow);
				expect(isBreakerOpen(health)).toBe(inARow >= 5);
				expect(health.failedEvents).toBeLessThanOrEqual(health.failuresInARow);
				expect(health.failingSince === null).toBe(inARow === 0);
				expect(health.probeAt ?? 0).toBeLessThanOrEqual(now + 5 * MINUTE);
			}
		}),
	);
});
