// recovery.md "PATCH /recovery-cases/{jrcHash}/court-order".
import { beforeAll, describe, expect, it } from "vitest";
import { caseIdOf } from "../../../src/kernel/crypto/ids.ts";
import { operations } from "../../../src/operations.ts";
import { noticesResponse } from "../../../src/recovery/case/list-operations.ts";
import { hashRecoveryIntent } from "../../../src/recovery/intent/typed-data.ts";
import { call, errorOf } from "../../support/contract/worker-client.ts";
import {
	claimant,
	closeBody,
	courtOrderBody,
	newIntent,
	owner,
	stranger,
} from "../../support/signing/signing.ts";
import { courtOrder, signatures, vectorIntent } from "../../support/signing/vectors.ts";
import { newPdf } from "./document-support.ts";
import { close, countBy, eventsOf, newPartner, type Partner, recordOf } from "./support.ts";

const DAY_MS = 86_400_000;
let partner: Partner;
beforeAll(async () => {
	partner = await newPartner();
});

/** A filed case with its own lost account, so that the open-case quota does not matter. */
async function filed(rec: Parameters<typeof newIntent>[0] = {}) {
	const intent = newIntent(rec);
	const { caseId } = await (await newPartner()).file(intent);
	return { intent, caseId };
}

describe("court order", () => {
	it("with the published signature makes the case pending and starts the challenge period", async () => {
		await partner.send("/recovery-cases/new-case", {
			case: vectorIntent.rec,
			transactions: vectorIntent.txs,
			signature: signatures.newCase,
		});
		const response = await partner.attach(vectorIntent, {
			courtInfo: courtOrder,
			signature: signatures.courtOrder,
		});
		expect(response.status).toBe(200);
		const record = await recordOf(response);
		expect(record).toMatchObject({
			status: "pending",
			courtOrder: { ...courtOrder, verification: "unverified", verifiedAt: null },
			expiresAt: null,
			version: 2,
		});
		expect(Date.parse(record.executeAfter ?? "") - Date.parse(record.courtOrder?.attachedAt ?? "")).toBe(
			30 * DAY_MS,
		);
		expect(record.history.map((entry) => [entry.move, entry.from, entry.to])).toEqual([
			["create", null, "created"],
			["attach_order", "created", "pending"],
		]);
		expect((await eventsOf(record.caseId)).map((event) => event.type)).toEqual([
			"recovery_case.created",
			"recovery_case.pending",
		]);
	});

	it("returns 200 and moves nothing when it is repeated; another order is rejected while pending", async () => {
		const again = await recordOf(await partner.attach(vectorIntent));
		expect(again).toMatchObject({ status: "pending", version: 2 });
		const other = { ...courtOrder, docketNumber: 18 };
		const rejected = await partner.attach(vectorIntent, await courtOrderBody(vectorIntent, claimant, other));
		expect(await errorOf(rejected)).toMatchObject({ status: 409, code: "RECOVERY_STATUS_ERROR" });
		expect(await eventsOf(again.caseId)).toHaveLength(2);
	});

	it("moves the case once for twenty concurrent requests", async () => {
		const intent = newIntent();
		const { caseId } = await partner.file(intent);
		const body = await courtOrderBody(intent);
		const responses = await Promise.all(Array.from({ length: 20 }, () => partner.attach(intent, body)));
		expect(countBy(responses.map((response) => response.status))).toEqual({ 200: 20 });
		expect(await eventsOf(caseId)).toHaveLength(2);
	});

	it("must be signed by the recovery account, for exactly this order", async () => {
		const intent = newIntent();
		const { caseId } = await partner.file(intent);
		for (const body of [
			await courtOrderBody(intent, stranger),
			await courtOrderBody(intent, owner),
			await courtOrderBody(newIntent()),
			{ ...(await courtOrderBody(intent)), courtInfo: { ...courtOrder, title: "In re Estate of Roe" } },
		]) {
			expect(await errorOf(await partner.attach(intent, body))).toMatchObject({
				status: 403,
				code: "INVALID_SIGNER",
			});
		}
		expect(await eventsOf(caseId)).toHaveLength(1);
	});

	it("for another developer's case returns the same not-found as for no case", async () => {
		const { intent } = await filed();
		const foreign = await errorOf(await partner.attach(intent));
		const missing = await errorOf(await partner.attach(newIntent()));
		expect(foreign).toMatchObject({ status: 404, code: "RESOURCE_NOT_FOUND" });
		expect({ ...missing, requestId: "" }).toEqual({ ...foreign, requestId: "" });
	});
});

