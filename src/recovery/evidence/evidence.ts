/** Builds the evidence bundle of a case (recovery.md "The bundle"). Imports only the verifier's types. */
import { canonicalJson } from "../../kernel/canonical-json.ts";
import type { Hex } from "../../kernel/hex.ts";
import { isoTime, isoTimeOrNull } from "../../kernel/iso-time.ts";
import { webSha256Hex } from "../../kernel/web-sha256.ts";
import { caseRecordOf } from "../case/case-record.ts";
import type { CaseState } from "../case/case-state.ts";
import type { CaseEvent, HistoryEntry } from "../case/history.ts";
import { EVIDENCE_FORMAT } from "./evidence-format.ts";
import type { Payload } from "./evidence-payload.ts";
import type { EvidenceBundle, Standing, UnsignedEvidence } from "./evidence-schema.ts";
import { type EvidenceSigner, signHead } from "./sign-head.ts";

/** Times are unix milliseconds. */
export type EvidenceInput = {
	/** Origin of the service. */
	issuer: string;
	issuedAt: number;
	state: CaseState;
	history: readonly { entry: HistoryEntry; payload: string }[];
	/** Every event. */
	events: readonly {
		event: CaseEvent;
		confirmedAt: number | null;
		/** May be incomplete. */
		deliveries: readonly { endpointId: string | null; deliveredAt: number; httpStatus: number }[];
	}[];
	signer: EvidenceSigner;
};

/** @throws RangeError if a payload does not match its entry, or the history does not begin with the creation */
export async function buildEvidence(input: EvidenceInput): Promise<EvidenceBundle> {
	const { state, issuer, issuedAt, signer } = input;
	const history = await Promise.all(
		input.history.map(async ({ entry, payload }) => ({
			entry,
			payload: await parsePayload(entry, payload),
		})),
	);
	const creation = history[0]?.payload;
	if (creation?.kind !== "create") throw new RangeError("a history must begin with the creation of the case");
	const unsigned: UnsignedEvidence = {
		format: EVIDENCE_FORMAT,
		issuer,
		issuedAt: isoTime(issuedAt),
		caseId: state.caseId,
		jrcHash: state.jrcHash,
		intent: { rec: creation.rec, txs: creation.txs },
		history,
		events: input.events.map(presentEvent),
		state: standingOf(state),
	};
	return { ...unsigned, head: await signHead(await evidenceDigest(unsigned), signer) };
}

/** history.ts wrote text with that hash, so it needs no schema. */
async function parsePayload({ sequence, payloadHash }: HistoryEntry, payload: string): Promise<Payload> {
	if ((await webSha256Hex(payload)) === payloadHash) return JSON.parse(payload);
	throw new RangeError(`the payload of history entry ${sequence} does not match its payloadHash`);
}

/** SHA-256 of the RFC 8785 form of a bundle without its head. */
export function evidenceDigest(unsigned: UnsignedEvidence): Promise<Hex> {
	return webSha256Hex(canonicalJson(unsigned));
}

/** The canonical form (RFC 8785). */
export function evidenceText(bundle: EvidenceBundle): string {
	return canonicalJson(bundle);
}

export function standingOf(state: CaseState): Standing {
	const { caseId, jrcHash, case: rec, transactions, history, ...standing } = caseRecordOf(state, [], []);
	return standing;
}

function presentEvent({ event, confirmedAt, deliveries }: EvidenceInput["events"][number]) {
	const { eventId, sequence, type, body, createdAt } = event;
	return {
		eventId,
		sequence,
		type,
		createdAt: isoTime(createdAt),
		body,
		confirmedAt: isoTimeOrNull(confirmedAt),
		deliveries: deliveries.map(({ endpointId, deliveredAt, httpStatus }) => ({
			endpointId,
			deliveredAt: isoTime(deliveredAt),
			httpStatus,
		})),
	};
}
