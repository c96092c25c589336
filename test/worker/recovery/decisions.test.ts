/**
 * Reviewers' decisions by HTTP (recovery.md "Review"). `unit/recovery/transition-table.test.ts` has the outcome of every
 * decision in every state.
 *
 * Over 300 lines, because each file of this tier empties the storage first, so one file costs less than two.
 */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { createApp } from "../../../src/app.ts";
import type { Hex } from "../../../src/kernel/encoding/hex.ts";
import { newKey, newReviewer, setRole } from "../../support/auth/accounts.ts";
import { keyPairHeaders } from "../../support/auth/credentials.ts";
import { call, errorOf } from "../../support/contract/worker-client.ts";
import { verifyEvidenceText } from "../../support/recovery/verify-evidence.ts";
import { claimant, closeBody, courtOrderBody, newCaseBody, owner } from "../../support/signing/signing.ts";
import { courtOrder } from "../../support/signing/vectors.ts";
import {
	aged,
	auditOf,
	CASES,
	decide,
	decided,
	executable,
	filed,
	intentOf,
	pending,
	type Reviewer,
	rejectionOf,
	typesOf,
} from "./review-support.ts";
import { caseObject, close, countBy, newPartner, type Partner, recordOf } from "./support.ts";

const HASH: Hex = `0x${"cd".repeat(32)}`;
const TX = `0x${"aB".repeat(32)}`;

let partner: Partner;
let reviewer: Reviewer;
let second: Reviewer;
beforeAll(async () => {
	[partner, reviewer, second] = [await newPartner(), await newReviewer(), await newReviewer()];
});

/** Everything that a decision would change. */
async function traceOf(caseId: string) {
	const record = await (await call(`${CASES}/${caseId}`, { headers: reviewer.headers })).json();
	return [record, await typesOf(caseId), await auditOf(caseId)];
}

