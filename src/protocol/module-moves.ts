/** Approvals for the recovery module, and what the module tells (recovery.md "Approvals for the chain"). Pure. */
import type { Approval, CaseState, MoveCommand } from "./case-state.ts";
import type { Decision } from "./decision.ts";

type Approve = Extract<MoveCommand, { kind: "approve_execution" }>;
type Observe = Extract<MoveCommand, { kind: "observe_module" }>;

const SECOND_MS = 1000;
/** A signature cannot be taken back, so it must end soon. */
const MAX_APPROVAL_SECONDS = 30 * 86_400;
/** The chain is read a little later than its clock. */
const STOP_MARGIN_MS = 86_400_000;

const isSameTerms = (one: Approval["terms"], other: Approval["terms"]): boolean =>
	one.notBefore === other.notBefore &&
	one.deadline === other.deadline &&
	one.round === other.round &&
	one.generation === other.generation;

/** Whether the chain would take the approval now. @param now unix seconds */
export const isUsable = (
	{ terms }: Pick<Approval, "terms">,
	{ round, generation }: { round: number; generation: number },
	now: number,
): boolean => terms.round === round && terms.generation === generation && terms.deadline > now;

/** Approvals that a schedule can use together: as many as the threshold, with the same terms, newest terms first. */
export function completeSet(
	{ approvals = [] }: Pick<CaseState, "approvals">,
	threshold: number,
): readonly Approval[] | null {
	for (const { terms } of approvals.toReversed()) {
		const same = approvals.filter((other) => isSameTerms(other.terms, terms));
		if (same.length >= threshold) return same;
	}
	return null;
}

/** Each reviewer's last approval counts. Its signature stays valid on the chain, whatever becomes of the case. */
export function approveExecution(state: CaseState, command: Approve, now: number): Decision {
	const { reviewer, reviewerId, terms, signature, threshold } = command;
	if (state.status !== "pending") return { kind: "rejected", reason: "wrong_status" };
	if (state.courtOrder?.verification !== "verified")
		return { kind: "rejected", reason: "order_not_verified" };
	const { executeAfter, approvals = [] } = state;
	const isTooEarly = executeAfter === null || Math.max(now, terms.notBefore * SECOND_MS) < executeAfter;
	if (isTooEarly) return { kind: "rejected", reason: "challenge_period_running" };
	const ahead = terms.deadline - now / SECOND_MS;
	if (ahead <= 0 || ahead > MAX_APPROVAL_SECONDS) return { kind: "rejected", reason: "approval_deadline" };
	if (isSame(reviewer, state.rec.recoveryAccount)) return { kind: "rejected", reason: "own_case" };
	const known = approvals.find((approval) => isSame(approval.reviewer, reviewer));
	const alike = approvals.filter((approval) => isSameTerms(approval.terms, terms));
	if (known && alike.includes(known)) return { kind: "unchanged" };
	if (alike.length >= threshold) return { kind: "unchanged" };
	const others = approvals.filter((approval) => approval !== known);
	const approved = { reviewer, terms, signature, approvedAt: now };
	return {
		kind: "moved",
		state: { ...state, approvals: [...others, approved] },
		actor: `reviewer:${reviewerId}`,
		event: null,
	};
}

/** Changes neither status nor reason: an execution is proven by its transaction. An event counts once, in its order. */
export function observeModule(state: CaseState, command: Observe): Decision {
	const { event, blockNumber, logIndex, generation, round, readyAt, endsAt } = command;
	const { module: before = NOTHING } = state;
	const isKnown =
		blockNumber < before.blockNumber || (blockNumber === before.blockNumber && logIndex <= before.logIndex);
	if (isKnown) return { kind: "unchanged" };
	const place = { event, blockNumber, logIndex };
	const told: Record<Observe["event"], Omit<NonNullable<CaseState["module"]>, keyof typeof place>> = {
		scheduled: { generation, round, readyAt, endsAt },
		delayed: { ...before, readyAt, endsAt },
		vetoed: { ...before, round, readyAt: 0, endsAt: 0 },
		reset: { generation, round, readyAt: 0, endsAt: 0 },
		executed: { ...before, readyAt: 0, endsAt: 0 },
	};
	return {
		kind: "moved",
		state: { ...state, module: { ...told[event], ...place } },
		actor: "chain",
		event: null,
	};
}

const NOTHING: NonNullable<CaseState["module"]> = {
	...{ event: "vetoed", blockNumber: -1, logIndex: -1, generation: 0, round: 0, readyAt: 0, endsAt: 0 },
};

/**
 * Until when the module could move what a case names although the case is halted or closed, in unix milliseconds. Null
 * if there is nothing to stop on the chain.
 */
export function stopUntil({ status, approvals = [], module = NOTHING }: CaseState): number | null {
	const isStopped = status === "action_required" || status === "rejected";
	if (!isStopped || module.event === "executed") return null;
	const { generation, round, endsAt } = module;
	const usable = approvals.filter(
		({ terms }) => terms.generation > generation || (terms.generation === generation && terms.round >= round),
	);
	const ends = usable.map(({ terms }) => terms.deadline * SECOND_MS + STOP_MARGIN_MS);
	const until = Math.max(endsAt * SECOND_MS, ...ends);
	return until > 0 ? until : null;
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
