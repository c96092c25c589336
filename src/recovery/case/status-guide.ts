/**
 * The meaning, actor and exits of each status and reason, for the OpenAPI document and docs/case-lifecycle.md. A test
 * compares the exits with the transition table. Not part of the Worker.
 */
import type { MoveCommand } from "../../protocol/case-state.ts";
import type { CaseStatus, StatusReason } from "../../protocol/enumerations.ts";
import { CLOSED_BY_CONTEST } from "../../protocol/intent.ts";

type Move = MoveCommand["kind"];
/** `pending`, or `action_required/expired`. */
type Target = CaseStatus | `${CaseStatus}/${StatusReason}`;
/** Moves that end a status or reason, with their possible results. */
type Exits = Partial<Record<Move, readonly Target[]>>;

export type Guide = { meaning: string; whoActs: string; exits: Exits };

const CLOSED = CLOSED_BY_CONTEST.map((reason) => `\`${reason}\``).join(" or ");
const NOBODY = "Nobody, because this is final.";
const REVIEWER_DECIDES = "A reviewer, who clears or rejects the case.";

const CLOSING: Exits = {
	contest: ["rejected/contested_by_lost_account", "action_required/contested"],
	contest_all: ["rejected/contested_by_lost_account", "action_required/contested"],
	withdraw: ["rejected/withdrawn_by_claimant"],
	reject: ["rejected/rejected_by_reviewer"],
};

/** Shared by `created` and `pending`. */
const HALTING: Exits = {
	...CLOSING,
	observe_activity: ["action_required/lost_account_active"],
	find_mismatch: ["action_required/execution_mismatch"],
	require_action: ["action_required/order_unverifiable", "action_required/documents_missing"],
};

const JUDGED: readonly Target[] = [
	"executed",
	"action_required/executed_without_verified_order",
	"action_required/executed_before_challenge_period",
	"action_required/owner_not_watched",
];

const halted = (guide: Omit<Guide, "exits">, exits: Exits = {}): Guide => ({
	...guide,
	exits: { ...CLOSING, clear: ["pending"], ...exits },
});
const byOrder: Exits = { attach_order: ["pending"] };
const byAnswer: Exits = { ...byOrder, clear: ["pending", "created"] };

export const REASON_GUIDE: Record<StatusReason, Guide> = {
	order_unverifiable: halted(
		{
			meaning: "A reviewer could not verify the court order.",
			whoActs:
				"The claimant, who attaches a corrected order, or answers with a document; after such an answer a reviewer, who clears or rejects the case.",
		},
		byAnswer,
	),
	documents_missing: halted(
		{
			meaning: "A reviewer needs more documents.",
			whoActs:
				"The claimant, who adds them or attaches a corrected order; after a document a reviewer, who clears or rejects the case.",
		},
		byAnswer,
	),
	contested: halted(
		{
			meaning: `The lost account has signed a contest, and the reason for recovery is not ${CLOSED}: a thief may hold the key of a dead owner. Or the case was filed after the lost account had contested all cases: the owner may have lost the key since. So this halts the case and does not end it.`,
			whoActs: REVIEWER_DECIDES,
		},
		{
			contest: ["rejected/contested_by_lost_account"],
			contest_all: ["rejected/contested_by_lost_account"],
		},
	),
	lost_account_active: halted({
		meaning: "The lost account has sent a transaction since the case was filed.",
		whoActs: REVIEWER_DECIDES,
	}),
	expired: halted(
		{
			meaning: "The case had no court order at `expiresAt`. Nothing is deleted.",
			whoActs: "The claimant, who attaches an order, however late.",
		},
		byOrder,
	),
	executed_without_verified_order: halted({
		meaning: "The transactions are final on the chain, but no reviewer had verified the court order.",
		whoActs:
			"A reviewer, who verifies the order and clears: the same execution is judged again. Without an order at that time, only a rejection is left.",
	}),
	executed_before_challenge_period: halted({
		meaning: "The transactions are final on the chain, but were executed before `executeAfter`.",
		whoActs: "A reviewer, who can only reject: clearing judges the same execution again.",
	}),
	owner_not_watched: halted({
		meaning:
			"The transactions are final on the chain, but three daily looks at the lost account had failed, so nobody knows whether its owner was active.",
		whoActs:
			"A reviewer, who looks at the account's activity and clears: the same execution is judged. Or who rejects.",
	}),
	execution_mismatch: halted({
		meaning: "The transactions that were named failed, or did not do what the case asks for.",
		whoActs: REVIEWER_DECIDES,
	}),
	contested_by_lost_account: {
		meaning: `The lost account has signed a contest of a case with the reason ${CLOSED}. A key that signs is not lost.`,
		whoActs: NOBODY,
		exits: {},
	},
	withdrawn_by_claimant: {
		meaning: "The recovery account has signed a withdrawal.",
		whoActs: NOBODY,
		exits: {},
	},
	rejected_by_reviewer: {
		meaning: "A reviewer has rejected the case; `statusNote` has the reason.",
		whoActs: NOBODY,
		exits: {},
	},
};

export const STATUS_GUIDE: Record<CaseStatus, Guide> = {
	created: {
		meaning: "The signed case is stored, and its jrcHash can go into a court filing.",
		whoActs: "The claimant, who attaches the court order before `expiresAt`.",
		exits: {
			...HALTING,
			attach_order: ["pending"],
			expire: ["action_required/expired"],
			prove_execution: ["action_required/executed_without_verified_order"],
			judge_execution: ["action_required/executed_without_verified_order"],
		},
	},
	pending: {
		meaning: "A court order is attached. Review, challenge period and execution are under way.",
		whoActs:
			"A reviewer, who verifies the order; then, from `executeAfter` on, the lost account or an agent that the operator lists, which executes the transactions.",
		exits: {
			...HALTING,
			prove_execution: JUDGED,
			judge_execution: JUDGED,
			attest_execution: ["executed"],
		},
	},
	action_required: {
		meaning: "The case is halted; `statusReason` says why and who must act.",
		whoActs: "Whom `statusReason` names.",
		exits: halted({ meaning: "", whoActs: "" }, byAnswer).exits,
	},
	executed: {
		meaning: "The transactions were seen on the chain and are final, or two reviewers have attested them.",
		whoActs: NOBODY,
		exits: {},
	},
	rejected: {
		meaning:
			"The case is closed without execution; `statusReason` says why. Its intent cannot be filed again: filing it returns this case.",
		whoActs: NOBODY,
		exits: {},
	},
};

export const MOVE_WORDS: Record<
	Exclude<
		Move,
		| "add_document"
		| "allow_execution"
		| "approve_execution"
		| "lose_watch"
		| "observe_module"
		| "regain_watch"
		| "verify_order"
	>,
	string
> = {
	attach_order: "the claimant attaches a court order",
	contest: `the owner contests, which closes a case with the reason ${CLOSED} and halts any other`,
	contest_all: "the owner contests all cases",
	withdraw: "the claimant withdraws",
	expire: "`expiresAt` passes without an order",
	observe_activity: "the lost account is active on the chain",
	prove_execution: "the chain proves the execution",
	find_mismatch: "the chain disproves a named execution",
	judge_execution: "an execution that was proven earlier is judged again",
	require_action: "a reviewer asks for more",
	clear: "a reviewer clears",
	reject: "a reviewer rejects",
	attest_execution: "a second reviewer attests the execution",
};