describe("a reviewer's decision", () => {
	it("appears in record, history, events and audit", async () => {
		const { intent, caseId } = await pending(partner, {
			lostAccount: owner.address,
			reasonForRecovery: "inheritance",
		});
		await close(intent, "contest", owner);
		expect(await decided(reviewer, caseId, { decision: "verify_order", reason: "genuine" })).toMatchObject({
			status: "action_required",
			statusReason: "contested",
			statusNote: "genuine",
			courtOrder: { verification: "verified" },
		});
		expect(await decided(reviewer, caseId, { decision: "clear", reason: "a found key" })).toMatchObject({
			status: "pending",
			statusReason: null,
			statusNote: "a found key",
		});
		expect(await decided(reviewer, caseId, { decision: "require_action" })).toMatchObject({
			status: "action_required",
			statusReason: "order_unverifiable",
		});
		const record = await decided(reviewer, caseId, { decision: "reject", reason: "forged" });
		expect(record).toMatchObject({
			status: "rejected",
			statusReason: "rejected_by_reviewer",
			statusNote: "forged",
		});
		const actor = `reviewer:${reviewer.developerId}`;
		expect(record.history.slice(3).map((entry) => [entry.move, entry.actor, entry.to])).toEqual([
			["verify_order", actor, "action_required"],
			["clear", actor, "pending"],
			["require_action", actor, "action_required"],
			["reject", actor, "rejected"],
		]);
		expect(await typesOf(caseId)).toEqual([
			"created",
			"pending",
			"action_required",
			"pending",
			"action_required",
			"rejected",
		]);
		expect(await auditOf(caseId)).toEqual(
			["order_verified", "cleared", "action_required", "rejected"].map((action) => ({
				action: `recovery_case.${action}`,
				actor: reviewer.developerId,
			})),
		);
		const found = await call(`/review/audit?target=${caseId}&action=recovery_case.rejected`, {
			headers: reviewer.headers,
		});
		expect(await found.json()).toMatchObject({ data: [{ target: caseId, actor: reviewer.developerId }] });
	});

	it("can return a case because documents are missing", async () => {
		const { caseId } = await filed(partner);
		expect(
			await decided(reviewer, caseId, { decision: "require_action", statusReason: "documents_missing" }),
		).toMatchObject({
			statusReason: "documents_missing",
		});
	});

	it("returns the case as it stands when it is repeated, and moves nothing", async () => {
		const { caseId } = await pending(partner);
		const first = await decided(reviewer, caseId, { decision: "verify_order" });
		expect(await decided(second, caseId, { decision: "verify_order", reason: "again" })).toEqual(first);
		expect(await auditOf(caseId)).toHaveLength(1);
	});

	it("upon a version is rejected if the case has moved since, but not if it is a repetition", async () => {
		const { caseId } = await pending(partner);
		// Version 1 is the filing, 2 the order.
		const version = 2;
		const verify = { decision: "verify_order", version };
		const verified = await decided(reviewer, caseId, verify);
		expect(verified.version).toBe(3);
		expect(await decided(reviewer, caseId, verify)).toEqual(verified);
		const before = await traceOf(caseId);
		const late = await decide(second, caseId, { decision: "reject", version });
		expect(await errorOf(late)).toMatchObject({
			status: 409,
			code: "RECOVERY_STATUS_ERROR",
			details: [{ field: "version", rule: "outdated" }],
		});
		expect(await traceOf(caseId)).toEqual(before);
		const upon = verified.version;
		const both = await Promise.all([
			decide(reviewer, caseId, { decision: "require_action", version: upon }),
			decide(second, caseId, { decision: "reject", version: upon }),
		]);
		expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
	});

	it("is rejected with a reason if the status does not allow it, and leaves no trace", async () => {
		const created = await filed(partner);
		const ordered = await pending(partner);
		const halted = await filed(partner);
		await decided(reviewer, halted.caseId, { decision: "require_action" });
		const rejected = await filed(partner);
		await decided(reviewer, rejected.caseId, { decision: "reject" });
		const attest = { decision: "attest_execution", txHash: TX };
		const running = await pending(partner);
		await decided(reviewer, running.caseId, { decision: "verify_order" });
		for (const [{ caseId }, decision, says] of [
			[created, { decision: "verify_order" }, "`created`"],
			[created, { decision: "clear" }, "`created`"],
			[created, attest, "`created`"],
			[halted, { decision: "verify_order" }, "no court order"],
			[halted, { decision: "require_action" }, "`action_required`"],
			[ordered, attest, "not been verified"],
			[running, attest, "challenge period is not over"],
			[rejected, { decision: "reject" }, "`rejected`"],
		] as const) {
			const before = await traceOf(caseId);
			const rejection = await rejectionOf(await decide(reviewer, caseId, decision));
			expect(rejection).toContain("409 RECOVERY_STATUS_ERROR");
			expect(rejection).toContain(says);
			expect(await traceOf(caseId)).toEqual(before);
		}
	});

	it("is rejected for a case of the reviewer's own account", async () => {
		const { caseId } = await recordOf(
			await call("/recovery-cases/new-case", {
				body: await newCaseBody(intentOf()),
				headers: keyPairHeaders(await newKey(reviewer.headers)),
			}),
		);
		for (const decision of ["verify_order", "require_action", "clear", "reject"]) {
			expect(await rejectionOf(await decide(reviewer, caseId, { decision }))).toContain("403 FORBIDDEN");
		}
		expect(await auditOf(caseId)).toEqual([]);
		expect((await decide(second, caseId, { decision: "reject" })).status).toBe(200);
	});

	it("is rejected for a case that competes with one of the reviewer's own account", async () => {
		const judge = await newReviewer();
		const own = await newPartner(judge);
		const { caseId, intent } = await pending(partner);
		const { lostAccount } = intent.rec;
		// Another chain, another lost account and a closed case: none of them competes.
		await filed(own, { lostAccount, chainId: 1 });
		await filed(own);
		const closed = await filed(own, { lostAccount });
		await close(closed.intent, "withdraw", claimant);
		expect(await decided(judge, caseId, { decision: "verify_order" })).toMatchObject({ status: "pending" });

		await filed(own, { lostAccount });
		const before = await traceOf(caseId);
		for (const decision of [
			{ decision: "verify_order" },
			{ decision: "require_action" },
			{ decision: "clear" },
			{ decision: "reject" },
			{ decision: "attest_execution", txHash: TX },
		]) {
			expect(await rejectionOf(await decide(judge, caseId, decision))).toContain(
				"403 FORBIDDEN: Your account",
			);
		}
		expect(await traceOf(caseId)).toEqual(before);
		expect((await decide(second, caseId, { decision: "reject" })).status).toBe(200);
	});

	it("states in the evidence what the reviewer compared", async () => {
		const { caseId } = await pending(partner);
		const compared = [
			{ value: "courtOrder.courtId", found: courtOrder.courtId.toUpperCase() },
			{ value: "courtOrder.title", found: "Doe", differs: "The order has the short title." },
		];
		const verify = { decision: "verify_order", version: 2, compared };
		const verified = await decided(reviewer, caseId, verify);
		expect(verified.courtOrder).toMatchObject({ verification: "verified" });
		expect(await decided(reviewer, caseId, verify)).toEqual(verified);
		const evidence = await partner.send(`/recovery-cases/${caseId}/evidence`);
		const text = await evidence.text();
		expect(JSON.parse(text).history.at(-1).payload.compared).toEqual(compared);
		const jwks = await (await createApp().request("/.well-known/evidence-jwks.json", {}, env)).json();
		expect(await verifyEvidenceText(text, { jwks })).toMatchObject({ ok: true });
	});

	it("is rejected for a comparison that does not hold, and leaves no trace", async () => {
		const { caseId } = await pending(partner);
		const before = await traceOf(caseId);
		const account = { value: "case.lostAccount", found: owner.address };
		for (const [compared, field, rule, version] of [
			[[account], "compared[0].found", "must_equal", 2],
			[[{ ...account, differs: "a typing error" }], "compared[0].found", "not_allowed", 2],
			[[{ value: "case.email", found: "x" }], "compared[0].value", "one_of", 2],
			[[], "compared", "too_few", 2],
			[[account], "version", "required", undefined],
		] as const) {
			const error = await errorOf(
				await decide(reviewer, caseId, { decision: "verify_order", compared, version }),
			);
			expect([error.status, error.details]).toMatchObject([400, [{ field, rule }]]);
		}
		expect(await traceOf(caseId)).toEqual(before);
	});

	it.each<[object, string]>([
		[{ decision: "approve" }, "decision"],
		[{ decision: "clear", reason: "" }, "reason"],
		[{ decision: "clear", reason: "x".repeat(501) }, "reason"],
		[{ decision: "clear", statusReason: "documents_missing" }, "statusReason"],
		[{ decision: "require_action", statusReason: "contested" }, "statusReason"],
		[{ decision: "require_action", txHash: TX }, "txHash"],
		[{ decision: "attest_execution" }, "txHash"],
		[{ decision: "attest_execution", txHash: "0x12" }, "txHash"],
	])("of the form %j is rejected with the name of its field", async (decision, field) => {
		const error = await errorOf(await decide(reviewer, `rc_${"0".repeat(32)}`, decision));
		expect(error).toMatchObject({ status: 400, code: "INPUT_VALIDATION_ERROR" });
		expect(error.details?.map((detail) => detail.field)).toEqual([field]);
	});

	it("accepts a reason of 500 characters", async () => {
		const { caseId } = await filed(partner);
		const reason = "x".repeat(500);
		expect((await decided(reviewer, caseId, { decision: "reject", reason })).statusNote).toBe(reason);
	});
});

