/** Approvals for the recovery module, and a case's state on the chain (recovery.md "Approvals for the chain"). */
import { signatureError } from "../../chain/errors.ts";
import { createJsonRpc, type JsonRpc } from "../../chain/json-rpc.ts";
import { approvalDigest, moduleCalls } from "../../chain/recovery-module.ts";
import { toChecksumAddress } from "../../kernel/crypto/address.ts";
import { recoverAddress } from "../../kernel/crypto/secp256k1/recover-address.ts";
import { bytesToHex, type Hex, hexToBytes } from "../../kernel/encoding/hex.ts";
import { AppError } from "../../kernel/errors/app-error.ts";
import type { Approval, MoveCommand } from "../../protocol/case-state.ts";
import { completeSet, isUsable } from "../../protocol/module-moves.ts";
import type { AccountOnChain } from "../../protocol/recovery-module/account-on-chain.ts";
import { moduleAddress } from "../../protocol/recovery-module/court-recovery-module.ts";
import type { ModuleCall, ReadConfiguration } from "../../protocol/recovery-module/module-calls.ts";
import type { Budgets } from "../../quota/budgets.ts";
import { askNode, type NodePayer } from "../../quota/node-requests.ts";
import type { CaseParties } from "../case/case-messages.ts";
import { caseErrors, statusConflict } from "../errors.ts";
import type { ModuleCase } from "./module-messages.ts";
import { REQUESTS_FOR_ACCOUNT, readAccount } from "./read-account.ts";
import {
	checkReviewer,
	type OnChain,
	REQUESTS_TO_APPROVE,
	REQUESTS_TO_READ,
	readModule,
} from "./read-module.ts";

const RPC_TIMEOUT_MS = 8_000;
const SECOND_MS = 1000;

export type GivenApproval = { reviewer: string; signature: Hex } & Approval["terms"];

/** Reviewers' signing addresses by chain, in lower case: only these chains have the module. */
export type ModuleReviewers = ReadonlyMap<number, readonly string[]>;

export type ModuleStanding = {
	state: "not_offered" | "not_configured" | NonNullable<OnChain["status"]>["state"];
	configuration: ReadConfiguration | null;
	status: OnChain["status"];
	approvals: readonly (Approval & { isCurrent: boolean })[];
	calls: Record<"schedule" | "execute" | "veto", ModuleCall | null>;
};

export type ModuleService = ReturnType<typeof createModuleService>;

