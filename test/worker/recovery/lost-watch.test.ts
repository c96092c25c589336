// recovery.md "The watch over the lost account".
/** Who pays for the watch over the lost account, and what a case says that is not watched (recovery.md). */
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createApp } from "../../../src/app.ts";
import { caseIdOf } from "../../../src/kernel/crypto/ids.ts";
import { hashRecoveryIntent } from "../../../src/recovery/intent/typed-data.ts";
import { waitingCaseListResponse } from "../../../src/recovery/review/operations.ts";
import { newReviewer } from "../../support/auth/accounts.ts";
import { call } from "../../support/contract/worker-client.ts";
import { newCaseBody, newIntent } from "../../support/signing/signing.ts";
import { caseObject } from "./support.ts";
import {
	DAY_MS,
	execute,
	type Filed,
	filedCase,
	forgetCharges,
	node,
	partner,
	putOut,
	REPORTER,
	RPC_URLS,
	read,
	renewPartner,
	report,
	waitingCase,
	watchCases,
	watched,
	watchStoreOf,
	withNode,
} from "./watched-case.ts";

watchCases();
beforeEach(renewPartner);
afterEach(() => {
	vi.useRealTimers();
});

const looks = () => node.requests.filter((sent) => sent === "eth_getTransactionCount").length;
const budgets = (amounts: object) => ({ BUDGETS: JSON.stringify(amounts) });
const lookAt = ({ caseId }: Pick<Filed, "caseId">, settings: Partial<Env> = {}) =>
	withNode(caseId, (instance) => instance.alarm(), settings);

describe("the reserve for checks of the lost account", () => {
	it("is not touched by a filer who has used up his node requests", async () => {
		const filed = await waitingCase();
		const settings = budgets({ node_requests: { developer: 40 } });
		const app = createApp();
		const ask = () =>
			app.request(
				`https://replevin.test/api/v1/tokens/8453/${filed.intent.rec.lostAccount}`,
				{ headers: partner.headers },
				{ ...env, RPC_URLS, ...settings },
			);
		let last = await ask();
		for (let count = 0; count < 40 && last.status !== 429; count++) last = await ask();
		expect(last.status).toBe(429);
		await lookAt(filed, settings);
		expect((await watched(filed)).owner?.watch.transactionCount).toBe(3);
	});

	it("is shared by filer, so that one with many cases uses up only his own part", async () => {
		const settings = budgets({ looks: { developer: 1 } });
		for (const filed of [await waitingCase(), await waitingCase()]) await lookAt(filed, settings);
		expect(looks()).toBe(1);
		await renewPartner();
		await lookAt(await waitingCase(), settings);
		expect(looks()).toBe(2);
	});

	it("is shared by the network that filed", async () => {
		const settings = budgets({ looks: { developer_network: 1 } });
		const fileFrom = async (address: string) => {
			await renewPartner();
			const intent = newIntent();
			const caseId = caseIdOf(hashRecoveryIntent(intent));
			// The object knows the node before the case is created, so it takes the first look by itself.
			await withNode(caseId, async () => {}, settings);
			const headers = { ...partner.headers, "cf-connecting-ip": address };
			const filed = await call("/recovery-cases/new-case", { headers, body: await newCaseBody(intent) });
			expect(filed.status).toBe(201);
			const dueAt = () =>
				withNode(caseId, async (_, storage) => watchStoreOf(storage).owner()?.dueAt ?? 0, settings);
			await expect.poll(dueAt).toBeGreaterThan(Date.now());
		};
		for (const address of ["198.18.7.1", "198.18.7.2", "198.18.7.3"]) await fileFrom(address);
		expect(looks()).toBe(1);
		await fileFrom("198.18.8.1");
		await expect.poll(looks).toBe(2);
	});

	it("keeps half of each part for cases with an order", async () => {
		const settings = budgets({ looks_without_order: { developer: 1 } });
		for (const filed of [await filedCase(), await filedCase()]) await lookAt(filed, settings);
		expect(looks()).toBe(1);
		await lookAt(await waitingCase(), settings);
		expect(looks()).toBe(2);
	});
});

