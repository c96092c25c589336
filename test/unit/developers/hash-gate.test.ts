import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createHashGate } from "../../../src/developers/adapters/hash-gate.ts";

const timers = { now: Date.now, wait: async (ms: number) => void (await sleep(ms)), runLater: () => {} };

const busyFor = (milliseconds: number) => {
	const end = performance.now() + milliseconds;
	while (performance.now() < end);
};

describe("the hash gate", () => {
	it("runs one at a time in the order of arrival, with room for others in between", async () => {
		const gate = createHashGate(timers);
		const seen: (number | "other")[] = [];
		const others = setInterval(() => seen.push("other"), 1);
		const work = (index: number) => () => {
			busyFor(20);
			seen.push(index);
			return index;
		};
		const answers = await Promise.all(Array.from({ length: 6 }, (_, index) => gate.run(work(index))));
		clearInterval(others);
		expect(answers).toEqual([0, 1, 2, 3, 4, 5].map((value) => ({ kind: "done", value })));
		const merged = seen.filter((entry, index) => entry !== "other" || seen[index - 1] !== "other");
		const between = merged.slice(merged.indexOf(0), merged.indexOf(5) + 1);
		expect(between).toEqual([0, "other", 1, "other", 2, "other", 3, "other", 4, "other", 5]);
	});

	it("turns callers away beyond 24, and takes them again once there is room", async () => {
		const gate = createHashGate(timers);
		const answers = await Promise.all(Array.from({ length: 30 }, () => gate.run(() => "hash")));
		expect(answers.filter(({ kind }) => kind === "done")).toHaveLength(24);
		const busy = answers.filter((answer) => answer.kind === "busy");
		expect(busy).toEqual(Array.from({ length: 6 }, () => ({ kind: "busy", retryAfterSeconds: 6 })));
		expect(await gate.run(() => "again")).toEqual({ kind: "done", value: "again" });
	});

	it("goes on after work that throws", async () => {
		const gate = createHashGate(timers);
		const failing = gate.run(() => {
			throw new Error("broken");
		});
		const next = gate.run(() => "next");
		await expect(failing).rejects.toThrow("broken");
		expect(await next).toEqual({ kind: "done", value: "next" });
	});

	it("goes on without a request that was cut off before it gave its turn back", async () => {
		let clock = 0;
		const never = new Promise<void>(() => {});
		let waits = 0;
		const gate = createHashGate({
			now: () => clock,
			// The first caller's first timer never fires: its request is gone.
			wait: async (ms) => {
				if (waits++ === 0) return never;
				await sleep(1);
				clock += Math.max(ms, 1) * 100;
			},
			runLater: () => {},
		});
		void gate.run(() => "gone");
		await sleep(1);
		expect(waits).toBe(1);
		expect(await gate.run(() => "alive")).toEqual({ kind: "done", value: "alive" });
	});
});
