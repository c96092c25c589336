/**
 * Cases on a chain whose node the test simulates, and the pending checks in their objects' storage. The test responds to
 * the service's fetch; an outage is a real server's. test/chaos has real chains.
 */
import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, expect, inject, vi } from "vitest";
import { migrations } from "../../../durable/recovery-case/migrations/recovery-case-migrations.ts";
import type { RecoveryCase } from "../../../durable/recovery-case/recovery-case.ts";
import { createWatchStore } from "../../../durable/recovery-case/watch-store.ts";
import { openSchema } from "../../../durable/storage/migrate.ts";
import type { Hex } from "../../../src/kernel/encoding/hex.ts";
import type { RecoveryIntent } from "../../../src/protocol/intent.ts";
import { courtOrderBody, newIntent } from "../../support/signing/signing.ts";
import type { ReceiverResponse } from "../../support/webhooks/webhook-receiver.ts";
import { caseObject, newPartner, type Partner } from "./support.ts";

export const CHAIN_ID = 8453;
export const DAY_MS = 86_400_000;
export const REPORTER = { kind: "reviewer" } as const;
/** Pays for the reports of `REPORTER`. */
export const BY_REVIEWER = {
	payer: { kind: "developer", developerId: "dev_r" },
	clientAddress: null,
} as const;
const NODE_URL = "https://node.test/";
export const RPC_URLS = JSON.stringify({ [CHAIN_ID]: NODE_URL });
/** Per request (`chain-watch.ts`). */
const NODE_TIMEOUT_MS = 20_000;
const BLOCK = `0x${"b1".repeat(32)}`;

type Mined = { from: string; to: string; value: bigint };

type Node = {
	/** The real server that stands in for the node during an outage (`putOut`). */
	outage: string | null;
	transactionCount: number;
	/** Mined transactions by hash. */
	mined: Map<string, Mined>;
	/** Hashes of transactions that wait for a block. */
	pending: Set<string>;
	finalBlock: number;
	/** Addresses with code, in lower case. Each accepts signatures that contain `ACCEPTED`. */
	contracts: Set<string>;
	requests: string[];
};
export const ACCEPTED = "600d".repeat(20);
const fresh = (): Node => ({
	outage: null,
	transactionCount: 3,
	mined: new Map(),
	pending: new Set(),
	finalBlock: 100,
	contracts: new Set(),
	requests: [],
});

/** The node's state, which a test changes. */
export const node: Node = fresh();
export let partner: Partner;
let accounts = 0;

/** Call once in a file of tests. */
export function watchCases(): void {
	beforeAll(renewPartner);
	beforeEach(() => {
		Object.assign(node, fresh());
		const real = globalThis.fetch;
		vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
			if (input !== NODE_URL) return real(input, init);
			const { method, params } = JSON.parse(String(init?.body)) as { method: string; params: [string?] };
			node.requests.push(method);
			if (node.outage) return real(node.outage, init);
			return Response.json({ jsonrpc: "2.0", id: 1, ...resultOf(method, params) });
		});
	});
	afterEach(() => {
		vi.restoreAllMocks();
	});
}

/** A partner of the present has no budget left in the past. */
export async function renewPartner(): Promise<void> {
	partner = await newPartner();
}

/** Charges of the future would count as used now. */
export async function forgetCharges(): Promise<void> {
	for (const name of ["service", partner.developerId]) {
		const account = env.ACCOUNTS.getByName(name);
		await runInDurableObject(account, (_, { storage }) => {
			storage.sql.exec("DELETE FROM origin_uses");
		});
		// It counts in memory too.
		await evictDurableObject(account);
	}
}

