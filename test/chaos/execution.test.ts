/**
 * A case is executed when its chain shows it, final, and at no other time: under `npm start`, with a real chain
 * behind a proxy that can be cut off (recovery.md "Proof of execution").
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verifyEvidenceText } from "../../src/recovery/core/evidence-verify.ts";
import {
	CHAIN_ID,
	type ExecutionChain,
	heir,
	lost,
	startExecutionChain,
	stranger,
} from "../support/execution-chain.ts";
import {
	decide,
	type Filed,
	fileWithOrder,
	intentToPay,
	readCase,
	report,
	reviewerOf,
} from "../support/execution-service.ts";
import type { LocalServer } from "../support/local-server.ts";
import { type Fault, jsonAnswer, OUTAGES, startRpcProxy } from "../support/rpc-proxy.ts";
import { type Service, startService } from "../support/service.ts";
import { registerPartner, type ServicePartner } from "../support/service-client.ts";
import { claimant } from "../support/signing.ts";

const CONFIRMATIONS = 3;
const WITHIN_MS = 40_000;

let stateDir: string;
let chain: ExecutionChain;
let node: LocalServer;
/** Answers for the node where a test has set it. */
let fault: ((method: string) => Fault | undefined) | undefined;
let service: Service;
let partner: ServicePartner;
let reviewer: Record<string, string>;
let wei = 1n;

const settings = () => ({
	RPC_URLS: JSON.stringify({ [CHAIN_ID]: node.url }),
	CONFIRMATIONS: String(CONFIRMATIONS),
	CHALLENGE_PERIOD_SECONDS: "0",
	OPEN_CASES_PER_ACCOUNT: "1000",
});

beforeAll(async () => {
	stateDir = await mkdtemp(join(tmpdir(), "replevin-execution-"));
	chain = await startExecutionChain();
	node = await startRpcProxy(chain.url, ({ method }) => fault?.(method));
	service = await startService({ stateDir, env: settings() });
	partner = await registerPartner(service.url);
	reviewer = await reviewerOf(service.url, stateDir);
});
afterAll(async () => {
	await service?.stop();
	await node?.stop();
	await chain?.stop();
	await rm(stateDir, { recursive: true, force: true });
});

/** A case of its own that only waits for its execution. */
async function waitingCase(intent = intentToPay(++wei)): Promise<Filed> {
	const filed = await fileWithOrder(partner, intent);
	await decide(service.url, reviewer, filed, "verify_order");
	return filed;
}

/** Blocks have whole seconds: one of this second may be older than the order. */
async function pay({ intent }: Filed, account = lost) {
	await chain.test.setNextBlockTimestamp({ timestamp: BigInt(Math.ceil(Date.now() / 1000) + ++ahead) });
	const [call] = intent.txs;
	return chain.send(account, { to: heir, value: BigInt(call?.value ?? 0), gas: 100_000n });
}
let ahead = 1;

/** What anybody makes of the case's bundle, with nothing but the service's public keys. */
async function evidenceOf({ caseId }: Filed) {
	const jwks: unknown = await (await fetch(`${service.url}/.well-known/evidence-jwks.json`)).json();
	const bundle = await partner.send(`/recovery-cases/${caseId}/evidence`);
	return verifyEvidenceText(await bundle.text(), { jwks });
}

const mine = (blocks: number) => chain.test.mine({ blocks });
const statusOf = async (filed: Filed) => (await readCase(partner, filed)).status;

async function withFault<T>(replaced: NonNullable<typeof fault>, run: () => Promise<T>): Promise<T> {
	fault = replaced;
	try {
		return await run();
	} finally {
		fault = undefined;
	}
}

