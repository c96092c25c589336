/**
 * Verifies a bundle's hash chain, moves, events and final state. Each hash is checked with the bundle's own previous
 * hash, so that a change is reported once.
 */
import { canonicalJson } from "../../kernel/canonical-json.ts";
import { eventIdPreimage, idOfHash } from "../../kernel/id-preimages.ts";
import { jsonDifferences } from "../../kernel/json-differences.ts";
import { webSha256Hex } from "../../kernel/web-sha256.ts";
import { eventEnvelope } from "../case/event-envelope.ts";
import { standingOf } from "./evidence.ts";
import type { EvidenceEvent, EvidenceFailure, UnsignedEvidence } from "./evidence-schema.ts";
import { type Replay, type ReplayedMove, replayHistory } from "./replay-history.ts";

type ExpectedEvent = Omit<EvidenceEvent, "confirmedAt" | "deliveries">;

export async function historyFailures(bundle: UnsignedEvidence): Promise<EvidenceFailure[]> {
	const replay = replayHistory(bundle);
	const events = await expectedEvents(bundle, replay.moves);
	return [
		...(await chainFailures(bundle)),
		...moveFailures(bundle, replay, events),
		...eventFailures(bundle, replay, [...events.values()]),
		...standingFailures(bundle, replay),
	];
}

async function chainFailures({ jrcHash, history }: UnsignedEvidence): Promise<EvidenceFailure[]> {
	const failures: EvidenceFailure[] = [];
	let previousHash = jrcHash;
	for (const [position, { entry, payload }] of history.entries()) {
		const at = `$.history[${position}]`;
		if (entry.sequence !== position + 1) {
			failures.push({
				where: `${at}.entry.sequence`,
				what: `is not ${position + 1}, its position in the history`,
			});
		}
		if (entry.move !== payload.kind) {
			failures.push({
				where: at,
				what: `records the move ${entry.move}, but has the payload of ${payload.kind}`,
			});
		}
		if ((await webSha256Hex(canonicalJson(payload))) !== entry.payloadHash) {
			failures.push({ where: `${at}.payload`, what: "does not match the payloadHash of its entry" });
		}
		const { hash, ...unhashed } = entry;
		if ((await webSha256Hex(canonicalJson({ ...unhashed, previousHash }))) !== hash) {
			failures.push({
				where: `${at}.entry`,
				what: `has a hash that does not follow from ${position === 0 ? "the jrcHash" : "the previous entry"}`,
			});
		}
		previousHash = hash;
	}
	return failures;
}

/** Events by the position of their history entry. */
async function expectedEvents(
	{ caseId, history }: UnsignedEvidence,
	moves: readonly ReplayedMove[],
): Promise<Map<number, ExpectedEvent>> {
	const events = new Map<number, ExpectedEvent>();
	for (const [position, { state, event: type }] of moves.entries()) {
		const createdAt = history[position]?.entry.at;
		if (type === null || createdAt === undefined) continue;
		const sequence = state.eventSequence;
		const eventId = idOfHash("evt", await webSha256Hex(eventIdPreimage(caseId, sequence)));
		const body = eventEnvelope(state, type, eventId, createdAt);
		events.set(position, { eventId, sequence, type, createdAt, body });
	}
	return events;
}

function moveFailures(
	{ history }: UnsignedEvidence,
	{ moves, stopped }: Replay,
	events: ReadonlyMap<number, ExpectedEvent>,
): EvidenceFailure[] {
	const failures = moves.flatMap(({ state, actor }, position) => {
		const { from, to, reason, actor: by, eventId } = history[position]?.entry ?? {};
		const expected = {
			actor,
			from: moves[position - 1]?.state.status ?? null,
			to: state.status,
			reason: state.statusReason,
			eventId: events.get(position)?.eventId ?? null,
		};
		const given = { actor: by, from, to, reason, eventId };
		return jsonDifferences(expected, given, `$.history[${position}].entry`).map((where) => ({
			where,
			what: "is not the result of the move under the lifecycle rules",
		}));
	});
	if (stopped !== null) failures.push({ where: `$.history[${moves.length}]`, what: stopped });
	return failures;
}

function eventFailures(
	{ events }: UnsignedEvidence,
	{ stopped }: Replay,
	expected: readonly ExpectedEvent[],
): EvidenceFailure[] {
	const failures: EvidenceFailure[] = [];
	if (events.length !== expected.length && stopped === null) {
		const what = `has ${events.length} events, but the history produces ${expected.length}`;
		failures.push({ where: "$.events", what });
	}
	for (const [position, event] of expected.entries()) {
		if (!events[position]) break;
		const { confirmedAt: _, deliveries: __, ...given } = events[position];
		for (const where of jsonDifferences(event, given, `$.events[${position}]`)) {
			failures.push({ where, what: "does not follow from the history" });
		}
	}
	return failures;
}

function standingFailures({ history, state }: UnsignedEvidence, replay: Replay): EvidenceFailure[] {
	const last = replay.moves.at(-1);
	if (replay.stopped !== null || !last) return [];
	const failures = jsonDifferences(standingOf(last.state), state, "$.state").map((where) => ({
		where,
		what: "is not the state that the history leads to",
	}));
	if (state.version !== history.length) {
		const what = `has ${history.length} entries, but the case is at version ${state.version}`;
		failures.push({ where: "$.history", what });
	}
	return failures;
}
