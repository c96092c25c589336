/** Reviewers' reads of cases (recovery.md "Review"). */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { hashRecoveryIntent } from "../../../src/recovery/intent/typed-data.ts";
import { reviewedCaseResponse } from "../../../src/recovery/review/operations.ts";
import { newReviewer, setRole } from "../../support/auth/accounts.ts";
import { call, errorOf } from "../../support/contract/worker-client.ts";
import { claimant, newCaseBody, newIntent } from "../../support/signing/signing.ts";
import { newAnonymous } from "../access/support.ts";
import { auditOf, CASES, decide, filed, intentOf, pending, type Reviewer } from "./review-support.ts";
import { close, newPartner, type Partner, recordOf } from "./support.ts";
import { node, read, waitingCase, watchCases, withNode } from "./watched-case.ts";

let partner: Partner;
let reviewer: Reviewer;
beforeAll(async () => {
	[partner, reviewer] = [await newPartner(), await newReviewer()];
});

describe("the review of cases", () => {
	it("ends at once for a former reviewer", async () => {
		const former = await newReviewer();
		expect((await call(CASES, { headers: former.headers })).status).toBe(200);
		await setRole(former, "developer");
		expect((await call(CASES, { headers: former.headers })).status).toBe(403);
	});
});

describe("a case under review", () => {
	const shown = async (caseId: string) => {
		const response = await call(`${CASES}/${caseId}`, { headers: reviewer.headers });
		expect(response.status).toBe(200);
		return reviewedCaseResponse().parse(await response.json());
	};

	it("has the complete record with e-mail address and its transactions in words", async () => {
		const { intent, caseId } = await filed(partner);
		const { developer, transactionsInWords, competingCases, taken, reasons, ...record } = await shown(caseId);
		expect(record).toEqual(await recordOf(await partner.send(`/recovery-cases/${caseId}`)));
		expect(record.case.email).toBe(intent.rec.email);
		expect(transactionsInWords).toHaveLength(intent.txs.length);
		expect(transactionsInWords[0]).toMatchObject({
			target: record.transactions[0]?.dest,
			sentence: expect.stringMatching(/^(?:Calls|Sends) .*\.$/),
		});
		expect([competingCases, taken, reasons]).toEqual([[], null, []]);
		const { email, developerId } = partner;
		expect(developer).toEqual({ developerId, email, createdAt: expect.stringMatching(/^2\d{3}-.*Z$/) });
	});

	it("names only the id of a deleted account, and no developer for a case from the hosted app", async () => {
		const leaving = await newPartner();
		const { caseId } = await filed(leaving);
		await env.DB.prepare("DELETE FROM developers WHERE developer_id = ?").bind(leaving.developerId).run();
		const { developerId } = leaving;
		expect((await shown(caseId)).developer).toEqual({ developerId, email: null, createdAt: null });
		const body = await newCaseBody(intentOf());
		const hosted = await call("/recovery-cases/new-case", { body, headers: await newAnonymous() });
		expect((await shown((await recordOf(hosted)).caseId)).developer).toBeNull();
	});

	it("lists the other open cases for the same lost account and chain", async () => {
		const theirs = await newPartner();
		const { intent, caseId } = await filed(partner);
		const { lostAccount } = intent.rec;
		const rival = await pending(theirs, { lostAccount });
		await filed(partner, { lostAccount, chainId: 1 });
		const closed = await filed(partner, { lostAccount });
		await close(closed.intent, "withdraw", claimant);
		const { competingCases } = await shown(caseId);
		expect(competingCases).toEqual([
			expect.objectContaining({
				caseId: rival.caseId,
				jrcHash: rival.jrcHash,
				status: "pending",
				createdAt: rival.createdAt,
				developerId: theirs.developerId,
			}),
		]);
		expect((await shown(rival.caseId)).competingCases.map((one) => one.caseId)).toEqual([caseId]);
	});

	it("returns not-found for a case that does not exist", async () => {
		const path = `${CASES}/rc_${"0".repeat(32)}`;
		expect(await errorOf(await call(path, { headers: reviewer.headers }))).toMatchObject({ status: 404 });
		expect(
			await errorOf(await decide(reviewer, `rc_${"0".repeat(32)}`, { decision: "clear" })),
		).toMatchObject({
			status: 404,
			code: "RESOURCE_NOT_FOUND",
		});
		const attest = { decision: "attest_execution", txHash: `0x${"ab".repeat(32)}` };
		expect(await errorOf(await decide(reviewer, `rc_${"0".repeat(32)}`, attest))).toMatchObject({
			status: 404,
		});
	});
});

describe("an execution that a reviewer reports", () => {
	watchCases();

	it("cannot halt a case that competes with the reviewer's own, and is audited otherwise", async () => {
		const waiting = await waitingCase();
		const { lostAccount, recoveryAccount } = waiting.intent.rec;
		node.mined.set(waiting.hash, { from: recoveryAccount, to: lostAccount, value: 1n });
		const rival = await newReviewer();
		await (await newPartner(rival)).file(newIntent({ lostAccount }));
		// From here on the case's object has a node.
		await withNode(waiting.caseId, async () => {});
		const path = `/recovery-cases/${hashRecoveryIntent(waiting.intent)}/execution`;
		const named = (by: Reviewer) => call(path, { headers: by.headers, body: { txHash: waiting.hash } });

		expect(await errorOf(await named(rival))).toMatchObject({ status: 403, code: "FORBIDDEN" });
		expect(await read(waiting)).toMatchObject({ status: "pending" });
		expect((await named(reviewer)).status).toBe(200);
		expect(await read(waiting)).toMatchObject({ statusReason: "execution_mismatch" });
		expect(await auditOf(waiting.caseId)).toEqual([
			{ action: "recovery_case.execution_named", actor: reviewer.developerId },
		]);
	});
});
