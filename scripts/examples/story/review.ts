/** What reviewers see and decide, and the execution of cases on a chain with a node and on one without. */
import { setTimeout as wait } from "node:timers/promises";
import { encodeDeployData, parseAbi } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { caseIdOf } from "../../../src/kernel/crypto/ids.ts";
import { hashRecoveryIntent } from "../../../src/recovery/intent/typed-data.ts";
import { namedTokenBytecode } from "../../../test/support/chain/contracts/test-tokens.ts";
import { heir, lost } from "../../../test/support/chain/execution-chain.ts";
import { addressesOf, DAY, putModule } from "../../../test/support/chain/recovery-module.ts";
import { courtOrderBody, newCaseBody } from "../../../test/support/signing/signing.ts";
import { reviewerWallet } from "../example-service.ts";
import { withinAMinute } from "../recorder.ts";
import { caseOf, fileWithOrder } from "./cases.ts";
import type { Account, Stage } from "./people.ts";

/** Of a reviewer who has not approved yet. */
const otherWallet = privateKeyToAccount(`0x${"52".repeat(32)}`);
const attestedTx = `0x${"5c".repeat(32)}`;

/** @param reviewers two accounts */
export async function reviewCases(stage: Stage, developer: Account, reviewers: Account[]): Promise<void> {
	const { record } = stage;
	const [first, second] = reviewers;
	if (!first || !second) throw new Error("The story needs two reviewers.");
	const attested = caseOf({ lostAccount: `0x${"a1".repeat(20)}` });
	const rejected = caseOf({ lostAccount: `0x${"a2".repeat(20)}` });
	for (const filed of [attested, rejected]) await fileWithOrder(stage, developer, filed);
	await record("listWaitingCases", { as: first.session, query: { limit: 1 } });
	await record("reviewRecoveryCases", { as: first.session, query: { status: "pending", limit: 1 } });
	const params = { caseId: attested.caseId };
	await record("takeCase", { as: first.session, params });
	await record("reviewRecoveryCase", { as: first.session, params, name: "taken" });
	await record("listWaitingCases", { as: first.session, query: { group: "mine" }, name: "mine" });
	await record("giveBackCase", { as: first.session, params });
	const note = { note: "The clerk calls back on Monday." };
	const added = await record("addCaseNote", { as: first.session, params, body: note });
	await record("listCaseNotes", { as: second.session, params });
	await record("removeCaseNote", { as: first.session, params: { ...params, noteId: added.text("noteId") } });
	// The responses to some decisions differ in a few words only.
	const alike = ["clear", "verify_order", "attest_execution"];
	const decide = async (caseId: string, decision: string, reason: string, more = {}) =>
		record("decideRecoveryCase", {
			as: first.session,
			params: { caseId },
			body: { decision, reason, ...more },
			name: decision,
			isRequestOnly: alike.includes(decision),
		});
	await decide(rejected.caseId, "require_action", "The docket number is not one of this court.", {
		statusReason: "order_unverifiable",
	});
	await decide(rejected.caseId, "clear", "The court has corrected its docket.");
	await decide(rejected.caseId, "reject", "The court has withdrawn the order.");
	const compared = [
		{ value: "case.lostAccount", found: `0x${"A1".repeat(20)}` },
		{ value: "courtOrder.courtId", found: "SDNY", differs: "The court's own short name." },
	];
	const upon = { version: 2, compared };
	await decide(attested.caseId, "verify_order", "Confirmed by the clerk of the court.", upon);
	await record("reviewRecoveryCase", { as: first.session, params });
	const attestation = { txHash: attestedTx };
	await decide(attested.caseId, "attest_execution", "Seen in a block explorer.", attestation);
	await record("decideRecoveryCase", {
		as: second.session,
		params: { caseId: attested.caseId },
		body: { decision: "attest_execution", reason: "Seen by a second reviewer.", ...attestation },
		name: "second_attestation",
	});
	await record("listReviewWeeks", { as: first.session });
}

/** A token that calls itself USD Coin. */
export async function readToken({ record, service: { chain } }: Stage, { key }: Account): Promise<void> {
	const data = encodeDeployData({
		abi: parseAbi(["constructor(string name, string symbol, uint8 decimals)"]),
		bytecode: namedTokenBytecode,
		args: ["USD Coin", "USDC", 6],
	});
	const address = (await chain.deploy(data)).toLowerCase();
	await record("getToken", { as: key, params: { chainId: String(chain.chainId), address } });
}

