/** What a reviewer's decision starts: recovery.md "Phases of a pending case" and "Answers to a halt". */
import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { createApp } from "../../../src/app.ts";
import { caseListResponse } from "../../../src/recovery/case/list-operations.ts";
import { waitingCaseListResponse } from "../../../src/recovery/review/operations.ts";
import { newReviewer } from "../../support/auth/accounts.ts";
import { call } from "../../support/contract/worker-client.ts";
import { verifyEvidenceText } from "../../support/recovery/verify-evidence.ts";
import { added } from "./document-support.ts";
import { decided, executable, filed, pending, type Reviewer } from "./review-support.ts";
import { caseObject, eventsOf, eventually, newPartner, type Partner, recordOf } from "./support.ts";

const DAY_MS = 86_400_000;

let partner: Partner;
let reviewer: Reviewer;
beforeAll(async () => {
	[partner, reviewer] = [await newPartner(), await newReviewer()];
});

const read = async (caseId: string) => recordOf(await partner.send(`/recovery-cases/${caseId}`));
const alarmOf = (caseId: string) =>
	runInDurableObject(caseObject(caseId), (_, state) => state.storage.getAlarm());

/** The phases that the events of the case tell; the type of every other event. */
const toldOf = async (caseId: string) =>
	(await eventsOf(caseId)).map(({ type, body }) => JSON.parse(body).data.phase ?? type.split(".")[1]);

async function runAlarmAt(caseId: string, now: number) {
	vi.useFakeTimers({ toFake: ["Date"], now });
	await runDurableObjectAlarm(caseObject(caseId)).finally(() => vi.useRealTimers());
}

describe("a document of a case that a reviewer has halted", () => {
	const lineOf = async (caseId: string) => {
		const response = await call(`/review/waiting-cases?filer=${partner.developerId}&limit=100`, reviewer);
		const { data } = waitingCaseListResponse().parse(await response.json());
		return data.find((line) => line.caseId === caseId);
	};

	it.each(["order_unverifiable", "documents_missing"])(
		"is an answer, which a reviewer judges: %s",
		async (statusReason) => {
			const { caseId, intent } = await pending(partner);
			await added(intent, partner.headers);
			await decided(reviewer, caseId, { decision: "require_action", statusReason });
			expect([await lineOf(caseId), (await read(caseId)).answeredAt]).toEqual([undefined, null]);

			await added(intent, partner.headers);
			await added(intent, partner.headers);
			const { answeredAt, history, documents } = await read(caseId);
			expect(answeredAt).toBe(documents[1]?.addedAt);
			expect(history.at(-1)?.to).toBe("action_required");
			expect(await lineOf(caseId)).toMatchObject({ statusReason, answeredAt });
			const { data } = caseListResponse().parse(
				await (await partner.send("/recovery-cases?limit=100")).json(),
			);
			expect(data.find((row) => row.caseId === caseId)?.answeredAt).toBe(answeredAt);

			await caseObject(caseId).rewriteCopies();
			expect(await lineOf(caseId)).toMatchObject({ answeredAt });
			expect((await decided(reviewer, caseId, { decision: "clear" })).answeredAt).toBeNull();
			await decided(reviewer, caseId, { decision: "require_action", statusReason });
			expect([await lineOf(caseId), (await read(caseId)).answeredAt]).toEqual([undefined, null]);
		},
	);

	it("is an answer without a court order too, and the cleared case waits for its order again", async () => {
		const { caseId, intent } = await filed(partner);
		await decided(reviewer, caseId, { decision: "require_action", statusReason: "documents_missing" });
		await added(intent, partner.headers);
		expect(await lineOf(caseId)).toMatchObject({ answeredAt: (await read(caseId)).documents[0]?.addedAt });
		expect(await decided(reviewer, caseId, { decision: "clear" })).toMatchObject({
			status: "created",
			statusReason: null,
			answeredAt: null,
		});
		expect([await lineOf(caseId), await toldOf(caseId)]).toEqual([
			undefined,
			["created", "action_required", "created"],
		]);
		const bundle = await (await partner.send(`/recovery-cases/${caseId}/evidence`)).text();
		const jwks = await (await createApp().request("/.well-known/evidence-jwks.json", {}, env)).json();
		expect(await verifyEvidenceText(bundle, { jwks })).toMatchObject({ ok: true });
	});
});

