/**
 * When a case is executed, under `npm start`, with real chains that stop mining, reorganise and die (recovery.md "Proof of
 * execution"). execution-proof.test.ts tests what counts as an execution. The tests wait for alarms, so they run
 * concurrently, each on its own chain.
 */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { heir, type PaymentChain, startPaymentChain } from "../support/chain/execution-chain.ts";
import {
	type ExecutionService,
	type Filed,
	payment,
	startExecutionService,
} from "../support/chain/execution-service.ts";
import { type Fault, methodNotFound, startRpcProxy } from "../support/chain/rpc-proxy.ts";
import { verifyEvidenceText } from "../support/recovery/verify-evidence.ts";
import type { LocalServer } from "../support/service/local-server.ts";

const CONFIRMATIONS = 3;
const WITHIN_MS = 40_000;
const CHAIN_IDS = [31_401, 31_402, 31_403, 31_404, 31_405] as const;

type Site = {
	chain: PaymentChain;
	node: LocalServer;
	/** Set by a test; responds in the node's place. */
	fault: ((method: string) => Fault | undefined) | null;
};
const sites: Site[] = [];
let service: ExecutionService;

beforeAll(async () => {
	await Promise.all(
		CHAIN_IDS.map(async (chainId, index) => {
			const chain = await startPaymentChain({ chainId });
			const node = await startRpcProxy(
				() => siteAt(index).chain.url,
				({ method }) => siteAt(index).fault?.(method),
			);
			sites[index] = { chain, node, fault: null };
		}),
	);
	service = await startExecutionService({
		RPC_URLS: JSON.stringify(Object.fromEntries(sites.map(({ chain, node }) => [chain.chainId, node.url]))),
		CONFIRMATIONS: String(CONFIRMATIONS),
		MIN_PROOF: "trace",
	});
});
afterAll(async () => {
	await service?.stop();
	for (const { node, chain } of sites) await Promise.all([node.stop(), chain.stop()]);
});

function siteAt(index: number): Site {
	const found = sites[index];
	if (!found) throw new RangeError(`no site ${index}`);
	return found;
}

/** Block times have whole seconds, so a block of this second could be older than the order. */
async function passSeconds({ chain }: Site): Promise<void> {
	const { timestamp } = await chain.client.getBlock();
	const soon = BigInt(Math.ceil(Date.now() / 1000) + 1);
	await chain.test.setNextBlockTimestamp({ timestamp: soon > timestamp ? soon : timestamp + 1n });
}

/** A case that only waits for its execution, and its signed transaction, not yet sent. */
async function waitingCase(site: Site, paid = 7n) {
	const { chain } = site;
	const owner = await chain.newOwner();
	const { chainId } = chain;
	const txs = [payment(7n)];
	const filed = await service.waitingCase({ lostAccount: owner.address, chainId, txs });
	await passSeconds(site);
	const transaction = { account: owner, to: heir, value: paid, gas: 100_000n, nonce: 0 };
	const signed = await chain.client.signTransaction(
		await chain.client.prepareTransactionRequest({ ...transaction, type: "eip1559" }),
	);
	const pay = () => site.chain.client.sendRawTransaction({ serializedTransaction: signed });
	return { filed, owner, pay };
}

const mine = ({ chain }: Site, blocks = CONFIRMATIONS) => chain.test.mine({ blocks });
/** Not by `expect.poll`, which loses its test while others run concurrently. */
const becomes = (filed: Filed, status: string) =>
	vi.waitFor(async () => expect((await service.read(filed)).status).toBe(status), {
		timeout: WITHIN_MS,
		interval: 250,
	});

/** Verifies the case's evidence with only the service's public keys. */
async function evidenceOf({ caseId }: Filed) {
	const jwks: unknown = await (await fetch(`${service.url}/.well-known/evidence-jwks.json`)).json();
	const bundle = await service.partner.send(`/recovery-cases/${caseId}/evidence`);
	return verifyEvidenceText(await bundle.text(), { jwks });
}

