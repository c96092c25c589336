/**
 * A case is executed when its chain shows it, final, and not before: under `npm start`, with real chains that stop
 * mining, reorganise themselves and die (recovery.md "Proof of execution"). What counts as an execution is in
 * execution-proof.test.ts. The tests wait for alarms, so they run beside each other, each on a chain of its own.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verifyEvidenceText } from "../../src/recovery/evidence/verify-evidence.ts";
import { heir, type PaymentChain, startPaymentChain } from "../support/chain/execution-chain.ts";
import {
	type ExecutionService,
	type Filed,
	payment,
	startExecutionService,
} from "../support/chain/execution-service.ts";
import { type Fault, methodNotFound, startRpcProxy } from "../support/chain/rpc-proxy.ts";
import type { LocalServer } from "../support/service/local-server.ts";

const CONFIRMATIONS = 3;
const WITHIN_MS = 40_000;
const CHAIN_IDS = [31_401, 31_402, 31_403, 31_404, 31_405] as const;

type Stage = {
	chain: PaymentChain;
	node: LocalServer;
	/** Answers for the node where a test has set it. */
	fault: ((method: string) => Fault | undefined) | null;
};
const stages: Stage[] = [];
let service: ExecutionService;

beforeAll(async () => {
	await Promise.all(
		CHAIN_IDS.map(async (chainId, at) => {
			const chain = await startPaymentChain({ chainId });
			const node = await startRpcProxy(
				() => stage(at).chain.url,
				({ method }) => stage(at).fault?.(method),
			);
			stages[at] = { chain, node, fault: null };
		}),
	);
	service = await startExecutionService({
		RPC_URLS: JSON.stringify(Object.fromEntries(stages.map(({ chain, node }) => [chain.chainId, node.url]))),
		CONFIRMATIONS: String(CONFIRMATIONS),
		MIN_PROOF: "trace",
	});
});
afterAll(async () => {
	await service?.stop();
	for (const { node, chain } of stages) await Promise.all([node.stop(), chain.stop()]);
});

function stage(at: number): Stage {
	const found = stages[at];
	if (!found) throw new RangeError(`no stage ${at}`);
	return found;
}

/** A block has whole seconds, so one of this second may be older than the order: the next is of a later one. */
async function passSeconds({ chain }: Stage): Promise<void> {
	const { timestamp } = await chain.client.getBlock();
	const soon = BigInt(Math.ceil(Date.now() / 1000) + 1);
	await chain.test.setNextBlockTimestamp({ timestamp: soon > timestamp ? soon : timestamp + 1n });
}

/** A case that only waits for its execution, and its transaction, signed and not sent. */
async function waitingCase(at: Stage, paid = 7n) {
	const { chain } = at;
	const owner = await chain.newOwner();
	const { chainId } = chain;
	const txs = [payment(7n)];
	const filed = await service.waitingCase({ lostAccount: owner.address, chainId, txs });
	await passSeconds(at);
	const transaction = { account: owner, to: heir, value: paid, gas: 100_000n, nonce: 0 };
	const signed = await chain.client.signTransaction(
		await chain.client.prepareTransactionRequest({ ...transaction, type: "eip1559" }),
	);
	const pay = () => at.chain.client.sendRawTransaction({ serializedTransaction: signed });
	return { filed, owner, pay };
}

const mine = ({ chain }: Stage, blocks = CONFIRMATIONS) => chain.test.mine({ blocks });
const becomes = (filed: Filed, status: string) =>
	expect
		.poll(async () => (await service.read(filed)).status, { timeout: WITHIN_MS, interval: 250 })
		.toBe(status);

/** What anybody makes of the case's bundle, with nothing but the service's public keys. */
async function evidenceOf({ caseId }: Filed) {
	const jwks: unknown = await (await fetch(`${service.url}/.well-known/evidence-jwks.json`)).json();
	const bundle = await service.partner.send(`/recovery-cases/${caseId}/evidence`);
	return verifyEvidenceText(await bundle.text(), { jwks });
}

