/**
 * The transition table of a case (recovery.md "Lifecycle").
 *
 * Over 300 lines, because the moves of one table belong together.
 */
import { bytesToHex, type Hex } from "../kernel/encoding/hex.ts";
import { isAsked } from "./answered.ts";
import { addDocument } from "./case-documents.ts";
import type { Actor, CaseState, CreateCommand, Execution, MoveCommand } from "./case-state.ts";
import { judgeContestAll } from "./contest-all.ts";
import type { Decision } from "./decision.ts";
import {
	type ActionReason,
	type CaseStatus,
	OPEN_STATUSES,
	REQUEST_REASONS,
	type StatusReason,
} from "./enumerations.ts";
import { isClosedByContest } from "./intent.ts";
import { approveExecution, observeModule } from "./module-moves.ts";
import { pendingPhase } from "./pending-phase.ts";
import type { CourtInfo, SignedMessages } from "./signed-messages.ts";

/** The digests of the messages that move a case. */
export type MoveDigests = Pick<SignedMessages, "closeCaseDigest" | "contestAllDigest" | "courtOrderDigest">;

const SECOND_MS = 1000;

/** Every other halt needs a reviewer. */
const RESOLVED_BY_ORDER: readonly (StatusReason | null)[] = [...REQUEST_REASONS, "expired"];

const wrongStatus: Decision = { kind: "rejected", reason: "wrong_status" };

export function isOpen(status: CaseStatus): boolean {
	return OPEN_STATUSES.some((open) => open === status);
}

/** An expired case costs nothing until an order revives it (recovery.md "When a case expires"). */
export function isDormant({ status, statusReason }: Pick<CaseState, "status" | "statusReason">): boolean {
	return status === "action_required" && statusReason === "expired";
}

/** The move that the clock makes next, and its time in unix milliseconds. */
export function clockMoveOf(state: CaseState): { kind: "expire" | "allow_execution"; at: number } | null {
	const { status, courtOrder, executeAfter, expiresAt, phase } = state;
	if (status === "created" && expiresAt !== null) return { kind: "expire", at: expiresAt };
	const isVerified = status === "pending" && courtOrder?.verification === "verified";
	if (!isVerified || executeAfter === null || phase === "executable") return null;
	return { kind: "allow_execution", at: executeAfter };
}

/** A case that is halted no more judges its stored final execution without a request. */
export function followUpOf(state: CaseState): MoveCommand | null {
	const isRunning = state.status === "created" || state.status === "pending";
	const canJudge = isRunning && state.execution?.state === "final";
	return canJudge ? { kind: "judge_execution" } : null;
}

