/**
 * What a case's object keeps in mind of its chain, and what its alarm does with it (recovery.md "Proof of execution").
 * The node is one that the test answers for; test/chaos/execution.test.ts has a real chain.
 */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createExecutionClaims } from "../../../durable/recovery-case/execution-claims.ts";
import type { RecoveryCase } from "../../../durable/recovery-case/recovery-case.ts";
import { createWatchStore } from "../../../durable/recovery-case/watch-store.ts";
import type { Hex } from "../../../src/kernel/hex.ts";
import type { RecoveryIntent } from "../../../src/recovery/core/intent.ts";
import { courtOrderBody, newIntent } from "../../support/signing.ts";
import { caseObject, newPartner, type Partner } from "./support.ts";

const CHAIN_ID = 8453;
const DAY_MS = 86_400_000;
const REPORTER = { kind: "reviewer" } as const;
const BLOCK = `0x${"b1".repeat(32)}`;

type Node = {
	isOut: boolean;
	transactionCount: number;
	/** Transactions by hash; what is not here is not mined. */
	mined: Map<string, { from: string; to: string; value: bigint }>;
	finalBlock: number;
	questions: string[];
};
let node: Node;
let partner: Partner;
let accounts = 0;

beforeAll(async () => {
	partner = await newPartner();
});
beforeEach(() => {
	node = { isOut: false, transactionCount: 3, mined: new Map(), finalBlock: 100, questions: [] };
	const real = globalThis.fetch;
	vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
		if (input !== "https://node.test/") return real(input, init);
		const { method, params } = JSON.parse(String(init?.body)) as { method: string; params: string[] };
		node.questions.push(method);
		if (node.isOut) return new Response("gateway time-out", { status: 504 });
		return Response.json({ jsonrpc: "2.0", id: 1, ...answerOf(method, params) });
	});
});
afterEach(() => {
	vi.restoreAllMocks();
});

function answerOf(method: string, [first = ""]: string[]): object {
	const mined = node.mined.get(first);
	const placed = { blockHash: BLOCK, blockNumber: "0x32" };
	switch (method) {
		case "eth_chainId":
			return { result: `0x${CHAIN_ID.toString(16)}` };
		case "eth_getTransactionCount":
			return { result: `0x${node.transactionCount.toString(16)}` };
		case "eth_getCode":
			return { result: "0x" };
		case "eth_getTransactionByHash":
			if (!mined) return { result: null };
			return {
				result: { hash: first, ...placed, ...mined, value: `0x${mined.value.toString(16)}`, input: "0x" },
			};
		case "eth_getTransactionReceipt": {
			if (!mined) return { result: null };
			const { from, to } = mined;
			const rest = { transactionHash: first, transactionIndex: "0x0", status: "0x1", logs: [] };
			return { result: { ...rest, ...placed, from, to } };
		}
		case "eth_getBlockByNumber":
		case "eth_getBlockByHash": {
			const number = first === "finalized" ? node.finalBlock : 50;
			return { result: { number: `0x${number.toString(16)}`, hash: BLOCK, timestamp: "0x7fffffff" } };
		}
		default:
			return { error: { code: -32_601, message: "the method does not exist" } };
	}
}

/** Runs in the object, which has a node for its chain as if the operator had set it. */
function withNode<T>(
	caseId: string,
	run: (instance: RecoveryCase, storage: DurableObjectStorage) => Promise<T>,
) {
	return runInDurableObject(caseObject(caseId), async (instance, { storage }) => {
		Reflect.set(instance, "env", { ...env, RPC_URLS: `{"${CHAIN_ID}":"https://node.test/"}` });
		return run(instance, storage);
	});
}
type Filed = { caseId: string; intent: RecoveryIntent; hash: Hex };

/** A case with a verified order, which is `pending`, and the hash under which it will be executed. */
async function waitingCase(
	tx: Partial<RecoveryIntent["txs"][number]> = {},
	owner = newAccount(),
): Promise<Filed> {
	const { rec } = newIntent({ lostAccount: owner });
	const intent = { rec, txs: [{ dest: newAccount(), value: "7", data: "0x", ...tx }] };
	const { caseId } = await partner.file(intent);
	expect((await partner.attach(intent, await courtOrderBody(intent))).status).toBe(200);
	await caseObject(caseId).move({ kind: "verify_order", reviewerId: "dev_r", note: "n" }, REPORTER);
	return { caseId, intent, hash: `0x${(++accounts).toString(16).padStart(64, "0")}` };
}
const newAccount = () => `0x${(++accounts).toString(16).padStart(40, "a")}`;

