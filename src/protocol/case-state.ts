/**
 * The states and data of a recovery case, and the commands that move it (recovery.md). Each enumeration of them stands
 * here once; schemas, texts and queries take it from here.
 */
import type { Hex } from "../kernel/hex.ts";
import type { Call, Rec } from "./intent.ts";
import type { CourtInfo } from "./signed-messages.ts";

/** The statuses of a case that can still move. */
export const OPEN_STATUSES = ["created", "pending", "action_required"] as const;
export const CASE_STATUSES = [...OPEN_STATUSES, "executed", "rejected"] as const;
export type CaseStatus = (typeof CASE_STATUSES)[number];

/** A reviewer halts a case for one of these, and the claimant answers. */
export const REQUEST_REASONS = ["order_unverifiable", "documents_missing"] as const;
export const ACTION_REASONS = [
	...REQUEST_REASONS,
	"contested",
	"lost_account_active",
	"expired",
	"executed_without_verified_order",
	"executed_before_challenge_period",
	"owner_not_watched",
	"execution_mismatch",
] as const;
export const REJECTION_REASONS = [
	"contested_by_lost_account",
	"withdrawn_by_claimant",
	"rejected_by_reviewer",
] as const;
export const STATUS_REASONS = [...ACTION_REASONS, ...REJECTION_REASONS] as const;
export type ActionReason = (typeof ACTION_REASONS)[number];
export type StatusReason = (typeof STATUS_REASONS)[number];

