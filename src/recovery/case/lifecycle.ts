/**
 * Which command moves a case where: the transition table of recovery.md "Lifecycle", and nothing else.
 * Pure: state, command and time in, decision out. A refused command leaves no trace.
 */
import { addDocument } from "../documents/case-documents.ts";
import type { CourtInfo } from "../intent/typed-data.ts";
import type {
	ActionReason,
	Actor,
	CaseState,
	CaseStatus,
	CreateCommand,
	Execution,
	MoveCommand,
	StatusReason,
} from "./case-state.ts";
import type { Decision } from "./decision.ts";
import { signedMessageOf } from "./spent-messages.ts";

const SECOND_MS = 1000;

/** Reasons that a corrected court order answers; a contest or the owner's activity only a reviewer clears. */
const ANSWERED_BY_ORDER: readonly (StatusReason | null)[] = [
	"order_unverifiable",
	"documents_missing",
	"expired",
];

const wrongStatus: Decision = { kind: "refused", reason: "wrong_status" };

/** Whether a case can still move. */
export function isOpen(status: CaseStatus): boolean {
	return status !== "executed" && status !== "rejected";
}

/** What a case does by itself after a move: an execution that is on file is judged as soon as it can be. */
export function followUpOf(state: CaseState): MoveCommand | null {
	const isWaiting = state.status === "pending" && state.execution?.state === "final";
	return isWaiting ? { kind: "judge_execution" } : null;
}

/** The first move. @param now unix milliseconds */
export function createCase(command: CreateCommand, now: number): Extract<Decision, { kind: "moved" }> {
	const state: CaseState = {
		caseId: command.caseId,
		jrcHash: command.jrcHash,
		source: command.source,
		developerId: command.developerId,
		subject: command.subject,
		rec: command.rec,
		signer: command.proof,
		status: "created",
		statusReason: null,
		statusNote: null,
		courtOrder: null,
		documents: [],
		executeAfter: null,
		expiresAt: now + command.caseExpirySeconds * SECOND_MS,
		execution: null,
		attestations: [],
		spentMessages: [],
		txHash: null,
		eventSequence: 0,
		historySequence: 0,
		historyHash: command.jrcHash,
		createdAt: now,
		updatedAt: now,
		version: 0,
	};
	return { kind: "moved", state, actor: "recovery_account", event: "recovery_case.created" };
}

/** Every later move. @param now unix milliseconds */
export function decide(state: CaseState, command: MoveCommand, now: number): Decision {
	if (!isOpen(state.status)) return wrongStatus;
	if ("reviewerId" in command && command.reviewerId === state.developerId) {
		return { kind: "refused", reason: "own_case" };
	}
	const decision = decideOpen(state, command, now);
	const message = decision.kind === "moved" ? signedMessageOf(state, command) : null;
	if (decision.kind !== "moved" || message === null) return decision;
	if (state.spentMessages.includes(message)) return { kind: "refused", reason: "message_spent" };
	return { ...decision, state: { ...decision.state, spentMessages: [...state.spentMessages, message] } };
}

function decideOpen(state: CaseState, command: MoveCommand, now: number): Decision {
	switch (command.kind) {
		case "attach_order":
			return attachOrder(state, command, now);
		case "contest":
			return contest(state);
		case "withdraw":
			return to(state, "recovery_account", "rejected", "withdrawn_by_claimant");
		case "expire":
			return expire(state, now);
		case "observe_activity":
			return fromCreatedOrPending(state, "chain", "lost_account_active");
		case "find_mismatch":
			return fromCreatedOrPending(state, "chain", "execution_mismatch");
		case "prove_execution":
			return judge({ ...state, execution: command.execution }, command.execution);
		case "judge_execution":
			return state.execution ? judge(state, state.execution) : { kind: "unchanged" };
		case "verify_order":
			return verifyOrder(state, command, now);
		case "require_action":
			return fromCreatedOrPending(
				{ ...state, statusNote: command.note },
				reviewer(command),
				command.statusReason,
			);
		case "clear":
			return clear(state, command);
		case "reject":
			return to(
				{ ...state, statusNote: command.note },
				reviewer(command),
				"rejected",
				"rejected_by_reviewer",
			);
		case "attest_execution":
			return attest(state, command, now);
		case "add_document":
			return addDocument(state, command, now);
		default:
			return command satisfies never;
	}
}

function attachOrder(
	state: CaseState,
	{ courtInfo, challengePeriodSeconds }: Extract<MoveCommand, { kind: "attach_order" }>,
	now: number,
): Decision {
	if (state.status === "pending" && state.courtOrder && isSameOrder(state.courtOrder, courtInfo)) {
		return { kind: "unchanged" };
	}
	const isHalted = state.status === "action_required";
	const isAnswer = isHalted && ANSWERED_BY_ORDER.includes(state.statusReason);
	const isFirst = isHalted && state.courtOrder === null;
	if (state.status !== "created" && !isAnswer && !isFirst) return wrongStatus;
	const { title, fullCaseNumber, courtId, docketNumber } = courtInfo;
	const attached: CaseState = {
		...state,
		courtOrder: {
			title,
			fullCaseNumber,
			courtId,
			docketNumber,
			attachedAt: now,
			verification: "unverified",
			verifiedAt: null,
		},
		executeAfter: now + challengePeriodSeconds * SECOND_MS,
		expiresAt: null,
		attestations: [],
		statusNote: null,
	};
	// Without it no reviewer could ever clear the case, so whoever halts one early would have a veto (ADR 24).
	if (isFirst && !isAnswer) return { kind: "moved", state: attached, actor: "recovery_account", event: null };
	return to(attached, "recovery_account", "pending", null);
}

