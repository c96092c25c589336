/** A reviewer's decision as a move of the case, and the check of what she compared (recovery.md "Review"). */
import type { Hex } from "../../kernel/encoding/hex.ts";
import { type ErrorDetail, invalidField } from "../../kernel/errors/app-error.ts";
import type { CaseRecord } from "../../protocol/case-record.ts";
import { type ComparedValue, type ComparisonFault, comparisonFaults } from "../../protocol/comparison.ts";
import type { REQUEST_REASONS } from "../../protocol/enumerations.ts";
import type { ReviewerMove } from "../../protocol/signed-decision.ts";
import { caseNotFound } from "../errors.ts";

/** `version`: that of the case that the reviewer has read. */
export type CaseDecision = { version?: number | undefined; compared?: ComparedValue[] | undefined } & (
	| { decision: "verify_order" | "verify_and_resume" | "clear" | "reject"; reason: string }
	| {
			decision: "require_action";
			reason: string;
			statusReason?: (typeof REQUEST_REASONS)[number] | undefined;
	  }
	| { decision: "attest_execution"; reason: string; txHash: Hex }
);

export function commandOf(decision: CaseDecision, reviewerId: string): ReviewerMove {
	const { compared } = decision;
	const decided = { reviewerId, note: decision.reason, ...(compared && { compared }) };
	switch (decision.decision) {
		case "verify_order":
		case "clear":
		case "reject":
			return { kind: decision.decision, ...decided };
		case "verify_and_resume":
			return { kind: "verify_order", ...decided, resumes: "halt" };
		case "require_action":
			return {
				kind: "require_action",
				...decided,
				statusReason: decision.statusReason ?? "order_unverifiable",
			};
		case "attest_execution": {
			// Lower case, so that two reviewers name the same transaction.
			const txHash: Hex = `0x${decision.txHash.slice(2).toLowerCase()}`;
			return { kind: "attest_execution", ...decided, txHash };
		}
	}
}

/** A case of another version decides itself: it rejects the decision, or the decision is a repetition. */
export async function checkCompared(
	{ kind, compared }: ReviewerMove,
	version: number | undefined,
	readRecord: () => Promise<string | null>,
): Promise<void> {
	if (!compared) return;
	if (version === undefined) throw versionNeeded();
	const text = await readRecord();
	if (text === null) throw caseNotFound();
	const record: CaseRecord = JSON.parse(text);
	if (record.version !== version) return;
	const { jrcHash, case: rec, transactions: txs, courtOrder } = record;
	const [fault] = comparisonFaults(compared, { jrcHash, rec, txs, courtOrder }, kind === "verify_order");
	if (fault) {
		const field = `compared[${fault.at}].${fault.field}`;
		throw invalidField({ field, ...COMPARISON_RULES[fault.problem] });
	}
}

const COMPARISON_RULES: Record<ComparisonFault["problem"], Omit<ErrorDetail, "field">> = {
	unknown: { rule: "one_of", message: "is no value of this case that can be compared" },
	repeated: { rule: "duplicate", message: "is compared twice" },
	unequal: { rule: "must_equal", message: "differs from the claim, so it needs `differs`" },
	equal: { rule: "must_differ", message: "explains a difference, but the values are equal" },
	other_order: {
		rule: "not_allowed",
		message:
			"differs from the claim, and an order that names another account, hash or number cannot be verified",
	},
};

export const versionNeeded = () =>
	invalidField({
		field: "version",
		rule: "required",
		message: "is needed for a decision that is signed, or that says what was compared",
	});