describe("an execution by the lost account's key", () => {
	it("is seen at once, shown while it confirms, and executed by the alarm when it is final", async () => {
		const filed = await waitingCase();
		const hash = await pay(filed);
		const observed = await report(partner, filed, hash);
		expect(observed).toMatchObject({ status: 202, observation: { state: "confirming", txHashes: [hash] } });
		const shown = await readCase(partner, filed);
		expect([shown.status, shown.execution?.state, shown.txHash]).toEqual(["pending", "confirming", null]);
		await mine(CONFIRMATIONS);
		await expect.poll(() => statusOf(filed), { timeout: WITHIN_MS, interval: 500 }).toBe("executed");
		const done = await readCase(partner, filed);
		expect(done).toMatchObject({ txHash: hash, execution: { state: "final", txHashes: [hash] } });
		expect(done.execution?.calls).toEqual([{ txHash: hash, index: 0, caller: lost.address.toLowerCase() }]);
		expect(done.history.at(-1)).toMatchObject({ actor: "chain", move: "prove_execution", to: "executed" });
		expect(await (await partner.send("/events?limit=100")).text()).toContain("recovery_case.executed");
		expect(await evidenceOf(filed)).toMatchObject({ ok: true });
		// The same again is answered by the case.
		expect(await report(partner, filed, hash)).toMatchObject({ status: 200, record: { status: "executed" } });
	});

	it("is executed in the answer when it is final already; another transaction then changes nothing", async () => {
		const filed = await waitingCase();
		const hash = await pay(filed);
		await mine(CONFIRMATIONS);
		expect(await report(partner, filed, hash)).toMatchObject({ status: 200, record: { status: "executed" } });
		const other = await pay(filed);
		expect(await report(partner, filed, other)).toMatchObject({ status: 409, code: "RECOVERY_STATUS_ERROR" });
	});

	it("is looked for until it is mined, also across a stop of mining", async () => {
		const filed = await waitingCase();
		await chain.test.setAutomine(false);
		const [call] = filed.intent.txs;
		const hash = await chain.client.sendTransaction({
			account: lost,
			to: heir,
			value: BigInt(call?.value ?? 0),
			gas: 100_000n,
		});
		expect(await report(partner, filed, hash)).toMatchObject({
			status: 202,
			observation: { state: "unseen" },
		});
		await chain.test.setAutomine(true);
		await mine(CONFIRMATIONS + 1);
		await expect.poll(() => statusOf(filed), { timeout: WITHIN_MS, interval: 500 }).toBe("executed");
	});

	it("is waited for again after a reorganisation took it away", async () => {
		const filed = await waitingCase();
		const snapshot = await chain.test.snapshot();
		const hash = await pay(filed);
		expect(await report(partner, filed, hash)).toMatchObject({ observation: { state: "confirming" } });
		await chain.test.revert({ id: snapshot });
		await mine(CONFIRMATIONS + 2);
		expect(await report(partner, filed, hash)).toMatchObject({
			status: 202,
			observation: { state: "unseen" },
		});
		const shown = await readCase(partner, filed);
		expect([shown.status, shown.execution]).toEqual(["pending", null]);
	});

	it("is remembered by a service that was killed while it confirmed", async () => {
		const filed = await waitingCase();
		const hash = await pay(filed);
		expect(await report(partner, filed, hash)).toMatchObject({ status: 202 });
		await service.killTree();
		await mine(CONFIRMATIONS);
		service = await startService({ stateDir, env: settings(), port: Number(new URL(service.url).port) });
		partner = partner.at(service.url);
		await expect.poll(() => statusOf(filed), { timeout: WITHIN_MS, interval: 500 }).toBe("executed");
	});
});

