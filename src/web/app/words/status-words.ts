/** The status of a case in words, and the shape that stands before it. Pages and their scripts share it. */
import type { CaseRecord } from "../../../protocol/case-record.ts";
import type { PendingPhase, VERIFICATIONS } from "../../../protocol/enumerations.ts";
import { pendingPhase } from "../../../protocol/pending-phase.ts";
import type { Copy } from "../copy/copy.ts";

type Verification = (typeof VERIFICATIONS)[number];
/** A record has the verification in its order, a line of a list beside it. */
export type Standing = Pick<CaseRecord, "status" | "statusReason" | "executeAfter" | "answeredAt"> &
	({ courtOrder: { verification: Verification } | null } | { verification: Verification | null });

export function phaseOf(standing: Standing, now: number): PendingPhase {
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

/** @param of with more than the status where the page has it: neither an answered case nor an expired one has been stopped */
export function statusClass({
	status,
	statusReason,
	answeredAt,
}: Pick<CaseRecord, "status"> & Partial<Pick<CaseRecord, "statusReason" | "answeredAt">>): string {
	const shapes = {
		created: "",
		pending: "waiting",
		action_required: "stopped",
		executed: "done",
		rejected: "stopped",
	};
	return `status ${answeredAt || statusReason === "expired" ? "waiting" : shapes[status]}`;
}