describe("a case whose checks fail", () => {
	/** Runs the alarm whenever it is due in these days from now, and goes to their end. */
	async function pass(days: number, { caseId }: Filed, settings: Partial<Env> = {}): Promise<void> {
		const end = Date.now() + days * DAY_MS;
		await withNode(
			caseId,
			async (instance, storage) => {
				for (let due = await storage.getAlarm(); due !== null && due < end; due = await storage.getAlarm()) {
					vi.setSystemTime(Math.max(due, Date.now()));
					await instance.alarm();
					// The queue needs time of its own to confirm an event.
					await scheduler.wait(20);
				}
			},
			settings,
		);
		vi.setSystemTime(end);
	}

	it("says so after the third one, until a look succeeds, and tells outages of the node apart", async () => {
		const filed = await waitingCase();
		await lookAt(filed);
		const since = new Date((await watched(filed)).owner?.watch.lookedAt ?? 0).toISOString();
		await putOut({ status: 504, body: "gateway time-out" });
		vi.useFakeTimers({ toFake: ["Date"] });
		await pass(2.9, filed);
		const before = await read(filed);
		await pass(0.3, filed);
		const during = await read(filed);
		node.outage = null;
		await pass(0.3, filed);
		const after = await read(filed);
		vi.useRealTimers();
		await forgetCharges();
		expect(before).toMatchObject({ status: "pending", notWatched: null });
		expect(during).toMatchObject({ status: "pending", notWatched: { since, because: "node_outage" } });
		const noted = { move: "lose_watch", actor: "clock", eventId: null };
		expect(during.history).toContainEqual(expect.objectContaining(noted));
		expect(after).toMatchObject({ status: "pending", notWatched: null });
		expect(after.history).toContainEqual(expect.objectContaining({ move: "regain_watch" }));
	});

	it("says so where its chain has lost its node, until the node is configured again", async () => {
		const filed = await waitingCase();
		await lookAt(filed);
		vi.useFakeTimers({ toFake: ["Date"] });
		await pass(3.2, filed, { RPC_URLS: "" });
		const during = await read(filed);
		await pass(0.3, filed);
		const after = await read(filed);
		vi.useRealTimers();
		await forgetCharges();
		expect(during).toMatchObject({ status: "pending", notWatched: { because: "node_outage" } });
		expect(after).toMatchObject({ status: "pending", notWatched: null });
	});

	it("halts an execution on a chain that got its node after the case was filed", async () => {
		const filedAt = Date.now() - 3 * DAY_MS;
		vi.useFakeTimers({ toFake: ["Date"], now: filedAt });
		const filed = await waitingCase();
		vi.useRealTimers();
		execute(filed);
		expect(await report(filed)).toMatchObject({ kind: "settled" });
		expect(await read(filed)).toMatchObject({
			...{ status: "action_required", statusReason: "owner_not_watched" },
			notWatched: { because: "node_outage" },
		});
	});

	it("halts its execution, which a reviewer's clear judges, and stands so in the reviewers' queue", async () => {
		const settings = budgets({ looks: { developer: 1 } });
		const [other, filed] = [await waitingCase(), await waitingCase()];
		await lookAt(other, settings);
		await withNode(
			filed.caseId,
			async (instance, { sql }) => {
				await instance.alarm();
				sql.exec("UPDATE watch SET due_at = 0, look = json_set(look, '$.owedSince', 0) WHERE kind = 'owner'");
				await instance.alarm();
			},
			settings,
		);
		const { createdAt: since } = await read(filed);
		expect(await read(filed)).toMatchObject({ notWatched: { since, because: "reserve_used_up" } });
		execute(filed);
		expect(await report(filed)).toMatchObject({ kind: "settled" });
		expect(await read(filed)).toMatchObject({
			...{ status: "action_required", statusReason: "owner_not_watched" },
			execution: { state: "final" },
		});
		const { headers } = await newReviewer();
		const response = await call("/review/waiting-cases?limit=100", { headers });
		const { data } = waitingCaseListResponse().parse(await response.json());
		expect(data.find(({ caseId }) => caseId === filed.caseId)).toMatchObject({
			notWatched: { since, because: "reserve_used_up" },
		});
		const clear = { kind: "clear", reviewerId: "dev_r", note: "n" } as const;
		await caseObject(filed.caseId).move(clear, REPORTER);
		expect(await read(filed)).toMatchObject({ status: "executed" });
	});
});
