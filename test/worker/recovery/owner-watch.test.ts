/** The watch over the lost account, and how often a case's alarm may ring (recovery.md "Proof of execution", owner-liveness). */
import { describe, expect, it } from "vitest";
import { caseObject } from "./support.ts";
import {
	DAY_MS,
	execute,
	lookAgain,
	node,
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
		expect((await watched(filed)).owner?.look).toEqual({ transactionCount: 3 });
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
		node.outage = async () => new Response("gateway time-out", { status: 504 });
		await lookAgain(filed);
		expect((await watched(filed)).owner?.look).toEqual({ transactionCount: null });
		node.outage = null;
		node.transactionCount = 9;
		await lookAgain(filed);
		expect((await watched(filed)).owner?.look).toEqual({ transactionCount: 9 });
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
