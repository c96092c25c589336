/** Builds the evidence bundle of a case (recovery.md "The bundle"). Imports only the verifier's types. */

import { webSha256Hex } from "../../kernel/crypto/web-sha256.ts";
import { canonicalJson } from "../../kernel/encoding/canonical-json.ts";
import { isoTime, isoTimeOrNull } from "../../kernel/time/iso-time.ts";
import type { CaseState } from "../../protocol/case-state.ts";
import { canonicalObject, standingOf } from "../../protocol/evidence/derived-parts.ts";
import type { EvidenceBundle, UnsignedEvidence } from "../../protocol/evidence/evidence-form.ts";
import { EVIDENCE_FORMAT } from "../../protocol/evidence/evidence-format.ts";
import type { Payload } from "../../protocol/evidence/payload-form.ts";
import type { CaseEvent, HistoryEntry } from "../case/history.ts";
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

/**
 * @returns the text of the bundle in its canonical form (RFC 8785)
 * @throws RangeError if a payload does not match its entry, or the history does not begin with the creation
 */
export async function buildEvidence(input: EvidenceInput): Promise<string> {
	// A large bundle is made canonical once, in parts, for its digest and its text.
	const members = Object.entries(await collectEvidence(input)).map(([name, value]) => member(name, value));
	const digest = await webSha256Hex(canonicalObject(members));
	const head: EvidenceBundle["head"] = await signHead(digest, input.signer);
	return canonicalObject([...members, member("head", head)]);
}

const member = (name: string, value: unknown) => ({ name, text: canonicalJson(value) });

async function collectEvidence({
	state,
	issuer,
	issuedAt,
	...input
}: EvidenceInput): Promise<UnsignedEvidence> {
	const history = await Promise.all(
		input.history.map(async ({ entry, payload }) => ({
			entry,
			payload: await parsePayload(entry, payload),
		})),
	);
	const creation = history[0]?.payload;
	if (creation?.kind !== "create") throw new RangeError("a history must begin with the creation of the case");
	return {
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
}

/** history.ts wrote text with that hash, so it needs no schema. */
async function parsePayload({ sequence, payloadHash }: HistoryEntry, payload: string): Promise<Payload> {
	if ((await webSha256Hex(payload)) === payloadHash) return JSON.parse(payload);
	throw new RangeError(`the payload of history entry ${sequence} does not match its payloadHash`);
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