function isSameOrder(order: CourtInfo, other: CourtInfo): boolean {
	return (
		order.title === other.title &&
		order.fullCaseNumber === other.fullCaseNumber &&
		order.courtId === other.courtId &&
		order.docketNumber === other.docketNumber
	);
}

/** A lost key that signs is not lost. A dead owner's key that signs may be a thief's: that is for a reviewer. */
function contest(state: CaseState): Decision {
	if (state.rec.reasonForRecovery === "lost key") {
		return to(state, "lost_account", "rejected", "contested_by_lost_account");
	}
	if (state.status === "action_required" && state.statusReason === "contested") return wrongStatus;
	return to(state, "lost_account", "action_required", "contested");
}

function expire(state: CaseState, now: number): Decision {
	if (state.status !== "created" || state.expiresAt === null || now < state.expiresAt)
		return { kind: "unchanged" };
	return to(state, "clock", "action_required", "expired");
}

/** An execution counts when the order is verified and the challenge period was over when it happened. */
function judge(state: CaseState, execution: Execution): Decision {
	if (execution.state !== "final" || state.status === "action_required") {
		return { kind: "moved", state, actor: "chain", event: null };
	}
	if (state.courtOrder?.verification !== "verified") {
		return to(state, "chain", "action_required", "executed_without_verified_order");
	}
	if (state.executeAfter === null || execution.blockTime < state.executeAfter) {
		return to(state, "chain", "action_required", "executed_before_challenge_period");
	}
	return executed(state, execution, "chain");
}

function executed(state: CaseState, execution: Execution, actor: Actor): Decision {
	const txHash = execution.txHashes.at(-1) ?? null;
	return to({ ...state, execution, txHash }, actor, "executed", null);
}

function verifyOrder(
	state: CaseState,
	command: Extract<MoveCommand, { kind: "verify_order" }>,
	now: number,
): Decision {
	if (state.status !== "pending" && state.status !== "action_required") return wrongStatus;
	if (!state.courtOrder) return { kind: "refused", reason: "no_order" };
	if (state.courtOrder.verification === "verified") return { kind: "unchanged" };
	const courtOrder: CaseState["courtOrder"] = {
		...state.courtOrder,
		verification: "verified",
		verifiedAt: now,
	};
	const noted = { ...state, courtOrder, statusNote: command.note };
	return { kind: "moved", state: noted, actor: reviewer(command), event: null };
}

function clear(state: CaseState, command: Extract<MoveCommand, { kind: "clear" }>): Decision {
	if (state.status !== "action_required") return wrongStatus;
	if (!state.courtOrder) return { kind: "refused", reason: "no_order" };
	return to({ ...state, statusNote: command.note }, reviewer(command), "pending", null);
}

function attest(
	state: CaseState,
	command: Extract<MoveCommand, { kind: "attest_execution" }>,
	now: number,
): Decision {
	if (state.status !== "pending") return wrongStatus;
	if (state.courtOrder?.verification !== "verified") return { kind: "refused", reason: "order_not_verified" };
	if (state.executeAfter === null || now < state.executeAfter) {
		return { kind: "refused", reason: "challenge_period_running" };
	}
	const { reviewerId, txHash, note, former = [] } = command;
	const others = state.attestations.filter((by) => ![reviewerId, ...former].includes(by.reviewerId));
	if (state.attestations.some((known) => known.reviewerId === reviewerId && known.txHash === txHash)) {
		return { kind: "unchanged" };
	}
	const attested = { ...state, attestations: [...others, { reviewerId, txHash }], statusNote: note };
	if (!others.some((attestation) => attestation.txHash === txHash)) {
		return { kind: "moved", state: attested, actor: reviewer(command), event: null };
	}
	const execution: Execution = {
		txHashes: [txHash],
		state: "final",
		proof: "attested",
		calls: [],
		blockNumber: null,
		blockHash: null,
		blockTime: now,
		confirmedAt: now,
	};
	return executed(attested, execution, reviewer(command));
}

function fromCreatedOrPending(state: CaseState, actor: Actor, reason: ActionReason): Decision {
	if (state.status !== "created" && state.status !== "pending") return wrongStatus;
	return to(state, actor, "action_required", reason);
}

function to(state: CaseState, actor: Actor, status: CaseStatus, statusReason: StatusReason | null): Decision {
	return {
		kind: "moved",
		state: { ...state, status, statusReason },
		actor,
		event: `recovery_case.${status}`,
	};
}

function reviewer({ reviewerId }: { reviewerId: string }): Actor {
	return `reviewer:${reviewerId}`;
}
