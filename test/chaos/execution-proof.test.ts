/**
 * What counts as the execution of a case, under `npm start`, with real Safes, a real EntryPoint and a token. The service
 * reaches the chain by a node that traces and, under another chain id, by a node that does not (recovery.md "Proof of
 * execution"). execution.test.ts tests when it counts.
 *
 * Over 300 lines, because its tests share a chain, a service and contracts.
 */
import { type Address, encodeFunctionData } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Hex } from "../../src/kernel/encoding/hex.ts";
import type { Call } from "../../src/protocol/intent.ts";
import {
	agent,
	CHAIN_ID,
	type ExecutionChain,
	heir,
	lost,
	stranger,
	tokenAbi,
	transferData,
} from "../support/chain/execution-chain.ts";
import {
	decide,
	type ExecutionService,
	type Filed,
	fileCase,
	payment,
} from "../support/chain/execution-service.ts";
import {
	type Account,
	EARLY_ID,
	type ProofStage,
	startProofStage,
	UNTRACED_ID,
} from "../support/chain/proof-stage.ts";
import { jsonResponse, OUTAGES } from "../support/chain/rpc-proxy.ts";
import { execTransaction, MULTI_SEND_CALL_ONLY, multiSendData } from "../support/chain/safe.ts";
import {
	ENTRY_POINTS,
	executeData,
	fundedAccount,
	handleOps,
	nonceOf,
} from "../support/chain/user-operation.ts";
import { openWalletSession, registerPartner } from "../support/service/service-client.ts";
import { claimant } from "../support/signing/signing.ts";

let stage: ProofStage;
let chain: ExecutionChain;
let service: ExecutionService;
beforeAll(async () => {
	stage = await startProofStage();
	({ chain, service } = stage);
});
afterAll(() => stage?.stop());

const transfer = (amount: bigint, dest: Address = chain.token): Call => ({
	dest,
	value: "0",
	data: transferData(amount),
});
const forced = (from: Address, dest: Address = chain.token): Call => ({
	dest,
	value: "0",
	data: encodeFunctionData({ abi: tokenAbi, functionName: "forcedTransfer", args: [from, heir, 3n] }),
});
const intent = (): readonly [Call, Call, Call] => [transfer(1n), payment(7n), transfer(2n)];

const batch = (calls: readonly Call[]) =>
	execTransaction({ to: MULTI_SEND_CALL_ONLY, data: multiSendData(calls), operation: 1 });

const ANOTHER_CHAIN = ["serves another chain", jsonResponse({ result: "0x1" })] as const;
const mismatch = {
	status: 200,
	record: { status: "action_required", statusReason: "execution_mismatch", execution: null, txHash: null },
};
const unproven = { status: 202, observation: { state: "unproven", nextLookAt: null } };

