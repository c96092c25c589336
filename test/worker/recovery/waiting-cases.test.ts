/** The reviewers' list of cases that wait for them (recovery.md "Waiting cases"). */
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { waitingCaseListResponse } from "../../../src/recovery/review/operations.ts";
import { createWaitingCases } from "../../../src/recovery/review/waiting-cases.d1.ts";
import { newReviewer } from "../../support/auth/accounts.ts";
import { call, errorOf } from "../../support/contract/worker-client.ts";
import { courtOrderBody, newCaseBody, newIntent } from "../../support/signing/signing.ts";
import { plansOf } from "../../support/storage/query-plans.ts";
import { newWallet, newWalletSession } from "../access/support.ts";
import { decided, filed, pending, type Reviewer } from "./review-support.ts";
import { newPartner } from "./support.ts";

const WAITING = "/review/waiting-cases";
let reviewer: Reviewer;
beforeAll(async () => {
	reviewer = await newReviewer();
});

async function listed(query = "limit=100") {
	const response = await call(`${WAITING}?${query}`, { headers: reviewer.headers });
	expect(response.status).toBe(200);
	return waitingCaseListResponse().parse(await response.json());
}
const lineOf = async (filer: string) => (await listed()).data.filter((line) => line.filer === filer);

/** Every page. */
async function everyLine() {
	const lines: Awaited<ReturnType<typeof listed>>["data"] = [];
	for (let cursor: string | null = ""; cursor !== null; ) {
		const page = await listed(`limit=100${cursor && `&cursor=${cursor}`}`);
		lines.push(...page.data);
		cursor = page.nextCursor;
	}
	return lines;
}

async function filedByWallet() {
	const wallet = newWallet();
	const headers = await newWalletSession(wallet);
	const intent = newIntent({ lostAccount: wallet.address });
	const filing = { body: await newCaseBody(intent), headers };
	const { caseId, jrcHash } = await (await call("/recovery-cases/new-case", filing)).json<{
		caseId: string;
		jrcHash: string;
	}>();
	const order = { method: "PATCH", body: await courtOrderBody(intent), headers };
	expect((await call(`/recovery-cases/${jrcHash}/court-order`, order)).status).toBe(200);
	return { subject: `wallet:${wallet.address.toLowerCase()}`, caseId };
}

/** Ids of added cases begin so. */
const ADDED = `rc_${"0".repeat(28)}`;

