/** The schema of evidence bundles, version 1. Rejects unknown members, because nothing would verify them. Pure. */
import * as z from "zod";
import { type Infer, lazy } from "../../kernel/once.ts";
import { bytesText, timestampSchema } from "../../kernel/schemas.ts";
import { ACTION_REASONS, CASE_STATUSES, EVENT_TYPES, REJECTION_REASONS } from "../case/case-state.ts";
import type { HistoryEntry } from "../case/history.ts";
import { EVIDENCE_FORMAT } from "./evidence-format.ts";
import {
	callsSchema,
	documentFields,
	executionFields,
	hashedRecSchema,
	hashSchema,
	MOVES,
	payloadSchema,
	proofSchema,
} from "./evidence-payload.ts";

const time = lazy(() =>
	timestampSchema().refine((text) => {
		const unixMs = Date.parse(text);
		return !Number.isNaN(unixMs) && new Date(unixMs).toISOString() === text;
	}, "must be an existing time"),
);

const actorSchema = lazy(() =>
	z.custom<HistoryEntry["actor"]>(
		(value) =>
			typeof value === "string" &&
			/^(?:developer|recovery_account|lost_account|clock|chain|reviewer:.+)$/.test(value),
		"must be an actor that can move a case",
	),
);
const statusReason = lazy(() => z.enum([...ACTION_REASONS, ...REJECTION_REASONS]).nullable());
const eventId = lazy(() => z.string().regex(/^evt_[0-9a-f]{32}$/, "must be `evt_` and 32 hex digits"));
const counted = lazy(() => z.int().min(1));

const entrySchema = lazy(
	() =>
		z.strictObject({
			sequence: counted(),
			at: time(),
			actor: actorSchema(),
			move: z.enum(MOVES),
			from: z.enum(CASE_STATUSES).nullable(),
			to: z.enum(CASE_STATUSES),
			reason: statusReason(),
			eventId: eventId().nullable(),
			payloadHash: hashSchema(),
			hash: hashSchema(),
		}) satisfies z.ZodType<HistoryEntry>,
);

const receiptSchema = lazy(() =>
	z.strictObject({
		/** Null if the caller may not see the endpoints. */
		endpointId: z.string().nullable(),
		deliveredAt: time(),
		httpStatus: z.int().min(200).max(299),
	}),
);

const eventSchema = lazy(() =>
	z.strictObject({
		eventId: eventId(),
		sequence: counted(),
		type: z.enum(EVENT_TYPES),
		createdAt: time(),
		body: z.string(),
		confirmedAt: time().nullable(),
		deliveries: z.array(receiptSchema()),
	}),
);

const courtOrderSchema = lazy(() =>
	z.strictObject({
		title: z.string(),
		fullCaseNumber: z.string(),
		courtId: z.string(),
		docketNumber: z.int(),
		attachedAt: time(),
		verification: z.enum(["unverified", "verified"]),
		verifiedAt: time().nullable(),
	}),
);

const documentSchema = lazy(() => z.strictObject({ ...documentFields, addedAt: time() }));

/** The case record without parts that the bundle has elsewhere. */
const standingSchema = lazy(() =>
	z.strictObject({
		status: z.enum(CASE_STATUSES),
		statusReason: statusReason(),
		statusNote: z.string().nullable(),
		source: z.enum(["api", "hosted", "origin"]),
		courtOrder: courtOrderSchema().nullable(),
		documents: z.array(documentSchema()),
		executeAfter: time().nullable(),
		expiresAt: time().nullable(),
		execution: z.strictObject({ ...executionFields, confirmedAt: time() }).nullable(),
		txHash: bytesText(32, "must have 32 bytes").nullable(),
		signer: proofSchema(),
		createdAt: time(),
		updatedAt: time(),
		version: counted(),
	}),
);
export type Standing = Infer<typeof standingSchema>;

const unsignedFields = {
	format: z.literal(EVIDENCE_FORMAT),
	/** Origin of the service. */
	issuer: z.string().min(1),
	issuedAt: time(),
	caseId: z.string().regex(/^rc_[0-9a-f]{32}$/, "must be `rc_` and 32 hex digits"),
	jrcHash: hashSchema(),
	intent: z.strictObject({ rec: hashedRecSchema(), txs: callsSchema() }),
	history: z.array(z.strictObject({ entry: entrySchema(), payload: payloadSchema() })).min(1),
	events: z.array(eventSchema()),
	state: standingSchema(),
};

export const evidenceSchema = lazy(() =>
	z.strictObject({
		...unsignedFields,
		/** A compact JWS (RFC 7515) over the digest of all other members. */
		head: z.string(),
	}),
);

export type EvidenceBundle = Infer<typeof evidenceSchema>;
export type UnsignedEvidence = Omit<EvidenceBundle, "head">;
export type EvidenceEvent = EvidenceBundle["events"][number];

/** `where`: a JSON path; `$` is the bundle. */
export type EvidenceFailure = { where: string; what: string };