describe("an attested execution", () => {
	const attest = { decision: "attest_execution", txHash: TX };

	it("executes the case once under twenty concurrent requests of two reviewers", async () => {
		const { caseId, by } = await executable(reviewer);
		const responses = await Promise.all(
			Array.from({ length: 20 }, (_, at) => decide(at % 2 === 0 ? reviewer : second, caseId, attest)),
		);
		// A request after the execution is rejected for the status; every other request succeeds.
		const { 200: successes = 0, 409: late = 0, ...others } = countBy(responses.map(({ status }) => status));
		expect(others).toEqual({});
		expect(successes).toBeGreaterThanOrEqual(2);
		expect(successes + late).toBe(20);
		const record = await recordOf(await by.send(`/recovery-cases/${caseId}`));
		expect(record).toMatchObject({
			status: "executed",
			txHash: TX.toLowerCase(),
			execution: { proof: "attested", state: "final" },
		});
		const attesting = record.history.filter((entry) => entry.move === "attest_execution");
		expect(new Set(attesting.map((entry) => entry.actor))).toEqual(
			new Set([`reviewer:${reviewer.developerId}`, `reviewer:${second.developerId}`]),
		);
		expect(attesting).toHaveLength(2);
		expect(await typesOf(caseId)).toEqual(["created", "pending", "pending", "executed"]);
		const attested = (await auditOf(caseId)).filter(({ action }) => action.endsWith("execution_attested"));
		expect(attested.map(({ actor }) => actor).sort()).toEqual(
			[reviewer.developerId, second.developerId].sort(),
		);
	});

	it("does not count if one reviewer attests twenty times concurrently", async () => {
		const { caseId } = await executable(reviewer);
		const responses = await Promise.all(Array.from({ length: 20 }, () => decide(reviewer, caseId, attest)));
		expect(countBy(responses.map(({ status }) => status))).toEqual({ 200: 20 });
		expect(await decided(reviewer, caseId, attest)).toMatchObject({ status: "pending", execution: null });
		expect((await auditOf(caseId)).map(({ action }) => action)).toEqual([
			"recovery_case.order_verified",
			"recovery_case.execution_attested",
		]);
	});

	it("ignores the attestation of a former reviewer, no matter who attests next", async () => {
		const { caseId, by } = await executable(reviewer);
		const former = await newReviewer();
		await decided(former, caseId, attest);
		await setRole(former, "developer");
		expect(await decided(reviewer, caseId, attest)).toMatchObject({ status: "pending", execution: null });
		expect(await decided(second, caseId, attest)).toMatchObject({ status: "executed" });
		const evidence = await by.send(`/recovery-cases/${caseId}/evidence`);
		const jwks = await (await createApp().request("/.well-known/evidence-jwks.json", {}, env)).json();
		expect(await verifyEvidenceText(await evidence.text(), { jwks })).toMatchObject({ ok: true });
	});

	it("counts for one transaction in different letter case, and not for two transactions", async () => {
		const { caseId } = await executable(reviewer);
		await decided(reviewer, caseId, attest);
		const other = { ...attest, txHash: `0x${"cd".repeat(32)}` };
		expect(await decided(second, caseId, other)).toMatchObject({ status: "pending" });
		const spelt = { ...attest, txHash: TX.toLowerCase() };
		expect(await decided(second, caseId, spelt)).toMatchObject({ status: "executed" });
	});
});

