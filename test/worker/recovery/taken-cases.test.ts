/** Cases that reviewers take, the groups of the queue, and the weeks of the review (recovery.md "Taken cases"). */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { createReviewWeeks, mondayOf } from "../../../src/recovery/review/desk/review-weeks.d1.ts";
import { createTakenCases } from "../../../src/recovery/review/desk/taken-cases.d1.ts";
import { waitingCaseListResponse } from "../../../src/recovery/review/operations.ts";
import { createWaitingCases } from "../../../src/recovery/review/waiting-cases.d1.ts";
import { newReviewer } from "../../support/auth/accounts.ts";
import { PASSWORD } from "../../support/auth/credentials.ts";
import { call, errorOf } from "../../support/contract/worker-client.ts";
import { owner } from "../../support/signing/signing.ts";
import { plansOf } from "../../support/storage/query-plans.ts";
import { added, newPdf } from "./document-support.ts";
import { CASES, decided, pending, type Reviewer } from "./review-support.ts";
import { caseObject, close, newPartner, type Partner } from "./support.ts";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

let partner: Partner;
let reviewer: Reviewer;
let second: Reviewer;
beforeAll(async () => {
	[partner, reviewer, second] = [await newPartner(), await newReviewer(), await newReviewer()];
});
const path = (caseId: string) => `${CASES}/${caseId}/taking`;
const take = ({ headers }: Reviewer, caseId: string) => call(path(caseId), { method: "POST", headers });
const giveBack = ({ headers }: Reviewer, caseId: string) => call(path(caseId), { method: "DELETE", headers });

async function takenOf(by: Reviewer, caseId: string) {
	const record = await (await call(`${CASES}/${caseId}`, { headers: by.headers })).json();
	return (record as { taken: { reviewerId: string; isOwn: boolean } | null }).taken;
}

async function listed({ headers }: Reviewer, query: string) {
	const response = await call(`/review/waiting-cases?${query}`, { headers });
	return waitingCaseListResponse().parse(await response.json()).data;
}
const idsOf = async (by: Reviewer, query: string) => (await listed(by, query)).map(({ caseId }) => caseId);

describe("a case that a reviewer takes", () => {
	it("is hers for a day, is seen by colleagues, and comes back by itself", async () => {
		const { caseId } = await pending(partner);
		expect((await take(reviewer, caseId)).status).toBe(200);
		const { developerId: reviewerId } = reviewer;
		expect(await takenOf(reviewer, caseId)).toMatchObject({ reviewerId, isOwn: true });
		expect(await takenOf(second, caseId)).toMatchObject({ reviewerId, isOwn: false });
		expect(await idsOf(reviewer, "group=mine")).toEqual([caseId]);
		expect(await idsOf(second, "group=mine")).toEqual([]);
		const isOver = async (inMs: number) => {
			// A session ends before a day is over.
			const until = "UPDATE taken_cases SET taken_until = taken_until - ? WHERE case_id = ?";
			await env.DB.prepare(until).bind(inMs, caseId).run();
			return (await takenOf(second, caseId)) === null;
		};
		expect(await isOver(DAY_MS - MINUTE_MS)).toBe(false);
		expect((await take(second, caseId)).status).toBe(409);
		expect(await isOver(MINUTE_MS)).toBe(true);
		expect(await idsOf(reviewer, "group=mine")).toEqual([]);
		expect((await take(second, caseId)).status).toBe(200);
	});

	it("goes to one of two who take it at once, and the other is told", async () => {
		const { caseId } = await pending(partner);
		const responses = await Promise.all([take(reviewer, caseId), take(second, caseId)]);
		expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
		const late = responses.find(({ status }) => status === 409);
		const { code, message } = await errorOf(late as Response);
		expect([code, message]).toEqual([
			"RECOVERY_STATUS_ERROR",
			expect.stringMatching(/^Another reviewer .* until 2/),
		]);
		const winner = responses[0]?.status === 200 ? reviewer : second;
		expect(await takenOf(reviewer, caseId)).toMatchObject({ reviewerId: winner.developerId });
	});

	it("comes back when she gives it back, with anybody's decision, and with the end of her account", async () => {
		const { caseId } = await pending(partner);
		await take(reviewer, caseId);
		expect((await giveBack(second, caseId)).status).toBe(200);
		expect(await takenOf(second, caseId)).not.toBeNull();
		await giveBack(reviewer, caseId);
		expect(await takenOf(second, caseId)).toBeNull();
		await take(reviewer, caseId);
		await decided(second, caseId, { decision: "require_action" });
		expect(await takenOf(reviewer, caseId)).toBeNull();
		const leaving = await newReviewer();
		expect((await take(leaving, caseId)).status).toBe(200);
		await call("/auth/me", { method: "DELETE", body: { password: PASSWORD }, headers: leaving.headers });
		expect(await takenOf(reviewer, caseId)).toBeNull();
	});

	it("exists, and is not of her own account or its competitor", async () => {
		const judge = await newReviewer();
		const own = await pending(await newPartner(judge));
		const rival = await pending(partner, { lostAccount: own.intent.rec.lostAccount });
		for (const { caseId } of [own, rival]) expect((await take(judge, caseId)).status).toBe(403);
		expect((await take(reviewer, `rc_${"0".repeat(32)}`)).status).toBe(404);
	});
});