/** Copies of the case, a millisecond apart. `subject` is an expression of the copy's number `i`. */
async function addWaiting(
	caseId: string,
	{ count, subject, older = false }: { count: number; subject: string; older?: boolean },
) {
	const info = env.DB.prepare("SELECT name FROM pragma_table_info('recovery_cases')");
	const names = (await info.all<{ name: string }>()).results.map(({ name }) => name);
	const changed: Record<string, string> = {
		case_id: "printf('rc_%032x', i)",
		jrc_hash: "printf('0x%064x', i)",
		subject,
		created_at: older ? "created_at - 10000000 + i" : "created_at + i",
	};
	await env.DB.prepare(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
		INSERT INTO recovery_cases (${names.join()})
		SELECT ${names.map((name) => changed[name] ?? name).join()} FROM recovery_cases, n WHERE case_id = ?`)
		.bind(caseId)
		.run();
}
afterEach(async () => {
	await env.DB.prepare(`DELETE FROM recovery_cases WHERE case_id GLOB '${ADDED}*'`).run();
});

describe("the list of waiting cases", () => {
	it("has one line for a wallet that attaches thirty invented orders, and all of them on request", async () => {
		const wallet = newWallet();
		const headers = await newWalletSession(wallet);
		const ids: string[] = [];
		for (let count = 0; count < 30; count++) {
			const lostAccount = `0x${(0xfade00 + count).toString(16).padStart(40, "0")}`;
			const intent = newIntent({ lostAccount });
			const body = await newCaseBody(intent);
			const record = await (await call("/recovery-cases/new-case", { body, headers })).json<{
				caseId: string;
				jrcHash: string;
			}>();
			const order = { method: "PATCH", body: await courtOrderBody(intent), headers };
			expect((await call(`/recovery-cases/${record.jrcHash}/court-order`, order)).status).toBe(200);
			ids.push(record.caseId);
		}
		const filer = `wallet:${wallet.address.toLowerCase()}`;
		expect(await lineOf(filer)).toMatchObject([{ caseId: ids[0], otherWaiting: 29 }]);
		const first = await listed(`filer=${filer}&limit=20`);
		const second = await listed(`filer=${filer}&limit=20&cursor=${first.nextCursor}`);
		expect([...first.data, ...second.data].map(({ caseId }) => caseId)).toEqual(ids);
		expect(second.nextCursor).toBeNull();
	});

	it("has every filer, the oldest case first, in pages without gaps or repeats", async () => {
		const filers = [await newPartner(), await newPartner(), await newPartner()];
		for (const by of filers) await pending(by);
		const all = (await listed()).data;
		const keys = all.map(({ createdAt, caseId }) => [createdAt, caseId].join());
		expect(keys).toEqual([...keys].sort());
		for (const { developerId } of filers) {
			expect(all.filter((line) => line.filer === developerId)).toHaveLength(1);
		}
		const ids: string[] = [];
		let cursor: string | null = "";
		while (cursor !== null && ids.length < 200) {
			const page = await listed(`limit=2${cursor && `&cursor=${cursor}`}`);
			ids.push(...page.data.map((line) => line.caseId));
			cursor = page.nextCursor;
		}
		expect(ids).toEqual(all.map((line) => line.caseId));
	});

	it("shows a filer whatever younger filers are called, and however many there are", async () => {
		const { subject, caseId } = await filedByWallet();
		await addWaiting(caseId, { count: 600, subject: "printf('wallet:0x00%038x', i)" });
		const all = await everyLine();
		expect(all.filter((line) => line.filer === subject)).toMatchObject([{ caseId, otherWaiting: 0 }]);
		expect(all.filter((line) => line.caseId.startsWith(ADDED))).toHaveLength(600);
		const keys = all.map((line) => [line.createdAt, line.caseId].join());
		expect(keys).toEqual([...keys].sort());
	});

	it("reaches a filer behind more cases of another than one page walks", async () => {
		const { subject, caseId } = await filedByWallet();
		await addWaiting(caseId, { count: 2_500, subject: "'wallet:0x' || printf('%040x', 1)", older: true });
		const first = await listed();
		expect(first.nextCursor).not.toBeNull();
		const all = await everyLine();
		expect(all.filter((line) => line.filer === subject)).toMatchObject([{ caseId, otherWaiting: 0 }]);
		expect(all.filter((line) => line.filer === `wallet:0x${"1".padStart(40, "0")}`)).toHaveLength(1);
		expect(all[0]).toMatchObject({ otherWaiting: 100 });
		const { waiting } = await (await call("/review/weeks", { headers: reviewer.headers })).json<{
			waiting: Record<string, number>;
		}>();
		expect(waiting).toMatchObject({ all: 1000, filers: all.length });
	});

	it("leaves out what no reviewer is asked for", async () => {
		const by = await newPartner();
		await filed(by);
		expect(await lineOf(by.developerId)).toEqual([]);
		const [first, second] = [await pending(by), await pending(by)];
		expect(await lineOf(by.developerId)).toMatchObject([{ caseId: first.caseId, otherWaiting: 1 }]);
		await decided(reviewer, first.caseId, { decision: "require_action" });
		expect(await lineOf(by.developerId)).toMatchObject([{ caseId: second.caseId, otherWaiting: 0 }]);
		await decided(reviewer, second.caseId, { decision: "verify_order" });
		expect(await lineOf(by.developerId)).toEqual([]);
	});

	it("reads its own index only, in each of its queries", async () => {
		const plans = await plansOf(async (database) => {
			const waiting = createWaitingCases(database);
			await waiting.page(undefined, 10);
			await waiting.pageOfFiler("dev_1", { createdAt: 1, caseId: "rc_1" }, 10);
		});
		expect(plans.length).toBeGreaterThan(3);
		for (const plan of plans) expect(JSON.stringify(plan)).not.toMatch(/SCAN recovery_cases|TEMP B-TREE/);
		expect(plans[0]).toMatch(/SEARCH recovery_cases USING INDEX recovery_cases_waiting_age \(\(created_at/);
		expect(plans[0]).toMatch(/SEARCH recovery_cases USING INDEX recovery_cases_waiting \(<expr>=\?/);
	});

	it("rejects a filer that is none", async () => {
		const wrong = await errorOf(await call(`${WAITING}?filer=x`, { headers: reviewer.headers }));
		expect(wrong.details).toMatchObject([{ field: "filer" }]);
	});
});
