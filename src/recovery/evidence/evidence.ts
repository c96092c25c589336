/**
 * The evidence bundle of a case (recovery.md "Evidence"): everything that the case rests on, in one JSON value
 * that anybody can check without asking the service (`evidence-verify.ts`). Never holds the e-mail address,
 * only its keccak-256, nor who owns the case. Pure but for the signature; runs wherever Web Crypto does.
 *
 * The Worker builds bundles and verifies none, so nothing here needs the schemas of the verifier at run time.
 */
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
 * @throws RangeError where a stored payload is not the one that its entry names, or the first is not that of a
 * creation: both are faults of the storage
 */
export async function buildEvidence(input: EvidenceInput): Promise<EvidenceBundle> {
	const { state, issuer, issuedAt, signer } = input;
	const history = await Promise.all(
		input.history.map(async ({ entry, payload }) => ({
			entry,
			payload: await recordedPayload(entry, payload),
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
		events: input.events.map(shownEvent),
		state: standingOf(state),
	};
	return { ...unsigned, head: await signHead(await evidenceDigest(unsigned), signer) };
}

/** Its hash stands in the chain, so a text that has it is, to the letter, what history.ts wrote. */
async function recordedPayload({ sequence, payloadHash }: HistoryEntry, payload: string): Promise<Payload> {
	if ((await webSha256Hex(payload)) === payloadHash) return JSON.parse(payload);
	throw new RangeError(`the payload of history entry ${sequence} does not match its payloadHash`);
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
