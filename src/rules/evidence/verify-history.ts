/**
 * Verifies a bundle's hash chain, moves, events and final state. Each hash is checked with the bundle's own previous
 * hash, so that a change is reported once.
 */
import { canonicalJson } from "../../kernel/canonical-json.ts";
import { eventIdPreimage, idOfHash } from "../../kernel/id-preimages.ts";
import { jsonDifferences } from "../../kernel/json-differences.ts";
import { webSha256Hex } from "../../kernel/web-sha256.ts";
import { eventEnvelope } from "../event-envelope.ts";
import type { MoveDigests } from "../lifecycle.ts";
import { standingOf } from "./derived-parts.ts";
import type { EvidenceEvent, UnsignedEvidence } from "./evidence-form.ts";
import { type EvidenceFault, type Fault, faultAt } from "./faults.ts";
import { type Replay, type ReplayedMove, replayHistory } from "./replay-history.ts";

type ExpectedEvent = Omit<EvidenceEvent, "confirmedAt" | "deliveries">;
type HistoryPart = UnsignedEvidence["history"][number];

export async function historyFaults(
	bundle: UnsignedEvidence,
	digests: MoveDigests,
): Promise<EvidenceFault[]> {
	const replay = replayHistory(bundle, digests);
	const events = await expectedEvents(bundle, replay.moves);
	return [
		...(await chainFaults(bundle)),
		...moveFaults(bundle, replay, events),
		...eventFaults(bundle, replay, [...events.values()]),
		...standingFaults(bundle, replay),
	];
}

async function chainFaults({ jrcHash, history }: UnsignedEvidence): Promise<EvidenceFault[]> {
	const faults: EvidenceFault[] = [];
	let previousHash = jrcHash;
	for (const [position, part] of history.entries()) {
		faults.push(...(await linkFaults(part, position, previousHash)));
		previousHash = part.entry.hash;
	}
	return faults;
}

async function linkFaults(
	{ entry, payload }: HistoryPart,
	position: number,
	previousHash: string,
): Promise<EvidenceFault[]> {
	const faults: EvidenceFault[] = [];
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

function moveFaults(
	{ history }: UnsignedEvidence,
	{ moves, stopped }: Replay,
	events: ReadonlyMap<number, ExpectedEvent>,
): EvidenceFault[] {
	const faults = moves.flatMap(({ state, actor }, position) => {
		const { from, to, reason, actor: by, eventId } = history[position]?.entry ?? {};
		const expected = {
			actor,
			from: moves[position - 1]?.state.status ?? null,
			to: state.status,
			reason: state.statusReason,
			eventId: events.get(position)?.eventId ?? null,
		};
		const given = { actor: by, from, to, reason, eventId };
		return contrasts("result_wrong", expected, given, `$.history[${position}].entry`);
	});
	return stopped === null ? faults : [...faults, faultAt(`$.history[${moves.length}]`, stopped)];
}

function eventFaults(
	{ events }: UnsignedEvidence,
	{ stopped }: Replay,
	expected: readonly ExpectedEvent[],
): EvidenceFault[] {
	const faults: EvidenceFault[] = [];
	if (events.length !== expected.length && stopped === null) {
		const counts = { expected: expected.length, found: events.length };
		faults.push(faultAt("$.events", { kind: "event_count_wrong", ...counts }));
	}
	for (const [position, event] of expected.entries()) {
		if (!events[position]) break;
		const { confirmedAt: _, deliveries: __, ...given } = events[position];
		faults.push(...contrasts("event_wrong", event, given, `$.events[${position}]`));
	}
	return faults;
}

function standingFaults({ history, state }: UnsignedEvidence, replay: Replay): EvidenceFault[] {
	const last = replay.moves.at(-1);
	if (replay.stopped !== null || !last) return [];
	const faults = contrasts("state_wrong", standingOf(last.state), state, "$.state");
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
): EvidenceFault[] {
	return jsonDifferences(expected, given, root).map(({ path, expected, found }) =>
		faultAt(path, { kind, expected, found }),
	);
}
