/**
 * The evidence bundle of a case (recovery.md "Evidence"): everything that the case rests on, in one JSON value
 * that anybody can check without asking the service (`evidence-verify.ts`). Never holds the e-mail address,
 * only its keccak-256, nor who owns the case. Pure but for the signature; runs wherever Web Crypto does.
 */
import { canonicalJson } from "../../kernel/canonical-json.ts";
import type { Hex } from "../../kernel/hex.ts";
import { isoTime, isoTimeOrNull } from "../../kernel/iso-time.ts";
import { webSha256Hex } from "../../kernel/web-sha256.ts";
import { caseRecordOf } from "./case-record.ts";
import type { CaseState } from "./case-state.ts";
import { type EvidenceSigner, signHead } from "./evidence-head.ts";
import { payloadSchema } from "./evidence-payload.ts";
import {
	EVIDENCE_FORMAT,
	type EvidenceBundle,
	type Standing,
	type UnsignedEvidence,
} from "./evidence-schema.ts";
import type { CaseEvent, HistoryEntry } from "./history.ts";

/** As the case's object and the webhook endpoints' keep it; times are unix milliseconds. */
export type EvidenceInput = {
	/** Origin of the service. */
	issuer: string;
	issuedAt: number;
	state: CaseState;
	/** All of it, from the first entry on; `payload` is the stored text that `entry.payloadHash` is the hash of. */
	history: readonly { entry: HistoryEntry; payload: string }[];
	/** All of them, in their order. */
	events: readonly {
		event: CaseEvent;
		confirmedAt: number | null;
		/** Accepted deliveries that are on record; none is honest where none is known. */
		deliveries: readonly { endpointId: string | null; deliveredAt: number; httpStatus: number }[];
	}[];
	signer: EvidenceSigner;
};

/**
 * The signed bundle.
 * @throws ZodError where a stored payload is not of the form that history.ts writes, RangeError where the first
 * is not that of a creation: both are faults of the storage
 */
export async function buildEvidence(input: EvidenceInput): Promise<EvidenceBundle> {
	const { state, issuer, issuedAt, signer } = input;
	const history = input.history.map(({ entry, payload }) => ({
		entry,
		payload: payloadSchema.parse(JSON.parse(payload)),
	}));
	const creation = history[0]?.payload;
	if (creation?.kind !== "create") throw new RangeError("a history begins with the case's creation");
	const unsigned: UnsignedEvidence = {
		format: EVIDENCE_FORMAT,
		issuer,
		issuedAt: isoTime(issuedAt),
		caseId: state.caseId,
		jrcHash: state.jrcHash,
		intent: { rec: creation.rec, txs: creation.txs },
		history,
		events: input.events.map(shownEvent),
		state: standingOf(state),
	};
	return { ...unsigned, head: await signHead(await evidenceDigest(unsigned), signer) };
}

/** SHA-256 of the RFC 8785 form of a bundle without its head. */
export function evidenceDigest(unsigned: UnsignedEvidence): Promise<Hex> {
	return webSha256Hex(canonicalJson(unsigned));
}

/** The one text of a bundle, RFC 8785: what is served and kept. */
export function evidenceText(bundle: EvidenceBundle): string {
	return canonicalJson(bundle);
}

/** How a case stands, without what the bundle holds elsewhere. */
export function standingOf(state: CaseState): Standing {
	const { caseId, jrcHash, case: rec, transactions, history, ...standing } = caseRecordOf(state, [], []);
	return standing;
}

function shownEvent({ event, confirmedAt, deliveries }: EvidenceInput["events"][number]) {
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
