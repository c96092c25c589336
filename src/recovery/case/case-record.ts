/** recovery.md "GET /recovery-cases/{caseId}". */
import * as z from "zod";
import { lazy } from "../../kernel/once.ts";
import { doc } from "../../kernel/schemas/doc.ts";
import { lazyObject } from "../../kernel/schemas/lazy-object.ts";
import { addressSchema, hash32Schema, timestampSchema } from "../../kernel/schemas/schemas.ts";
import type { CaseRecord } from "../../protocol/case-record.ts";
import {
	CASE_SOURCES,
	EXECUTION_STATES,
	MOVES,
	NOT_WATCHED_CAUSES,
	PROOF_GRADES,
	VERIFICATIONS,
} from "../../protocol/enumerations.ts";
import { callSchema, recSchema, tokenDecimalsSchema } from "../intent/intent-schemas.ts";
import type { CaseStanding } from "./case-messages.ts";
import {
	answeredAtSchema,
	caseStatusSchema,
	referenceSchema,
	standingFields,
	statusReasonSchema,
} from "./case-schemas.ts";

const courtOrderResponse = lazyObject("CourtOrder", () => ({
	title: z.string(),
	fullCaseNumber: z.string(),
	courtId: z.string(),
	docketNumber: z.int(),
	attachedAt: timestampSchema(),
	verification: z.enum(VERIFICATIONS),
	verifiedAt: timestampSchema().nullable(),
}));

const executionResponse = lazyObject("Execution", () => ({
	txHashes: z.array(hash32Schema()),
	state: z.enum(EXECUTION_STATES),
	proof: z.enum(PROOF_GRADES),
	calls: z.array(z.strictObject({ txHash: hash32Schema(), index: z.int(), caller: addressSchema() })),
	blockNumber: z.int().nullable(),
	blockHash: hash32Schema().nullable(),
	confirmedAt: timestampSchema(),
}));

export const notWatchedResponse = lazyObject(
	{
		id: "NotWatched",
		description: doc(
			"The service has missed three daily looks at the lost account's activity, the last of which it made at `since`: no node responded, or the reserve of looks was used up. An execution that is proven in the meantime needs a reviewer.",
		),
	},
	() => ({ since: timestampSchema(), because: z.enum(NOT_WATCHED_CAUSES) }),
);

const historyEntryResponse = lazyObject(
	{
		id: "HistoryEntry",
		description: doc(
			"One entry of the case's hash chain. The previous hash of the first entry is the jrcHash.",
		),
	},
	() => ({
		sequence: z.int(),
		at: timestampSchema(),
		actor: z.string().meta({
			description: doc(
				"Who moved the case: `developer`, `recovery_account`, `lost_account`, `clock`, `chain`, or `reviewer:` and the reviewer's account id.",
			),
			example: doc("recovery_account"),
		}),
		move: z.string().meta({
			description: `What was done: ${MOVES.map((move) => `\`${move}\``).join(", ")}.`,
			example: doc("attach_order"),
		}),
		from: caseStatusSchema().nullable(),
		to: caseStatusSchema(),
		reason: statusReasonSchema(),
		eventId: z.string().nullable(),
		payloadHash: hash32Schema(),
		hash: hash32Schema(),
	}),
);

export const caseDocumentResponse = lazyObject("CaseDocument", () => ({
	documentId: z.string().meta({ example: doc("doc_5f0d8c1e9b7a4c3d8e2f1a0b9c8d7e6f") }),
	sha256: hash32Schema().describe(doc("SHA-256 of the uploaded bytes.")),
	size: z.int().describe(doc("Size in bytes.")),
	title: z.string(),
	addedAt: timestampSchema(),
}));

export const caseRecordResponse = lazyObject(
	"RecoveryCase",
	() =>
		({
			...standingFields(),
			statusNote: z
				.string()
				.nullable()
				.describe(
					doc(
						"The reason that the last reviewer gave. Null before the first decision and after a new court order.",
					),
				),
			answeredAt: answeredAtSchema(),
			source: z
				.enum(CASE_SOURCES)
				.describe(
					doc(
						"Who filed the case: a developer's credential (`api`), an anonymous or wallet session (`hosted`), or a page of an allowlisted origin (`origin`).",
					),
				),
			reference: referenceSchema()
				.optional()
				.describe(
					doc(
						"The developer's own name of the case, which came with it or with its hosted link; absent without one.",
					),
				),
			tokenDecimals: tokenDecimalsSchema().optional(),
			case: recSchema(),
			transactions: z.array(callSchema()),
			courtOrder: courtOrderResponse().nullable(),
			documents: z.array(caseDocumentResponse()),
			executeAfter: timestampSchema()
				.nullable()
				.describe(
					doc(
						"The end of the challenge period, before which the recovery must not be executed. Meaningful only while the case is `pending`; a case with another status keeps the time, but must not be executed. Null before the first court order.",
					),
				),
			expiresAt: timestampSchema()
				.nullable()
				.describe(
					doc(
						"When the case becomes `action_required` with the reason `expired`, if it is still `created`. Null once a court order was attached.",
					),
				),
			execution: executionResponse()
				.nullable()
				.describe(
					doc(
						"The execution that the chain or two reviewers have proven; not final while `state` is `confirming`. Null if there is none.",
					),
				),
			notWatched: notWatchedResponse()
				.nullable()
				.describe(doc("Null while the lost account is watched, or need not be.")),
			txHash: hash32Schema()
				.nullable()
				.describe(doc("The last transaction of the execution. Null unless the case is `executed`.")),
			signer: z
				.strictObject({
					kind: z.enum(["key", "contract"]),
					blockNumber: z.int().optional(),
					codeHash: hash32Schema().optional(),
				})
				.describe(
					doc(
						"How the recoveryAccount signed the new case: with its key, or as a contract wallet, which accepted the signature at `blockNumber` with the code that has `codeHash`.",
					),
				),
			history: z.array(historyEntryResponse()),
			createdAt: timestampSchema(),
			updatedAt: timestampSchema(),
			version: z.int().describe(doc("Counts the changes of the case from 1.")),
		}) satisfies Record<keyof CaseRecord, z.ZodType>,
);

const caseReceiptResponse = lazy(() => {
	const { statusReason: _, ...fields } = standingFields();
	return z.strictObject(fields).meta({
		id: "CaseReceipt",
		description: doc("The part of a case for callers who may not see its record."),
	});
});

export const recordOrReceiptResponse = lazy(() => z.union([caseRecordResponse(), caseReceiptResponse()]));

/** A receipt, if the caller may not see the record. */
export function recordOrReceipt({ record, standing }: { record: string | null; standing: CaseStanding }) {
	if (record !== null) return { json: record };
	const { caseId, jrcHash, status } = standing;
	return { body: { caseId, jrcHash, status } };
}
