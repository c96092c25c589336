/** The list of all cases for reviewers (recovery.md "Review"). */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { reviewedCaseListResponse } from "../../../src/recovery/review/operations.ts";
import { newReviewer } from "../../support/auth/accounts.ts";
import { call, errorOf } from "../../support/contract/worker-client.ts";
import { claimant, owner } from "../../support/signing/signing.ts";
import { added } from "./document-support.ts";
import { CASES, decided, filed, pending, type Reviewer } from "./review-support.ts";
import { close, eventually, newPartner, type Partner, recordOf } from "./support.ts";

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

describe("the list of all cases", () => {
	it.each(["oldest", "newest"])(
		"contains every developer's cases, %s first, in pages without gaps or repeats",
		async (sort) => {
			const theirs = await newPartner();
			for (const by of [partner, theirs, partner, theirs]) await filed(by);
			const all = (await listed(`limit=100&sort=${sort}`)).data;
			expect(new Set(all.map((one) => one.developerId)).size).toBeGreaterThan(1);
			const keys = all.map((one) => [one.createdAt, one.caseId].join());
			expect(keys).toEqual(sort === "oldest" ? [...keys].sort() : [...keys].sort().reverse());
			const ids: string[] = [];
			let cursor: string | null = "";
			while (cursor !== null && ids.length < 200) {
				const page = await listed(`limit=3&sort=${sort}${cursor && `&cursor=${cursor}`}`);
				expect(page.total).toEqual({ count: all.length, isExact: true });
				ids.push(...page.data.map((one) => one.caseId));
				cursor = page.nextCursor;
			}
			expect(ids).toEqual(all.map((one) => one.caseId));
		},
	);

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
		expect(await ids("chainId=10")).toEqual([halted.caseId, ordered.caseId]);
		expect(await ids("chainId=10&sort=newest")).toEqual([ordered.caseId, halted.caseId]);
		expect(await ids(`account=${lostAccount}`)).toEqual([halted.caseId, ordered.caseId]);
		expect(await ids(`account=${lostAccount}&sort=newest`)).toEqual([ordered.caseId, halted.caseId]);
		expect(await ids(`developerId=${by.developerId}`)).toHaveLength(3);
		const each = `status=action_required&statusReason=contested&chainId=10&account=${lostAccount}`;
		expect(await ids(`${each}&developerId=${by.developerId}`)).toEqual([halted.caseId]);
		expect(await ids(`${each}&developerId=${partner.developerId}`)).toEqual([]);
		expect(
			await ids(`status=created&developerId=${by.developerId}&account=${claimant.address}`),
		).toHaveLength(1);
	});

	it("keeps its order and misses none while cases are added and moved between two pages", async () => {
		const by = await newPartner();
		const first = [await filed(by), await filed(by), await filed(by)].map(({ caseId }) => caseId);
		const query = `developerId=${by.developerId}&limit=2`;
		const one = await listed(query);
		await filed(by);
		await decided(reviewer, first[0] ?? "", { decision: "reject" });
		const two = await listed(`${query}&cursor=${one.nextCursor}`);
		expect([...one.data, ...two.data].map(({ caseId }) => caseId).slice(0, 3)).toEqual(first);
		expect(two.data).toHaveLength(2);
		expect([one.total, two.total]).toEqual([
			{ count: 3, isExact: true },
			{ count: 4, isExact: true },
		]);
	});

	it("shows the court order and whether it is verified, finds it by its number, and counts documents", async () => {
		const by = await newPartner();
		const without = await filed(by);
		const one = await pending(by);
		const fullCaseNumber =
			(await recordOf(await by.send(`/recovery-cases/${one.caseId}`))).courtOrder?.fullCaseNumber ?? "";
		const shown = async (query = "") =>
			(await listed(`developerId=${by.developerId}${query}`)).data.map(
				({ caseId, fullCaseNumber, verification, documentCount }) => ({
					...{ caseId, fullCaseNumber, verification, documentCount },
				}),
			);
		const unverified = {
			caseId: one.caseId,
			...{ fullCaseNumber, verification: "unverified" },
			documentCount: 0,
		};
		expect(await shown()).toEqual([
			{ caseId: without.caseId, fullCaseNumber: null, verification: null, documentCount: 0 },
			unverified,
		]);
		expect(await shown("&verification=unverified")).toEqual([unverified]);
		expect(await shown("&verification=verified")).toEqual([]);

		await decided(reviewer, one.caseId, { decision: "verify_order" });
		await added(one.intent, by.headers);
		const verified = {
			caseId: one.caseId,
			...{ fullCaseNumber, verification: "verified" },
			documentCount: 1,
		};
		await eventually(async () => (await shown())[1]?.documentCount === 1);
		expect(await shown("&verification=verified")).toEqual([verified]);
		expect(await shown("&verification=unverified")).toEqual([]);
		const number = encodeURIComponent(fullCaseNumber.toUpperCase());
		expect(await shown(`&fullCaseNumber=${number}`)).toEqual([verified]);
		expect(await shown(`&fullCaseNumber=${number}&account=${one.intent.rec.lostAccount}`)).toEqual([
			verified,
		]);
		expect(await shown(`&fullCaseNumber=${number}&account=${without.intent.rec.lostAccount}`)).toEqual([]);
		expect(await shown("&fullCaseNumber=1")).toEqual([]);
		const everywhere = (await listed(`fullCaseNumber=${number}&limit=100`)).data;
		expect(everywhere.map(({ caseId }) => caseId)).toContain(one.caseId);
		expect(new Set(everywhere.map(({ fullCaseNumber }) => fullCaseNumber))).toEqual(
			new Set([fullCaseNumber]),
		);
	});

	it("lists the changes of all cases, with their number on every page", async () => {
		const by = await newPartner();
		const [first, second] = [await filed(by), await filed(by)];
		await close(first.intent, "withdraw", claimant);
		const query = `changedSince=0&developerId=${by.developerId}&limit=1`;
		const one = await listed(query);
		const two = await listed(`${query}&cursor=${one.nextCursor}`);
		expect([one, two].map(({ data }) => data[0]?.caseId)).toEqual([second.caseId, first.caseId]);
		expect([one, two].map(({ total }) => total.count)).toEqual([2, 2]);
		expect(two.nextCursor).toBeNull();
	});

	it("counts among a thousand cases, and says that there may be more", async () => {
		const lostAccount = `0x${"77".repeat(20)}`;
		const insert = env.DB.prepare(
			`WITH RECURSIVE numbers (value) AS (SELECT ? UNION ALL SELECT value + 1 FROM numbers WHERE value < ?)
			INSERT INTO recovery_cases (case_id, jrc_hash, source, lost_account, recovery_account, chain_id, reason, status, created_at, updated_at, version)
			SELECT printf('rc_%032x', value), printf('0x%064x', value), 'api', ?, ?, 1, 'other', 'created', value, value, 1 FROM numbers`,
		);
		const insertTo = (first: number, last: number) =>
			insert.bind(first, last, lostAccount, `0x${"78".repeat(20)}`).run();
		const total = async () => (await listed(`account=${lostAccount}&limit=1`)).total;
		await insertTo(1, 1000);
		expect(await total()).toEqual({ count: 1000, isExact: true });
		await insertTo(1001, 1002);
		expect(await total()).toEqual({ count: 1000, isExact: false });
		expect((await listed(`chainId=1&account=${lostAccount}&status=pending`)).total).toEqual({
			count: 0,
			isExact: false,
		});
		await env.DB.prepare("DELETE FROM recovery_cases WHERE lost_account = ?").bind(lostAccount).run();
	});

	it.each([
		["sort=age", "sort"],
		["sort=oldest&changedSince=0", "sort"],
		["verification=none", "verification"],
		["fullCaseNumber=%0A", "fullCaseNumber"],
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