describe("the events of a pending case", () => {
	it("tell the verification, and by the case's alarm the end of the challenge period once", async () => {
		const { caseId } = await pending(partner);
		const { executeAfter } = await decided(reviewer, caseId, { decision: "verify_order" });
		expect(await toldOf(caseId)).toEqual(["created", "order_attached", "order_verified"]);

		const due = Date.parse(executeAfter ?? "");
		const isDelivered = async () => (await eventsOf(caseId)).every((event) => event.confirmed_at !== null);
		await eventually(isDelivered);
		await eventually(async () => Number(await alarmOf(caseId)) <= due);
		await runAlarmAt(caseId, due);
		await runAlarmAt(caseId, due + DAY_MS);
		expect(await toldOf(caseId)).toEqual(["created", "order_attached", "order_verified", "executable"]);
		const { status, history } = await read(caseId);
		expect([status, history.at(-1)]).toMatchObject(["pending", { move: "allow_execution", actor: "clock" }]);

		const bundle = await (await partner.send(`/recovery-cases/${caseId}/evidence`)).text();
		const jwks = await (await createApp().request("/.well-known/evidence-jwks.json", {}, env)).json();
		expect(await verifyEvidenceText(bundle, { jwks })).toMatchObject({ ok: true, report: { events: 4 } });
	});

	it("tell only the execution if the challenge period is over when the order is verified", async () => {
		const { caseId } = await executable(reviewer);
		await runAlarmAt(caseId, Date.now() + DAY_MS);
		expect(await toldOf(caseId)).toEqual(["created", "order_attached", "executable"]);
	});

	it("tell the phase of a cleared case", async () => {
		const { caseId } = await pending(partner);
		for (const decision of ["verify_order", "require_action", "clear"])
			await decided(reviewer, caseId, { decision });
		expect(await toldOf(caseId)).toEqual([
			...["created", "order_attached", "order_verified", "action_required", "order_verified"],
		]);
	});
});

describe("where two reviewers must verify an order", () => {
	const app = createApp();
	const twice = { ...env, REVIEWERS_TO_VERIFY: "2" };
	const decide = async ({ headers }: Reviewer, caseId: string, decision: string) => {
		const response = await app.request(
			`https://replevin.test/api/v1/review/recovery-cases/${caseId}/decisions`,
			{
				method: "POST",
				headers: { ...headers, "Content-Type": "application/json" },
				body: JSON.stringify({ decision, reason: "I asked the court." }),
			},
			twice,
		);
		return { status: response.status, body: Object(await response.json()) };
	};

	it("one is not enough, and both stand in history, events and evidence", async () => {
		const { caseId } = await pending(partner);
		await decided(reviewer, caseId, { decision: "require_action", statusReason: "order_unverifiable" });
		const second = await newReviewer();
		const first = await decide(reviewer, caseId, "verify_and_resume");
		expect([first.body.status, first.body.courtOrder]).toMatchObject([
			"action_required",
			{ verification: "verified_once", verifiedAt: null },
		]);
		const again = await decide(reviewer, caseId, "verify_and_resume");
		expect([again.status, again.body.error]).toMatchObject([
			409,
			{ code: "RECOVERY_STATUS_ERROR", message: expect.stringContaining("another one must verify it too") },
		]);
		const { body } = await decide(second, caseId, "verify_and_resume");
		expect([body.status, body.courtOrder.verification]).toEqual(["pending", "verified"]);
		expect(body.history.slice(-2)).toMatchObject([
			{ move: "verify_order", actor: `reviewer:${reviewer.developerId}`, to: "action_required" },
			{ move: "verify_order", actor: `reviewer:${second.developerId}`, to: "pending" },
		]);
		expect(await toldOf(caseId)).toEqual([
			...["created", "order_attached", "action_required", "order_verified"],
		]);
		const bundle = await (await partner.send(`/recovery-cases/${caseId}/evidence`)).text();
		const jwks = await (await app.request("/.well-known/evidence-jwks.json", {}, env)).json();
		expect(await verifyEvidenceText(bundle, { jwks })).toMatchObject({ ok: true });
	});

	it("the verification by a former reviewer does not count", async () => {
		const { caseId } = await pending(partner);
		const [former, second] = [await newReviewer(), await newReviewer()];
		await decide(former, caseId, "verify_order");
		await env.DB.prepare("UPDATE developers SET role = 'developer' WHERE developer_id = ?")
			.bind(former.developerId)
			.run();
		const { body } = await decide(second, caseId, "verify_order");
		expect(body.courtOrder.verification).toBe("verified_once");
		expect((await decide(reviewer, caseId, "verify_order")).body.courtOrder.verification).toBe("verified");
	});
});
