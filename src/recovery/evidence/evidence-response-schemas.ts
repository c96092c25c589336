/** What goes out of a case's evidence and events. What a bundle has to be, `core/evidence-schema.ts` says. */
import * as z from "zod";
import { addressSchema, chainIdSchema, hash32Schema, timestampSchema } from "../../kernel/schemas.ts";
import { caseRecordResponse } from "../case/case-record.ts";
import { eventSequenceSchema } from "../case/case-schemas.ts";
import { EVENT_TYPES } from "../case/case-state.ts";
import { callSchema } from "../intent/intent-schemas.ts";
import { EVIDENCE_FORMAT } from "./evidence-format.ts";

const { caseId, jrcHash, case: _, transactions: __, history, ...standing } = caseRecordResponse().shape;

const intent = z.strictObject({
	rec: z.strictObject({
		lostAccount: addressSchema(),
		recoveryAccount: addressSchema(),
		chainId: chainIdSchema(),
		reasonForRecovery: z.enum(["lost key", "inheritance", "other"]),
		emailHash: hash32Schema().meta({
			description: "Keccak-256 of the e-mail address, or of an empty string if there is none.",
		}),
	}),
	txs: z.array(callSchema()),
});

const payload = z.looseObject({ kind: z.string() }).meta({
	description:
		"The content of the move: typed data, signature and its proof, or the finding. `entry.payloadHash` is the SHA-256 of its RFC 8785 form.",
});

const delivery = z.strictObject({
	endpointId: z.string().nullable().meta({ description: "Null unless the endpoint belongs to the caller." }),
	deliveredAt: timestampSchema(),
	httpStatus: z.int().min(200).max(299),
});

const event = z.strictObject({
	eventId: z.string(),
	sequence: eventSequenceSchema(),
	type: z.enum(EVENT_TYPES),
	createdAt: timestampSchema(),
	body: z.string().meta({ description: "The exact body that webhooks deliver." }),
	confirmedAt: timestampSchema()
		.nullable()
		.meta({ description: "When the event was queued at every endpoint; null until then." }),
	deliveries: z.array(delivery).meta({
		description: "Accepted deliveries on record. A record is kept for 30 days after the delivery finished.",
	}),
});

export const evidenceResponse = z
	.strictObject({
		format: z.literal(EVIDENCE_FORMAT),
		issuer: z.string().meta({
			description: "Origin of the service. Its keys are at `/.well-known/evidence-jwks.json`.",
			example: "https://api.replevin.example",
		}),
		issuedAt: timestampSchema(),
		caseId,
		jrcHash,
		intent,
		history: z.array(z.strictObject({ entry: history.element, payload })),
		events: z.array(event),
		state: z.strictObject(standing).meta({ description: "State of the case at `issuedAt`." }),
		head: z.string().meta({
			description:
				"Compact JWS (RFC 7515) with ES256. Its payload is `{ digest }`, the SHA-256 of the RFC 8785 form of all other members.",
		}),
	})
	.meta({ id: "EvidenceBundle" });