describe("contest", () => {
	it("closes a case with a lost key, without any credential", async () => {
		const { intent, caseId } = await filed();
		const response = await close(intent, "contest", owner);
		expect(response.status).toBe(200);
		expect(await response.json()).toEqual({
			caseId,
			jrcHash: hashRecoveryIntent(intent),
			status: "rejected",
			statusReason: "contested_by_lost_account",
		});
		expect((await eventsOf(caseId)).map((event) => event.type)).toEqual([
			"recovery_case.created",
			"recovery_case.rejected",
		]);
	});

	it("halts an inheritance case; the same message again returns 200, and another one is rejected", async () => {
		const { intent, caseId } = await filed({ reasonForRecovery: "inheritance" });
		const first = await (await close(intent, "contest", owner)).json();
		expect(first).toMatchObject({ status: "action_required", statusReason: "contested" });
		const again = await close(intent, "contest", owner);
		expect([again.status, await again.json()]).toEqual([200, first]);
		const another = await closeBody(intent, "contest", owner, "another reason");
		const path = `/recovery-cases/${hashRecoveryIntent(intent)}/contest`;
		expect(await errorOf(await call(path, { body: another }))).toMatchObject({
			status: 409,
			code: "RECOVERY_STATUS_ERROR",
		});
		expect(await eventsOf(caseId)).toHaveLength(2);
	});

	it("must be signed by the lost account, for exactly this case", async () => {
		const { intent, caseId } = await filed();
		const path = `/recovery-cases/${hashRecoveryIntent(intent)}/contest`;
		for (const body of [
			await closeBody(intent, "contest", claimant),
			await closeBody(intent, "withdraw", owner),
			await closeBody(newIntent(), "contest", owner),
			{ ...(await closeBody(intent, "contest", owner)), reason: "another reason" },
		]) {
			expect(await errorOf(await call(path, { body }))).toMatchObject({
				status: 403,
				code: "INVALID_SIGNER",
			});
		}
		expect(await eventsOf(caseId)).toHaveLength(1);
	});

	it("moves the case once for twenty concurrent requests, which all succeed", async () => {
		const { intent, caseId } = await filed();
		const body = await closeBody(intent, "contest", owner);
		const path = `/recovery-cases/${hashRecoveryIntent(intent)}/contest`;
		const responses = await Promise.all(Array.from({ length: 20 }, () => call(path, { body })));
		expect(countBy(responses.map((response) => response.status))).toEqual({ 200: 20 });
		expect(await eventsOf(caseId)).toHaveLength(2);
	});

	it("returns not-found for a case that does not exist", async () => {
		expect(await errorOf(await close(newIntent(), "contest", owner))).toMatchObject({
			status: 404,
			code: "RESOURCE_NOT_FOUND",
		});
	});
});

describe("withdraw", () => {
	it("closes the case for its claimant, and a closed case cannot move", async () => {
		const intent = newIntent();
		const { caseId } = await partner.file(intent);
		const first = await (await close(intent, "withdraw", claimant)).json();
		expect(first).toMatchObject({ status: "rejected", statusReason: "withdrawn_by_claimant" });
		const again = await close(intent, "withdraw", claimant);
		expect([again.status, await again.json()]).toEqual([200, first]);
		for (const response of [await close(intent, "contest", owner), await partner.attach(intent)]) {
			expect(await errorOf(response)).toMatchObject({ status: 409, code: "RECOVERY_STATUS_ERROR" });
		}
		expect(await eventsOf(caseId)).toHaveLength(2);
	});

	it("rejects a signature by the lost account", async () => {
		const { intent } = await filed();
		expect(await errorOf(await close(intent, "withdraw", owner))).toMatchObject({ code: "INVALID_SIGNER" });
	});
});

