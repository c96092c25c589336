// recovery.md "GET /recovery-cases".
import { beforeAll, describe, expect, it } from "vitest";
import { caseListResponse } from "../../../src/recovery/case/routes/list-cases.ts";
import { newReviewer } from "../../support/auth/accounts.ts";
import { errorOf } from "../../support/contract/worker-client.ts";
import { claimant, newIntent } from "../../support/signing/signing.ts";
import { decided, filed, pending } from "./review-support.ts";
import { close, newPartner, type Partner } from "./support.ts";

let partner: Partner;
const lostAccounts = Array.from({ length: 4 }, (_, at) => `0x${`e${at}`.repeat(20)}`);

async function list(query = "", by = partner) {
	const response = await by.send(`/recovery-cases${query}`);
	expect(response.status).toBe(200);
	return caseListResponse().parse(await response.json());
}

beforeAll(async () => {
	partner = await newPartner();
	for (const chainId of [1, 8453]) {
		for (const lostAccount of lostAccounts) {
			for (let count = 0; count < 2; count++) await partner.file(newIntent({ lostAccount, chainId }));
		}
	}
	const closed = newIntent({ lostAccount: `0x${"ef".repeat(20)}` });
	await partner.file(closed);
	await close(closed, "withdraw", claimant);
});

describe("the list of cases", () => {
	it("is ordered newest first, with 25 cases per page by default", async () => {
		const { data, nextCursor } = await list();
		expect(data).toHaveLength(17);
		expect(nextCursor).toBeNull();
		const keys = data.map((summary) => [summary.createdAt, summary.caseId].join());
		expect(keys).toEqual([...keys].sort().reverse());
	});

	it.each([1, 2, 5, 16, 17])("returns pages of %i without gaps or repeats", async (limit) => {
		const ids: string[] = [];
		let cursor: string | null = "";
		for (let pages = 0; cursor !== null && pages < 20; pages++) {
			const page = await list(`?limit=${limit}${cursor && `&cursor=${cursor}`}`);
			expect(page.data.length).toBeLessThanOrEqual(limit);
			ids.push(...page.data.map((summary) => summary.caseId));
			cursor = page.nextCursor;
		}
		expect(ids).toEqual((await list("?limit=100")).data.map((summary) => summary.caseId));
	});

	it("filters by status, chain and either account, also combined", async () => {
		expect((await list("?status=rejected")).data).toHaveLength(1);
		expect((await list("?chainId=1")).data).toHaveLength(8);
		expect((await list(`?account=${lostAccounts[0]}`)).data).toHaveLength(4);
		expect((await list(`?account=${lostAccounts[0]}&chainId=1&status=created`)).data).toHaveLength(2);
		expect((await list(`?account=${claimant.address}`)).data).toHaveLength(17);
		expect((await list("?status=executed")).data).toEqual([]);
	});

	it("pages through an account filter", async () => {
		const first = await list(`?account=${claimant.address}&limit=9`);
		const second = await list(`?account=${claimant.address}&limit=9&cursor=${first.nextCursor}`);
		expect([...first.data, ...second.data]).toEqual((await list()).data);
		expect(second.nextCursor).toBeNull();
	});

	it("shows verification and executeAfter, and filters by them", async () => {
		const by = await newPartner();
		const reviewer = await newReviewer();
		const unverified = await pending(by);
		const { caseId } = await pending(by);
		const { executeAfter } = await decided(reviewer, caseId, { decision: "verify_order" });
		const shown = async (query: string) =>
			(await list(query, by)).data.map((row) => [row.caseId, row.verification, row.executeAfter !== null]);
		await filed(by);
		expect((await list("", by)).data).toHaveLength(3);
		expect(await shown("?verification=verified")).toEqual([[caseId, "verified", true]]);
		expect(await shown("?verification=unverified&status=pending")).toEqual([
			[unverified.caseId, "unverified", true],
		]);
		const later = new Date(Date.parse(executeAfter ?? "") + 1).toISOString();
		expect(await shown(`?verification=verified&executableBefore=${later}`)).toHaveLength(1);
		expect(await shown(`?executableBefore=${later}`)).toHaveLength(2);
		expect(await shown(`?verification=verified&executableBefore=${executeAfter}`)).toEqual([]);
	});

	it("contains no cases of other developers", async () => {
		const other = await newPartner();
		expect((await list("", other)).data).toEqual([]);
		expect((await list(`?account=${claimant.address}`, other)).data).toEqual([]);
	});

	it.each([
		["limit=0", "limit"],
		["limit=101", "limit"],
		["limit=ten", "limit"],
		["limit=5&limit=6", "limit"],
		["status=open", "status"],
		["verification=none", "verification"],
		["executableBefore=tomorrow", "executableBefore"],
		["chainId=0", "chainId"],
		["chainId=-1", "chainId"],
		["account=0x12", "account"],
		["cursor=not-a-cursor", "cursor"],
		["cursor=AAAA", "cursor"],
		["offset=5", "offset"],
	])("rejects ?%s and names the field", async (query, field) => {
		const error = await errorOf(await partner.send(`/recovery-cases?${query}`));
		expect(error).toMatchObject({ status: 400, code: "INPUT_VALIDATION_ERROR" });
		expect(error.details?.map((detail) => detail.field)).toEqual([field]);
	});
});