export const EVENT_TYPES = [
	"recovery_case.created",
	"recovery_case.pending",
	"recovery_case.rejected",
	"recovery_case.executed",
	"recovery_case.action_required",
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Tells the events `recovery_case.pending` of a case apart (recovery.md "Phases of a pending case"). */
export const PENDING_PHASES = ["order_attached", "order_verified", "executable"] as const;
export type PendingPhase = (typeof PENDING_PHASES)[number];

export const CASE_SOURCES = ["api", "hosted", "origin"] as const;
type CaseSource = (typeof CASE_SOURCES)[number];

export const NOT_WATCHED_CAUSES = ["node_outage", "reserve_used_up"] as const;

/** `since`: the last look at the lost account, or else the creation (recovery.md "The watch over the lost account"). */
export type NotWatched = { since: number; because: (typeof NOT_WATCHED_CAUSES)[number] };

/** signatures.md "Verifying". */
export type SignerProof = { kind: "key" } | { kind: "contract"; blockNumber: number; codeHash: Hex };

/** `verified_once`: by one reviewer where two must (recovery.md "Two reviewers for an order"). */
export const VERIFICATIONS = ["unverified", "verified_once", "verified"] as const;

type CourtOrder = {
	title: string;
	fullCaseNumber: string;
	courtId: string;
	docketNumber: number;
	attachedAt: number;
	verification: (typeof VERIFICATIONS)[number];
	verifiedAt: number | null;
};

export const EXECUTION_STATES = ["confirming", "final"] as const;

/** Strongest first (recovery.md "Grades of proof"). */
export const CHAIN_PROOF_GRADES = ["trace", "direct", "decoded"] as const;
/** `attested`: by two reviewers, for a chain without a node. */
export const PROOF_GRADES = [...CHAIN_PROOF_GRADES, "attested"] as const;

export type Execution = {
	txHashes: Hex[];
	state: (typeof EXECUTION_STATES)[number];
	proof: (typeof PROOF_GRADES)[number];
	calls: { txHash: Hex; index: number; caller: string }[];
	/** Null for an attested execution. */
	blockNumber: number | null;
	blockHash: Hex | null;
	/** Time of the first block with a part of it, or of the attestation. */
	blockTime: number;
	confirmedAt: number;
};

/** By the filer's own word. The intent has no decimals, so no wallet signs them. */
export type TokenDecimals = { token: string; decimals: number };

export type CaseDocument = {
	documentId: string;
	sha256: Hex;
	size: number;
	title: string;
	addedAt: number;
};

/** A case without its transactions and history. Times are unix milliseconds. */
export type CaseState = {
	caseId: string;
	jrcHash: Hex;
	source: CaseSource;
	/** Null if a session without a developer filed the case. */
	developerId: string | null;
	/** The session's subject: `anon:<uuid>`, `wallet:0x…` or `wallet:<chainId>:0x…`. */
	subject: string | null;
	/** The developer's name for the case. */
	reference?: string | undefined;
	/** Absent if the filer stated none. */
	tokenDecimals?: TokenDecimals[] | undefined;
	/** The hosted link through which the case was filed. */
	linkId?: string | undefined;
	/** Addresses in EIP-55 form. */
	rec: Rec;
	signer: SignerProof;
	status: CaseStatus;
	statusReason: StatusReason | null;
	/** The last deciding reviewer's reason. */
	statusNote: string | null;
	courtOrder: CourtOrder | null;
	documents: CaseDocument[];
	executeAfter: number | null;
	/** Of the last `recovery_case.pending`. Absent before it. */
	phase?: PendingPhase | undefined;
	expiresAt: number | null;
	execution: Execution | null;
	/** Absent while the lost account is watched, or need not be. */
	notWatched?: NotWatched | undefined;
	/** Who has verified the order while another reviewer must too. */
	firstVerifier?: string | undefined;
	attestations: { reviewerId: string; txHash: Hex }[];
	/** EIP-712 digests of the messages that moved the case. */
	spentMessages: Hex[];
	txHash: Hex | null;
	eventSequence: number;
	historySequence: number;
	/** The jrcHash before the first entry. */
	historyHash: Hex;
	createdAt: number;
	updatedAt: number;
	version: number;
};

/** One entry of a case's hash chain. */
export type HistoryEntry = {
	/** Counts from 1. */
	sequence: number;
	/** ISO 8601. */
	at: string;
	actor: Actor;
	move: Command["kind"];
	from: CaseStatus | null;
	to: CaseStatus;
	reason: StatusReason | null;
	eventId: string | null;
	payloadHash: Hex;
	/** SHA-256 of the RFC 8785 form of this entry without `hash`, with `previousHash`. */
	hash: Hex;
};

type Signed = { signature: Hex; proof: SignerProof };

/** The link is reserved for this case until `until`, in unix milliseconds (hosted-links.md "One link, one case"). */
export type LinkReservation = { linkId: string; until: number };

export type CreateCommand = Signed & {
	kind: "create";
	caseId: string;
	jrcHash: Hex;
	source: CaseSource;
	developerId: string | null;
	subject: string | null;
	reference?: string | undefined;
	tokenDecimals?: TokenDecimals[] | undefined;
	link?: LinkReservation | undefined;
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
	| { kind: "allow_execution" }
	| { kind: "observe_activity"; transactionCount: number }
	| { kind: "lose_watch"; notWatched: NotWatched }
	| { kind: "regain_watch" }
	| { kind: "prove_execution"; execution: Execution }
	| { kind: "find_mismatch"; txHashes: Hex[]; finding: string }
	| { kind: "judge_execution" }
	/**
	 * `needed`: how many reviewers must verify, if more than one. `former`: the first verifier who is no longer a reviewer.
	 * `resumes`: also ends a halt.
	 */
	| {
			kind: "verify_order";
			reviewerId: string;
			note: string;
			needed?: number | undefined;
			former?: string[] | undefined;
			resumes?: "halt" | undefined;
	  }
	| {
			kind: "require_action";
			reviewerId: string;
			note: string;
			statusReason: (typeof REQUEST_REASONS)[number];
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

/** A move that lacks here, or that no command makes, is a type error. */
const moves: Record<Command["kind"], true> = {
	create: true,
	attach_order: true,
	contest: true,
	withdraw: true,
	contest_all: true,
	expire: true,
	allow_execution: true,
	observe_activity: true,
	prove_execution: true,
	lose_watch: true,
	regain_watch: true,
	find_mismatch: true,
	judge_execution: true,
	verify_order: true,
	require_action: true,
	clear: true,
	reject: true,
	attest_execution: true,
	add_document: true,
};
export const MOVES = Object.freeze(Object.keys(moves) as Command["kind"][]);

/** The case's developer, or the recovery account's session. */
export const CLAIMANT_ROLES = ["developer", "recovery_account"] as const;
export type ClaimantRole = (typeof CLAIMANT_ROLES)[number];

/** The author of a move. */
export type Actor = ClaimantRole | "lost_account" | "clock" | "chain" | `reviewer:${string}`;
