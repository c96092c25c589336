// webhooks.md "Attempts": each attempt has its own time limit, however many run in parallel.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createDeadlines } from "../../../durable/webhook-endpoint/deadlines.ts";

const TIMEOUT_MS = 15_000;

describe("parallel time limits", () => {
	beforeEach(() => void vi.useFakeTimers());
	afterEach(() => void vi.useRealTimers());

	it("expire each at its own time, with one timer at a time", () => {
		const start = createDeadlines(TIMEOUT_MS);
		const first = start();
		vi.advanceTimersByTime(4_000);
		const second = start();
		expect(vi.getTimerCount()).toBe(1);
		vi.advanceTimersByTime(10_999);
		expect([first.signal.aborted, second.signal.aborted]).toEqual([false, false]);
		vi.advanceTimersByTime(1);
		expect([first.signal.aborted, second.signal.aborted]).toEqual([true, false]);
		vi.advanceTimersByTime(3_999);
		expect(second.signal.aborted).toBe(false);
		vi.advanceTimersByTime(1);
		expect(second.signal.aborted).toBe(true);
		expect(vi.getTimerCount()).toBe(0);
	});

	it("do not abort finished attempts, and still apply to the others", () => {
		const start = createDeadlines(TIMEOUT_MS);
		const first = start();
		vi.advanceTimersByTime(1_000);
		const second = start();
		first.end();
		vi.advanceTimersByTime(TIMEOUT_MS - 1);
		expect([first.signal.aborted, second.signal.aborted]).toEqual([false, false]);
		vi.advanceTimersByTime(1);
		expect([first.signal.aborted, second.signal.aborted]).toEqual([false, true]);
	});

	it("leave no timer behind, and can start again", () => {
		const start = createDeadlines(TIMEOUT_MS);
		const [first, second] = [start(), start()];
		first.end();
		expect(vi.getTimerCount()).toBe(1);
		second.end();
		expect(vi.getTimerCount()).toBe(0);
		const third = start();
		vi.advanceTimersByTime(TIMEOUT_MS);
		expect([first.signal.aborted, third.signal.aborted]).toEqual([false, true]);
	});
});
