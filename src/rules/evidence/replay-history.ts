/**
 * Replays a bundle's history by the lifecycle rules. Cannot detect reviewers' decisions on their own cases, because a
 * bundle does not name the developer. Pure.
 */
import type { Actor, CaseState, EventType } from "../case-state.ts";
import type { Decision } from "../decision.ts";
import { createCase, decide, type MoveDigests } from "../lifecycle.ts";
import type { UnsignedEvidence } from "./evidence-form.ts";
import type { MoveFault } from "./faults.ts";
import { type CreationPayload, commandOf } from "./payload-form.ts";

export type ReplayedMove = {
	state: CaseState;
	actor: Actor;
	event: EventType | null;
};

/** `moves` precede the first invalid move, whose fault is `stopped`. */
export type Replay = { moves: ReplayedMove[]; stopped: MoveFault | null };

export function replayHistory(bundle: UnsignedEvidence, digests: MoveDigests): Replay {
	const moves: ReplayedMove[] = [];
	for (const { entry, payload } of bundle.history) {
		const now = Date.parse(entry.at);
		const before = moves.at(-1)?.state;
		if ((payload.kind === "create") !== (before === undefined)) {
			return { moves, stopped: { kind: before ? "second_creation" : "creation_missing" } };
		}
		let decision: Decision;
		if (payload.kind === "create") decision = create(payload, bundle, now);
		else if (before) decision = decide(before, commandOf(payload), now, digests);
		else continue;
		if (decision.kind === "rejected")
			return { moves, stopped: { kind: "move_rejected", reason: decision.reason } };
		if (decision.kind === "unchanged") return { moves, stopped: { kind: "move_without_effect" } };
		const { actor, event } = decision;
		moves.push({ actor, event, state: withCounters(decision.state, event, now) });
	}
	return { moves, stopped: null };
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