describe.each([
	{ node: "traces", chainId: CHAIN_ID, ofKey: "trace", ofContract: "trace" },
	{ node: "does not trace", chainId: UNTRACED_ID, ofKey: "direct", ofContract: "decoded" },
])("with a node that $node", ({ chainId, ofKey, ofContract }) => {
	const waitingCase = (lostAccount: Address, txs: readonly Call[]) =>
		service.waitingCase({ lostAccount, chainId, txs });

	it("a case is executed by several transactions of the lost account, reported in any order", async () => {
		const owner = await stage.newLost();
		const filed = await waitingCase(owner.address, intent());
		const [a, b, c] = (await stage.sendAll(owner, intent())) as [Hex, Hex, Hex];
		const caller = owner.address.toLowerCase();
		expect(await service.report(filed, c, a, b)).toMatchObject({
			status: 200,
			record: {
				status: "executed",
				txHash: c,
				execution: {
					txHashes: [a, b, c],
					proof: ofKey,
					calls: [a, b, c].map((txHash) => ({ txHash, index: 0, caller })),
				},
			},
		});
	});

	it("a case is executed by a listed agent", async () => {
		const owner = await stage.newLost();
		const filed = await waitingCase(owner.address, [forced(owner.address)]);
		const [hash] = (await stage.sendAll(agent, [forced(owner.address)])) as [Hex];
		expect(await service.report(filed, hash)).toMatchObject({
			record: {
				status: "executed",
				execution: { proof: ofKey, calls: [{ txHash: hash, index: 0, caller: agent.address.toLowerCase() }] },
			},
		});
	});

	it("a case is executed by a Safe's execTransaction and MultiSend together", async () => {
		const safe = await stage.newSafe();
		const [first, ...rest] = intent();
		const filed = await waitingCase(safe, [first, ...rest]);
		const single = execTransaction({ to: first.dest as Address, data: first.data as Hex });
		const a = await chain.send(lost, { to: safe, data: single });
		const b = await chain.send(lost, { to: safe, data: batch(rest) });
		const caller = safe.toLowerCase();
		expect(await service.report(filed, a, b)).toMatchObject({
			record: {
				status: "executed",
				txHash: b,
				execution: {
					proof: ofContract,
					calls: [
						{ txHash: a, index: 1, caller },
						{ txHash: b, index: 1, caller },
						{ txHash: b, index: 2, caller },
					],
				},
			},
		});
	});

	it("a case is executed by a user operation", async () => {
		const account = await fundedAccount(chain, "0.6");
		const filed = await waitingCase(account, intent());
		const operation = { sender: account, nonce: nonceOf(1n), callData: executeData(intent()) };
		const data = handleOps("0.6", [operation], stranger.address);
		const txHash = await chain.send(stranger, { to: ENTRY_POINTS["0.6"], data });
		expect(await service.report(filed, txHash)).toMatchObject({
			record: {
				status: "executed",
				execution: {
					proof: ofContract,
					calls: [1, 2, 3].map((index) => ({ txHash, index, caller: account.toLowerCase() })),
				},
			},
		});
	});

	/** More than any account has. */
	const tooMuch = () => transfer(10n ** 30n);
	it.each<[string, (owner: Account) => { txs: readonly Call[]; sent?: readonly Call[]; by?: Account }]>([
		["reverts", () => ({ txs: [tooMuch()] })],
		["goes elsewhere", () => ({ txs: [transfer(1n)], sent: [transfer(1n, stage.other)] })],
		["sends other data", () => ({ txs: [transfer(1n)], sent: [transfer(9n)] })],
		["sends another value", () => ({ txs: [payment(7n)], sent: [payment(8n)] })],
		["is by a stranger", () => ({ txs: [payment(7n)], by: stranger })],
		["executes two of three calls", () => ({ txs: intent(), sent: intent().slice(0, 2) })],
		["executes in another order", () => ({ txs: intent(), sent: [...intent()].reverse() })],
		[
			"is by an agent that is not listed for the target",
			({ address }) => ({ txs: [forced(address, stage.other)], by: agent }),
		],
	])("a case is halted once by a mismatch that %s", async (_, make) => {
		const owner = await stage.newLost();
		const { txs, sent = txs, by = owner } = make(owner);
		const filed = await waitingCase(owner.address, txs);
		const hashes = await stage.sendAll(by, sent);
		expect(await service.report(filed, ...hashes)).toMatchObject(mismatch);
		const before = await service.read(filed);
		expect(before.history.slice(-1)).toMatchObject([{ actor: "chain", move: "find_mismatch" }]);
		expect(await service.report(filed, ...hashes)).toMatchObject({
			status: 409,
			code: "RECOVERY_STATUS_ERROR",
		});
		expect(await service.read(filed)).toEqual(before);
	});

	it.each([
		["executes two of three calls", () => intent().slice(0, 2)],
		["executes in another order", () => [...intent()].reverse()],
	])("a case is not executed by a Safe's batch that %s", async (_, calls) => {
		const safe = await stage.newSafe();
		const filed = await waitingCase(safe, intent());
		const before = await service.read(filed);
		const hash = await chain.send(lost, { to: safe, data: batch(calls()) });
		// Without a trace, the Safe may have made other calls too.
		const isTraced = ofContract === "trace";
		expect(await service.report(filed, hash)).toMatchObject(isTraced ? mismatch : unproven);
		if (!isTraced) expect(await service.read(filed)).toEqual(before);
	});
});

