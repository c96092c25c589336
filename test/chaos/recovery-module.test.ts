/**
 * A recovery from its approval to its proof, in the built service, with the module on a real chain and real Safes. The
 * service's node does not trace (recovery.md "Approvals for the chain").
 */
import { randomBytes } from "node:crypto";
import type { Address, Hex } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verify } from "../../sdk/src/evidence.ts";
import { heir } from "../support/chain/execution-chain.ts";
import {
	decide,
	type ExecutionService,
	type Filed,
	fileCase,
	startExecutionService,
} from "../support/chain/execution-service.ts";
import {
	addressesOf,
	DAY,
	type ModuleStage,
	type Reviewer,
	startModuleStage,
} from "../support/chain/recovery-module.ts";
import { methodNotFound, startRpcProxy } from "../support/chain/rpc-proxy.ts";
import { startServiceHere } from "../support/service/service-here.ts";

const METRICS_TOKEN = randomBytes(32).toString("hex");

let stage: ModuleStage;
let service: ExecutionService;
let fireCron: () => Promise<void>;
let reviewers: [Reviewer, Reviewer, Reviewer];
let stopProxy: () => Promise<unknown>;
beforeAll(async () => {
	stage = await startModuleStage();
	reviewers = stage.newReviewers(3) as typeof reviewers;
	const node = await startRpcProxy(stage.url, ({ method }) =>
		method === "debug_traceTransaction" ? methodNotFound : undefined,
	);
	stopProxy = node.stop;
	const settings = {
		RPC_URLS: JSON.stringify({ [stage.chainId]: node.url }),
		MODULE_REVIEWERS: JSON.stringify({ [stage.chainId]: addressesOf(reviewers) }),
		CONFIRMATIONS: "0",
		METRICS_TOKEN,
	};
	service = await startExecutionService(settings, async (options) => {
		const here = await startServiceHere(options);
		fireCron = here.fireCron;
		return here;
	});
}, 180_000);
afterAll(async () => {
	await service?.stop();
	await stopProxy?.();
	await stage?.stop();
});

const newAccount = () =>
	stage.newAccount({
		...{ reviewers: addressesOf(reviewers), threshold: 2n, vetoers: [], delay: DAY, expiry: DAY },
	});

/** A payment of a few wei of a new Safe with the module. */
async function newCase(): Promise<Filed & { account: Address }> {
	const account = await newAccount();
	const wei = String(1 + (randomBytes(1)[0] ?? 0));
	const filed = await fileCase(service.partner, {
		lostAccount: account,
		chainId: stage.chainId,
		txs: [{ dest: heir, value: wei, data: "0x" }],
	});
	return { ...filed, account };
}

async function approve(
	{ account, jrcHash, caseId }: Filed & { account: Address },
	reviewer: Reviewer,
	changes: { signer?: Reviewer; round?: number; deadline?: number } = {},
) {
	const now = Math.floor(Date.now() / 1000);
	const terms = { notBefore: 0, deadline: now - (now % 3600) + 7200, round: 0, generation: 1, ...changes };
	const { signer = reviewer, ...numbers } = { ...terms };
	const { notBefore, deadline, round, generation } = numbers;
	const [a, b, c, d] = [notBefore, deadline, round, generation].map(BigInt) as [
		bigint,
		bigint,
		bigint,
		bigint,
	];
	const approval = { account, jrcHash, notBefore: a, deadline: b, round: c, generation: d };
	// The signer signs the reviewer's own address, so that only the key differs.
	const signature = await signer.sign(approval);
	const response = await fetch(`${service.url}/api/v1/review/recovery-cases/${caseId}/approvals`, {
		method: "POST",
		headers: service.reviewer,
		body: JSON.stringify({
			reviewer: reviewer.address,
			...{ notBefore, deadline, round, generation },
			signature,
		}),
	});
	const body = await response.json();
	return { status: response.status, body: Object(body) };
}

async function approvalOf({ caseId }: Filed) {
	const response = await service.partner.send(`/recovery-cases/${caseId}/approval`);
	expect(response.status).toBe(200);
	return Object(await response.json());
}

const send = ({ to, data }: { to: Address; data: Hex }) => stage.send(stage.deployer, { to, data });

