/** The state of a case, for the words and shapes of pages. */
import type { CaseRecord } from "../../../protocol/case-record.ts";
import {
	ACTION_REASONS,
	type ActionReason,
	OPEN_STATUSES,
	type PendingPhase,
	REQUEST_REASONS,
	type VERIFICATIONS,
} from "../../../protocol/enumerations.ts";
import { pendingPhase } from "../../../protocol/pending-phase.ts";
import type { Copy } from "../copy/copy.ts";

type Verification = (typeof VERIFICATIONS)[number];
/** A record has the verification in its order, a line of a list beside it. */
type Standing = Pick<CaseRecord, "status" | "statusReason" | "executeAfter" | "answeredAt"> &
	({ courtOrder: { verification: Verification } | null } | { verification: Verification | null });

export function isOpen({ status }: Pick<CaseRecord, "status">): boolean {
	return OPEN_STATUSES.some((open) => open === status);
}

function phaseOf(standing: Standing, now: number): PendingPhase {
	const verification = "courtOrder" in standing ? standing.courtOrder?.verification : standing.verification;
	const executeAfter = standing.executeAfter === null ? null : Date.parse(standing.executeAfter);
	return pendingPhase({ verification, executeAfter }, now);
}

/** Status, phase or reason, and whether an answer waits for a reviewer. @param now unix milliseconds */
export function statusWords(
	standing: Standing,
	{ verify }: Pick<Copy, "verify">,
	now: number = Date.now(),
): string {
	const { status, statusReason, answeredAt } = standing;
	if (status === "pending") return verify.phases[phaseOf(standing, now)];
	const words = [
		verify.statuses[status],
		...(statusReason === null ? [] : [verify.statusReasons[statusReason]]),
	].join(": ");
	return answeredAt === null ? words : `${words}; ${verify.answered}`;
}

export function statusClass({ status }: Pick<CaseRecord, "status">): string {
	const shapes = {
		created: "",
		pending: "waiting",
		action_required: "stopped",
		executed: "done",
		rejected: "stopped",
	};
	return `status ${shapes[status]}`;
}

/** The key of the words for who must act. @param now unix milliseconds */
export function nextAct(record: CaseRecord, now: number): keyof Copy["cases"]["doing"] {
	const { status, statusReason, answeredAt } = record;
	if (answeredAt !== null) return "answered";
	if (status === "action_required" && isHalt(statusReason)) return statusReason;
	if (status !== "pending") return status === "action_required" ? "contested" : status;
	return phaseOf(record, now);
}

function isHalt(reason: CaseRecord["statusReason"]): reason is ActionReason {
	return ACTION_REASONS.some((halt) => halt === reason);
}

/** Whether the case waits for an order or documents from the claimant. */
export function awaitsClaimant(standing: Standing): boolean {
	return takesNewOrder(standing) && standing.answeredAt === null;
}

function takesNewOrder({ status, statusReason }: Pick<Standing, "status" | "statusReason">): boolean {
	const isAskedFor = [...REQUEST_REASONS, "expired"].some((reason) => reason === statusReason);
	return status === "created" || (status === "action_required" && isAskedFor);
}

/** Whether the claimant may attach an order now (recovery.md "Moves"). */
export function takesOrder(record: CaseRecord): boolean {
	return takesNewOrder(record) || (record.status === "action_required" && record.courtOrder === null);
}

/** Whether a withdrawal or an objection would change the case now (recovery.md "Moves"). */
export function canClose(record: CaseRecord, action: "withdraw" | "contest"): boolean {
	return isOpen(record) && (action === "withdraw" || record.statusReason !== "contested");
}
