/** The state of a case, for what its pages offer. */
import type { CaseRecord } from "../../../protocol/case-record.ts";
import {
	ACTION_REASONS,
	type ActionReason,
	OPEN_STATUSES,
	REQUEST_REASONS,
} from "../../../protocol/enumerations.ts";
import type { Copy } from "../copy/copy.ts";
import { phaseOf, type Standing } from "../words/status-words.ts";

export function isOpen({ status }: Pick<CaseRecord, "status">): boolean {
	return OPEN_STATUSES.some((open) => open === status);
}

export type Act = keyof Copy["cases"]["doing"];

/** The key of the words for who must act. @param now unix milliseconds */
export function nextAct(record: Standing, now: number): Act {
	const { status, statusReason, answeredAt } = record;
	if (answeredAt !== null) return "answered";
	if (status === "action_required" && isHalt(statusReason)) return statusReason;
	if (status !== "pending") return status === "action_required" ? "contested" : status;
	return phaseOf(record, now);
}

/** Whether the owner of the account has stopped the case. */
export function hasObjected({ statusReason }: Pick<Standing, "statusReason">): boolean {
	return statusReason === "contested" || statusReason === "contested_by_lost_account";
}

function isHalt(reason: CaseRecord["statusReason"]): reason is ActionReason {
	return ACTION_REASONS.some((halt) => halt === reason);
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
