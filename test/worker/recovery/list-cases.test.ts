// recovery.md "GET /recovery-cases".
import { beforeAll, describe, expect, it } from "vitest";
import { caseIdOf } from "../../../src/kernel/crypto/ids.ts";
import { caseListResponse } from "../../../src/recovery/case/list-operations.ts";
import { hashRecoveryIntent } from "../../../src/recovery/intent/typed-data.ts";
import { newReviewer } from "../../support/auth/accounts.ts";
import { call, errorOf } from "../../support/contract/worker-client.ts";
import { claimant, newCaseBody, newIntent } from "../../support/signing/signing.ts";
import { newWallet, newWalletSession } from "../access/support.ts";
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

	it("filters by several statuses, repeated or with commas, over all pages", async () => {
		const by = await newPartner();
		const { caseId: unordered } = await filed(by);
		const ordered = await pending(by);
		const closed = await filed(by);
		await close(closed.intent, "withdraw", claimant);
		const ids = async (query: string) => (await list(query, by)).data.map(({ caseId }) => caseId);
		expect(await ids("?status=created,pending")).toEqual([ordered.caseId, unordered]);
		expect(await ids("?status=rejected&status=created")).toEqual([closed.caseId, unordered]);
		expect(await ids("?status=pending,rejected&status=pending&chainId=8453")).toEqual([
			closed.caseId,
			ordered.caseId,
		]);
		const account = ordered.intent.rec.lostAccount;
		expect(await ids(`?status=created,pending&account=${account}`)).toEqual([ordered.caseId]);
		const first = await list("?status=created,pending,rejected&limit=2", by);
		const rest = await list(`?status=created,pending,rejected&limit=2&cursor=${first.nextCursor}`, by);
		expect([...first.data, ...rest.data]).toEqual((await list("", by)).data);
	});

	it("filters by jrcHash and by the time of the filing", async () => {
		const { data } = await list();
		const [newest, second] = data;
		expect((await list(`?jrcHash=${second?.jrcHash}`)).data).toEqual([second]);
		expect((await list(`?jrcHash=${second?.jrcHash}&status=executed`)).data).toEqual([]);
		expect((await list(`?jrcHash=${second?.jrcHash}`, await newPartner())).data).toEqual([]);
		for (const { createdAt } of data) {
			const later = data.filter((one) => one.createdAt > createdAt);
			expect((await list(`?createdAfter=${createdAt}&limit=100`)).data).toEqual(later);
		}
		expect((await list(`?createdAfter=${newest?.createdAt}&jrcHash=${second?.jrcHash}`)).data).toEqual([]);
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
		["status=created,open", "status"],
		["status=created,", "status"],
		["status=created&status=open", "status"],
		["jrcHash=0x12", "jrcHash"],
		["createdAfter=yesterday", "createdAfter"],
		["changedSince=-1", "changedSince"],
		["changedSince=2026-11-21T09:30:00Z", "changedSince"],
		["changedSince=0&cursor=MTAwMC5yY18wMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMA", "cursor"],
		["cursor=Yy4x", "cursor"],
		["verification=none", "verification"],
		["executableBefore=tomorrow", "executableBefore"],
		["cursor=AAAA", "cursor"],
	])("rejects ?%s and names the field", async (query, field) => {
		const error = await errorOf(await partner.send(`/recovery-cases?${query}`));
		expect(error).toMatchObject({ status: 400, code: "INPUT_VALIDATION_ERROR" });
		expect(error.details?.map((detail) => detail.field)).toEqual([field]);
	});
});

describe("the changes of a list", () => {
	/** Reads to the end, as a partner who keeps a copy of its cases. */
	async function synced(since: number | null, query = "", by = partner) {
		const rows: Awaited<ReturnType<typeof list>>["data"] = [];
		let cursor: string | null = "";
		let next = since;
		while (cursor !== null) {
			const page = await list(`?changedSince=${since}&limit=2${query}${cursor && `&cursor=${cursor}`}`, by);
			rows.push(...page.data);
			[cursor, next] = [page.nextCursor, page.nextChangedSince];
		}
		return { rows, next, ids: rows.map(({ caseId }) => caseId) };
	}

	it("come in the order in which they were made, and go on where the last call ended", async () => {
		const by = await newPartner();
		const cases = [await filed(by), await filed(by), await filed(by)] as const;
		const [first, second, third] = cases.map(({ caseId }) => caseId);
		await partner.file(newIntent());
		const start = await synced(0, "", by);
		expect(start.ids).toEqual([first, second, third]);
		expect(await synced(start.next, "", by)).toMatchObject({ ids: [], next: start.next });
		await close(cases[0].intent, "withdraw", claimant);
		const moved = await synced(start.next, "", by);
		expect(moved.rows).toMatchObject([{ caseId: first, status: "rejected" }]);
		expect((await synced(0, "", by)).ids).toEqual([second, third, first]);
		expect((await synced(0, "&status=created", by)).ids).toEqual([second, third]);
		expect((await synced(start.next, "&status=created,pending", by)).ids).toEqual([]);
	});

	it("miss no case that moves while the pages are read", async () => {
		const by = await newPartner();
		const cases = [await filed(by), await filed(by), await filed(by), await filed(by)] as const;
		const page = await list("?changedSince=0&limit=2", by);
		await close(cases[0].intent, "withdraw", claimant);
		await close(cases[2].intent, "withdraw", claimant);
		const rest = await list(`?changedSince=${page.nextChangedSince}`, by);
		const copy = new Map([...page.data, ...rest.data].map(({ caseId, status }) => [caseId, status]));
		expect(cases.map(({ caseId }) => copy.get(caseId))).toEqual([
			"rejected",
			"created",
			"rejected",
			"created",
		]);
	});

	it("are those of a wallet's own cases, in both roles", async () => {
		const wallet = newWallet();
		const headers = await newWalletSession(wallet);
		const reader = { ...partner, send: (path: string) => call(path, { headers }) };
		const lost = await partner.file(newIntent({ lostAccount: wallet.address }));
		const recovered = newIntent({ recoveryAccount: wallet.address });
		await partner.send("/recovery-cases/new-case", await newCaseBody(recovered, wallet));
		const alsoLost = await partner.file(newIntent({ lostAccount: wallet.address }));
		await partner.file(newIntent());
		const start = await synced(0, "", reader);
		expect(start.ids).toEqual([lost.caseId, caseIdOf(hashRecoveryIntent(recovered)), alsoLost.caseId]);
		expect(await synced(start.next, "", reader)).toMatchObject({ ids: [], next: start.next });
	});
});