describe.concurrent("an execution", () => {
	it("is seen at once, shown while it confirms, and executed by the alarm when it is final", async () => {
		const at = stage(0);
		const { filed, owner, pay } = await waitingCase(at);
		const hash = await pay();
		const observed = await service.report(filed, hash);
		expect(observed).toMatchObject({ status: 202, observation: { state: "confirming", txHashes: [hash] } });
		const shown = await service.read(filed);
		expect([shown.status, shown.execution?.state, shown.txHash]).toEqual(["pending", "confirming", null]);
		await mine(at);
		await becomes(filed, "executed");
		const done = await service.read(filed);
		expect(done).toMatchObject({ txHash: hash, execution: { state: "final", txHashes: [hash] } });
		expect(done.execution?.calls).toEqual([{ txHash: hash, index: 0, caller: owner.address.toLowerCase() }]);
		expect(done.history.at(-1)).toMatchObject({ actor: "chain", move: "prove_execution", to: "executed" });
		expect(await (await service.partner.send("/events?limit=100")).text()).toContain(
			"recovery_case.executed",
		);
		expect(await evidenceOf(filed)).toMatchObject({ ok: true });
		// The same again is answered by the case.
		expect(await service.report(filed, hash)).toMatchObject({ status: 200, record: { status: "executed" } });
	});

	it("is looked for until it is mined, also across a stop of mining", async () => {
		const at = stage(1);
		const { filed, pay } = await waitingCase(at);
		await at.chain.test.setAutomine(false);
		const hash = await pay();
		const before = await service.read(filed);
		expect(await service.report(filed, hash)).toMatchObject({
			status: 202,
			observation: { state: "unseen", nextLookAt: expect.any(String) },
		});
		expect(await service.read(filed)).toEqual(before);
		await at.chain.test.setAutomine(true);
		await mine(at, CONFIRMATIONS + 1);
		await becomes(filed, "executed");
	});

	it("is waited for again after a reorganisation took it away, and counts where it is mined anew", async () => {
		const at = stage(2);
		const { filed, pay } = await waitingCase(at);
		await mine(at, 2);
		const hash = await pay();
		expect(await service.report(filed, hash)).toMatchObject({ observation: { state: "confirming" } });
		const first = (await service.read(filed)).execution;
		await at.chain.client.request({ method: "anvil_reorg", params: [2, []] } as never);
		expect(await service.report(filed, hash)).toMatchObject({
			status: 202,
			observation: { state: "unseen", nextLookAt: expect.any(String) },
		});
		const gone = await service.read(filed);
		expect([gone.status, gone.execution, gone.txHash]).toEqual(["pending", null, null]);
		expect(await pay()).toBe(hash);
		await mine(at);
		await becomes(filed, "executed");
		const { execution } = await service.read(filed);
		expect(execution?.txHashes).toEqual([hash]);
		expect(execution?.blockHash).not.toBe(first?.blockHash);
	});

	it("is proven once a node is back that was killed in the middle of a look", async () => {
		const at = stage(3);
		const { filed, owner, pay } = await waitingCase(at);
		const hash = await pay();
		await mine(at);
		const before = await service.read(filed);
		at.fault = (method) => {
			if (method === "eth_getTransactionReceipt") process.kill(at.chain.pid, "SIGKILL");
			return undefined;
		};
		const outage = { status: 503, code: "SERVICE_UNAVAILABLE", retryAfter: "15" };
		expect(await service.report(filed, hash)).toMatchObject(outage);
		at.fault = null;
		expect(await service.report(filed, hash)).toMatchObject(outage);
		expect(await service.read(filed)).toEqual(before);
		// Its state has died with it: the chain is made anew, with the same transaction.
		await at.chain.stop();
		at.chain = await startPaymentChain({ chainId: CHAIN_IDS[3] });
		await at.chain.fund(owner);
		await passSeconds(at);
		await pay();
		await mine(at);
		expect(await service.report(filed, hash)).toMatchObject({ status: 200, record: { status: "executed" } });
	});

	it("of another amount is a mismatch, and only once it is final", async () => {
		const at = stage(4);
		const { filed, pay } = await waitingCase(at, 77n);
		const hash = await pay();
		expect(await service.report(filed, hash)).toMatchObject({
			status: 202,
			observation: { state: "unproven" },
		});
		expect(await service.read(filed)).toMatchObject({ status: "pending", execution: null });
		await mine(at);
		expect(await service.report(filed, hash)).toMatchObject({
			status: 200,
			record: { status: "action_required", statusReason: "execution_mismatch", execution: null },
		});
		// It waits for a reviewer now; the same again is told and changes nothing.
		const before = await service.read(filed);
		expect(await service.report(filed, hash)).toMatchObject({ status: 409 });
		expect(await service.read(filed)).toEqual(before);
	});
});

describe("a restart", () => {
	it("that kills the service while it confirms forgets no execution", async () => {
		const at = stage(0);
		const { filed, pay } = await waitingCase(at);
		expect(await service.report(filed, await pay())).toMatchObject({ status: 202 });
		await service.restart(() => mine(at));
		await becomes(filed, "executed");
	});
});

describe("a proof", () => {
	it("that is weaker than MIN_PROOF decides nothing; a node that traces makes it good", async () => {
		const at = stage(0);
		const { filed, pay } = await waitingCase(at);
		const hash = await pay();
		await mine(at);
		const before = await service.read(filed);
		at.fault = (method) => (method === "debug_traceTransaction" ? methodNotFound : undefined);
		expect(await service.report(filed, hash)).toMatchObject({
			status: 202,
			observation: {
				state: "unproven",
				reason: expect.stringContaining("weaker than the required grade, trace"),
				nextLookAt: null,
			},
		});
		expect(await service.read(filed)).toEqual(before);
		at.fault = null;
		expect(await service.report(filed, hash)).toMatchObject({
			status: 200,
			record: { status: "executed", execution: { proof: "trace" } },
		});
	});
});
