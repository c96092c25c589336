import * as z from "zod";
import { defineOperation } from "../../http/operation.ts";
import { lazy } from "../../kernel/once.ts";
import { doc } from "../../kernel/schemas/doc.ts";
import { lazyObject } from "../../kernel/schemas/lazy-object.ts";
import {
	addressSchema,
	chainIdSchema,
	hash32Schema,
	timestampSchema,
	wholeNumberText,
} from "../../kernel/schemas/schemas.ts";
import { EVENT_TYPES } from "../../protocol/enumerations.ts";
import { STANDING_MEMBERS } from "../../protocol/evidence/evidence-form.ts";
import { EVIDENCE_FORMAT } from "../../protocol/evidence/evidence-format.ts";
import { RECOVERY_REASONS } from "../../protocol/intent.ts";
import { caseRecordResponse } from "../case/case-record.ts";
import { caseIdParam, eventSequenceSchema, jrcHashParam, jrcHashSchema } from "../case/case-schemas.ts";
import { withReviewerAccess } from "../case/reviewer-access.ts";
import { caseNotFound } from "../errors.ts";
import { callSchema } from "../intent/intent-schemas.ts";

const intentResponse = lazyObject(() => ({
	rec: z.strictObject({
		lostAccount: addressSchema(),
		recoveryAccount: addressSchema(),
		chainId: chainIdSchema(),
		reasonForRecovery: z.enum(RECOVERY_REASONS),
		emailHash: hash32Schema().describe(
			doc(
				"Keccak-256 of the e-mail address, or of an empty string if there is none. It is unsalted, so whoever guesses the address can confirm it.",
			),
		),
	}),
	txs: z.array(callSchema()),
}));

const payloadResponse = lazy(() =>
	z
		.looseObject({ kind: z.string() })
		.describe(
			doc(
				"The content of the move: typed data, signature and its proof, or the finding. `entry.payloadHash` is the SHA-256 of its RFC 8785 form.",
			),
		),
);

const eventResponse = lazyObject(() => ({
	eventId: z.string(),
	sequence: eventSequenceSchema(),
	type: z.enum(EVENT_TYPES),
	createdAt: timestampSchema(),
	body: z.string().describe(doc("The exact body that webhooks deliver.")),
	confirmedAt: timestampSchema()
		.nullable()
		.describe(doc("When the event was queued at every endpoint; null until then.")),
	deliveries: z
		.array(
			z.strictObject({
				endpointId: z.string().nullable().describe(doc("Null unless the endpoint belongs to the caller.")),
				deliveredAt: timestampSchema(),
				httpStatus: z.int().min(200).max(299),
			}),
		)
		.describe(
			doc("Accepted deliveries on record. A record is kept for 30 days after the delivery finished."),
		),
}));

export const evidenceResponse = lazy(() => {
	const { shape } = caseRecordResponse();
	const { caseId, jrcHash, history } = shape;
	const standing = Object.fromEntries(STANDING_MEMBERS.map((name) => [name, shape[name]]));
	return z
		.strictObject({
			format: z.literal(EVIDENCE_FORMAT),
			issuer: z.string().meta({
				description: doc("Origin of the service. Its keys are at `/.well-known/evidence-jwks.json`."),
				example: doc("https://api.replevin.example"),
			}),
			issuedAt: timestampSchema(),
			caseId,
			jrcHash,
			intent: intentResponse(),
			history: z.array(z.strictObject({ entry: history.element, payload: payloadResponse() })),
			events: z.array(eventResponse()),
			state: z.strictObject(standing).describe(doc("State of the case at `issuedAt`.")),
			head: z
				.string()
				.describe(
					doc(
						"Compact JWS (RFC 7515) with ES256. Its payload is `{ digest }`, the SHA-256 of the RFC 8785 form of all other members.",
					),
				),
		})
		.meta({ id: "EvidenceBundle" });
});

/** recovery.md "The bundle". */
export const getEvidence = defineOperation({
	operationId: "getRecoveryCaseEvidence",
	method: "GET",
	path: "/recovery-cases/{caseId}/evidence",
	tag: "Recovery cases",
	summary: doc("Download the evidence bundle of a case"),
	description: doc(
		"A bundle that anyone can verify without this service. It contains the intent, every move with its signed message, the events as webhooks delivered them, and the state of the case. A key from `/.well-known/evidence-jwks.json` signs it. Store the body byte for byte: it is canonical JSON (RFC 8785), and verification rejects any other form. The bundle contains no e-mail address, but its hash.",
	),
	policy: "case_viewer",
	cors: "allowlisted",
	readOnly: true,
	params: caseIdParam,
	responses: { 200: { description: doc("The evidence bundle."), schema: evidenceResponse } },
	errors: ["RESOURCE_NOT_FOUND"],
	handler: async ({ params, principal, services, clientAddress, now }) => {
		const bundle = await withReviewerAccess(principal, services, (caller) =>
			services.recovery.evidence(caller, { caseId: params.caseId, clientAddress, now }),
		);
		if (bundle === null) throw caseNotFound();
		return { status: 200, json: bundle };
	},
});

const query = lazyObject(() => ({
	sequence: wholeNumberText(1, Number.MAX_SAFE_INTEGER)
		.optional()
		.describe(doc("An entry whose hash is signed as well, such as the last one of a bundle.")),
}));

const entryFields = lazy(() => ({
	sequence: z.int().describe(doc("Position in the history, from 1.")),
	historyHash: z
		.string()
		.meta({ description: doc("`entry.hash` in the evidence bundle."), example: doc(`0x${"20".repeat(32)}`) }),
	at: timestampSchema(),
}));

const caseHeadResponse = lazyObject(
	{ id: "CaseHead", description: doc("The newest entry of a case's history, without its content.") },
	() => ({
		jrcHash: jrcHashSchema(),
		...entryFields(),
		issuedAt: timestampSchema(),
		entry: z
			.strictObject(entryFields())
			.nullable()
			.optional()
			.describe(doc("Only with `sequence`; null if the service knows no such entry.")),
		signature: z
			.string()
			.describe(
				doc(
					"Compact JWS (RFC 7515) with ES256 and the `typ` `replevin-case-head+jws`. Its payload is the RFC 8785 form of all other members.",
				),
			),
	}),
);

/** recovery.md "The head of a case". */
export const getCaseHead = defineOperation({
	operationId: "getRecoveryCaseHead",
	method: "GET",
	path: "/recovery-cases/{jrcHash}/head",
	tag: "Recovery cases",
	summary: doc("Read the signed head of a case's history"),
	description: doc(
		"Tells whether a case has later entries than an evidence bundle, and signs the hash of the bundle's last entry if `sequence` names it. Needs no credential, and pages of every origin may call it. A copy answers, which follows the case within seconds. Whoever knows a jrcHash or a caseId learns the jrcHash, that the case exists and when it last moved.",
	),
	policy: "public",
	cors: "public",
	rateLimited: true,
	readOnly: true,
	cacheSeconds: 60,
	params: jrcHashParam,
	query,
	responses: { 200: { description: doc("The head."), schema: caseHeadResponse } },
	errors: ["RESOURCE_NOT_FOUND"],
	handler: async ({ params, query: { sequence }, services, now }) => {
		const head = await services.recovery.head({
			caseId: params.caseId,
			sequence: sequence === undefined ? undefined : Number(sequence),
			now,
		});
		if (head === null) throw caseNotFound();
		return { status: 200, body: head };
	},
});
