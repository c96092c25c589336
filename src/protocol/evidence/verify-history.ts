/**
 * Verifies a bundle's history entry by entry: hash chain, signature, lifecycle, events and final state. Each hash is
 * checked with the bundle's own previous hash, so that a change is reported once. Ends at the first entry that the
 * lifecycle rejects, because nothing after it can be judged.
 */

import { eventIdPreimage, idOfHash } from "../../kernel/crypto/id-preimages.ts";
import { webSha256Hex } from "../../kernel/crypto/web-sha256.ts";
import { canonicalJson } from "../../kernel/encoding/canonical-json.ts";
import { jsonDifferences } from "../../kernel/encoding/json-differences.ts";
import type { Pause } from "../../kernel/time/pause.ts";
import type { Actor, CaseState } from "../case-state.ts";
import { comparisonFaults } from "../comparison.ts";
import type { Decision } from "../decision.ts";
import type { EventType } from "../enumerations.ts";
import { eventEnvelope } from "../event-envelope.ts";
import { createCase, decide, type MoveDigests } from "../lifecycle.ts";
import { standingOf } from "./derived-parts.ts";
import type { EvidenceEvent, UnsignedEvidence } from "./evidence-form.ts";
import { type Fault, faultAt, type MoveFault, type PlacedFault } from "./faults.ts";
import { type CreationPayload, commandOf } from "./payload-form.ts";
import { type EvidenceDecision, isSignedDecision } from "./verify-decision.ts";
import { type EvidenceSignature, type SignatureTools, verifySignature } from "./verify-signatures.ts";

type ExpectedEvent = Omit<EvidenceEvent, "confirmedAt" | "deliveries">;
type HistoryPart = UnsignedEvidence["history"][number];

/** The signatures that are right. */
type SignedMoves = { signatures: EvidenceSignature[]; decisions: EvidenceDecision[] };

export async function* historyFaults(
	bundle: UnsignedEvidence,
	tools: SignatureTools,
	pause: Pause,
): AsyncGenerator<PlacedFault, SignedMoves> {
	const signatures: EvidenceSignature[] = [];
	const decisions: EvidenceDecision[] = [];
	let before: ReplayedMove | null = null;
	let previousHash = bundle.jrcHash;
	for (const [position, part] of bundle.history.entries()) {
		await pause();
		const { entry, payload } = part;
		if ("signature" in payload) {
			const { signature, faults } = verifySignature(payload, position, bundle, tools);
			if (signature) signatures.push(signature);
			yield* faults;
		}
		const decision = await verifyDecision(part, position, bundle);
		if (decision && "part" in decision) yield decision;
		else if (decision) decisions.push(decision);
		if (before) yield* comparedFaults(part, position, before.state, bundle);
		yield* await linkFaults(part, position, previousHash);
		previousHash = entry.hash;
		const move: ReturnType<typeof replayMove> = replayMove(
			before?.state ?? null,
			part,
			bundle,
			tools.messages,
		);
		if ("kind" in move) {
			yield faultAt(`$.history[${position}]`, move);
			return { signatures, decisions };
		}
		const event = await expectedEvent(move, entry);
		yield* moveFaults(part, position, { before, move, event });
		if (event) yield* eventFaults(bundle, event);
		before = move;
	}
	if (before) yield* standingFaults(bundle, before.state);
	return { signatures, decisions };
}

/** @returns null for a move without a passkey's signature. The version of the case counts its moves. */
async function verifyDecision(
	{ payload }: HistoryPart,
	position: number,
	{ jrcHash }: UnsignedEvidence,
): Promise<EvidenceDecision | PlacedFault | null> {
	if (!("signed" in payload) || !payload.signed) return null;
	const { kind: move, reviewerId, signed } = payload;
	const where = `$.history[${position}].payload`;
	if (!(await isSignedDecision(payload, signed, { jrcHash, version: position })))
		return faultAt(`${where}.signed`, { kind: "decision_signature_wrong" });
	return { where, move, reviewerId, algorithm: signed.algorithm, publicKey: signed.publicKey };
}

