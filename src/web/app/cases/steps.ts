/** Where a case stands: the steps that every case takes, and who must act now. */
import type { CaseRecord } from "../../../protocol/case-record.ts";
import type { Act } from "./standing.ts";

/** What the steps are read from. Every page of a case has it. */
export type Stepped = Pick<
	CaseRecord,
	"status" | "statusReason" | "courtOrder" | "executeAfter" | "createdAt" | "execution" | "answeredAt"
> & { history: readonly { at: string; eventId: string | null }[] };

export type StepName = "filed" | "court" | "check" | "wait" | "carried";
/**
 * One step at most is `now` or `halted`. `parallel`: runs by itself while somebody must act in that one. `closed`: the case was
 * closed in this step. `never`: it was closed before.
 */
export type StepState = "done" | "now" | "parallel" | "next" | "halted" | "closed" | "never";
/** ISO 8601. `at`: when the step came to its state. `until`: when it ends by itself. */
export type Step = { state: StepState; at: string | null; until: string | null };

/** The order is checked while the waiting period runs. @param now unix milliseconds */
export function stepsOf(of: Stepped, now: number): Record<StepName, Step> {
	const { status, statusReason, courtOrder, executeAfter, createdAt, execution, answeredAt } = of;
	const isVerified = courtOrder?.verification === "verified";
	const hasWaited = executeAfter !== null && Date.parse(executeAfter) <= now;
	const hasOrder = courtOrder !== null;
	const step = (isDone: boolean, isReached: boolean, doneAt: string | null): Step => {
		if (isDone || status === "executed") return { state: "done", at: doneAt, until: null };
		const isClosed = status === "rejected";
		if (!isReached) return { state: isClosed ? "never" : "next", at: null, until: null };
		// An answer is read, so the step goes on. An expired case only waits for its order.
		const isHalted = status === "action_required" && answeredAt === null && statusReason !== "expired";
		return { state: isClosed ? "closed" : isHalted ? "halted" : "now", at: sinceOf(of), until: null };
	};
	const check = step(isVerified, hasOrder, courtOrder?.verifiedAt ?? null);
	const wait = step(hasOrder && hasWaited, isVerified, executeAfter);
	const isParallel = wait.state === "next" && hasOrder;
	return {
		filed: step(true, true, createdAt),
		court: step(hasOrder, true, courtOrder?.attachedAt ?? null),
		check,
		wait: {
			...wait,
			...(isParallel && { state: "parallel" }),
			...((isParallel || wait.state === "now") && { until: executeAfter }),
		},
		carried: step(false, isVerified && hasWaited, execution?.confirmedAt ?? null),
	};
}

/** `time`: nobody, because a period runs. `sender`: who can send the lost account's transactions. */
export type Actor = "claimant" | "reviewers" | "time" | "sender" | "nobody";

export const ACTORS: Record<Act, Actor> = {
	created: "claimant",
	expired: "claimant",
	order_unverifiable: "claimant",
	documents_missing: "claimant",
	answered: "reviewers",
	order_attached: "reviewers",
	contested: "reviewers",
	lost_account_active: "reviewers",
	executed_without_verified_order: "reviewers",
	executed_before_challenge_period: "reviewers",
	owner_not_watched: "reviewers",
	execution_mismatch: "reviewers",
	order_verified: "time",
	executable: "sender",
	executed: "nobody",
	rejected: "nobody",
};

/** Whether the claimant acts, alone or with a helper. */
export const isClaimants = (act: Act): boolean => ACTORS[act] === "claimant" || ACTORS[act] === "sender";

/** ISO 8601: when the case came to its present state. */
function sinceOf(of: Stepped): string {
	return of.answeredAt ?? of.history.findLast(({ eventId }) => eventId !== null)?.at ?? of.createdAt;
}