function resultOf(method: string, [param]: [(string | { data?: string })?]): object {
	const first = typeof param === "string" ? param : "";
	const mined = node.mined.get(first);
	const placed = { blockHash: BLOCK, blockNumber: "0x32" };
	switch (method) {
		case "eth_chainId":
			return { result: `0x${CHAIN_ID.toString(16)}` };
		case "eth_getTransactionCount":
			return { result: `0x${node.transactionCount.toString(16)}` };
		case "eth_blockNumber":
			return { result: "0x64" };
		case "eth_getCode":
			return { result: node.contracts.has(first.toLowerCase()) ? "0x60" : "0x" };
		case "eth_call":
			return { result: typeof param === "object" && param.data?.includes(ACCEPTED) ? "0x01" : "0x00" };
		case "eth_getTransactionByHash":
			return { result: mined ? transactionOf(first, mined, placed) : pendingOf(first) };
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

const transactionOf = (hash: string, { value, ...parties }: Mined, placed: object) => ({
	...{ hash, ...placed, ...parties },
	value: `0x${value.toString(16)}`,
	input: "0x",
});

const pendingOf = (hash: string) =>
	node.pending.has(hash)
		? transactionOf(
				hash,
				{ from: newAccount(), to: newAccount(), value: 1n },
				{ blockHash: null, blockNumber: null },
			)
		: null;

/** Lets the node fail this way from now on, with a short timeout. */
export async function putOut(response: ReceiverResponse): Promise<void> {
	const url = inject("receiverUrl");
	const name = crypto.randomUUID();
	await fetch(`${url}/scripts/${name}`, { method: "POST", body: JSON.stringify([response]) });
	node.outage = `${url}/hooks/${name}`;
	const setReal = globalThis.setTimeout;
	const setShort = (run: () => void, ms: number) => setReal(run, ms >= NODE_TIMEOUT_MS ? 300 : ms);
	vi.spyOn(globalThis, "setTimeout").mockImplementation(setShort as typeof setTimeout);
}

/** Runs in the object with a configured node, until the object is evicted. */
export function withNode<T>(
	caseId: string,
	run: (instance: RecoveryCase, storage: DurableObjectStorage) => Promise<T>,
	settings: Partial<Env> = {},
) {
	return runInDurableObject(caseObject(caseId), async (instance, { storage }) => {
		Reflect.set(instance, "env", { ...env, RPC_URLS, ...settings });
		return run(instance, storage);
	});
}
export type Filed = { caseId: string; intent: RecoveryIntent; hash: Hex };

const newAccount = () => `0x${(++accounts).toString(16).padStart(40, "a")}`;

/** A case without an order, and the hash of its future execution. */
export async function filedCase(): Promise<Filed> {
	const { rec } = newIntent({ lostAccount: newAccount() });
	const intent = { rec, txs: [{ dest: newAccount(), value: "7", data: "0x" as const }] };
	const { caseId } = await partner.file(intent);
	return { caseId, intent, hash: `0x${(++accounts).toString(16).padStart(64, "0")}` };
}

/** A case with a verified order, which only waits for its execution. */
export async function waitingCase(): Promise<Filed> {
	const filed = await filedCase();
	expect((await partner.attach(filed.intent, await courtOrderBody(filed.intent))).status).toBe(200);
	await caseObject(filed.caseId).move({ kind: "verify_order", reviewerId: "dev_r", note: "n" }, REPORTER);
	return filed;
}

/** Lets the node report the case's execution as mined. */
export function execute({ intent, hash }: Filed): void {
	const [call] = intent.txs;
	node.mined.set(hash, {
		from: intent.rec.lostAccount,
		to: call?.dest ?? "",
		value: BigInt(call?.value ?? 0),
	});
}

export const read = async ({ caseId }: Filed) =>
	(await partner.send(`/recovery-cases/${caseId}`)).json<Record<string, unknown>>();
export const report = (filed: Filed, others: readonly Hex[] = []) =>
	withNode(filed.caseId, (instance) =>
		instance.reportExecution([filed.hash, ...others], REPORTER, BY_REVIEWER),
	);
/** Makes every check due and runs the alarm. */
export const checkAgain = ({ caseId }: Filed) =>
	withNode(caseId, async (instance, { sql }) => {
		await instance.alarm();
		sql.exec("UPDATE watch SET due_at = 0");
		await instance.alarm();
	});
/** Beside the object's own, which remembers whether there is any check. */
export const watchStoreOf = (storage: DurableObjectStorage) =>
	createWatchStore(storage, openSchema(storage, migrations));
export const watched = ({ caseId }: Filed) =>
	withNode(caseId, async (_, storage) => {
		const store = watchStoreOf(storage);
		return {
			execution: store.executions()[0] ?? null,
			owner: store.owner(),
			alarm: await storage.getAlarm(),
		};
	});
export const change = ({ caseId }: Filed, kind: string, path: string, value: number) =>
	withNode(caseId, async (_, { sql }) => {
		sql.exec("UPDATE watch SET look = json_set(look, ?, ?) WHERE kind LIKE ? || '%'", path, value, kind);
	});