describe("an execution", () => {
	/** A case executed by the lost account's key, on the chain that traces. */
	async function paidCase(txs: readonly Call[] = [payment(7n)]) {
		const owner = await chain.newOwner();
		const filed = await service.waitingCase({ lostAccount: owner.address, chainId: CHAIN_ID, txs });
		const [hash] = (await stage.sendAll(owner, txs)) as [Hex];
		return { filed, hash, owner };
	}
	const statusOf = async (filed: Filed) => (await service.read(filed)).status;

	it("halts the case if it was before executeAfter, again after each clearing", async () => {
		const owner = await stage.early.newOwner();
		const wanted = { lostAccount: owner.address, chainId: EARLY_ID, txs: [payment(7n)] };
		const hash = await stage.early.send(owner, { to: heir, value: 7n });
		const filed = await service.waitingCase(wanted);
		const halted = {
			status: "action_required",
			statusReason: "executed_before_challenge_period",
			execution: { state: "final", txHashes: [hash] },
			txHash: null,
		};
		expect(await service.report(filed, hash)).toMatchObject({ status: 200, record: halted });
		await decide(service.url, service.reviewer, filed, "clear");
		expect(await service.read(filed)).toMatchObject(halted);
	});

	it("proves only one of two cases", async () => {
		const { filed: first, hash } = await paidCase();
		const { txs, rec } = first.intent;
		const second = await service.waitingCase({ ...rec, txs, reasonForRecovery: "inheritance" });
		const responses = await Promise.all([service.report(first, hash), service.report(second, hash)]);
		expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
		expect([await statusOf(first), await statusOf(second)].sort()).toEqual(["executed", "pending"]);
		const refused = responses.find(({ status }) => status === 409);
		expect(refused).toMatchObject({ message: expect.stringContaining("already prove another case") });
	});

	it("waits for a reviewer without a verified order, and is judged again when cleared", async () => {
		const owner = await chain.newOwner();
		const wanted = { lostAccount: owner.address, chainId: CHAIN_ID, txs: [payment(7n)] };
		const filed = await fileCase(service.partner, wanted);
		const [hash] = (await stage.sendAll(owner, wanted.txs)) as [Hex];
		expect(await service.report(filed, hash)).toMatchObject({
			record: { status: "action_required", statusReason: "executed_without_verified_order" },
		});
		await decide(service.url, service.reviewer, filed, "verify_order");
		await decide(service.url, service.reviewer, filed, "clear");
		expect(await statusOf(filed)).toBe("executed");
	});

	it("can be reported again after the case is executed, and another one changes nothing", async () => {
		const { filed, hash, owner } = await paidCase();
		expect(await service.report(filed, hash)).toMatchObject({ status: 200, record: { status: "executed" } });
		const before = await service.read(filed);
		const [again] = (await stage.sendAll(owner, filed.intent.txs)) as [Hex];
		expect(await service.report(filed, again)).toMatchObject({ status: 409, code: "RECOVERY_STATUS_ERROR" });
		expect(await service.read(filed)).toEqual(before);
	});

	it("is checked again if it is not mined, and does not change the case", async () => {
		const { filed } = await paidCase();
		const before = await service.read(filed);
		expect(await service.report(filed, `0x${"77".repeat(32)}`)).toMatchObject({
			status: 202,
			observation: { state: "unseen", nextLookAt: expect.any(String) },
		});
		expect(await service.read(filed)).toEqual(before);
	});

	it("is neither proven nor disproven by a node that fails or serves another chain", async () => {
		const { filed, hash } = await paidCase();
		const before = await service.read(filed);
		const outages = [...OUTAGES.filter(([how]) => !how.includes("silent")), ANOTHER_CHAIN];
		for (const [how, fault] of outages) {
			const refused = await stage.withFault(fault, () => service.report(filed, hash));
			const outage = { status: 503, code: "SERVICE_UNAVAILABLE", retryAfter: "15" };
			expect(refused, how).toMatchObject(outage);
			expect(await service.read(filed), how).toEqual(before);
		}
		expect(await service.report(filed, hash)).toMatchObject({ status: 200, record: { status: "executed" } });
	});

	it("can be reported only by the developer, the claimant and reviewers", async () => {
		const { filed, hash, owner } = await paidCase();
		const reportAs = async (headers: Record<string, string>, txHash: Hex) => {
			const response = await fetch(`${service.url}/api/v1/recovery-cases/${filed.jrcHash}/execution`, {
				method: "POST",
				headers: { "Content-Type": "application/json", ...headers },
				body: JSON.stringify({ txHash }),
			});
			return response.status;
		};
		const walletOf = (signer: Account) =>
			openWalletSession(service.partner, { address: signer.address, chainId: CHAIN_ID, signer });
		const refused = await (await registerPartner(service.url)).send(
			`/recovery-cases/${filed.jrcHash}/execution`,
			{ txHash: hash },
		);
		expect(refused.status).toBe(404);
		expect(await reportAs(await walletOf(owner), hash)).toBe(404);
		expect(await reportAs({}, hash)).toBe(401);
		expect(await statusOf(filed)).toBe("pending");
		expect(await reportAs(await walletOf(claimant), `0x${"78".repeat(32)}`)).toBe(202);
		expect(await reportAs(service.reviewer, hash)).toBe(200);
		expect(await statusOf(filed)).toBe("executed");
	});
});