describe("an execution that halted the case", () => {
	const proven = (caseId: string, blockTime: number) => {
		const seen = { blockNumber: 1, blockHash: HASH, blockTime, confirmedAt: blockTime };
		const calls = [{ txHash: HASH, index: 0, caller: owner.address }];
		const execution = { txHashes: [HASH], state: "final" as const, proof: "direct" as const, calls, ...seen };
		return caseObject(caseId).move({ kind: "prove_execution", execution }, { kind: "reviewer" });
	};

	it("for an unverified order counts once the order is verified and the case cleared", async () => {
		const { caseId } = await aged();
		expect(await proven(caseId, Date.now())).toMatchObject({
			standing: { statusReason: "executed_without_verified_order" },
		});
		const attest = { decision: "attest_execution", txHash: HASH };
		expect(await rejectionOf(await decide(reviewer, caseId, attest))).toContain("409 RECOVERY_STATUS_ERROR");
		await decided(reviewer, caseId, { decision: "verify_order" });
		expect(await decided(reviewer, caseId, { decision: "clear" })).toMatchObject({
			status: "executed",
			execution: { proof: "direct" },
		});
		expect(await typesOf(caseId)).toEqual(["created", "pending", "action_required", "pending", "executed"]);
	});

	it("before the end of the challenge period halts it again, so that it can only be rejected", async () => {
		const { caseId } = await pending(partner);
		await decided(reviewer, caseId, { decision: "verify_order" });
		await proven(caseId, Date.now());
		expect(await decided(reviewer, caseId, { decision: "clear" })).toMatchObject({
			status: "action_required",
			statusReason: "executed_before_challenge_period",
		});
		expect(await decided(reviewer, caseId, { decision: "reject" })).toMatchObject({ status: "rejected" });
	});
});