describe("who sees a case", () => {
	it("shows the case to its developer and returns not-found to everyone else", async () => {
		const { caseId } = await filed();
		const foreign = await errorOf(await partner.send(`/recovery-cases/${caseId}`));
		const missing = await errorOf(await partner.send(`/recovery-cases/rc_${"0".repeat(32)}`));
		expect(foreign).toMatchObject({ status: 404, code: "RESOURCE_NOT_FOUND" });
		expect({ ...missing, requestId: "" }).toEqual({ ...foreign, requestId: "" });
	});

	const named = operations.filter(({ path }) => /^\/recovery-cases\/\{/.test(path));
	it.each(named.map((row) => [row.operationId, row] as const))(
		"has the same id for %s, whichever name of it the path has",
		(_, { path, params }) => {
			const [, name = ""] = /\{(\w+)\}/.exec(path) ?? [];
			const others = { documentId: `doc_${"1".repeat(32)}`, evidenceLinkId: `evl_${"1".repeat(32)}` };
			const { caseId, jrcHash } = {
				caseId: caseIdOf(`0x${"ab".repeat(32)}`),
				jrcHash: `0x${"AB".repeat(32)}`,
			};
			const shown = Object.entries(others).filter(([other]) => path.includes(`{${other}}`));
			for (const value of [caseId, jrcHash])
				expect(params?.().parse({ ...Object.fromEntries(shown), [name]: value })).toMatchObject({ caseId });
		},
	);

	it("moves and proves a case by its caseId", async () => {
		const by = await newPartner();
		const intent = newIntent({ lostAccount: `0x${"c4".repeat(20)}` });
		const { caseId, jrcHash } = await by.file(intent);
		const path = `/recovery-cases/${caseId}`;
		expect((await by.send(`${path}/court-order`, await courtOrderBody(intent), "PATCH")).status).toBe(200);
		expect(await (await by.send(`${path}/execution`)).json()).toMatchObject({ caseId, status: "pending" });
		const base64 = Buffer.from(newPdf()).toString("base64");
		const file = { base64, mimeType: "application/pdf", name: "order.pdf" };
		const added = await by.send(`${path}/documents`, { title: "Order", file });
		expect(added.headers.get("Location")).toContain(`${path}/documents/doc_`);
		expect(await (await call(`${path}/head`)).json()).toMatchObject({ jrcHash, sequence: 3 });
		const txHash = `0x${"5c".repeat(32)}`;
		expect(await errorOf(await by.send(`${path}/execution`, { txHash }))).toMatchObject({ status: 409 });
		const withdrawn = await call(`${path}/withdraw`, { body: await closeBody(intent, "withdraw", claimant) });
		expect(await withdrawn.json()).toMatchObject({ caseId, jrcHash, status: "rejected" });
	});

	it("takes a jrcHash for a caseId, and tells no more by it", async () => {
		const by = await newPartner();
		const { caseId, jrcHash } = await by.file(newIntent({ lostAccount: `0x${"c2".repeat(20)}` }));
		const spelt = jrcHash.toUpperCase().replace("0X", "0x");
		for (const path of ["", "/events", "/evidence-links"]) {
			const [one, other] = await Promise.all(
				[caseId, spelt].map((name) => by.send(`/recovery-cases/${name}${path}`)),
			);
			expect(other?.status).toBe(200);
			expect(await other?.json()).toEqual(await one?.json());
		}
		const foreign = await errorOf(await partner.send(`/recovery-cases/${jrcHash}`));
		const missing = await errorOf(await partner.send(`/recovery-cases/0x${"0".repeat(64)}`));
		expect(foreign).toMatchObject({ status: 404, code: "RESOURCE_NOT_FOUND" });
		expect({ ...missing, requestId: "" }).toEqual({ ...foreign, requestId: "" });
		const cut = await errorOf(await by.send(`/recovery-cases/${jrcHash.slice(0, -1)}`));
		expect(cut.details?.[0]).toMatchObject({ field: "caseId", rule: "format" });
	});

	it("shows the case to its developer's session", async () => {
		const { caseId } = await partner.file(newIntent({ lostAccount: `0x${"c1".repeat(20)}` }));
		const { Authorization } = { Authorization: `Bearer ${partner.token}` };
		expect((await call(`/recovery-cases/${caseId}`, { headers: { Authorization } })).status).toBe(200);
	});
});

describe("notices", () => {
	it("list the open cases of a lost account to anyone, with few fields", async () => {
		const lostAccount = `0x${"d1".repeat(20)}`;
		const first = newIntent({ lostAccount });
		const second = newIntent({ lostAccount });
		const { caseId, jrcHash } = await partner.file(first);
		await partner.file(second);
		await partner.file(newIntent({ lostAccount, chainId: 1 }));
		await close(second, "withdraw", claimant);
		const spelt = lostAccount.toUpperCase().replace("0X", "0x");
		const response = await call(`/notices?chainId=8453&account=${spelt}`);
		expect(response.status).toBe(200);
		expect(await response.json()).toEqual({
			data: [
				{
					...{ caseId, jrcHash, chainId: 8453, reasonForRecovery: "lost key", status: "created" },
					...{ isContested: false, executeAfter: null, createdAt: expect.any(String) },
				},
			],
			nextCursor: null,
		});
	});

	it("say of a case that a contest has halted that it is contested", async () => {
		const lostAccount = owner.address;
		const intent = newIntent({ lostAccount, chainId: 10, reasonForRecovery: "inheritance" });
		await partner.file(intent);
		await close(intent, "contest", owner);
		const response = await call(`/notices?chainId=10&account=${lostAccount}`);
		const { data } = noticesResponse().parse(await response.json());
		expect(data.map(({ status, isContested }) => [status, isContested])).toEqual([["action_required", true]]);
	});

	it("are found for many accounts at once, ten of each, by a developer alone", async () => {
		const of = (byte: string) => `0x${byte.repeat(20)}` as const;
		const [busy, quiet, unknown] = [of("d3"), of("d4"), of("d5")];
		for (const by of [partner, await newPartner(), await newPartner()])
			for (let count = 0; count < 5; count++) await by.file(newIntent({ lostAccount: busy }));
		const { caseId } = await partner.file(newIntent({ lostAccount: quiet, chainId: 1 }));
		const body = { accounts: [busy, quiet, unknown, busy] };
		const found = await (await partner.send("/notices/search", body)).json<{
			data: { account: string; caseId: string }[];
		}>();
		const accounts = found.data.map(({ account }) => account.toLowerCase());
		expect(countBy(accounts)).toEqual({ [busy]: 10, [quiet]: 1 });
		expect(found.data.at(-1)?.caseId).toBe(caseId);
		expect((await call("/notices/search", { body })).status).toBe(401);
		const many = { accounts: Array(101).fill(busy) };
		expect((await partner.send("/notices/search", many)).status).toBe(400);
	});

	it("can be paged to the end, however many cases come first", async () => {
		const lostAccount = `0x${"d2".repeat(20)}`;
		const filed: string[] = [];
		for (const by of [partner, await newPartner()]) {
			for (let count = 0; count < 4; count++) filed.push((await by.file(newIntent({ lostAccount }))).caseId);
		}
		const seen: string[] = [];
		let cursor: string | null = "";
		while (cursor !== null && seen.length < 20) {
			const query: string = `chainId=8453&account=${lostAccount}&limit=3${cursor && `&cursor=${cursor}`}`;
			const page = noticesResponse().parse(await (await call(`/notices?${query}`)).json());
			seen.push(...page.data.map((notice) => notice.caseId));
			cursor = page.nextCursor;
		}
		expect(new Set(seen)).toEqual(new Set(filed));
		expect(seen).toHaveLength(8);
	});
});