describe.concurrent("an execution", () => {
	it("is shown while it confirms, and completed by the alarm when it is final", async () => {
		const site = siteAt(0);
		const { filed, owner, pay } = await waitingCase(site);
		const hash = await pay();
		const observed = await service.report(filed, hash);
		expect(observed).toMatchObject({ status: 202, observation: { state: "confirming", txHashes: [hash] } });
		const shown = await service.read(filed);
		expect([shown.status, shown.execution?.state, shown.txHash]).toEqual(["pending", "confirming", null]);
		await mine(site);
		await becomes(filed, "executed");
		const done = await service.read(filed);
		expect(done).toMatchObject({ txHash: hash, execution: { state: "final", txHashes: [hash] } });
		expect(done.execution?.calls).toEqual([{ txHash: hash, index: 0, caller: owner.address.toLowerCase() }]);
		expect(done.history.at(-1)).toMatchObject({ actor: "chain", move: "prove_execution", to: "executed" });
		expect(await (await service.partner.send("/events?limit=100")).text()).toContain(
			"recovery_case.executed",
		);
		expect(await evidenceOf(filed)).toMatchObject({ ok: true });
		// A repeated report returns the case.
		expect(await service.report(filed, hash)).toMatchObject({ status: 200, record: { status: "executed" } });
	});

	it("is checked again until it is mined", async () => {
		const site = siteAt(1);
		const { filed, pay } = await waitingCase(site);
		await site.chain.test.setAutomine(false);
		const hash = await pay();
		const before = await service.read(filed);
		expect(await service.report(filed, hash)).toMatchObject({
			status: 202,
			observation: { state: "unseen", nextLookAt: expect.any(String) },
		});
		expect(await service.read(filed)).toEqual(before);
		await site.chain.test.setAutomine(true);
		await mine(site, CONFIRMATIONS + 1);
		await becomes(filed, "executed");
	});

	it("counts in its new block after a reorganisation removed it", async () => {
		const site = siteAt(2);
		const { filed, pay } = await waitingCase(site);
		await mine(site, 2);
		const hash = await pay();
		expect(await service.report(filed, hash)).toMatchObject({ observation: { state: "confirming" } });
		const first = (await service.read(filed)).execution;
		await site.chain.client.request({ method: "anvil_reorg", params: [2, []] } as never);
		expect(await service.report(filed, hash)).toMatchObject({
			status: 202,
			observation: { state: "unseen", nextLookAt: expect.any(String) },
		});
		const gone = await service.read(filed);
		expect([gone.status, gone.execution, gone.txHash]).toEqual(["pending", null, null]);
		expect(await pay()).toBe(hash);
		await mine(site);
		await becomes(filed, "executed");
		const { execution } = await service.read(filed);
		expect(execution?.txHashes).toEqual([hash]);
		expect(execution?.blockHash).not.toBe(first?.blockHash);
	});

	it("is proven after the node was killed during a check and came back", async () => {
		const site = siteAt(3);
		const { filed, owner, pay } = await waitingCase(site);
		const hash = await pay();
		await mine(site);
		const before = await service.read(filed);
		site.fault = (method) => {
			if (method === "eth_getTransactionReceipt") process.kill(site.chain.pid, "SIGKILL");
			return undefined;
		};
		const outage = { status: 503, code: "SERVICE_UNAVAILABLE", retryAfter: "15" };
		expect(await service.report(filed, hash)).toMatchObject(outage);
		site.fault = null;
		expect(await service.report(filed, hash)).toMatchObject(outage);
		expect(await service.read(filed)).toEqual(before);
		// The chain's state died too, so a new chain gets the same transaction.
		await site.chain.stop();
		site.chain = await startPaymentChain({ chainId: CHAIN_IDS[3] });
		await site.chain.fund(owner);
		await passSeconds(site);
		await pay();
		await mine(site);
		expect(await service.report(filed, hash)).toMatchObject({ status: 200, record: { status: "executed" } });
	});

	it("is a mismatch with another amount, but only after it is final", async () => {
		const site = siteAt(4);
		const { filed, pay } = await waitingCase(site, 77n);
		const hash = await pay();
		expect(await service.report(filed, hash)).toMatchObject({
			status: 202,
			observation: { state: "unproven" },
		});
		expect(await service.read(filed)).toMatchObject({ status: "pending", execution: null });
		await mine(site);
		expect(await service.report(filed, hash)).toMatchObject({
			status: 200,
			record: { status: "action_required", statusReason: "execution_mismatch", execution: null },
		});
		// The case is halted now, so a repeated report changes nothing.
		const before = await service.read(filed);
		expect(await service.report(filed, hash)).toMatchObject({ status: 409 });
		expect(await service.read(filed)).toEqual(before);
	});
});

describe("a kill of the service", () => {
	it("loses no execution that is confirming", async () => {
		const site = siteAt(0);
		const { filed, pay } = await waitingCase(site);
		expect(await service.report(filed, await pay())).toMatchObject({ status: 202 });
		await service.restart(() => mine(site));
		await becomes(filed, "executed");
	});
});

describe("an execution with MIN_PROOF", () => {
	it("decides nothing by a weaker proof, and is completed by a node that traces", async () => {
		const site = siteAt(0);
		const { filed, pay } = await waitingCase(site);
		const hash = await pay();
		await mine(site);
		const before = await service.read(filed);
		site.fault = (method) => (method === "debug_traceTransaction" ? methodNotFound : undefined);
		expect(await service.report(filed, hash)).toMatchObject({
			status: 202,
			observation: {
				state: "unproven",
				reason: expect.stringContaining("weaker than the required grade, trace"),
				nextLookAt: null,
			},
		});
		expect(await service.read(filed)).toEqual(before);
		site.fault = null;
		expect(await service.report(filed, hash)).toMatchObject({
			status: 200,
			record: { status: "executed", execution: { proof: "trace" } },
		});
	});
});
