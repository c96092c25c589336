/** A free identity cannot spend the operator's node: each request to it is charged (auth.md "Quotas"). */
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { createApp } from "../../../src/app.ts";
import type { Hex } from "../../../src/kernel/encoding/hex.ts";
import type { NodePayer } from "../../../src/quota/node-requests.ts";
import { hashRecoveryIntent } from "../../../src/recovery/intent/typed-data.ts";
import { callOn } from "../../support/contract/openapi-client.ts";
import {
	BY_REVIEWER,
	execute,
	type Filed,
	filedCase,
	node,
	REPORTER,
	RPC_URLS,
	waitingCase,
	watchCases,
	watchStoreOf,
	withNode,
} from "./watched-case.ts";

watchCases();

const HOUR_MS = 3_600_000;
const BUDGETS = JSON.stringify({ node_requests: { wallet: 100, protected_account: 20, free_network: 40 } });
const wallet = () => ({
	payer: { kind: "wallet", subject: `wallet:${crypto.randomUUID()}` } as const,
	clientAddress: null,
});

/** Mined transactions that are not the case's, so that each costs several requests. */
function strangeHashes(count: number): Hex[] {
	return Array.from({ length: count }, () => {
		const hash: Hex = `0x${crypto.randomUUID().replaceAll("-", "").padStart(64, "0")}`;
		node.mined.set(hash, { from: `0x${"11".repeat(20)}`, to: `0x${"22".repeat(20)}`, value: 1n });
		return hash;
	});
}

/** How often the node was asked this. Checks of lost accounts in the background ask other things. */
const asked = (method: string) => node.requests.filter((sent) => sent === method).length;

const reportBy = ({ caseId }: Filed, by: NodePayer, txHashes: Hex[]) =>
	withNode(caseId, (instance) => instance.reportExecution(txHashes, REPORTER, by), { BUDGETS });

describe("reported transactions", () => {
	it("cost a wallet at most its budget, however many cases it reports them in", async () => {
		const by = wallet();
		const results: string[] = [];
		for (let round = 0; round < 8; round++) {
			const result = await reportBy(await filedCase(), by, strangeHashes(10));
			results.push("reason" in result ? result.reason : result.kind);
		}
		expect(results[0]).toBe("settled");
		expect(results.at(-1)).toBe("budget_exhausted");
		expect(asked("eth_getTransactionByHash")).toBeGreaterThanOrEqual(20);
		expect(asked("eth_getTransactionByHash")).toBeLessThanOrEqual(50);
		const other = await reportBy(await filedCase(), wallet(), strangeHashes(1));
		expect(other).toMatchObject({ kind: "settled" });
	});

	it("cost only the requests that were sent if the node does not know them, so that a mistake is cheap", async () => {
		const by = wallet();
		for (let round = 0; round < 20; round++) {
			const invented: Hex = `0x${crypto.randomUUID().replaceAll("-", "").padStart(64, "0")}`;
			expect(await reportBy(await filedCase(), by, [invented])).toMatchObject({ kind: "observed" });
		}
	});

	it("are checked by the alarm at the cost of who reported them, and later if that budget is used up", async () => {
		const by = wallet();
		const filed = await waitingCase();
		expect(await reportBy(filed, by, [filed.hash])).toMatchObject({ kind: "observed" });
		for (let round = 0; round < 8; round++) await reportBy(await filedCase(), by, strangeHashes(10));
		execute(filed);
		const { before, after } = await withNode(
			filed.caseId,
			async (instance, storage) => {
				const store = watchStoreOf(storage);
				const [before] = store.executions();
				storage.sql.exec("UPDATE watch SET due_at = 0 WHERE kind LIKE 'execution%'");
				storage.sql.exec("DELETE FROM watch WHERE kind = 'owner'");
				await instance.alarm();
				return { before, after: store.executions()[0] };
			},
			{ BUDGETS },
		);
		// A check that was made counts as an attempt.
		expect(after?.check).toEqual(before?.check);
		expect(after?.dueAt).toBeGreaterThan(Date.now() + HOUR_MS - 60_000);
		expect(after?.dueAt).toBeLessThanOrEqual(Date.now() + 3 * HOUR_MS);
		expect(await reportBy(filed, BY_REVIEWER, [filed.hash])).toMatchObject({ kind: "settled" });
	});
});

it("signatures that no key made are checked within the budget of the caller's network", async () => {
	const { intent } = await filedCase();
	const app = createApp();
	const send = callOn(async (request) => app.fetch(request, { ...env, RPC_URLS, BUDGETS }));
	const contest = (network: string) =>
		send("POST", `/recovery-cases/${hashRecoveryIntent(intent)}/contest`, {
			body: { reason: "It is mine", signature: `0x${"5a".repeat(96)}` },
			headers: { "cf-connecting-ip": `198.51.${network}` },
		});
	const statuses: number[] = [];
	let last = await contest("100.1");
	for (let count = 0; count < 30; count++) {
		last = await contest(`100.${count + 2}`);
		statuses.push(last.status);
	}
	expect(last.status).toBe(429);
	expect(last.body.error.message).toContain("Your network");
	// Each check sends three of the four requests that it is charged, first to the owner's reserve.
	expect(asked("eth_blockNumber")).toBeLessThanOrEqual(20);
	expect((await contest("101.1")).status).not.toBe(429);
});