describe("the groups of the queue", () => {
	it("are the new, the contested, the answered, and those that need a second reviewer, and are counted", async () => {
		const [one, other, third] = [await newPartner(), await newPartner(), await newPartner()];
		const fresh = await pending(one);
		const answered = await pending(other);
		await decided(reviewer, answered.caseId, { decision: "require_action" });
		await added(answered.intent, other.headers, { bytes: newPdf(), title: "Letters" });
		const again = await pending(other);
		const half = await pending(third);
		const verify = {
			kind: "verify_order",
			reviewerId: reviewer.developerId,
			note: "seen",
			needed: 2,
		} as const;
		await caseObject(half.caseId).move(verify, { kind: "reviewer" });
		const inheritance = { reasonForRecovery: "inheritance", lostAccount: owner.address } as const;
		const objected = await pending(await newPartner(), inheritance);
		expect((await close(objected.intent, "contest", owner)).status).toBe(200);
		const counted = async () => {
			const weeks = await call("/review/weeks", { headers: reviewer.headers });
			return ((await weeks.json()) as { waiting: Record<string, number> }).waiting;
		};
		const cases = [fresh, answered, again, half, objected];
		const groups = [];
		for (const group of ["new", "contested", "answered", "second"]) {
			const ids = await idsOf(reviewer, `group=${group}&limit=100`);
			groups.push(cases.map(({ caseId }) => ids.includes(caseId)));
			if (group !== "new") expect((await counted())[group]).toBe(ids.length);
		}
		expect(groups).toEqual([
			[true, false, true, false, false],
			[false, false, false, false, true],
			[false, true, false, false, false],
			[false, false, false, true, false],
		]);
		const { all, filers, mine } = await counted();
		const lines = await listed(reviewer, "limit=100");
		expect(filers).toBe(lines.length);
		expect(all).toBe(lines.reduce((sum, line) => sum + line.otherWaiting + 1, 0));
		expect(mine).toBe((await idsOf(reviewer, "group=mine")).length);
	});

	it("read indexes, and no table from end to end", async () => {
		const after = { createdAt: 1, caseId: "rc_1" };
		const plans = await plansOf(async (database) => {
			const waiting = createWaitingCases(database);
			await waiting.page(after, 10, "new");
			await waiting.pageOfGroup("contested", after, 10);
			await waiting.pageOfGroup("answered", after, 10);
			await waiting.pageOfGroup("second", after, 10);
			const [taken, weeks] = [createTakenCases(database), createReviewWeeks(database)];
			await taken.take("rc_1", "dev_1", 1);
			await taken.giveBack("rc_1", "dev_1");
			await taken.among(["rc_1"], 1);
			await weeks.list(1);
		});
		expect(plans.length).toBeGreaterThan(7);
		for (const plan of plans)
			expect(plan).not.toMatch(/SCAN (recovery_cases|taken_cases|review_weeks)|TEMP B-TREE/);
		const [count] = await plansOf((database) => createReviewWeeks(database).countDecision(1));
		expect(count).toMatch(/SCAN recovery_cases USING (COVERING )?INDEX recovery_cases_waiting_age/);
		const mine = await plansOf((database) =>
			createWaitingCases(database).pageOfReviewer({ reviewerId: "dev_1", now: 1 }, undefined, 10),
		);
		for (const plan of mine) expect(plan).not.toMatch(/SCAN (recovery_cases|taken_cases)/);
		const counts = await plansOf((database) =>
			createWaitingCases(database).counts({ reviewerId: "dev_1", now: 1 }),
		);
		expect(counts.join()).toMatch(/SEARCH recovery_cases USING INDEX recovery_cases_waiting \(<expr>>/);
	});
});

describe("the weeks of the review", () => {
	it("count what waits once an hour, and each decision", async () => {
		const monday = Date.UTC(2027, 0, 4);
		const weeks = createReviewWeeks(env.DB);
		const sunday = monday - MINUTE_MS;
		expect([mondayOf(monday), mondayOf(sunday)]).toEqual([monday, monday - 7 * DAY_MS]);
		await weeks.countWaiting(sunday);
		const weekOf = async (week: number) => (await weeks.list(monday)).find((row) => row.week === week);
		const last = monday - 7 * DAY_MS;
		const before = await weekOf(last);
		await pending(partner);
		await weeks.countWaiting(sunday + 1);
		expect(await weekOf(last)).toEqual(before);
		await weeks.countDecision(sunday + 2);
		await weeks.countDecision(sunday + 3);
		const waiting = Number(before?.waiting) + 1;
		expect(await weekOf(last)).toEqual({ week: last, waiting, decided: 2 });
		await weeks.countWaiting(monday);
		expect(await weekOf(monday)).toEqual({ week: monday, waiting, decided: 0 });
	});

	it("have the decisions of reviewers, and are told to them alone", async () => {
		const decidedIn = async () => {
			const response = await call("/review/weeks", { headers: reviewer.headers });
			const { data } = (await response.json()) as { data: { week: string; decided: number }[] };
			return data.find(({ week }) => Date.parse(week) === mondayOf(Date.now()))?.decided ?? 0;
		};
		const before = await decidedIn();
		const { caseId } = await pending(partner);
		await decided(reviewer, caseId, { decision: "verify_order" });
		await decided(reviewer, caseId, { decision: "verify_order" });
		expect(await decidedIn()).toBe(before + 1);
		expect((await call("/review/weeks", { headers: partner.headers })).status).toBe(403);
	});
});