/** @param state before the move */
function comparedFaults(
	{ payload }: HistoryPart,
	position: number,
	{ jrcHash, courtOrder }: CaseState,
	{ intent }: UnsignedEvidence,
): PlacedFault[] {
	if (!("compared" in payload) || !payload.compared) return [];
	const claim = { ...intent, jrcHash, courtOrder };
	return comparisonFaults(payload.compared, claim, payload.kind === "verify_order").map(({ at, field }) =>
		faultAt(`$.history[${position}].payload.compared[${at}].${field}`, { kind: "comparison_wrong" }),
	);
}

async function linkFaults(
	{ entry, payload }: HistoryPart,
	position: number,
	previousHash: string,
): Promise<PlacedFault[]> {
	const faults: PlacedFault[] = [];
	const report = (place: string, fault: Fault) =>
		faults.push(faultAt(`$.history[${position}]${place}`, fault));
	const sequence = position + 1;
	if (entry.sequence !== sequence)
		report(".entry.sequence", { kind: "sequence_wrong", expected: sequence, found: entry.sequence });
	if (entry.move !== payload.kind)
		report("", { kind: "payload_of_other_move", expected: entry.move, found: payload.kind });
	const payloadHash = await webSha256Hex(canonicalJson(payload));
	if (payloadHash !== entry.payloadHash)
		report(".payload", { kind: "payload_changed", expected: entry.payloadHash, found: payloadHash });
	const { hash, ...unhashed } = entry;
	const expected = await webSha256Hex(canonicalJson({ ...unhashed, previousHash }));
	if (expected !== hash) report(".entry", { kind: "chain_broken", expected, found: hash });
	return faults;
}

async function expectedEvent(
	{ state, event: type }: ReplayedMove,
	{ at: createdAt, hash: historyHash }: HistoryPart["entry"],
): Promise<ExpectedEvent | null> {
	if (type === null) return null;
	const sequence = state.eventSequence;
	const eventId = idOfHash("evt", await webSha256Hex(eventIdPreimage(state.caseId, sequence)));
	const body = eventEnvelope({ ...state, historyHash }, type, eventId, createdAt);
	return { eventId, sequence, type, createdAt, body };
}

function moveFaults(
	{ entry: { actor, from, to, reason, eventId } }: HistoryPart,
	position: number,
	replayed: { before: ReplayedMove | null; move: ReplayedMove; event: ExpectedEvent | null },
): PlacedFault[] {
	const { before, move, event } = replayed;
	const expected = {
		actor: move.actor,
		from: before?.state.status ?? null,
		to: move.state.status,
		reason: move.state.statusReason,
		eventId: event?.eventId ?? null,
	};
	const given = { actor, from, to, reason, eventId };
	return contrasts("result_wrong", expected, given, `$.history[${position}].entry`);
}

/** A missing event is a wrong count. */
function eventFaults({ events }: UnsignedEvidence, expected: ExpectedEvent): PlacedFault[] {
	const position = expected.sequence - 1;
	const event = events[position];
	if (!event) return [];
	const { confirmedAt: _, deliveries: __, ...given } = event;
	return contrasts("event_wrong", expected, given, `$.events[${position}]`);
}

function standingFaults({ history, events, state }: UnsignedEvidence, last: CaseState): PlacedFault[] {
	const faults = contrasts("state_wrong", standingOf(last), state, "$.state");
	if (events.length !== last.eventSequence) {
		const counts = { expected: last.eventSequence, found: events.length };
		faults.push(faultAt("$.events", { kind: "event_count_wrong", ...counts }));
	}
	if (state.version !== history.length) {
		const counts = { expected: state.version, found: history.length };
		faults.push(faultAt("$.history", { kind: "version_wrong", ...counts }));
	}
	return faults;
}

function contrasts(
	kind: "result_wrong" | "event_wrong" | "state_wrong",
	expected: unknown,
	given: unknown,
	root: string,
): PlacedFault[] {
	return jsonDifferences(expected, given, root).map(({ path, expected, found }) =>
		faultAt(path, { kind, expected, found }),
	);
}

type ReplayedMove = {
	state: CaseState;
	actor: Actor;
	event: EventType | null;
};

/**
 * Replays a move by the lifecycle rules. Cannot detect reviewers' decisions on their own cases, because a bundle does
 * not name the developer.
 * @param before the state before the move; null for the first one
 */
function replayMove(
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
