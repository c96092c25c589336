/** The state of a case, for the words and shapes of pages. */
import type { Copy } from "../copy/copy.ts";
import type { CaseRecord } from "../exhibit/exhibit-page.tsx";

type Standing = Pick<CaseRecord, "status" | "statusReason">;

export function isOpen({ status }: Pick<CaseRecord, "status">): boolean {
	return status !== "executed" && status !== "rejected";
}

export function statusWords({ status, statusReason }: Standing, { verify }: Pick<Copy, "verify">): string {
	const word = verify.statuses[status];
	return statusReason === null ? word : `${word}: ${verify.statusReasons[statusReason]}`;
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
	const { status, statusReason, courtOrder, executeAfter } = record;
	if (status === "action_required" && statusReason !== null && isHalt(statusReason)) return statusReason;
	if (status !== "pending") return status === "action_required" ? "contested" : status;
	if (courtOrder?.verification !== "verified") return "unverified";
	return executeAfter !== null && now < Date.parse(executeAfter) ? "waiting" : "executable";
}

type Reason = NonNullable<CaseRecord["statusReason"]>;
type Halt = Extract<Reason, keyof Copy["cases"]["doing"]>;

function isHalt(reason: Reason): reason is Halt {
	return !["contested_by_lost_account", "withdrawn_by_claimant", "rejected_by_reviewer"].includes(reason);
}

/** Whether the case waits for an order or documents from the claimant. */
export function awaitsClaimant({ status, statusReason }: Standing): boolean {
	const reasons = ["order_unverifiable", "documents_missing", "expired"];
	return status === "created" || (status === "action_required" && reasons.includes(statusReason ?? ""));
}

/** Whether the claimant may attach an order now (recovery.md "Moves"). */
export function takesOrder(record: CaseRecord): boolean {
	return awaitsClaimant(record) || (record.status === "action_required" && record.courtOrder === null);
}