function execute({ intent, hash }: Filed): void {
	const [call] = intent.txs;
	node.mined.set(hash, {
		from: intent.rec.lostAccount,
		to: call?.dest ?? "",
		value: BigInt(call?.value ?? 0),
	});
}

const read = async ({ caseId }: Filed) => (await partner.send(`/recovery-cases/${caseId}`)).json();
const report = (filed: Filed) =>
	withNode(filed.caseId, (instance) => instance.reportExecution([filed.hash], REPORTER));
/** Makes everything due and lets the alarm find it. */
const lookAgain = ({ caseId }: Filed) =>
	withNode(caseId, async (instance, { sql }) => {
		await instance.alarm();
		sql.exec("UPDATE watch SET due_at = 0");
		await instance.alarm();
	});
const watched = ({ caseId }: Filed) =>
	withNode(caseId, async (_, storage) => {
		const store = createWatchStore(storage);
		return { execution: store.execution(), owner: store.owner(), alarm: await storage.getAlarm() };
	});
const change = ({ caseId }: Filed, kind: string, path: string, value: number) =>
	withNode(caseId, async (_, { sql }) => {
		sql.exec("UPDATE watch SET look = json_set(look, ?, ?) WHERE kind = ?", path, value, kind);
	});

describe("transactions under observation", () => {
	it("are looked at again by the alarm, and execute the case when they are final", async () => {
		const filed = await waitingCase();
		expect(await report(filed)).toMatchObject({ kind: "observed", observation: { state: "unseen" } });
		const { execution, alarm } = await watched(filed);
		expect(alarm).toBeLessThanOrEqual(execution?.dueAt ?? 0);
		execute(filed);
		node.finalBlock = 10;
		await lookAgain(filed);
		expect(await read(filed)).toMatchObject({ status: "pending", execution: { state: "confirming" } });
		node.finalBlock = 100;
		await lookAgain(filed);
		expect(await read(filed)).toMatchObject({ status: "executed", txHash: filed.hash });
		expect(await watched(filed)).toMatchObject({ execution: null, owner: null });
	});

	it("wait with back-off through an outage, which decides nothing", async () => {
		const filed = await waitingCase();
		await report(filed);
		execute(filed);
		node.isOut = true;
		for (const attempts of [2, 3, 4]) {
			await lookAgain(filed);
			// The runtime's own alarm may have looked too.
			expect((await watched(filed)).execution?.look.attempts).toBeGreaterThanOrEqual(attempts);
		}
		const { execution } = await watched(filed);
		expect((execution?.dueAt ?? 0) - Date.now()).toBeGreaterThan(200_000);
		expect(await read(filed)).toMatchObject({ status: "pending" });
		node.isOut = false;
		await lookAgain(filed);
		expect(await read(filed)).toMatchObject({ status: "executed" });
	});

	it("are not stored when the node is out as they are named", async () => {
		const filed = await waitingCase();
		node.isOut = true;
		const before = await read(filed);
		expect(await report(filed)).toEqual({ kind: "unavailable_chain" });
		expect([(await watched(filed)).execution, await read(filed)]).toEqual([null, before]);
	});

	it("are given up when nobody has mined them for three days, and can be named again", async () => {
		const filed = await waitingCase();
		await report(filed);
		await change(filed, "execution", "$.submittedAt", Date.now() - 3 * DAY_MS + 60_000);
		await lookAgain(filed);
		expect((await watched(filed)).execution).not.toBeNull();
		await change(filed, "execution", "$.submittedAt", Date.now() - 3 * DAY_MS - 60_000);
		await lookAgain(filed);
		expect((await watched(filed)).execution).toBeNull();
		execute(filed);
		expect(await report(filed)).toMatchObject({ kind: "settled" });
	});

	it("decide nothing about those that were named while the node was asked", async () => {
		const filed = await waitingCase();
		await report(filed);
		await withNode(filed.caseId, async (instance, storage) => {
			storage.sql.exec("UPDATE watch SET due_at = 0");
			const looking = instance.alarm();
			const store = createWatchStore(storage);
			const known = store.execution();
			if (known) store.saveExecution({ ...known.look, submission: "another" }, Date.now() + DAY_MS);
			execute(filed);
			await looking;
		});
		expect((await watched(filed)).execution?.look.submission).toBe("another");
	});

	it("of a case that was closed meanwhile are forgotten", async () => {
		const filed = await waitingCase();
		await report(filed);
		const reject = { kind: "reject", reviewerId: "dev_r", note: "n" } as const;
		await caseObject(filed.caseId).move(reject, REPORTER);
		execute(filed);
		await lookAgain(filed);
		expect(await watched(filed)).toMatchObject({ execution: null });
		expect(await read(filed)).toMatchObject({ status: "rejected" });
	});
});