export function createModuleService({
	reviewers,
	rpcUrls,
	budgets,
}: {
	reviewers: ModuleReviewers;
	rpcUrls: ReadonlyMap<number, string>;
	budgets: Pick<Budgets, "charge">;
}) {
	/** @throws AppError if a budget is used up, or the node does not respond */
	function ask<T extends { kind: string }>(
		chainId: number,
		metering: { by: NodePayer; block: number },
		read: (rpc: JsonRpc) => Promise<T | { kind: "unavailable"; reason: string }>,
	): Promise<T> {
		const rpc = createJsonRpc({ url: rpcUrls.get(chainId) ?? "", timeoutMs: RPC_TIMEOUT_MS });
		return askNode(rpc, budgets, { ...metering, outage: caseErrors.unavailable_chain }, read);
	}

	/** Asks the chain's node. @throws AppError */
	async function standing(of: ModuleCase, by: NodePayer, now: number): Promise<ModuleStanding> {
		const approvals = of.approvals.map((approval) => ({ ...approval, isCurrent: false }));
		const calls = { schedule: null, execute: null, veto: null };
		const nothing = { configuration: null, status: null, approvals, calls };
		const { chainId, lostAccount: account } = of.rec;
		if (!reviewers.has(chainId)) return { ...nothing, state: "not_offered" };
		const { configuration, status } = await ask(chainId, { by, block: REQUESTS_TO_READ }, (rpc) =>
			readModule(rpc, { chainId, account, jrcHash: of.jrcHash }),
		);
		if (!configuration || !status) return { ...nothing, status, state: "not_configured" };
		const numbers = { round: status.round, generation: configuration.generation };
		const isCurrent = (approval: Approval) => isUsable(approval, numbers, now / SECOND_MS);
		const current = { approvals: of.approvals.filter(isCurrent) };
		const set = completeSet(current, configuration.threshold);
		const isScheduled = status.state === "waiting" || status.state === "ready";
		const isDone = status.state === "executed";
		return {
			state: status.state,
			...{ configuration, status },
			approvals: of.approvals.map((approval) => ({ ...approval, isCurrent: isCurrent(approval) })),
			calls: {
				// The service helps with nothing that it has halted or closed.
				schedule:
					of.isExecutable && set && !isScheduled && !isDone
						? moduleCalls.schedule({ intent: of, ...termsOf(set), approvals: set })
						: null,
				execute: of.isExecutable && isScheduled ? moduleCalls.execute(of) : null,
				veto: isDone ? null : moduleCalls.veto({ account, jrcHash: of.jrcHash }),
			},
		};
	}

	/** The move by which a reviewer approves. @throws AppError */
	async function judge(
		given: GivenApproval,
		of: CaseParties,
		{ reviewerId, by }: { reviewerId: string; by: NodePayer },
	): Promise<Extract<MoveCommand, { kind: "approve_execution" }>> {
		const { chainId, lostAccount: account, jrcHash } = of;
		const { reviewer, signature, notBefore, deadline, round, generation } = given;
		const named = reviewers.get(chainId);
		if (!named) throw statusConflict(`This service takes no approvals for chain ${chainId}.`);
		if (!named.includes(reviewer.toLowerCase())) throw notReviewer("that this service's operator has named");
		const terms = { notBefore, deadline, round, generation };
		const message = { ...terms, reviewer, account, jrcHash, chainId, module: moduleAddress };
		const digest = approvalDigest(message);
		const { configuration, verdict } = await ask(chainId, { by, block: REQUESTS_TO_APPROVE }, async (rpc) => {
			const found = await readModule(rpc, { chainId, account, jrcHash });
			if (found.kind === "unavailable") return found;
			checkTerms(found, given);
			const { blockNumber } = found;
			const checked = await checkReviewer(rpc, { reviewer, digest, signature, blockNumber });
			return checked.kind === "unavailable" ? checked : { ...found, kind: "judged", verdict: checked };
		});
		if (verdict.kind === "invalid") {
			const bytes = hexToBytes(signature);
			throw signatureError({
				kind: "invalid_signer",
				reason: verdict.reason,
				...(verdict.byContract && { byContract: true }),
				comparison: {
					expectedSigner: reviewer,
					recoveredSigner: recoverAddress(digest, bytes),
					digest: bytesToHex(digest),
					chainId,
					bytes: bytes.length,
				},
			});
		}
		return {
			kind: "approve_execution",
			...{ reviewerId, terms, signature },
			reviewer: toChecksumAddress(reviewer),
			module: moduleAddress,
			threshold: configuration?.threshold ?? 0,
			proof: verdict.proof,
		};
	}

	/** What the account is, on a chain with the module. @throws AppError */
	const accountOnChain = (of: { chainId: number; account: string }, by: NodePayer): Promise<AccountOnChain> =>
		ask(of.chainId, { by, block: REQUESTS_FOR_ACCOUNT }, (rpc) => readAccount(rpc, of));

	return { standing, judge, accountOnChain };
}

const termsOf = ([first]: readonly Approval[]) => ({
	notBefore: first?.terms.notBefore ?? 0,
	deadline: first?.terms.deadline ?? 0,
});

/** @throws AppError unless the reviewer can approve with these numbers */
function checkTerms({ configuration, status }: OnChain, given: GivenApproval): void {
	if (!configuration || !status)
		throw statusConflict(
			"The lost account has not configured the recovery module on its chain, so nobody can approve a recovery there.",
		);
	if (!configuration.reviewers.some((one) => one.toLowerCase() === given.reviewer.toLowerCase()))
		throw notReviewer("that the lost account has configured on its chain");
	if (status.state === "waiting" || status.state === "ready" || status.state === "executed")
		throw statusConflict(
			"The recovery is scheduled or executed on its chain already, and needs no approval.",
		);
	for (const [field, found] of [
		["round", status.round],
		["generation", configuration.generation],
	] as const) {
		if (given[field] === found) continue;
		throw new AppError({
			code: "RECOVERY_STATUS_ERROR",
			message: `The approval names another ${field} than the chain, so it would be worth nothing there. Nothing was stored. Read the approval of the case again, and sign anew.`,
			details: [{ field, rule: "outdated", message: `must be ${found}` }],
		});
	}
}

const notReviewer = (which: string) =>
	new AppError({
		code: "FORBIDDEN",
		message: `The address is not one of the reviewers ${which}. Nothing was stored.`,
		details: [{ field: "reviewer", rule: "not_allowed", message: `must be a reviewer ${which}` }],
	});
