/** Where a case stands: the steps that every case takes, and who must act now. */
import type { CaseRecord } from "../../../protocol/case-record.ts";
import type { Act } from "./standing.ts";

/** What the steps are read from. Every page of a case has it. */
export type Stepped = Pick<
	CaseRecord,
	"status" | "courtOrder" | "executeAfter" | "expiresAt" | "createdAt" | "execution" | "answeredAt"
>;

export type StepName = "filed" | "court" | "check" | "wait" | "carried";
/** `closed`: the case was closed in this step. `never`: it was closed before. */
export type StepState = "done" | "now" | "next" | "halted" | "closed" | "never";
/** ISO 8601. `at`: when the step was done. `until`: when it ends by itself. */
export type Step = { state: StepState; at: string | null; until: string | null };

/** The order is checked while the waiting period runs. @param now unix milliseconds */
export function stepsOf(of: Stepped, now: number): Record<StepName, Step> {
	const { status, courtOrder, executeAfter, expiresAt, createdAt, execution, answeredAt } = of;
	const isVerified = courtOrder?.verification === "verified";
	const hasWaited = executeAfter !== null && Date.parse(executeAfter) <= now;
	const hasOrder = courtOrder !== null;
	const step = (
		isDone: boolean,
		isReached: boolean,
		at: string | null,
		until: string | null = null,
		/** Goes on while the case is halted. */
		runsOn = false,
	): Step => {
		if (isDone || status === "executed") return { state: "done", at, until: null };
		if (status === "rejected") {
			const isHere = isReached && (!runsOn || isVerified);
			return { state: isHere ? "closed" : "never", at: null, until: null };
		}
		if (!isReached) return { state: "next", at: null, until: null };
		// An answer is read, so the step goes on.
		if (status === "action_required" && answeredAt === null && !runsOn)
			return { state: "halted", at: null, until: null };
		return { state: "now", at: null, until };
	};
	return {
		filed: step(true, true, createdAt),
		court: step(hasOrder, true, courtOrder?.attachedAt ?? null, expiresAt),
		check: step(isVerified, hasOrder, courtOrder?.verifiedAt ?? null),
		wait: step(hasOrder && hasWaited, hasOrder, executeAfter, executeAfter, true),
		carried: step(false, execution !== null || (isVerified && hasWaited), execution?.confirmedAt ?? null),
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

/** ISO 8601: when the case came to its present state. */
export function sinceOf(of: {
	answeredAt: string | null;
	createdAt: string;
	history: readonly { at: string; eventId: string | null }[];
}): string {
	return of.answeredAt ?? of.history.findLast(({ eventId }) => eventId !== null)?.at ?? of.createdAt;
}
