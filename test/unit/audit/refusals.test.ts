// auth.md "Refusals".
import { describe, expect, it, vi } from "vitest";
import {
	createRefusalCounter,
	HOUR_MS,
	MANY_NETWORKS,
	type RefusalCount,
} from "../../../src/audit/refusals.ts";

const refusal = {
	at: 5 * HOUR_MS,
	action: "api_key.refused",
	actor: null,
	target: "key_1",
	requestId: "req_1",
	ipHash: "a",
} as const;

/** Flushes wait until `pass` is called. */
function counter(write?: () => Promise<void>) {
	const written: (readonly RefusalCount[])[] = [];
	const waiting: (() => void)[] = [];
	const flushes: Promise<unknown>[] = [];
	const { note } = createRefusalCounter({
		write: async (counts) => {
			await write?.();
			written.push(counts);
		},
		runLater: (work) => flushes.push(work),
		wait: () => new Promise<void>((resolve) => waiting.push(resolve)),
	});
	const pass = async () => {
		for (const resolve of waiting.splice(0)) resolve();
		await Promise.all(flushes.splice(0));
	};
	return { note, pass, written, flushes };
}

describe("refusals", () => {
	it("are written once for thousands, with the ids of the newest", async () => {
		const { note, pass, written, flushes } = counter();
		for (let index = 0; index < 5_000; index++)
			note({ ...refusal, at: refusal.at + index / 10, requestId: `req_${index}` });
		expect(flushes).toHaveLength(1);
		expect(written).toEqual([]);
		await pass();
		expect(written).toEqual([[{ ...refusal, requestId: "req_4999", hour: 5, count: 5_000 }]]);
	});

	it("have a count for each action, network and hour", async () => {
		const { note, pass, written } = counter();
		note(refusal);
		note({ ...refusal, action: "access.refused" });
		note({ ...refusal, ipHash: "b" });
		note({ ...refusal, at: refusal.at + HOUR_MS });
		await pass();
		expect(written.flat().map(({ action, ipHash, hour, count }) => [action, ipHash, hour, count])).toEqual([
			["api_key.refused", "a", 5, 1],
			["access.refused", "a", 5, 1],
			["api_key.refused", "b", 5, 1],
			["api_key.refused", "a", 6, 1],
		]);
	});

	it("of too many networks share a count without ids", async () => {
		const { note, pass, written } = counter();
		for (let index = 0; index < 10_000; index++) note({ ...refusal, ipHash: `network ${index}` });
		await pass();
		const counts = written.flat();
		expect(counts).toHaveLength(101);
		expect(counts.at(-1)).toMatchObject({ ipHash: MANY_NETWORKS, target: null, count: 9_900 });
	});

	it("are kept for the next flush if the database fails", async () => {
		const log = vi.spyOn(console, "error").mockImplementation(() => {});
		let isDown = true;
		const { note, pass, written } = counter(async () => {
			if (isDown) throw new Error("D1 is down");
		});
		note(refusal);
		await pass();
		expect(JSON.parse(String(log.mock.calls[0]?.[0]))).toMatchObject({
			event: "refusals-not-written",
			counts: 1,
		});
		log.mockRestore();
		isDown = false;
		note(refusal);
		await pass();
		expect(written).toMatchObject([[{ count: 2 }]]);
	});

	it("start another flush if the platform has ended one", async () => {
		const { note, flushes } = counter();
		note(refusal);
		note({ ...refusal, at: refusal.at + 9_999 });
		expect(flushes).toHaveLength(1);
		note({ ...refusal, at: refusal.at + 10_000 });
		expect(flushes).toHaveLength(2);
	});
});
