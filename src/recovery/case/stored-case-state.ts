/** The stored form of a case's state (recovery.md). The rules that move it are in `src/protocol/`. */

import * as z from "zod";
import type { Hex } from "../../kernel/hex.ts";
import { lazy } from "../../kernel/once.ts";
import {
	CASE_SOURCES,
	CASE_STATUSES,
	type CaseState,
	EXECUTION_STATES,
	NOT_WATCHED_CAUSES,
	PENDING_PHASES,
	PROOF_GRADES,
	STATUS_REASONS,
	VERIFICATIONS,
} from "../../protocol/case-state.ts";
import { RECOVERY_REASONS } from "../../protocol/intent.ts";

const hex = lazy(() => z.custom<Hex>((value) => typeof value === "string" && value.startsWith("0x")));

const signerProofSchema = lazy(() =>
	z.union([
		z.object({ kind: z.literal("key") }),
		z.object({ kind: z.literal("contract"), blockNumber: z.number(), codeHash: hex() }),
	]),
);

const courtOrderSchema = lazy(() =>
	z.object({
		title: z.string(),
		fullCaseNumber: z.string(),
		courtId: z.string(),
		docketNumber: z.number(),
		attachedAt: z.number(),
		verification: z.enum(VERIFICATIONS),
		verifiedAt: z.number().nullable(),
	}),
);

const executionSchema = lazy(() =>
	z.object({
		txHashes: z.array(hex()),
		state: z.enum(EXECUTION_STATES),
		proof: z.enum(PROOF_GRADES),
		calls: z.array(z.object({ txHash: hex(), index: z.number(), caller: z.string() })),
		blockNumber: z.number().nullable(),
		blockHash: hex().nullable(),
		blockTime: z.number(),
		confirmedAt: z.number(),
	}),
);

const documentSchema = lazy(() =>
	z.object({
		documentId: z.string(),
		sha256: hex(),
		size: z.number(),
		title: z.string(),
		addedAt: z.number(),
	}),
);

export const caseStateSchema = lazy(
	() =>
		z.object({
			caseId: z.string(),
			jrcHash: hex(),
			source: z.enum(CASE_SOURCES),
			developerId: z.string().nullable(),
			subject: z.string().nullable(),
			reference: z.string().optional(),
			tokenDecimals: z.array(z.object({ token: z.string(), decimals: z.number() })).optional(),
			linkId: z.string().optional(),
			rec: z.object({
				lostAccount: z.string(),
				recoveryAccount: z.string(),
				chainId: z.number(),
				reasonForRecovery: z.enum(RECOVERY_REASONS),
				email: z.string().nullable(),
			}),
			signer: signerProofSchema(),
			status: z.enum(CASE_STATUSES),
			statusReason: z.enum(STATUS_REASONS).nullable(),
			statusNote: z.string().nullable(),
			courtOrder: courtOrderSchema().nullable(),
			documents: z.array(documentSchema()),
			executeAfter: z.number().nullable(),
			phase: z.enum(PENDING_PHASES).optional(),
			expiresAt: z.number().nullable(),
			execution: executionSchema().nullable(),
			notWatched: z.object({ since: z.number(), because: z.enum(NOT_WATCHED_CAUSES) }).optional(),
			firstVerifier: z.string().optional(),
			attestations: z.array(z.object({ reviewerId: z.string(), txHash: hex() })),
			spentMessages: z.array(hex()),
			txHash: hex().nullable(),
			eventSequence: z.number(),
			historySequence: z.number(),
			historyHash: hex(),
			createdAt: z.number(),
			updatedAt: z.number(),
			version: z.number(),
		}) satisfies z.ZodType<CaseState>,
);
