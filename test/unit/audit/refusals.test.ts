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
