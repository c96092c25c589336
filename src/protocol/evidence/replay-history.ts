/**
 * Replays a move of a bundle by the lifecycle rules. Cannot detect reviewers' decisions on their own cases, because a
 * bundle does not name the developer. Pure.
 */
import type { Actor, CaseState } from "../case-state.ts";
import type { Decision } from "../decision.ts";
import type { EventType } from "../enumerations.ts";
import { createCase, decide, type MoveDigests } from "../lifecycle.ts";
import type { UnsignedEvidence } from "./evidence-form.ts";
import type { MoveFault } from "./faults.ts";
import { type CreationPayload, commandOf } from "./payload-form.ts";

export type ReplayedMove = {
	state: CaseState;
	actor: Actor;
	event: EventType | null;
};

/** @param before the state before the move; null for the first one */
export function replayMove(
	before: CaseState | null,
	{ entry, payload }: UnsignedEvidence["history"][number],
	bundle: UnsignedEvidence,
	digests: MoveDigests,
): ReplayedMove | MoveFault {
	const now = Date.parse(entry.at);
	let decision: Decision;
	if (payload.kind === "create") {
		if (before) return { kind: "second_creation" };
		decision = create(payload, bundle, now);
	} else {
		if (!before) return { kind: "creation_missing" };
		decision = decide(before, commandOf(payload), now, digests);
	}
	if (decision.kind === "rejected") return { kind: "move_rejected", reason: decision.reason };
	if (decision.kind === "unchanged") return { kind: "move_without_effect" };
	const { actor, event } = decision;
	return { actor, event, state: withCounters(decision.state, event, now) };
}

function create(payload: CreationPayload, bundle: UnsignedEvidence, now: number): Decision {
	const { emailHash: _, ...rec } = payload.rec;
	return createCase(
		{
			...payload,
			rec: { ...rec, email: null },
			caseId: bundle.caseId,
			jrcHash: bundle.jrcHash,
			developerId: null,
			subject: null,
		},
		now,
	);
}

/** As recordMove counts. */
function withCounters(state: CaseState, event: EventType | null, now: number): CaseState {
	const eventSequence = event ? state.eventSequence + 1 : state.eventSequence;
	return { ...state, eventSequence, updatedAt: now, version: state.version + 1 };
}
