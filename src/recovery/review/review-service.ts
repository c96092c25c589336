/**
 * What reviewers are shown of cases, and what they decide. What a decision does is the lifecycle's to say
 * (recovery.md "Lifecycle"); whether its caller is a reviewer, the route's policy.
 */
import * as z from "zod";
import type { Hex } from "../../kernel/hex.ts";
import { type Infer, lazy } from "../../kernel/once.ts";
import type { CaseIndex, CaseRow } from "../case/case-index.d1.ts";
import type { CaseParties, MoveResult } from "../case/case-messages.ts";
import type { CaseObject } from "../case/case-object.ts";
import type { MoveCommand } from "../case/case-state.ts";
import type { ReportResult } from "../execution/execution-messages.ts";
import { type CallDescription, describeCall } from "./describe-call.ts";
import type { ReviewersAmong } from "./reviewer-roles.d1.ts";

type ReviewPorts = {
	caseObject: (caseId: string) => Pick<CaseObject, "move" | "read" | "parties" | "reportExecution">;
	index: Pick<CaseIndex, "openCasesOf" | "hasOpenCaseOf">;
	/** Whether the operator has named a node of this chain. */
	hasNode: (chainId: number) => boolean;
	reviewersAmong: ReviewersAmong;
};

/** The list by `account` has all of them. */
const MAX_COMPETING_CASES = 100;

/** What is read of a record; the rest of it goes out as it is. */
const recordSchema = lazy(() =>
	z.looseObject({
		case: z.looseObject({ chainId: z.number(), lostAccount: z.string() }),
		transactions: z.array(z.object({ dest: z.string(), value: z.string(), data: z.string() })),
	}),
);

export type ReviewedCase = {
	record: Infer<typeof recordSchema>;
	transactionsInWords: CallDescription[];
	/** Other open cases of the same lost account on the same chain, oldest first. */
	competing: CaseRow[];
};

export type CaseDecision =
	| { decision: "verify_order" | "clear" | "reject"; reason: string }
	| {
			decision: "require_action";
			reason: string;
			statusReason?: "order_unverifiable" | "documents_missing" | undefined;
	  }
	| { decision: "attest_execution"; reason: string; txHash: Hex };

/** The reviewer's own account has an open case on the same lost account. */
type Competes = { kind: "competes_with_own" };

export type DecisionOutcome = MoveResult | { kind: "chain_can_be_asked"; chainId: number } | Competes;

export type CaseReview = ReturnType<typeof createReview>;

export function createReview({ caseObject, index, hasNode, reviewersAmong }: ReviewPorts) {
	/** The whole case with what it has to be judged by, or null where there is none. */
	async function read(caseId: string): Promise<ReviewedCase | null> {
		const text = await caseObject(caseId).read({ kind: "reviewer" });
		if (text === null) return null;
		const record = recordSchema().parse(JSON.parse(text));
		const { chainId, lostAccount } = record.case;
		const lost = { chainId, account: lostAccount.toLowerCase() };
		const open = await index.openCasesOf(lost, undefined, MAX_COMPETING_CASES + 1);
		return {
			record,
			transactionsInWords: record.transactions.map(describeCall),
			competing: open.filter((row) => row.caseId !== caseId).slice(0, MAX_COMPETING_CASES),
		};
	}

	/**
	 * Decides about a case. Nobody does whose own account has a case that competes with it; the case itself refuses its
	 * own developer. The word of reviewers counts for an execution only where no node can be asked, and as long as they
	 * are reviewers (ADR 31).
	 */
	async function decide(
		caseId: string,
		reviewerId: string,
		decision: CaseDecision,
	): Promise<DecisionOutcome> {
		const object = caseObject(caseId);
		const parties = await object.parties({ kind: "reviewer" });
		if (!parties) return { kind: "not_found" };
		if (await competes(parties, reviewerId)) return { kind: "competes_with_own" };
		const { chainId } = parties;
		if (decision.decision === "attest_execution" && hasNode(chainId)) {
			return { kind: "chain_can_be_asked", chainId };
		}
		const command = commandOf(decision, reviewerId);
		if (command.kind !== "attest_execution") return object.move(command, { kind: "reviewer" });
		const former = await formerAmong(parties);
		return object.move(former.length > 0 ? { ...command, former } : command, { kind: "reviewer" });
	}

	/** Who has attested and is no reviewer any more. */
	async function formerAmong({ attestations }: CaseParties): Promise<string[]> {
		const attesters = attestations.map(({ reviewerId }) => reviewerId);
		const standing = attesters.length > 0 ? await reviewersAmong(attesters) : new Set();
		return attesters.filter((id) => !standing.has(id));
	}

	/** Has the chain looked at: what it shows may halt the case, so it is no more for a rival than a decision. */
	async function reportExecution(
		caseId: string,
		reviewerId: string,
		txHashes: readonly Hex[],
	): Promise<ReportResult | Competes> {
		const object = caseObject(caseId);
		const parties = await object.parties({ kind: "reviewer" });
		if (!parties) return { kind: "not_found" };
		if (await competes(parties, reviewerId)) return { kind: "competes_with_own" };
		return object.reportExecution(txHashes, { kind: "reviewer" });
	}

	function competes({ caseId, chainId, lostAccount }: CaseParties, reviewerId: string): Promise<boolean> {
		return index.hasOpenCaseOf(reviewerId, { chainId, account: lostAccount.toLowerCase() }, caseId);
	}

	return { read, decide, reportExecution };
}

function commandOf(decision: CaseDecision, reviewerId: string): MoveCommand {
	const signed = { reviewerId, note: decision.reason };
	switch (decision.decision) {
		case "verify_order":
		case "clear":
		case "reject":
			return { kind: decision.decision, ...signed };
		case "require_action":
			return {
				kind: "require_action",
				...signed,
				statusReason: decision.statusReason ?? "order_unverifiable",
			};
		case "attest_execution": {
			// Two reviewers mean one transaction, however they spell it.
			const txHash: Hex = `0x${decision.txHash.slice(2).toLowerCase()}`;
			return { kind: "attest_execution", ...signed, txHash };
		}
	}
}
