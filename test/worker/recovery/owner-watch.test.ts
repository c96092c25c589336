/** The watch over the lost account, and how often a case's alarm may ring (recovery.md "Proof of execution", owner-liveness). */
import { describe, expect, it, vi } from "vitest";
import { caseObject } from "./support.ts";
import {
	DAY_MS,
	execute,
	type Filed,
	filedCase,
	lookAgain,
	node,
	putOut,
	REPORTER,
	read,
	report,
	waitingCase,
	watchCases,
	watched,
	withNode,
} from "./watched-case.ts";

watchCases();

describe("the owner of the lost account", () => {
	it("who sends a transaction halts the case; a reviewer's clearing begins a new count", async () => {
		const filed = await waitingCase();
		await lookAgain(filed);
		expect((await watched(filed)).owner?.baseline).toEqual({ transactionCount: 3 });
		await lookAgain(filed);
		expect(await read(filed)).toMatchObject({ status: "pending" });
		node.transactionCount = 4;
		await lookAgain(filed);
		expect(await read(filed)).toMatchObject({
			status: "action_required",
			statusReason: "lost_account_active",
		});
		await caseObject(filed.caseId).move({ kind: "clear", reviewerId: "dev_r", note: "n" }, REPORTER);
		await lookAgain(filed);
		expect(await read(filed)).toMatchObject({ status: "pending" });
	});

	it("is asked for once a day, and by nothing else", async () => {
		const filed = await waitingCase();
		await lookAgain(filed);
		const { alarm, owner } = await watched(filed);
		expect(owner?.dueAt).toBeGreaterThan(Date.now() + DAY_MS - 60_000);
		node.questions = [];
		await withNode(filed.caseId, (instance) => instance.alarm());
		expect(node.questions).toEqual([]);
		expect(alarm === null || alarm <= (owner?.dueAt ?? 0)).toBe(true);
	});

	it("is not known while the node is out; the next look takes the count", async () => {
		const filed = await waitingCase();
		await putOut({ status: 504, body: "gateway time-out" });
		await lookAgain(filed);
		expect((await watched(filed)).owner?.baseline).toEqual({ transactionCount: null });
		node.outage = null;
		node.transactionCount = 9;
		await lookAgain(filed);
		expect((await watched(filed)).owner?.baseline).toEqual({ transactionCount: 9 });
		expect(await read(filed)).toMatchObject({ status: "pending" });
	});

	it("is not at work where the case's own execution is", async () => {
		const filed = await waitingCase();
		await lookAgain(filed);
		execute(filed);
		node.finalBlock = 10;
		await report(filed);
		node.transactionCount = 4;
		await lookAgain(filed);
		expect(await read(filed)).toMatchObject({ status: "pending", execution: { state: "confirming" } });
		node.transactionCount = 5;
		await lookAgain(filed);
		expect(await read(filed)).toMatchObject({ statusReason: "lost_account_active" });

		// The next one is seen too: the case's own is not forgiven twice.
		await caseObject(filed.caseId).move({ kind: "clear", reviewerId: "dev_r", note: "n" }, REPORTER);
		await lookAgain(filed);
		expect(await read(filed)).toMatchObject({ status: "pending", execution: { state: "confirming" } });
		node.transactionCount = 6;
		await lookAgain(filed);
		expect(await read(filed)).toMatchObject({ statusReason: "lost_account_active" });
	});
});

describe("the alarm of an open case", () => {
	const DAYS = 20;
	const DAYS_TO_EXPIRY = 180;

	/** When it rings in the days to come, as often as it has itself set, if nobody asks for the case. */
	async function alarmsOf({ caseId }: Filed): Promise<number[]> {
		const rung: number[] = [];
		vi.useFakeTimers({ toFake: ["Date"] });
		const end = Date.now() + DAYS * DAY_MS;
		await withNode(caseId, async (instance, storage) => {
			for (let due = await storage.getAlarm(); due !== null && due < end; due = await storage.getAlarm()) {
				vi.setSystemTime(due);
				rung.push(due);
				await instance.alarm();
			}
		}).finally(() => vi.useRealTimers());
		return rung;
	}

	/** Filed so many days ago; its events have arrived, and the first count is taken. */
	async function atRest(make: () => Promise<Filed>, daysAgo: number): Promise<Filed> {
		vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - daysAgo * DAY_MS });
		const filed = await make().finally(() => vi.useRealTimers());
		await expect
			.poll(async () => {
				await lookAgain(filed);
				return (await watched(filed)).alarm;
			})
			.toBeGreaterThan(Date.now() + DAY_MS - 60_000);
		return filed;
	}

	it.each([
		["waits for its execution", waitingCase, 0, "pending"],
		["expires meanwhile for want of an order", filedCase, DAYS_TO_EXPIRY - DAYS / 2, "action_required"],
	])("rings once a day at most where the case %s", async (_, make, daysAgo, status) => {
		const filed = await atRest(make, daysAgo);
		const { createdAt } = await read(filed);
		const expiresAt = Date.parse(String(createdAt)) + DAYS_TO_EXPIRY * DAY_MS;
		const rung = await alarmsOf(filed);
		// What expires it has an event to deliver on that day.
		const ordinary = rung.filter((time) => time < expiresAt || time > expiresAt + DAY_MS);
		const gaps = ordinary.slice(1).map((time, at) => time - (ordinary[at] ?? 0));
		expect(ordinary.length).toBeGreaterThan(DAYS - 4);
		expect(Math.min(...gaps)).toBeGreaterThanOrEqual(DAY_MS);
		expect(await read(filed)).toMatchObject({ status });
	});
});
