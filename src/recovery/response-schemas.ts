/** What goes out about recovery cases (design/recovery.md "Endpoints"). */
import * as z from "zod";
import { addressSchema, chainIdSchema, hash32Schema, timestampSchema } from "../kernel/schemas.ts";
import { ACTION_REASONS, CASE_STATUSES, REJECTION_REASONS } from "./case/case-state.ts";
import { OBSERVATION_STATES } from "./execution/execution-messages.ts";
import { callSchema, recSchema } from "./schemas.ts";

const caseId = z.string().meta({ example: "rc_74ac76c7f29219667d32ccbdbc8a780f" });
const jrcHash = hash32Schema().meta({
	description: "Hash of the recovery intent. Court filings cite it.",
});
const status = z.enum(CASE_STATUSES).meta({ id: "CaseStatus" });
const statusReason = z
	.enum([...ACTION_REASONS, ...REJECTION_REASONS])
	.nullable()
	.meta({
		description: "Why the case is halted or closed. Null otherwise.",
	});
const time = timestampSchema();

const typedDataSchema = z
	.strictObject({
		types: z.record(z.string(), z.array(z.strictObject({ name: z.string(), type: z.string() }))),
		primaryType: z.literal("NewCase"),
		domain: z.strictObject({
			name: z.literal("Replevin"),
			version: z.literal("1"),
			chainId: chainIdSchema(),
		}),
		message: z.strictObject({
			intent: z.strictObject({
				lostAccount: addressSchema(),
				recoveryAccount: addressSchema(),
				chainId: z.string(),
				reasonForRecovery: z.string(),
				txs: z.array(callSchema()),
			}),
			email: z.string(),
		}),
	})
	.meta({ id: "NewCaseTypedData", description: "The complete argument of eth_signTypedData_v4." });

export const jrcHashResponse = z
	.strictObject({ jrcHash, caseId, typedData: typedDataSchema })
	.meta({ id: "CaseHash" });

export const existsResponse = z
	.strictObject({ caseExists: z.boolean(), caseId: caseId.nullable(), jrcHash })
	.meta({ id: "CaseExistence" });

const courtOrder = z
	.strictObject({
		title: z.string(),
		fullCaseNumber: z.string(),
		courtId: z.string(),
		docketNumber: z.int(),
		attachedAt: time,
		verification: z.enum(["unverified", "verified"]),
		verifiedAt: time.nullable(),
	})
	.meta({ id: "CourtOrder" });

const execution = z
	.strictObject({
		txHashes: z.array(hash32Schema()),
		state: z.enum(["confirming", "final"]),
		proof: z.enum(["trace", "direct", "decoded", "attested"]),
		calls: z.array(z.strictObject({ txHash: hash32Schema(), index: z.int(), caller: addressSchema() })),
		blockNumber: z.int().nullable(),
		blockHash: hash32Schema().nullable(),
		confirmedAt: time,
	})
	.meta({ id: "Execution" });

const historyEntry = z
	.strictObject({
		sequence: z.int(),
		at: time,
		actor: z.string(),
		move: z.string(),
		from: status.nullable(),
		to: status,
		reason: statusReason,
		eventId: z.string().nullable(),
		payloadHash: hash32Schema(),
		hash: hash32Schema(),
	})
	.meta({
		id: "HistoryEntry",
		description: "One entry of the case's hash chain. The previous hash of the first entry is the jrcHash.",
	});

export const caseDocument = z
	.strictObject({
		documentId: z.string().meta({ example: "doc_5f0d8c1e9b7a4c3d8e2f1a0b9c8d7e6f" }),
		sha256: hash32Schema().meta({ description: "SHA-256 of the uploaded bytes." }),
		size: z.int().meta({ description: "Size in bytes." }),
		title: z.string(),
		addedAt: time,
	})
	.meta({ id: "CaseDocument" });

export const caseRecord = z
	.strictObject({
		caseId,
		jrcHash,
		status,
		statusReason,
		statusNote: z.string().nullable(),
		source: z.enum(["api", "hosted", "origin"]),
		case: recSchema(),
		transactions: z.array(callSchema()),
		courtOrder: courtOrder.nullable(),
		documents: z.array(caseDocument),
		executeAfter: time.nullable(),
		expiresAt: time.nullable(),
		execution: execution.nullable(),
		txHash: hash32Schema().nullable(),
		signer: z.strictObject({
			kind: z.enum(["key", "contract"]),
			blockNumber: z.int().optional(),
			codeHash: hash32Schema().optional(),
		}),
		history: z.array(historyEntry),
		createdAt: time,
		updatedAt: time,
		version: z.int(),
	})
	.meta({ id: "RecoveryCase" });

const caseReceipt = z
	.strictObject({ caseId, jrcHash, status })
	.meta({ id: "CaseReceipt", description: "The part of a case for callers who may not see its record." });

/** What a signed call answers: the record to whoever may see it, a receipt to the others. */
export const shownCaseResponse = z.union([caseRecord, caseReceipt]);

const nextCursor = z
	.string()
	.nullable()
	.meta({ description: "Pass it as `cursor` to get the next page. Null on the last page." });

export const caseSummary = z
	.strictObject({
		caseId,
		jrcHash,
		status,
		statusReason,
		source: z.enum(["api", "hosted", "origin"]),
		lostAccount: addressSchema(),
		recoveryAccount: addressSchema(),
		chainId: chainIdSchema(),
		reasonForRecovery: z.enum(["lost key", "inheritance", "other"]),
		executeAfter: time.nullable(),
		txHash: hash32Schema().nullable(),
		createdAt: time,
		updatedAt: time,
		version: z.int(),
	})
	.meta({ id: "RecoveryCaseSummary" });

export const caseListResponse = z
	.strictObject({
		data: z.array(caseSummary),
		nextCursor,
	})
	.meta({ id: "RecoveryCaseList" });

export const closedCaseResponse = z
	.strictObject({ caseId, jrcHash, status, statusReason })
	.meta({ id: "CaseStanding" });

export const noticesResponse = z
	.strictObject({
		data: z.array(z.strictObject({ caseId, jrcHash, status, executeAfter: time.nullable() })),
		nextCursor,
	})
	.meta({ id: "NoticeList", description: "Open cases that name the account as lost, oldest first." });

export const observedExecutionResponse = z
	.strictObject({
		caseId,
		jrcHash,
		status,
		statusReason,
		observation: z.strictObject({
			state: z.enum(OBSERVATION_STATES).meta({
				description:
					"`confirming`: proven, but the blocks may still be reorganised. `unseen`: not mined, or removed by a reorganisation. `unproven`: neither proven nor disproven.",
			}),
			txHashes: z.array(hash32Schema()),
			reason: z.string().nullable(),
			nextLookAt: time.nullable().meta({
				description:
					"When the service checks again by itself. Null if another check would give the same result.",
			}),
		}),
	})
	.meta({ id: "ObservedExecution" });