/** A payment that the chain proves. */
export async function executeCase(stage: Stage, developer: Account, reviewer: Account): Promise<void> {
	const { record, call, service } = stage;
	const { chain } = service;
	const rec = { ...caseOf({}).intent.rec, lostAccount: lost.address, chainId: chain.chainId };
	const intent = { rec, txs: [{ dest: heir, value: "1000000", data: "0x" }] } as const;
	const jrcHash = hashRecoveryIntent(intent);
	const params = { caseId: caseIdOf(jrcHash) };
	await call("createRecoveryCase", { as: developer.key, body: await newCaseBody(intent) });
	const order = await courtOrderBody(intent);
	await call("attachCourtOrder", { as: developer.key, params: { jrcHash }, body: order });
	const decision = { decision: "verify_order", reason: "Confirmed by the clerk of the court." };
	await call("decideRecoveryCase", { as: reviewer.session, params, body: decision });
	await chain.fund(lost);
	// The block is at least as late as the end of the challenge period, in whole seconds.
	await wait(1_100);
	const hash = await chain.send(lost, { to: heir, value: 1_000_000n });
	const early = { as: developer.key, params: { jrcHash }, body: { txHashes: [attestedTx] } };
	await record("reportExecution", early);
	await record("getExecution", { as: developer.key, params: { jrcHash } });
	await withinAMinute(async () => {
		const body = { txHashes: [hash] };
		const { status } = await call("reportExecution", { as: developer.key, params: { jrcHash }, body });
		return status === 200;
	}, "the execution is final");
	await record("reportExecution", { as: developer.key, params: { jrcHash }, body: { txHashes: [hash] } });
}

/**
 * A Safe with the recovery module, whose recovery the first of two reviewers approves.
 *
 * @returns schedules a recovery of another one, of which there is no case, and which the developer watches
 */
export async function approveOnChain(
	stage: Stage,
	developer: Account,
	reviewer: Account,
): Promise<() => Promise<void>> {
	const { record, call, service } = stage;
	const { chain } = service;
	const module = await putModule(chain);
	const other = module.keyReviewer(otherWallet);
	const wallet = module.keyReviewer(reviewerWallet);
	const configured = { threshold: 2n, vetoers: [], delay: DAY, expiry: 30n * DAY };
	const reviewers = addressesOf([wallet, other]);
	const account = await module.newAccount({ ...configured, reviewers });
	const rec = { ...caseOf({}).intent.rec, lostAccount: account, chainId: chain.chainId };
	const intent = { rec, txs: [{ dest: heir, value: "7", data: "0x" }] } as const;
	const jrcHash = hashRecoveryIntent(intent);
	const params = { caseId: caseIdOf(jrcHash) };
	await call("createRecoveryCase", { as: developer.key, body: await newCaseBody(intent) });
	const order = await courtOrderBody(intent);
	await call("attachCourtOrder", { as: developer.key, params: { jrcHash }, body: order });
	const decision = { decision: "verify_order", reason: "Confirmed by the clerk of the court." };
	await call("decideRecoveryCase", { as: reviewer.session, params, body: decision });
	const sign = async (body: Record<string, unknown>) => {
		const [notBefore, deadline, round, generation] = [
			body.notBefore,
			body.deadline,
			body.round,
			body.generation,
		].map((value) => BigInt(Number(value))) as [bigint, bigint, bigint, bigint];
		const approval = { account, jrcHash, notBefore, deadline, round, generation };
		return { ...body, signature: await wallet.sign(approval) };
	};
	const deadline = Math.floor(Date.now() / 1000) + 7 * Number(DAY);
	const terms = { reviewer: wallet.address, notBefore: 0, deadline, round: 0, generation: 1 };
	await record("approveExecution", { as: reviewer.session, params, body: await sign(terms), sign });
	await record("getApproval", { as: developer.key, params });
	const signers = [wallet, other].sort((a, b) => reviewers.indexOf(a.address) - reviewers.indexOf(b.address));
	return async () => {
		const watched = await module.newAccount({ ...configured, reviewers });
		await call("watchAccounts", { as: developer.key, body: { accounts: [watched] } });
		// The watch begins at the block that it finds first.
		await service.passMinute();
		await module.call(await module.scheduleOf(module.intentOf(watched), signers));
		await service.passMinute();
	};
}

export async function readAudit({ record }: Stage, reviewer: Account): Promise<void> {
	await record("listAuditEvents", { as: reviewer.session, query: { action: "origin.allowed", limit: 1 } });
}
