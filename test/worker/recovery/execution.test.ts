/**
 * Pending checks of reported transactions, and the alarm that runs them (recovery.md "When the chain is checked").
 * test/chaos/execution.test.ts has a real chain.
 *
 * Over 300 lines: every file of this tier starts by emptying the store, so one file is faster than two.
 */
import { evictDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { createExecutionClaims } from "../../../durable/recovery-case/execution-claims.ts";
import type { Hex } from "../../../src/kernel/encoding/hex.ts";
import { caseRecordResponse } from "../../../src/recovery/case/case-record.ts";
import { hashRecoveryIntent } from "../../../src/recovery/intent/typed-data.ts";
import { newReviewer } from "../../support/auth/accounts.ts";
import { call, errorOf } from "../../support/contract/worker-client.ts";
import type { ReceiverResponse } from "../../support/webhooks/webhook-receiver.ts";
import { caseObject, eventsOf, newPartner } from "./support.ts";
import {
	BY_REVIEWER,
	CHAIN_ID,
	change,
	checkAgain,
	DAY_MS,
	execute,
	type Filed,
	filedCase,
	node,
	partner,
	putOut,
	REPORTER,
	read,
	report,
	waitingCase,
	watchCases,
	watched,
	watchStoreOf,
	withNode,
} from "./watched-case.ts";

watchCases();

describe("reported transactions", () => {
	it("are checked again by the alarm, and execute the case when they are final", async () => {
		const filed = await waitingCase();
		expect(await report(filed)).toMatchObject({ kind: "observed", observation: { state: "unseen" } });
		// While the runtime's alarm runs, no next alarm is set.
		const isArmed = async () => {
			const { execution, alarm } = await watched(filed);
			return alarm !== null && alarm <= (execution?.dueAt ?? 0);
		};
		await expect.poll(isArmed).toBe(true);
		execute(filed);
		node.finalBlock = 10;
		await checkAgain(filed);
		expect(await read(filed)).toMatchObject({ status: "pending", execution: { state: "confirming" } });
		node.finalBlock = 100;
		await checkAgain(filed);
		expect(await read(filed)).toMatchObject({ status: "executed", txHash: filed.hash });
		expect(await watched(filed)).toMatchObject({ execution: null, owner: null });
	});

	it("have an alarm before the report gets its response", async () => {
		const filed = await waitingCase();
		const { alarm, dueAt } = await withNode(filed.caseId, async (instance, storage) => {
			await storage.deleteAlarm();
			await instance.reportExecution([filed.hash], REPORTER, BY_REVIEWER);
			const due = watchStoreOf(storage).executions()[0]?.dueAt;
			return { alarm: await storage.getAlarm(), dueAt: due ?? 0 };
		});
		expect(alarm).not.toBeNull();
		expect(alarm).toBeLessThanOrEqual(dueAt);
	});

	it("are checked with back-off during an outage, which decides nothing", async () => {
		const filed = await waitingCase();
		await report(filed);
		execute(filed);
		await putOut({ status: 504, body: "gateway time-out" });
		for (const attempts of [2, 3, 4]) {
			await checkAgain(filed);
			// The runtime's own alarm may have run too.
			expect((await watched(filed)).execution?.check.attempts).toBeGreaterThanOrEqual(attempts);
		}
		const { execution } = await watched(filed);
		expect((execution?.dueAt ?? 0) - Date.now()).toBeGreaterThan(200_000);
		expect(await read(filed)).toMatchObject({ status: "pending" });
		node.outage = null;
		await checkAgain(filed);
		expect(await read(filed)).toMatchObject({ status: "executed" });
	});

	it.each<[string, ReceiverResponse]>([
		["is down", { manner: "reset" }],
		["stays silent", { manner: "hang" }],
		["never ends its response", { manner: "drip" }],
		["closes the connection in the body", { manner: "half" }],
		["sends a body over the limit", { manner: "flood" }],
		["responds with HTML", { body: "<html>gateway time-out</html>" }],
		["responds with 429", { status: 429 }],
		["serves another chain", { body: '{"jsonrpc":"2.0","id":1,"result":"0x1"}' }],
	])("stay undecided while a node %s, and are checked again by the alarm", async (_, response) => {
		const filed = await waitingCase();
		expect(await report(filed)).toMatchObject({ observation: { state: "unseen" } });
		execute(filed);
		const before = await read(filed);
		await putOut(response);
		expect(await reportAsDeveloper(filed)).toMatchObject({
			status: 503,
			code: "SERVICE_UNAVAILABLE",
			retryAfter: "15",
		});
		node.requests = [];
		await checkAgain(filed);
		expect(node.requests).toContain("eth_chainId");
		expect(await read(filed)).toEqual(before);
		expect((await watched(filed)).execution).toMatchObject({ dueAt: expect.any(Number) });
		node.outage = null;
		await checkAgain(filed);
		expect(await read(filed)).toMatchObject({ status: "executed", txHash: filed.hash });
	});

	it("are limited to one full report a minute, those of reviewers apart from a claimant's", async () => {
		const filed = await waitingCase();
		const hashes = Array.from({ length: 100 }, (_, at): Hex => `0x${at.toString(16).padStart(64, "e")}`);
		const claimant = { kind: "developer", developerId: partner.developerId } as const;
		const by = { payer: claimant, clientAddress: null };
		const full = await withNode(filed.caseId, (instance) => instance.reportExecution(hashes, claimant, by));
		expect(full).toMatchObject({ observation: { state: "unseen" } });
		expect(await reportAsDeveloper(filed)).toMatchObject({ status: 429, code: "RATE_LIMITED" });
		expect((await watched(filed)).execution?.check.txHashes).toEqual(hashes);
		expect(await report(filed)).toMatchObject({ kind: "observed" });
	});

	it("do not replace those that a reviewer has reported, which may halt the case", async () => {
		const filed = await waitingCase();
		node.pending.add(filed.hash);
		expect(await report(filed)).toMatchObject({ observation: { state: "unseen" } });
		const path = `/recovery-cases/${hashRecoveryIntent(filed.intent)}/execution`;
		expect((await partner.send(path, { txHash: `0x${"f0".repeat(32)}` })).status).toBe(202);
		const { recoveryAccount: from, lostAccount: to } = filed.intent.rec;
		node.mined.set(filed.hash, { from, to, value: 1n });
		await checkAgain(filed);
		await checkAgain(filed);
		expect(await read(filed)).toMatchObject({ statusReason: "execution_mismatch" });
	});

	it("are not stored if the node fails when they are reported", async () => {
		const filed = await waitingCase();
		await putOut({ status: 504, body: "gateway time-out" });
		const before = await read(filed);
		expect(await report(filed)).toMatchObject({ ok: false, reason: "unavailable_chain" });
		expect([(await watched(filed)).execution, await read(filed)]).toEqual([null, before]);
	});

	it("do not keep the object in memory after a check", async () => {
		const filed = await waitingCase();
		await report(filed);
		const { execution } = await watched(filed);
		// An eviction waits for work of the object, and rejects after half a minute.
		const start = Date.now();
		await evictDurableObject(caseObject(filed.caseId));
		expect(Date.now() - start).toBeLessThan(5_000);
		expect(await watched(filed)).toMatchObject({ execution });
	});

	it("are given up after three days in the node's pool, and can be reported again", async () => {
		const filed = await waitingCase();
		node.pending.add(filed.hash);
		await report(filed);
		await change(filed, "execution", "$.submittedAt", Date.now() - 3 * DAY_MS + 60_000);
		await checkAgain(filed);
		expect((await watched(filed)).execution).not.toBeNull();
		await change(filed, "execution", "$.submittedAt", Date.now() - 3 * DAY_MS - 60_000);
		await checkAgain(filed);
		expect((await watched(filed)).execution).toBeNull();
		execute(filed);
		expect(await report(filed)).toMatchObject({ kind: "settled" });
	});

	it("are given up after six checks in a day if the node never has them, until they are reported again", async () => {
		const filed = await waitingCase();
		const pending = async () => (await watched(filed)).execution;
		await report(filed);
		const waits: number[] = [];
		// The first waits are short enough for the runtime's own alarm to come first.
		for (let check = await pending(); check !== null; check = await pending()) {
			waits.push(check.dueAt - Date.now());
			await checkAgain(filed);
		}
		const total = waits.reduce((sum, wait) => sum + wait, 0);
		expect(total).toBeGreaterThan(DAY_MS);
		expect(total).toBeLessThan(2 * DAY_MS);
		// One more if the runtime's alarm came while the test ran one.
		const asked = node.requests.filter((method) => method === "eth_getTransactionByHash").length;
		expect([6, 7]).toContain(asked);
		await report(filed);
		expect((await watched(filed)).execution?.check.attempts).toBe(1);
	});

	it("decide nothing if others were reported during the check", async () => {
		const filed = await waitingCase();
		await report(filed);
		await withNode(filed.caseId, async (instance, storage) => {
			storage.sql.exec("UPDATE watch SET due_at = 0");
			const alarm = instance.alarm();
			const store = watchStoreOf(storage);
			const [pending] = store.executions();
			if (pending) store.saveExecution({ ...pending.check, submission: "another" }, Date.now() + DAY_MS);
			execute(filed);
			await alarm;
		});
		expect((await watched(filed)).execution?.check.submission).toBe("another");
	});

	it("are dropped when the case is closed", async () => {
		const filed = await waitingCase();
		await report(filed);
		const reject = { kind: "reject", reviewerId: "dev_r", note: "n" } as const;
		await caseObject(filed.caseId).move(reject, REPORTER);
		execute(filed);
		await checkAgain(filed);
		expect(await watched(filed)).toMatchObject({ execution: null });
		expect(await read(filed)).toMatchObject({ status: "rejected" });
	});
});

describe("the last check of reported transactions", () => {
	const pathOf = ({ intent }: Filed) => `/recovery-cases/${hashRecoveryIntent(intent)}/execution`;
	const shown = async (filed: Filed) =>
		(await partner.send(pathOf(filed))).json<Record<string, unknown> & { observation: unknown }>();

	it("is shown with its hashes, its result and the next check", async () => {
		const filed = await waitingCase();
		const { caseId, hash } = filed;
		const before = await shown(filed);
		expect(before).toMatchObject({ caseId, status: "pending", statusReason: null, observation: null });
		const reported = await report(filed);
		if (!("observation" in reported)) throw new Error("The node has the transaction.");
		expect((await shown(filed)).observation).toEqual({
			...reported.observation,
			txHashes: [hash],
			state: "unseen",
			nextLookAt: expect.stringMatching(/Z$/),
		});
		execute(filed);
		node.finalBlock = 10;
		await checkAgain(filed);
		expect((await shown(filed)).observation).toMatchObject({ state: "confirming", reason: null });
		node.finalBlock = 100;
		await checkAgain(filed);
		expect(await shown(filed)).toMatchObject({ status: "executed", observation: null });
	});

	it("is shown after the checks have ended, until other transactions are reported", async () => {
		const filed = await waitingCase();
		node.pending.add(filed.hash);
		await report(filed);
		await change(filed, "execution", "$.submittedAt", Date.now() - 3 * DAY_MS - 60_000);
		await checkAgain(filed);
		const { execution, alarm } = await watched(filed);
		expect(execution).toBeNull();
		expect(alarm ?? 0).toBeLessThan(Date.now() + 2 * DAY_MS);
		expect((await shown(filed)).observation).toMatchObject({ state: "unseen", nextLookAt: null });
		const other: Hex = `0x${"e7".repeat(32)}`;
		await report({ ...filed, hash: other });
		expect((await shown(filed)).observation).toMatchObject({ txHashes: [other] });
	});

	it("is shown to reviewers, and to no stranger", async () => {
		const filed = await waitingCase();
		await report(filed);
		const { headers } = await newReviewer();
		const seen = await (await call(pathOf(filed), { method: "GET", headers })).json();
		expect(seen).toMatchObject({ observation: { txHashes: [filed.hash] } });
		const stranger = await (await newPartner()).send(pathOf(filed));
		expect(await errorOf(stranger)).toMatchObject({ status: 404, code: "RESOURCE_NOT_FOUND" });
	});
});

async function reportAsDeveloper({ intent, hash }: Filed) {
	const path = `/recovery-cases/${hashRecoveryIntent(intent)}/execution`;
	const response = await partner.send(path, { txHash: hash });
	return { ...(await errorOf(response)), retryAfter: response.headers.get("Retry-After") };
}

describe("a call that proves a case", () => {
	it("is claimed by one of twenty concurrent claims, with all of its calls or none", async () => {
		const claim = createExecutionClaims(env.DB);
		const call = (index: number) => ({ txHash: `0x${"cc".repeat(32)}` as Hex, index, caller: "0x" });
		const of = (at: number) => ({ caseId: `rc_${at}`, rec: { chainId: 5 } }) as never;
		const outcomes = await Promise.all(
			Array.from({ length: 20 }, (_, at) => claim(of(at), [call(at), call(99)], 1)),
		);
		expect(outcomes.filter((outcome) => outcome === "claimed")).toHaveLength(1);
		const winner = outcomes.indexOf("claimed");
		expect(await claim(of(winner), [call(winner), call(99)], 2)).toBe("claimed");
		const { results } = await env.DB.prepare("SELECT case_id FROM execution_claims WHERE chain_id = 5").all();
		expect(results).toEqual([{ case_id: `rc_${winner}` }, { case_id: `rc_${winner}` }]);
	});

	it("executes the case once under concurrent reports", async () => {
		const filed = await waitingCase();
		execute(filed);
		const named = await Promise.all(Array.from({ length: 20 }, () => report(filed)));
		for (const reported of named) expect(reported).toMatchObject({ kind: "settled" });
		const { history } = caseRecordResponse().parse(await read(filed));
		expect(history.filter(({ move }) => move === "prove_execution")).toHaveLength(1);
		const types = (await eventsOf(filed.caseId)).map(({ type }) => type);
		expect(types.filter((type) => type === "recovery_case.executed")).toHaveLength(1);
	});

	it("does not execute another case that a reviewer clears", async () => {
		const filed = await haltedCase();
		await env.DB.prepare("INSERT INTO execution_claims VALUES (?, ?, 0, 'rc_other', 1)")
			.bind(CHAIN_ID, filed.hash)
			.run();
		await caseObject(filed.caseId).move({ kind: "clear", reviewerId: "dev_r", note: "n" }, REPORTER);
		expect(await read(filed)).toMatchObject({ status: "pending" });
	});

	it("rejects a reviewer's clearing with 503 while D1 does not respond", async () => {
		const filed = await haltedCase();
		const before = await read(filed);
		const reviewer = await newReviewer();
		const clear = () =>
			call(`/review/recovery-cases/${filed.caseId}/decisions`, {
				headers: reviewer.headers,
				body: { decision: "clear", reason: "As I see it." },
			});
		const rejected = await withoutClaims(clear);
		expect(await errorOf(rejected)).toMatchObject({ status: 503, code: "SERVICE_UNAVAILABLE" });
		expect(rejected.headers.get("Retry-After")).toBe("15");
		expect(await read(filed)).toEqual(before);
		expect((await clear()).status).toBe(200);
		expect(await read(filed)).toMatchObject({ status: "executed", txHash: filed.hash });
	});

	it("does not execute a case while D1 does not respond, and the alarm tries again", async () => {
		const filed = await waitingCase();
		execute(filed);
		const before = await read(filed);
		const reported = await withoutClaims(() => report(filed));
		expect(reported).toMatchObject({ ok: false, reason: "unavailable_chain" });
		expect(await read(filed)).toEqual(before);
		await checkAgain(filed);
		expect(await read(filed)).toMatchObject({ status: "executed", txHash: filed.hash });
	});

	async function withoutClaims<T>(run: () => Promise<T>): Promise<T> {
		await env.DB.prepare("ALTER TABLE execution_claims RENAME TO execution_claims_away").run();
		try {
			return await run();
		} finally {
			await env.DB.prepare("ALTER TABLE execution_claims_away RENAME TO execution_claims").run();
		}
	}

	/** A halted case with a stored execution, which is judged when it is cleared. */
	async function haltedCase(): Promise<Filed> {
		const filed = await waitingCase();
		execute(filed);
		const halt = {
			kind: "require_action",
			reviewerId: "dev_r",
			note: "n",
			statusReason: "documents_missing",
		} as const;
		await caseObject(filed.caseId).move(halt, REPORTER);
		expect(await report(filed)).toMatchObject({ kind: "settled" });
		expect(await read(filed)).toMatchObject({ status: "action_required", execution: { state: "final" } });
		return filed;
	}
});

describe("a report of transactions", () => {
	const HASH = `0x${"b1".repeat(32)}`;

	it.each<[string, object]>([
		["no transaction field", {}],
		["both forms", { txHash: HASH, txHashes: [HASH] }],
		["an empty list", { txHashes: [] }],
		["a hundred and one", { txHashes: Array.from({ length: 101 }, () => HASH) }],
	])("is rejected with %s", async (_, body) => {
		const { intent } = await filedCase();
		const path = `/recovery-cases/${hashRecoveryIntent(intent)}/execution`;
		const response = await partner.send(path, body);
		expect(response.status).toBe(400);
		expect(await response.json()).toMatchObject({
			error: { code: "INPUT_VALIDATION_ERROR", details: [{ field: "txHashes" }] },
		});
	});

	it("is 409 on a chain without a node, and 404 for a stranger", async () => {
		const { intent } = await filedCase();
		const path = `/recovery-cases/${hashRecoveryIntent(intent)}/execution`;
		const rejected = await partner.send(path, { txHash: HASH });
		expect([rejected.status, await rejected.json()]).toEqual([
			409,
			{ error: expect.objectContaining({ message: expect.stringContaining("no node for chain 8453") }) },
		]);
		expect((await (await newPartner()).send(path, { txHash: HASH })).status).toBe(404);
	});
});
