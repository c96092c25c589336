/** The form of evidence bundles, version 1. Rejects unknown members, because nothing would verify them. Pure. */
import type { ChecksumAddresses } from "../../kernel/crypto/checksum-address.ts";
import type { HistoryEntry } from "../case-state.ts";
import {
	CASE_SOURCES,
	CASE_STATUSES,
	EVENT_TYPES,
	MOVES,
	NOT_WATCHED_CAUSES,
	STATUS_REASONS,
	VERIFICATIONS,
} from "../enumerations.ts";
import {
	type Form,
	list,
	nullable,
	type Of,
	object,
	objectWithOptional,
	oneOf,
	text,
	wholeNumber,
} from "../form.ts";
import { EVIDENCE_FORMAT } from "./evidence-format.ts";
import {
	bytes32,
	createIntentForms,
	createPayloadForm,
	documentFields,
	executionFields,
	hash,
	proof,
	reference,
	tokenDecimals,
} from "./payload-form.ts";

export const time = text(isTime, { form: "time" });
const actor = text<HistoryEntry["actor"]>(
	(given) => /^(?:developer|recovery_account|lost_account|clock|chain|reviewer:.+)$/.test(given),
	{ form: "actor" },
);
const statusReason = nullable(oneOf(...STATUS_REASONS));
const eventId = text((given) => /^evt_[0-9a-f]{32}$/.test(given), { form: "event_id" });
const counted = wholeNumber(1);

const entry = object({
	sequence: counted,
	at: time,
	actor,
	move: oneOf(...MOVES),
	from: nullable(oneOf(...CASE_STATUSES)),
	to: oneOf(...CASE_STATUSES),
	reason: statusReason,
	eventId: nullable(eventId),
	payloadHash: hash,
	hash,
}) satisfies Form<HistoryEntry>;

const receipt = object({
	/** Null if the caller may not see the endpoints. */
	endpointId: nullable(text()),
	deliveredAt: time,
	httpStatus: wholeNumber(200, 299),
});

const event = object({
	eventId,
	sequence: counted,
	type: oneOf(...EVENT_TYPES),
	createdAt: time,
	body: text(),
	confirmedAt: nullable(time),
	deliveries: list(receipt),
});
export type EvidenceEvent = Of<typeof event>;

const courtOrder = object({
	title: text(),
	fullCaseNumber: text(),
	courtId: text(),
	docketNumber: wholeNumber(Number.MIN_SAFE_INTEGER),
	attachedAt: time,
	verification: oneOf(...VERIFICATIONS),
	verifiedAt: nullable(time),
});

/** The case record without parts that the bundle has elsewhere. */
const standing = objectWithOptional(
	{
		status: oneOf(...CASE_STATUSES),
		statusReason,
		statusNote: nullable(text()),
		source: oneOf(...CASE_SOURCES),
		courtOrder: nullable(courtOrder),
		documents: list(object({ ...documentFields, addedAt: time })),
		executeAfter: nullable(time),
		expiresAt: nullable(time),
		execution: nullable(object({ ...executionFields, confirmedAt: time })),
		notWatched: nullable(object({ since: time, because: oneOf(...NOT_WATCHED_CAUSES) })),
		txHash: nullable(bytes32),
		signer: proof,
		createdAt: time,
		updatedAt: time,
		version: counted,
	},
	{ reference, tokenDecimals },
);
export type Standing = Of<typeof standing>;
export const STANDING_MEMBERS = standing.members as readonly (keyof Standing)[];

type Members = ReturnType<typeof createEvidenceForms>["members"];
export type EvidenceBundle = { [Name in keyof Members]: Of<Members[Name]> };
export type UnsignedEvidence = Omit<EvidenceBundle, "head">;

export type EvidenceForms = ReturnType<typeof createEvidenceForms>;

/** The members, and the items of the two long lists, because a bundle is parsed part by part. */
export function createEvidenceForms(addresses: Pick<ChecksumAddresses, "hasValidChecksum">) {
	const intent = createIntentForms(addresses);
	const items = { history: object({ entry, payload: createPayloadForm(intent) }), events: event };
	const members = {
		format: oneOf(EVIDENCE_FORMAT),
		/** Origin of the service. */
		issuer: text((given) => given !== "", { form: "filled_text" }),
		issuedAt: time,
		caseId: text((given) => /^rc_[0-9a-f]{32}$/.test(given), { form: "case_id" }),
		jrcHash: hash,
		intent: object({ rec: intent.rec, txs: intent.txs }),
		history: list(items.history, 1),
		events: list(items.events),
		state: standing,
		/** A compact JWS (RFC 7515) over the digest of all other members. */
		head: text(),
	};
	return { members, items };
}

/** ISO 8601 in UTC with milliseconds, of an existing time. */
function isTime(given: string): boolean {
	if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(given)) return false;
	const unixMs = Date.parse(given);
	return !Number.isNaN(unixMs) && new Date(unixMs).toISOString() === given;
}
