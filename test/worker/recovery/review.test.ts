/** Reviewers' reads of cases (recovery.md "Review"). */
import { beforeAll, describe, expect, it } from "vitest";
import { hashRecoveryIntent } from "../../../src/recovery/intent/typed-data.ts";
import { reviewedCaseResponse } from "../../../src/recovery/review/routes/get-reviewed-case.ts";
import { reviewedCaseListResponse } from "../../../src/recovery/review/routes/list-reviewed-cases.ts";
import { newKey, newReviewer, setRole } from "../../support/auth/accounts.ts";
import { keyPairHeaders } from "../../support/auth/credentials.ts";
import { call, errorOf } from "../../support/contract/worker-client.ts";
import { claimant, newIntent, owner } from "../../support/signing/signing.ts";
import { newAnonymous, newWallet, newWalletSession } from "../access/support.ts";
import { auditOf, CASES, decide, filed, pending, type Reviewer, typesOf } from "./review-support.ts";
import { close, newPartner, type Partner, recordOf } from "./support.ts";
import { node, read, waitingCase, watchCases, withNode } from "./watched-case.ts";

let partner: Partner;
let reviewer: Reviewer;
beforeAll(async () => {
	[partner, reviewer] = [await newPartner(), await newReviewer()];
});

async function listed(query: string) {
	const response = await call(`${CASES}?${query}`, { headers: reviewer.headers });
	expect(response.status).toBe(200);
	return reviewedCaseListResponse().parse(await response.json());
}

describe("the review of cases", () => {
	it("is open only to reviewers with a session", async () => {
		const { caseId } = await filed(partner);
		const key = keyPairHeaders(await newKey(reviewer.headers));
		const others = [
			[key, 403],
			[partner.headers, 403],
			[{ Authorization: `Bearer ${partner.token}` }, 403],
			[await newAnonymous(), 403],
			[await newWalletSession(newWallet()), 403],
			[{}, 401],
		] as const;
		for (const [headers, status] of others) {
			expect((await call(CASES, { headers })).status).toBe(status);
			expect((await call(`${CASES}/${caseId}`, { headers })).status).toBe(status);
			expect((await decide({ headers }, caseId, { decision: "reject" })).status).toBe(status);
		}
		expect(await typesOf(caseId)).toEqual(["created"]);
		expect(await auditOf(caseId)).toEqual([]);
	});

	it("ends at once for a former reviewer", async () => {
		const former = await newReviewer();
		expect((await call(CASES, { headers: former.headers })).status).toBe(200);
		await setRole(former, "developer");
		expect((await call(CASES, { headers: former.headers })).status).toBe(403);
	});
});

describe("the list of all cases", () => {
	it("contains every developer's cases, newest first, in pages without gaps or repeats", async () => {
		const theirs = await newPartner();
		for (const by of [partner, theirs, partner, theirs]) await filed(by);
		const all = (await listed("limit=100")).data;
		expect(new Set(all.map((one) => one.developerId)).size).toBeGreaterThan(1);
		const keys = all.map((one) => [one.createdAt, one.caseId].join());
		expect(keys).toEqual([...keys].sort().reverse());
		const ids: string[] = [];
		let cursor: string | null = "";
		while (cursor !== null && ids.length < 200) {
			const page = await listed(`limit=3${cursor && `&cursor=${cursor}`}`);
			ids.push(...page.data.map((one) => one.caseId));
			cursor = page.nextCursor;
		}
		expect(ids).toEqual(all.map((one) => one.caseId));
	});

	it("filters by status, reason, chain, account and developer, also combined", async () => {
		const by = await newPartner();
		const halted = await pending(by, {
			lostAccount: owner.address,
			reasonForRecovery: "inheritance",
			chainId: 10,
		});
		await close(halted.intent, "contest", owner);
		const { lostAccount } = halted.intent.rec;
		const ordered = await pending(by, { chainId: 10, lostAccount });
		await filed(by);
		const ids = async (query: string) => (await listed(query)).data.map((one) => one.caseId);
		expect(await ids("statusReason=contested")).toContain(halted.caseId);
		expect(await ids("statusReason=contested")).not.toContain(ordered.caseId);
		expect(await ids("status=pending")).toContain(ordered.caseId);
		expect(await ids("chainId=10")).toEqual([ordered.caseId, halted.caseId]);
		expect(await ids(`account=${lostAccount}`)).toEqual([ordered.caseId, halted.caseId]);
		expect(await ids(`developerId=${by.developerId}`)).toHaveLength(3);
		const each = `status=action_required&statusReason=contested&chainId=10&account=${lostAccount}`;
		expect(await ids(`${each}&developerId=${by.developerId}`)).toEqual([halted.caseId]);
		expect(await ids(`${each}&developerId=${partner.developerId}`)).toEqual([]);
		expect(
			await ids(`status=created&developerId=${by.developerId}&account=${claimant.address}`),
		).toHaveLength(1);
	});

	it.each([
		["statusReason=late", "statusReason"],
		["developerId=dev_1", "developerId"],
		["status=open", "status"],
		["cursor=AAAA", "cursor"],
		["subject=x", "subject"],
	])("rejects ?%s and names the field", async (query, field) => {
		const error = await errorOf(await call(`${CASES}?${query}`, { headers: reviewer.headers }));
		expect(error).toMatchObject({ status: 400, code: "INPUT_VALIDATION_ERROR" });
		expect(error.details?.map((detail) => detail.field)).toEqual([field]);
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
		const { transactionsInWords, competingCases, ...record } = await shown(caseId);
		expect(record).toEqual(await recordOf(await partner.send(`/recovery-cases/${caseId}`)));
		expect(record.case.email).toBe(intent.rec.email);
		expect(transactionsInWords).toHaveLength(intent.txs.length);
		expect(transactionsInWords[0]).toMatchObject({
			target: record.transactions[0]?.dest,
			sentence: expect.stringMatching(/^(?:Calls|Sends) .*\.$/),
		});
		expect(competingCases).toEqual([]);
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