describe("an approval", () => {
	it("is taken only for a verified order, from the account's own reviewers, as the chain has it", async () => {
		const filed = await newCase();
		const [first, second] = reviewers;
		expect(await approve(filed, first)).toMatchObject({
			status: 409,
			body: { error: { code: "RECOVERY_STATUS_ERROR" } },
		});
		await decide(service.url, service.reviewer, filed, "verify_order");
		expect(await approve(filed, first, { round: 1 })).toMatchObject({
			status: 409,
			body: { error: { details: [{ field: "round", rule: "outdated" }] } },
		});
		expect(await approve(filed, first, { signer: second })).toMatchObject({
			status: 403,
			body: { error: { code: "INVALID_SIGNER" } },
		});
		const [stranger] = stage.newReviewers(1) as [Reviewer];
		expect(await approve(filed, stranger)).toMatchObject({
			status: 403,
			body: { error: { details: [{ field: "reviewer", rule: "not_allowed" }] } },
		});
		expect(await approve(filed, first, { deadline: 1 })).toMatchObject({
			status: 400,
			body: { error: { details: [{ field: "deadline" }] } },
		});
		expect((await approvalOf(filed)).approvals).toEqual([]);
	});

	it("of enough reviewers gives the calls, which anybody may send, and stands in the evidence", async () => {
		const filed = await newCase();
		await decide(service.url, service.reviewer, filed, "verify_order");
		const [first, second] = reviewers;
		expect((await approve(filed, first)).status).toBe(200);
		expect(await approvalOf(filed)).toMatchObject({
			state: "unknown",
			configuration: { threshold: 2, delaySeconds: Number(DAY) },
			approvals: [{ reviewer: first.address, isCurrent: true }],
			calls: { schedule: null, execute: null, veto: { to: expect.any(String) } },
		});
		expect((await approve(filed, second)).status).toBe(200);
		const { calls } = await approvalOf(filed);
		await send(calls.schedule);
		const scheduled = await approvalOf(filed);
		expect(scheduled).toMatchObject({ state: "waiting", calls: { schedule: null } });
		const { readyAt } = await stage.statusOf(filed.account, filed.jrcHash);
		expect(Date.parse(scheduled.readyAt)).toBe(Number(readyAt) * 1000);

		const evidence = await service.partner.send(`/recovery-cases/${filed.caseId}/evidence`);
		const jwks = await (await fetch(`${service.url}/.well-known/evidence-jwks.json`)).json();
		const verdict = await verify(await evidence.text(), jwks);
		expect(verdict).toMatchObject({ ok: true });
		const approvals = verdict.ok
			? verdict.report.signatures.filter(({ move }) => move === "approve_execution")
			: [];
		expect(approvals).toMatchObject([
			{ signer: first.address, proof: "recovered" },
			{ signer: second.address, proof: "recovered" },
		]);
	});

	it("of a case that is halted later brings it to the reviewers, who stop it on the chain", async () => {
		const filed = await newCase();
		await decide(service.url, service.reviewer, filed, "verify_order");
		const [first, second] = reviewers;
		for (const reviewer of [first, second]) expect((await approve(filed, reviewer)).status).toBe(200);
		const path = `${service.url}/api/v1/review/recovery-cases/${filed.caseId}/decisions`;
		const decision = { decision: "reject", reason: "The court has withdrawn the order." };
		const rejected = await fetch(path, {
			method: "POST",
			headers: service.reviewer,
			body: JSON.stringify(decision),
		});
		expect(rejected.status).toBe(200);
		const { calls } = await approvalOf(filed);
		expect(calls).toMatchObject({ schedule: null, execute: null });
		const waiting = await fetch(`${service.url}/api/v1/review/waiting-cases?limit=100`, {
			headers: service.reviewer,
		});
		const { data } = Object(await waiting.json());
		const lines = data.filter(({ stopUntil }: { stopUntil: string | null }) => stopUntil !== null);
		expect(lines).toMatchObject([{ status: "rejected", caseId: filed.caseId }]);
		for (const reviewer of [first, second])
			await stage.call(
				{ functionName: "veto", args: [filed.account, filed.jrcHash as Hex] },
				reviewer.address,
			);
		expect(await approvalOf(filed)).toMatchObject({ state: "vetoed" });
	});
});

/** Restarts the service, because its memory keeps the metrics for a minute. */
async function foreignSchedules(): Promise<number> {
	await service.restart(async () => {});
	const headers = { Authorization: `Bearer ${METRICS_TOKEN}` };
	const text = await (await fetch(`${service.url}/metrics`, { headers })).text();
	return Number(/^replevin_foreign_schedules (\d+)$/m.exec(text)?.[1]);
}

describe("the events of the module", () => {
	it("execute a case that a stranger has executed, and alarm of a schedule that no case allows", async () => {
		const filed = await newCase();
		await decide(service.url, service.reviewer, filed, "verify_order");
		const [first, second] = reviewers;
		for (const reviewer of [first, second]) expect((await approve(filed, reviewer)).status).toBe(200);
		// The watch begins at the block that it finds first.
		const moves = async () => (await service.read(filed)).history.map(({ move }) => move);
		await fireCron();
		expect(await foreignSchedules()).toBe(0);
		await send((await approvalOf(filed)).calls.schedule);
		const account = await newAccount();
		const intent = stage.intentOf(account);
		await stage.call(await stage.scheduleOf(intent, [first, second]));

		await fireCron();
		expect(await foreignSchedules()).toBe(1);
		expect(await moves()).toContain("observe_module");

		await stage.call({ functionName: "vetoAll", args: [account] }, account);
		await stage.pass(DAY);
		const { calls, state } = await approvalOf(filed);
		expect(state).toBe("ready");
		await send(calls.execute);
		await fireCron();
		const { status, execution } = await service.read(filed);
		expect([status, execution]).toMatchObject(["executed", { proof: "module", state: "final" }]);
		expect(await foreignSchedules()).toBe(0);
	});
});