describe("what does not prove it", () => {
	it("a transfer of another amount is a mismatch, once it is final", async () => {
		const filed = await waitingCase();
		const hash = await chain.send(lost, { to: heir, value: 77n, gas: 100_000n });
		expect(await report(partner, filed, hash)).toMatchObject({
			status: 202,
			observation: { state: "unproven" },
		});
		await mine(CONFIRMATIONS);
		expect(await report(partner, filed, hash)).toMatchObject({
			status: 200,
			record: { status: "action_required", statusReason: "execution_mismatch", execution: null },
		});
		// It waits for a reviewer now; the same again is told and changes nothing.
		const before = await readCase(partner, filed);
		expect(await report(partner, filed, hash)).toMatchObject({ status: 409 });
		expect(await readCase(partner, filed)).toEqual(before);
	});

	it("the right transfer by a stranger is none of the lost account", async () => {
		const filed = await waitingCase();
		const hash = await pay(filed, stranger);
		await mine(CONFIRMATIONS);
		expect(await report(partner, filed, hash)).toMatchObject({
			record: { status: "action_required", statusReason: "execution_mismatch" },
		});
	});

	it("one execution proves one of two cases; the other is told, and stays as it is", async () => {
		const amount = ++wei;
		const first = await waitingCase(intentToPay(amount));
		const second = await waitingCase(intentToPay(amount, { reasonForRecovery: "inheritance" }));
		const hash = await pay(first);
		await mine(CONFIRMATIONS);
		const answers = await Promise.all([report(partner, first, hash), report(partner, second, hash)]);
		expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
		expect([await statusOf(first), await statusOf(second)].sort()).toEqual(["executed", "pending"]);
		const refused = answers.find(({ status }) => status === 409);
		expect(refused).toMatchObject({ message: expect.stringContaining("proven another case") });
	});

	it("an execution that nobody has verified the order of waits for a reviewer, and is judged anew", async () => {
		const filed = await fileWithOrder(partner, intentToPay(++wei));
		const hash = await pay(filed);
		await mine(CONFIRMATIONS);
		expect(await report(partner, filed, hash)).toMatchObject({
			record: { status: "action_required", statusReason: "executed_without_verified_order" },
		});
		await decide(service.url, reviewer, filed, "verify_order");
		await decide(service.url, reviewer, filed, "clear");
		expect(await statusOf(filed)).toBe("executed");
	});
});

describe("a chain that cannot be asked", () => {
	it("for want of a node is told, and nothing is stored", async () => {
		const filed = await waitingCase(intentToPay(++wei, { chainId: 8453 }));
		expect(await report(partner, filed, `0x${"5c".repeat(32)}`)).toMatchObject({
			status: 409,
			message: expect.stringContaining("no node for chain 8453"),
		});
	});

	it.each([
		...OUTAGES.filter(([how]) => !how.includes("silent")),
		["serves another chain", jsonAnswer({ result: "0x1" })] as const,
	])("and %s is an outage, never a verdict", async (_, answer) => {
		const filed = await waitingCase();
		const hash = await pay(filed);
		await mine(CONFIRMATIONS);
		const before = await readCase(partner, filed);
		const refused = await withFault(
			() => answer,
			() => report(partner, filed, hash),
		);
		expect(refused).toMatchObject({ status: 503, code: "SERVICE_UNAVAILABLE", retryAfter: "15" });
		expect(await readCase(partner, filed)).toEqual(before);
		expect(await report(partner, filed, hash)).toMatchObject({ status: 200, record: { status: "executed" } });
	});

	it("is asked again when it is back, by the alarm", async () => {
		const filed = await waitingCase();
		const hash = await pay(filed);
		expect(await report(partner, filed, hash)).toMatchObject({ status: 202 });
		await withFault(
			() => (response) => response.destroy(),
			async () => {
				await mine(CONFIRMATIONS);
				await new Promise((resolve) => setTimeout(resolve, 8_000));
				expect(await statusOf(filed)).toBe("pending");
			},
		);
		await expect.poll(() => statusOf(filed), { timeout: WITHIN_MS, interval: 500 }).toBe("executed");
	});
});

it("is nobody's to report but the developer's, the claimant's and a reviewer's", async () => {
	const filed = await waitingCase();
	const stranger = await registerPartner(service.url);
	const hash = await pay(filed);
	expect(await report(stranger, filed, hash)).toMatchObject({ status: 404, code: "RESOURCE_NOT_FOUND" });
	await mine(CONFIRMATIONS);
	const byReviewer = await fetch(`${service.url}/api/v1/recovery-cases/${filed.jrcHash}/execution`, {
		method: "POST",
		headers: reviewer,
		body: JSON.stringify({ txHash: hash }),
	});
	expect([byReviewer.status, await statusOf(filed)]).toEqual([200, "executed"]);
	expect(claimant.address).toBe(filed.intent.rec.recoveryAccount);
});