describe("a call proves one case only", () => {
	it("claimed by twenty at once, also where a part of the calls is another's", async () => {
		const claim = createExecutionClaims(env.DB);
		const call = (index: number) => ({ txHash: `0x${"cc".repeat(32)}` as Hex, index, caller: "0x" });
		const of = (at: number) => ({ caseId: `rc_${at}`, rec: { chainId: 5 } }) as never;
		const outcomes = await Promise.all(
			Array.from({ length: 20 }, (_, at) => claim(of(at), [call(at), call(99)], 1)),
		);
		expect(outcomes.filter((outcome) => outcome === "claimed")).toHaveLength(1);
		const winner = outcomes.indexOf("claimed");
		expect(await claim(of(winner), [call(winner), call(99)], 2)).toBe("claimed");
		const { results } = await env.DB.prepare("SELECT case_id FROM execution_claims WHERE chain_id = 5").all();
		expect(results).toEqual([{ case_id: `rc_${winner}` }, { case_id: `rc_${winner}` }]);
	});

	it("so that a case which a reviewer clears is not executed by another's", async () => {
		const filed = await waitingCase();
		execute(filed);
		const halt = {
			kind: "require_action",
			reviewerId: "dev_r",
			note: "n",
			statusReason: "documents_missing",
		} as const;
		await caseObject(filed.caseId).move(halt, REPORTER);
		expect(await report(filed)).toMatchObject({ kind: "settled" });
		expect(await read(filed)).toMatchObject({ status: "action_required", execution: { state: "final" } });
		await env.DB.prepare("INSERT INTO execution_claims VALUES (?, ?, 0, 'rc_other', 1)")
			.bind(CHAIN_ID, filed.hash)
			.run();
		await caseObject(filed.caseId).move({ kind: "clear", reviewerId: "dev_r", note: "n" }, REPORTER);
		expect(await read(filed)).toMatchObject({ status: "pending" });
	});
});

describe("the owner of the lost account", () => {
	it("who sends a transaction halts the case; a reviewer's clearing begins a new count", async () => {
		const filed = await waitingCase();
		await lookAgain(filed);
		expect((await watched(filed)).owner?.look).toEqual({ transactionCount: 3 });
		await lookAgain(filed);
		expect(await read(filed)).toMatchObject({ status: "pending" });
		node.transactionCount = 4;
		await lookAgain(filed);
		expect(await read(filed)).toMatchObject({
			status: "action_required",
			statusReason: "lost_account_active",
		});
		await caseObject(filed.caseId).move({ kind: "clear", reviewerId: "dev_r", note: "n" }, REPORTER);
		await lookAgain(filed);
		expect(await read(filed)).toMatchObject({ status: "pending" });
	});

	it("is asked for once a day, and by nothing else", async () => {
		const filed = await waitingCase();
		await lookAgain(filed);
		const { alarm, owner } = await watched(filed);
		expect(owner?.dueAt).toBeGreaterThan(Date.now() + DAY_MS - 60_000);
		node.questions = [];
		await withNode(filed.caseId, (instance) => instance.alarm());
		expect(node.questions).toEqual([]);
		expect(alarm === null || alarm <= (owner?.dueAt ?? 0)).toBe(true);
	});

	it("is not known while the node is out; the next look takes the count", async () => {
		const filed = await waitingCase();
		node.isOut = true;
		await lookAgain(filed);
		expect((await watched(filed)).owner?.look).toEqual({ transactionCount: null });
		node.isOut = false;
		node.transactionCount = 9;
		await lookAgain(filed);
		expect((await watched(filed)).owner?.look).toEqual({ transactionCount: 9 });
		expect(await read(filed)).toMatchObject({ status: "pending" });
	});

	it("is not at work where the case's own execution is", async () => {
		const filed = await waitingCase();
		await lookAgain(filed);
		execute(filed);
		node.finalBlock = 10;
		await report(filed);
		node.transactionCount = 4;
		await lookAgain(filed);
		expect(await read(filed)).toMatchObject({ status: "pending", execution: { state: "confirming" } });
		node.transactionCount = 5;
		await lookAgain(filed);
		expect(await read(filed)).toMatchObject({ statusReason: "lost_account_active" });
	});
});
