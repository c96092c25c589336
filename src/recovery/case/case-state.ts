/** The states and data of a recovery case, and the commands that move it (recovery.md). */
import * as z from "zod";
import type { Hex } from "../../kernel/hex.ts";
import { type Infer, lazy } from "../../kernel/once.ts";
import type { Call, Rec } from "../intent/intent.ts";
import type { CourtInfo } from "../intent/typed-data.ts";

export const CASE_STATUSES = ["created", "pending", "action_required", "executed", "rejected"] as const;
export type CaseStatus = (typeof CASE_STATUSES)[number];

export const ACTION_REASONS = [
	"order_unverifiable",
	"documents_missing",
	"contested",
	"lost_account_active",
	"expired",
	"executed_without_verified_order",
	"executed_before_challenge_period",
	"execution_mismatch",
] as const;
export const REJECTION_REASONS = [
	"contested_by_lost_account",
	"withdrawn_by_claimant",
	"rejected_by_reviewer",
] as const;
export type ActionReason = (typeof ACTION_REASONS)[number];
export type StatusReason = ActionReason | (typeof REJECTION_REASONS)[number];

export const EVENT_TYPES = [
	"recovery_case.created",
	"recovery_case.pending",
	"recovery_case.rejected",
	"recovery_case.executed",
	"recovery_case.action_required",
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

const CASE_SOURCES = ["api", "hosted", "origin"] as const;
type CaseSource = (typeof CASE_SOURCES)[number];

const hex = lazy(() => z.custom<Hex>((value) => typeof value === "string" && value.startsWith("0x")));

/** signatures.md "Verifying". */
const signerProofSchema = lazy(() =>
	z.union([
		z.object({ kind: z.literal("key") }),
		z.object({ kind: z.literal("contract"), blockNumber: z.number(), codeHash: hex() }),
	]),
);
export type SignerProof = Infer<typeof signerProofSchema>;

/** Whether a reviewer has verified the court order. */
export const VERIFICATIONS = ["unverified", "verified"] as const;

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

/** Strongest first. `attested`: by two reviewers, for a chain without a node. */
const PROOF_GRADES = ["trace", "direct", "decoded", "attested"] as const;

const executionSchema = lazy(() =>
	z.object({
		txHashes: z.array(hex()),
		state: z.enum(["confirming", "final"]),
		proof: z.enum(PROOF_GRADES),
		calls: z.array(z.object({ txHash: hex(), index: z.number(), caller: z.string() })),
		/** Null for an attested execution. */
		blockNumber: z.number().nullable(),
		blockHash: hex().nullable(),
		/** Time of the first block with a part of it, or of the attestation. */
		blockTime: z.number(),
		confirmedAt: z.number(),
	}),
);
export type Execution = Infer<typeof executionSchema>;

const documentSchema = lazy(() =>
	z.object({
		documentId: z.string(),
		sha256: hex(),
		size: z.number(),
		title: z.string(),
		addedAt: z.number(),
	}),
);
export type CaseDocument = Infer<typeof documentSchema>;

/** A case without its transactions and history. Times are unix milliseconds. */
export const caseStateSchema = lazy(() =>
	z.object({
		caseId: z.string(),
		jrcHash: hex(),
		source: z.enum(CASE_SOURCES),
		/** Null if a session without a developer filed the case. */
		developerId: z.string().nullable(),
		/** The session's subject: `anon:<uuid>`, `wallet:0x…` or `wallet:<chainId>:0x…`. */
		subject: z.string().nullable(),
		/** Addresses in EIP-55 form. */
		rec: z.object({
			lostAccount: z.string(),
			recoveryAccount: z.string(),
			chainId: z.number(),
			reasonForRecovery: z.enum(["lost key", "inheritance", "other"]),
			email: z.string().nullable(),
		}),
		signer: signerProofSchema(),
		status: z.enum(CASE_STATUSES),
		statusReason: z.enum([...ACTION_REASONS, ...REJECTION_REASONS]).nullable(),
		/** The last deciding reviewer's reason. */
		statusNote: z.string().nullable(),
		courtOrder: courtOrderSchema().nullable(),
		documents: z.array(documentSchema()),
		executeAfter: z.number().nullable(),
		expiresAt: z.number().nullable(),
		execution: executionSchema().nullable(),
		attestations: z.array(z.object({ reviewerId: z.string(), txHash: hex() })),
		/** EIP-712 digests of the messages that moved the case. */
		spentMessages: z.array(hex()).default([]),
		txHash: hex().nullable(),
		eventSequence: z.number(),
		historySequence: z.number(),
		/** The jrcHash before the first entry. */
		historyHash: hex(),
		createdAt: z.number(),
		updatedAt: z.number(),
		version: z.number(),
	}),
);
export type CaseState = Infer<typeof caseStateSchema>;

type Signed = { signature: Hex; proof: SignerProof };

export type CreateCommand = Signed & {
	kind: "create";
	caseId: string;
	jrcHash: Hex;
	source: CaseSource;
	developerId: string | null;
	subject: string | null;
	rec: Rec;
	txs: readonly Call[];
	caseExpirySeconds: number;
};

export type MoveCommand =
	| (Signed & { kind: "attach_order"; courtInfo: CourtInfo; challengePeriodSeconds: number })
	| (Signed & { kind: "contest"; reason: string })
	| (Signed & { kind: "withdraw"; reason: string })
	/** `deadline`: unix seconds. `acceptedAt`: when the service took the message, in unix milliseconds. */
	| (Signed & { kind: "contest_all"; nonce: Hex; deadline: number; acceptedAt: number })
	| { kind: "expire" }
	| { kind: "observe_activity"; transactionCount: number }
	| { kind: "prove_execution"; execution: Execution }
	| { kind: "find_mismatch"; txHashes: Hex[]; finding: string }
	| { kind: "judge_execution" }
	| { kind: "verify_order"; reviewerId: string; note: string }
	| {
			kind: "require_action";
			reviewerId: string;
			note: string;
			statusReason: "order_unverifiable" | "documents_missing";
	  }
	| { kind: "clear"; reviewerId: string; note: string }
	| { kind: "reject"; reviewerId: string; note: string }
	/** `former`: attesters who are no longer reviewers; omitted if empty. */
	| {
			kind: "attest_execution";
			reviewerId: string;
			note: string;
			txHash: Hex;
			former?: string[] | undefined;
	  }
	| { kind: "add_document"; by: ClaimantRole; document: Omit<CaseDocument, "addedAt"> };

export type Command = CreateCommand | MoveCommand;

/** The case's developer, or the recovery account's session. */
export type ClaimantRole = "developer" | "recovery_account";

/** The author of a move. */
export type Actor = ClaimantRole | "lost_account" | "clock" | "chain" | `reviewer:${string}`;