it("a first order after a contest is stored while the case stays halted, so that an early contest is no veto", async () => {
	const { intent, caseId } = await filed(partner, {
		lostAccount: owner.address,
		reasonForRecovery: "inheritance",
	});
	expect((await close(intent, "contest", owner)).status).toBe(200);
	const ordered = await partner.attach(intent);
	expect(ordered.status).toBe(200);
	expect(await recordOf(ordered)).toMatchObject({
		status: "action_required",
		statusReason: "contested",
		courtOrder: { verification: "unverified" },
		expiresAt: null,
	});
	// The claimant can neither end the halt nor exchange the order during the review.
	const other = await courtOrderBody(intent, claimant, { ...courtOrder, docketNumber: 18 });
	expect(await rejectionOf(await partner.attach(intent, other))).toContain("409 RECOVERY_STATUS_ERROR");
	await decided(reviewer, caseId, { decision: "verify_order" });
	expect(await decided(reviewer, caseId, { decision: "clear" })).toMatchObject({ status: "pending" });
	expect(await typesOf(caseId)).toEqual(["created", "action_required", "pending"]);
});

describe("a signed message", () => {
	it("cannot contest a second time after a reviewer cleared the case; another message can", async () => {
		const { intent, caseId, jrcHash } = await pending(partner, {
			lostAccount: owner.address,
			reasonForRecovery: "inheritance",
		});
		const body = await closeBody(intent, "contest", owner);
		expect((await call(`/recovery-cases/${jrcHash}/contest`, { body })).status).toBe(200);
		expect((await call(`/recovery-cases/${jrcHash}/contest`, { body })).status).toBe(200);
		await decided(reviewer, caseId, { decision: "clear" });
		const before = await typesOf(caseId);
		const rejection = await rejectionOf(await call(`/recovery-cases/${jrcHash}/contest`, { body }));
		expect(rejection).toContain("409 RECOVERY_STATUS_ERROR");
		expect(rejection).toContain("was dealt with");
		expect(rejection).toContain("Sign again");
		expect(await typesOf(caseId)).toEqual(before);
		const anew = await closeBody(intent, "contest", owner, "still mine");
		expect((await call(`/recovery-cases/${jrcHash}/contest`, { body: anew })).status).toBe(200);
	});

	it("cannot attach an order a second time after a reviewer returned the case; a corrected order can", async () => {
		const { intent, caseId } = await pending(partner);
		await decided(reviewer, caseId, { decision: "require_action" });
		const rejection = await rejectionOf(await partner.attach(intent));
		expect(rejection).toContain("409 RECOVERY_STATUS_ERROR");
		expect(rejection).toContain("has moved the case before");
		const corrected = await courtOrderBody(intent, claimant, { ...courtOrder, docketNumber: 18 });
		expect((await partner.attach(intent, corrected)).status).toBe(200);
		expect((await partner.attach(intent, corrected)).status).toBe(200);
		expect(await typesOf(caseId)).toEqual(["created", "pending", "action_required", "pending"]);
	});
});