/** Decides the first move. @param now unix milliseconds */
export function createCase(command: CreateCommand, now: number): Extract<Decision, { kind: "moved" }> {
	const state: CaseState = {
		caseId: command.caseId,
		jrcHash: command.jrcHash,
		source: command.source,
		developerId: command.developerId,
		subject: command.subject,
		...(command.reference !== undefined && { reference: command.reference }),
		...(command.tokenDecimals !== undefined && { tokenDecimals: command.tokenDecimals }),
		...(command.link && { linkId: command.link.linkId }),
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

/** Decides a later move. @param now unix milliseconds */
export function decide(state: CaseState, command: MoveCommand, now: number, digests: MoveDigests): Decision {
	const message = signedMessageOf(state, command, digests);
	const isSpent = message !== null && state.spentMessages.includes(message);
	if (isSpent && stillStands(state, command, message, digests)) return { kind: "unchanged" };
	// The chain goes on, also after the end of a case.
	if (command.kind === "observe_module") return observeModule(state, command);
	if (!isOpen(state.status)) return wrongStatus;
	if ("reviewerId" in command && command.reviewerId === state.developerId) {
		return { kind: "rejected", reason: "own_case" };
	}
	if ("signed" in command && command.signed && now > command.signed.expiresAt) {
		return { kind: "rejected", reason: "signature_expired" };
	}
	const decision = decideOpen(state, command, now);
	if (decision.kind !== "moved" || message === null) return decision;
	if (isSpent) return { kind: "rejected", reason: "message_spent" };
	return { ...decision, state: { ...decision.state, spentMessages: [...state.spentMessages, message] } };
}

/**
 * True if the case still has the result of this spent message. Then a repetition succeeds, so that retries are safe.
 */
function stillStands(
	state: CaseState,
	command: MoveCommand,
	message: Hex,
	{ courtOrderDigest }: MoveDigests,
): boolean {
	const { statusReason, courtOrder, spentMessages } = state;
	switch (command.kind) {
		case "withdraw":
			return statusReason === "withdrawn_by_claimant";
		case "contest":
		case "contest_all": {
			if (statusReason !== "contested") return statusReason === "contested_by_lost_account";
			// Only the first court order may follow an open contest. Any other later message shows that the contest was
			// handled.
			const { chainId } = state.rec;
			const order =
				courtOrder && courtOrderDigest({ chainId, jrcHash: state.jrcHash, courtInfo: courtOrder });
			const later = spentMessages.slice(spentMessages.indexOf(message) + 1);
			return later.every((spent) => order !== null && spent === bytesToHex(order));
		}
		case "attach_order":
			// A case that asks for a corrected order has already handled this order.
			return (
				isOpen(state.status) &&
				!RESOLVED_BY_ORDER.includes(statusReason) &&
				courtOrder !== null &&
				isSameOrder(courtOrder, command.courtInfo)
			);
		default:
			return false;
	}
}

/**
 * The EIP-712 digest of a move's message; null without a message. Moves count by digest, because a message can be
 * signed in many ways (recovery.md "Signed messages count once").
 */
export function signedMessageOf(
	{ rec, jrcHash }: CaseState,
	command: MoveCommand,
	{ closeCaseDigest, contestAllDigest, courtOrderDigest }: MoveDigests,
): Hex | null {
	if (!("signature" in command)) return null;
	const { chainId, lostAccount: account } = rec;
	switch (command.kind) {
		case "attach_order":
			return bytesToHex(courtOrderDigest({ chainId, jrcHash, courtInfo: command.courtInfo }));
		case "contest":
		case "withdraw":
			return bytesToHex(closeCaseDigest({ chainId, jrcHash, action: command.kind, reason: command.reason }));
		case "contest_all": {
			const { nonce, deadline } = command;
			return bytesToHex(contestAllDigest({ chainId, account, nonce, deadline }));
		}
		// Repeating it has no further effect, because its reviewer counts once.
		case "approve_execution":
			return null;
	}
}

function decideOpen(state: CaseState, command: MoveCommand, now: number): Decision {
	switch (command.kind) {
		case "attach_order":
			return attachOrder(state, command, now);
		case "contest":
			return contest(state);
		case "contest_all":
			return contestAll(state, command);
		case "withdraw":
			return moveTo(state, "recovery_account", "rejected", "withdrawn_by_claimant");
		case "expire":
		case "allow_execution":
			return moveByClock(state, command.kind, now);
		case "observe_activity":
			return halt(state, "chain", "lost_account_active");
		case "lose_watch":
			return state.notWatched || isDormant(state)
				? { kind: "unchanged" }
				: setWatch(state, command.notWatched);
		case "regain_watch":
			return state.notWatched ? setWatch(state, undefined) : { kind: "unchanged" };
		case "find_mismatch":
			return halt(state, "chain", "execution_mismatch");
		case "prove_execution":
			return judge({ ...state, execution: command.execution }, command.execution);
		case "judge_execution":
			return state.execution ? judge(state, state.execution) : { kind: "unchanged" };
		case "verify_order":
			return verifyOrder(state, command, now);
		case "require_action":
			return halt({ ...state, statusNote: command.note }, reviewerActor(command), command.statusReason);
		case "clear":
			return clear(state, command, now);
		case "reject":
			return moveTo(
				{ ...state, statusNote: command.note },
				reviewerActor(command),
				"rejected",
				"rejected_by_reviewer",
			);
		case "attest_execution":
			return attest(state, command, now);
		case "add_document":
			return addDocument(state, command, now);
		case "approve_execution":
			return approveExecution(state, command, now);
		case "observe_module":
			return observeModule(state, command);
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
	const endsHalt = isHalted && RESOLVED_BY_ORDER.includes(state.statusReason);
	const isFirst = isHalted && state.courtOrder === null;
	if (state.status !== "created" && !endsHalt && !isFirst) return wrongStatus;
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
		firstVerifier: undefined,
		approvals: undefined,
		executeAfter: now + challengePeriodSeconds * SECOND_MS,
		expiresAt: null,
		attestations: [],
		statusNote: null,
	};
	// Only an order lets reviewers clear a case. Without this rule an early contest would halt it for ever.
	if (isFirst && !endsHalt) return { kind: "moved", state: attached, actor: "recovery_account", event: null };
	return toPending(attached, "recovery_account", now);
}

function isSameOrder(order: CourtInfo, other: CourtInfo): boolean {
	return (
		order.title === other.title &&
		order.fullCaseNumber === other.fullCaseNumber &&
		order.courtId === other.courtId &&
		order.docketNumber === other.docketNumber
	);
}

/** A lost key that signs is not lost, but a thief may hold a dead owner's key, so a reviewer decides. */
function contest(state: CaseState): Decision {
	if (isClosedByContest(state.rec.reasonForRecovery)) {
		return moveTo(state, "lost_account", "rejected", "contested_by_lost_account");
	}
	return haltByContest(state);
}

function haltByContest(state: CaseState): Decision {
	if (state.status === "action_required" && state.statusReason === "contested") return wrongStatus;
	return moveTo(state, "lost_account", "action_required", "contested");
}

/** An owner who loses the key later must be able to recover, so a later case is only halted (ADR 61). */
function contestAll(state: CaseState, message: Extract<MoveCommand, { kind: "contest_all" }>): Decision {
	switch (judgeContestAll(message, state.createdAt)) {
		case "contests":
			return contest(state);
		case "halts":
			return haltByContest(state);
		case "none":
			return { kind: "unchanged" };
	}
}

function moveByClock(state: CaseState, kind: "expire" | "allow_execution", now: number): Decision {
	const due = clockMoveOf(state);
	if (due?.kind !== kind || now < due.at) return { kind: "unchanged" };
	return kind === "expire"
		? moveTo(state, "clock", "action_required", "expired")
		: toPending(state, "clock", now);
}

/** recovery.md "How an execution is judged". */
function judge(state: CaseState, execution: Execution): Decision {
	if (execution.state !== "final" || state.status === "action_required") {
		return { kind: "moved", state, actor: "chain", event: null };
	}
	if (state.courtOrder?.verification !== "verified") {
		return moveTo(state, "chain", "action_required", "executed_without_verified_order");
	}
	if (state.executeAfter === null || execution.blockTime < state.executeAfter) {
		return moveTo(state, "chain", "action_required", "executed_before_challenge_period");
	}
	if (state.notWatched) return moveTo(state, "chain", "action_required", "owner_not_watched");
	return executed(state, execution, "chain");
}

function executed(state: CaseState, execution: Execution, actor: Actor): Decision {
	const txHash = execution.txHashes.at(-1) ?? null;
	return moveTo({ ...state, execution, txHash }, actor, "executed", null);
}

function verifyOrder(
	state: CaseState,
	command: Extract<MoveCommand, { kind: "verify_order" }>,
	now: number,
): Decision {
	const { reviewerId, note, needed = 1, former = [], resumes } = command;
	const isHalted = state.status === "action_required";
	if (!isHalted && (state.status !== "pending" || resumes)) return wrongStatus;
	if (!state.courtOrder) return { kind: "rejected", reason: "no_order" };
	if (state.courtOrder.verification === "verified") {
		return resumes ? clear(state, command, now) : { kind: "unchanged" };
	}
	const first = former.includes(state.firstVerifier ?? "") ? undefined : state.firstVerifier;
	if (needed > 1 && first === reviewerId) return { kind: "rejected", reason: "second_reviewer_needed" };
	const isFirst = needed > 1 && first === undefined;
	const noted: CaseState = {
		...state,
		courtOrder: {
			...state.courtOrder,
			verification: isFirst ? "verified_once" : "verified",
			verifiedAt: isFirst ? null : now,
		},
		firstVerifier: isFirst ? reviewerId : undefined,
		statusNote: note,
	};
	if (isFirst || (isHalted && !resumes)) {
		return { kind: "moved", state: noted, actor: reviewerActor(command), event: null };
	}
	return isHalted ? clear(noted, command, now) : toPending(noted, reviewerActor(command), now);
}

function clear(
	state: CaseState,
	command: Extract<MoveCommand, { kind: "clear" | "verify_order" }>,
	now: number,
): Decision {
	if (state.status !== "action_required") return wrongStatus;
	if (!state.courtOrder) {
		if (!isAsked(state)) return { kind: "rejected", reason: "no_order" };
		return moveTo({ ...state, statusNote: command.note }, reviewerActor(command), "created", null);
	}
	// The reviewer has looked instead, so that the execution is judged.
	const notWatched = state.statusReason === "owner_not_watched" ? undefined : state.notWatched;
	return toPending({ ...state, notWatched, statusNote: command.note }, reviewerActor(command), now);
}

function attest(
	state: CaseState,
	command: Extract<MoveCommand, { kind: "attest_execution" }>,
	now: number,
): Decision {
	if (state.status !== "pending") return wrongStatus;
	if (state.courtOrder?.verification !== "verified")
		return { kind: "rejected", reason: "order_not_verified" };
	if (state.executeAfter === null || now < state.executeAfter) {
		return { kind: "rejected", reason: "challenge_period_running" };
	}
	const { reviewerId, txHash, note, former = [] } = command;
	const others = state.attestations.filter((by) => ![reviewerId, ...former].includes(by.reviewerId));
	if (state.attestations.some((known) => known.reviewerId === reviewerId && known.txHash === txHash)) {
		return { kind: "unchanged" };
	}
	const attested = { ...state, attestations: [...others, { reviewerId, txHash }], statusNote: note };
	if (!others.some((attestation) => attestation.txHash === txHash)) {
		return { kind: "moved", state: attested, actor: reviewerActor(command), event: null };
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
	return executed(attested, execution, reviewerActor(command));
}

function halt(state: CaseState, actor: Actor, reason: ActionReason): Decision {
	if (state.status !== "created" && state.status !== "pending") return wrongStatus;
	return moveTo(state, actor, "action_required", reason);
}

function toPending(state: CaseState, actor: Actor, now: number): Decision {
	const { courtOrder, executeAfter } = state;
	const phase = pendingPhase({ verification: courtOrder?.verification, executeAfter }, now);
	return moveTo({ ...state, phase }, actor, "pending", null);
}

function setWatch(state: CaseState, notWatched: CaseState["notWatched"]): Decision {
	return { kind: "moved", state: { ...state, notWatched }, actor: "clock", event: null };
}

function moveTo(
	state: CaseState,
	actor: Actor,
	status: CaseStatus,
	statusReason: StatusReason | null,
): Decision {
	const needsWatch = isOpen(status) && !isDormant({ status, statusReason });
	return {
		kind: "moved",
		state: { ...state, status, statusReason, notWatched: needsWatch ? state.notWatched : undefined },
		actor,
		event: `recovery_case.${status}`,
	};
}

function reviewerActor({ reviewerId }: { reviewerId: string }): Actor {
	return `reviewer:${reviewerId}`;
}
