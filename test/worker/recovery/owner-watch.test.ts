/** Checks of the lost account's activity, and how often a case's alarm runs (recovery.md "The watch over the lost account"). */
import { describe, expect, it, vi } from "vitest";
import { caseObject } from "./support.ts";
import {
	checkAgain,
	DAY_MS,
	execute,
	type Filed,
	filedCase,
	forgetCharges,
	node,
	partner,
	putOut,
	REPORTER,
	read,
	renewPartner,
	report,
	waitingCase,
	watchCases,
	watched,
	withNode,
} from "./watched-case.ts";

watchCases();

describe("activity of the lost account", () => {
	it("halts the case, and counts from the new number after a reviewer clears it", async () => {
		const filed = await waitingCase();
		await checkAgain(filed);
		expect((await watched(filed)).owner?.watch.transactionCount).toBe(3);
		await checkAgain(filed);
		expect(await read(filed)).toMatchObject({ status: "pending" });
		node.transactionCount = 4;
		await checkAgain(filed);
		expect(await read(filed)).toMatchObject({
			status: "action_required",
			statusReason: "lost_account_active",
		});
		await caseObject(filed.caseId).move({ kind: "clear", reviewerId: "dev_r", note: "n" }, REPORTER);
		await checkAgain(filed);
		expect(await read(filed)).toMatchObject({ status: "pending" });
	});

	it("is checked once a day", async () => {
		const filed = await waitingCase();
		await checkAgain(filed);
		const { alarm, owner } = await watched(filed);
		expect(owner?.dueAt).toBeGreaterThan(Date.now() + DAY_MS - 60_000);
		node.requests = [];
		await withNode(filed.caseId, (instance) => instance.alarm());
		expect(node.requests).toEqual([]);
		expect(alarm === null || alarm <= (owner?.dueAt ?? 0)).toBe(true);
	});

	it("gets its baseline from the first check after an outage", async () => {
		const filed = await waitingCase();
		await putOut({ status: 504, body: "gateway time-out" });
		await checkAgain(filed);
		expect((await watched(filed)).owner?.watch.transactionCount).toBeNull();
		node.outage = null;
		node.transactionCount = 9;
		await checkAgain(filed);
		expect((await watched(filed)).owner?.watch.transactionCount).toBe(9);
		expect(await read(filed)).toMatchObject({ status: "pending" });
	});

	it("does not include the case's own execution", async () => {
		const filed = await waitingCase();
		await checkAgain(filed);
		execute(filed);
		node.finalBlock = 10;
		await report(filed);
		node.transactionCount = 4;
		await checkAgain(filed);
		expect(await read(filed)).toMatchObject({ status: "pending", execution: { state: "confirming" } });
		node.transactionCount = 5;
		await checkAgain(filed);
		expect(await read(filed)).toMatchObject({ statusReason: "lost_account_active" });

		// The next transaction is noticed too, because the case's own is subtracted only once.
		await caseObject(filed.caseId).move({ kind: "clear", reviewerId: "dev_r", note: "n" }, REPORTER);
		await checkAgain(filed);
		expect(await read(filed)).toMatchObject({ status: "pending", execution: { state: "confirming" } });
		node.transactionCount = 6;
		await checkAgain(filed);
		expect(await read(filed)).toMatchObject({ statusReason: "lost_account_active" });
	});
});

describe("the alarm of an open case", () => {
	const DAYS = 20;
	const DAYS_TO_EXPIRY = 180;

	/** The times of the alarm in the coming days, if no one calls the case. */
	async function alarmsOf({ caseId }: Filed): Promise<number[]> {
		const times: number[] = [];
		vi.useFakeTimers({ toFake: ["Date"] });
		const end = Date.now() + DAYS * DAY_MS;
		await withNode(caseId, async (instance, storage) => {
			for (let due = await storage.getAlarm(); due !== null && due < end; due = await storage.getAlarm()) {
				vi.setSystemTime(due);
				times.push(due);
				await instance.alarm();
				// The queue needs time of its own to confirm an event.
				await scheduler.wait(20);
			}
		}).finally(() => vi.useRealTimers());
		await forgetCharges();
		return times;
	}

	/** A case filed some days ago, with its events delivered and its baseline taken. */
	async function atRest(make: () => Promise<Filed>, daysAgo: number): Promise<Filed> {
		vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - daysAgo * DAY_MS });
		const filed = await make().finally(() => vi.useRealTimers());
		await expect
			.poll(async () => {
				await checkAgain(filed);
				return (await watched(filed)).alarm;
			})
			.toBeGreaterThan(Date.now() + DAY_MS - 60_000);
		return filed;
	}

	const gapsOf = (times: number[]) => times.slice(1).map((time, at) => time - (times[at] ?? 0));

	it("runs at most once a day for a case that waits for its execution", async () => {
		const filed = await atRest(waitingCase, 0);
		const times = await alarmsOf(filed);
		expect(times.length).toBeGreaterThan(DAYS - 4);
		expect(Math.min(...gapsOf(times))).toBeGreaterThanOrEqual(DAY_MS);
		expect(await read(filed)).toMatchObject({ status: "pending" });
	});

	it("ends for a case that has expired without an order, until an order revives the case", async () => {
		await renewPartner();
		const filed = await atRest(filedCase, DAYS_TO_EXPIRY - DAYS / 2);
		const { createdAt } = await read(filed);
		const expiresAt = Date.parse(String(createdAt)) + DAYS_TO_EXPIRY * DAY_MS;
		const times = await alarmsOf(filed);
		const before = times.filter((time) => time < expiresAt);
		expect(before.length).toBeGreaterThan(DAYS / 2 - 3);
		expect(Math.min(...gapsOf(before))).toBeGreaterThanOrEqual(DAY_MS);
		// The event of the expiry is delivered on that day, and there is no alarm after it.
		expect(Math.max(...times)).toBeLessThan(expiresAt + DAY_MS);
		expect((await watched(filed)).alarm).toBeNull();
		expect(await read(filed)).toMatchObject({ status: "action_required", statusReason: "expired" });
		node.transactionCount++;
		expect((await partner.attach(filed.intent)).status).toBe(200);
		// The account has acted while the case was dormant.
		await expect
			.poll(async () => {
				await checkAgain(filed);
				return (await read(filed)).statusReason;
			})
			.toBe("lost_account_active");
	});
});
