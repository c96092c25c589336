/**
 * The states and data of a recovery case, and the commands that move it (recovery.md). Types come from the forms by
 * which an object reads what it has stored.
 */
import type { Hex } from "../kernel/encoding/hex.ts";
import type { ComparedValue } from "./comparison.ts";
import {
	CASE_SOURCES,
	CASE_STATUSES,
	type CaseSource,
	type ClaimantRole,
	EXECUTION_STATES,
	MODULE_EVENTS,
	MOVES,
	type ModuleEventKind,
	NOT_WATCHED_CAUSES,
	PENDING_PHASES,
	PROOF_GRADES,
	type REQUEST_REASONS,
	STATUS_REASONS,
	VERIFICATIONS,
} from "./enumerations.ts";
import {
	byKind,
	type Form,
	list,
	nullable,
	type Of,
	object,
	objectWithOptional,
	oneOf,
	text,
	wholeNumber,
} from "./form.ts";
import { type Call, RECOVERY_REASONS, type Rec } from "./intent.ts";
import type { DecisionSignature } from "./passkey-signature.ts";
import type { CourtInfo } from "./signed-messages.ts";

export const hex = text<Hex>((given) => given.startsWith("0x"));
export const integer = wholeNumber(Number.MIN_SAFE_INTEGER);

/** `since`: the last look at the lost account, or else the creation (recovery.md "The watch over the lost account"). */
const notWatched = object({ since: integer, because: oneOf(...NOT_WATCHED_CAUSES) });
export type NotWatched = Of<typeof notWatched>;

/** signatures.md "Verifying". */
const signerProof = byKind({
	key: object({ kind: oneOf("key") }),
	contract: object({ kind: oneOf("contract"), blockNumber: integer, codeHash: hex }),
});
export type SignerProof = Of<typeof signerProof>;

const courtOrder = object({
	title: text(),
	fullCaseNumber: text(),
	courtId: text(),
	docketNumber: integer,
	attachedAt: integer,
	verification: oneOf(...VERIFICATIONS),
	verifiedAt: nullable(integer),
});

export const executionForm = object({
	txHashes: list(hex),
	state: oneOf(...EXECUTION_STATES),
	proof: oneOf(...PROOF_GRADES),
	calls: list(object({ txHash: hex, index: integer, caller: text() })),
	/** Null for an attested execution. */
	blockNumber: nullable(integer),
	blockHash: nullable(hex),
	/** Time of the first block with a part of it, or of the attestation. */
	blockTime: integer,
	confirmedAt: integer,
});
export type Execution = Of<typeof executionForm>;

/** By the filer's own word. The intent has no decimals, so no wallet signs them. */
const tokenDecimals = object({ token: text(), decimals: integer });
export type TokenDecimals = Of<typeof tokenDecimals>;

/** Numbers that a reviewer signs beside the case (recovery-module.md "Words"). Times are unix seconds. */
const approvalTermsForm = object({
	notBefore: integer,
	deadline: integer,
	round: integer,
	generation: integer,
});

/** A reviewer's approval for the recovery module. `reviewer`: the signing address, EIP-55. */
const approval = object({
	reviewer: text(),
	terms: approvalTermsForm,
	signature: hex,
	/** Unix milliseconds. */
	approvedAt: integer,
});
export type Approval = Of<typeof approval>;

/** What the module's events, up to this one, have told about the case. */
const moduleState = object({
	event: oneOf(...MODULE_EVENTS),
	blockNumber: integer,
	logIndex: integer,
	/** Approvals of an earlier generation or round are worth nothing any more. */
	generation: integer,
	round: integer,
	/** Unix seconds; 0 unless the recovery is scheduled. */
	readyAt: integer,
	endsAt: integer,
});

const caseDocument = object({
	documentId: text(),
	sha256: hex,
	size: integer,
	title: text(),
	addedAt: integer,
});
export type CaseDocument = Of<typeof caseDocument>;

const rec: Form<Rec> = object({
	lostAccount: text(),
	recoveryAccount: text(),
	chainId: integer,
	reasonForRecovery: oneOf(...RECOVERY_REASONS),
	email: nullable(text()),
});

/** A case without its transactions and history. Times are unix milliseconds. */
export const caseStateForm = objectWithOptional(
	{
		caseId: text(),
		jrcHash: hex,
		source: oneOf(...CASE_SOURCES),
		/** Null if a session without a developer filed the case. */
		developerId: nullable(text()),
		/** The session's subject: `anon:<uuid>`, `wallet:0x…` or `wallet:<chainId>:0x…`. */
		subject: nullable(text()),
		/** Addresses in EIP-55 form. */
		rec,
		signer: signerProof,
		status: oneOf(...CASE_STATUSES),
		statusReason: nullable(oneOf(...STATUS_REASONS)),
		/** The last deciding reviewer's reason. */
		statusNote: nullable(text()),
		courtOrder: nullable(courtOrder),
		documents: list(caseDocument),
		executeAfter: nullable(integer),
		expiresAt: nullable(integer),
		execution: nullable(executionForm),
		attestations: list(object({ reviewerId: text(), txHash: hex })),
		/** EIP-712 digests of the messages that moved the case. */
		spentMessages: list(hex),
		txHash: nullable(hex),
		eventSequence: integer,
		historySequence: integer,
		/** The jrcHash before the first entry. */
		historyHash: hex,
		createdAt: integer,
		updatedAt: integer,
		version: integer,
	},
	{
		/** The developer's name for the case. */
		reference: text(),
		/** Absent if the filer stated none. */
		tokenDecimals: list(tokenDecimals),
		/** The hosted link through which the case was filed. */
		linkId: text(),
		/** Of the last `recovery_case.pending`. Absent before it. */
		phase: oneOf(...PENDING_PHASES),
		/** Absent while the lost account is watched, or need not be. */
		notWatched,
		/** Who has verified the order while another reviewer must too. */
		firstVerifier: text(),
		/** Of the attached order, one for each reviewer. Absent if nobody has approved. */
		approvals: list(approval),
		/** Absent before its first event. */
		module: moduleState,
	},
);
export type CaseState = Of<typeof caseStateForm>;

/** One entry of a case's hash chain. */
export const historyEntryForm = object({
	/** Counts from 1. */
	sequence: integer,
	/** ISO 8601. */
	at: text(),
	actor: text<Actor>(),
	move: oneOf(...MOVES),
	from: nullable(oneOf(...CASE_STATUSES)),
	to: oneOf(...CASE_STATUSES),
	reason: nullable(oneOf(...STATUS_REASONS)),
	eventId: nullable(text()),
	payloadHash: hex,
	/** SHA-256 of the RFC 8785 form of this entry without `hash`, with `previousHash`. */
	hash: hex,
});
export type HistoryEntry = Of<typeof historyEntryForm>;

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

/** A reviewer's decision. `signed`: by her passkey. */
type Reviewed = {
	reviewerId: string;
	note: string;
	compared?: ComparedValue[] | undefined;
	signed?: DecisionSignature | undefined;
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
	| (Reviewed & {
			kind: "verify_order";
			needed?: number | undefined;
			former?: string[] | undefined;
			resumes?: "halt" | undefined;
	  })
	| (Reviewed & { kind: "require_action"; statusReason: (typeof REQUEST_REASONS)[number] })
	| (Reviewed & { kind: "clear" })
	| (Reviewed & { kind: "reject" })
	/** `former`: attesters who are no longer reviewers; omitted if empty. */
	| (Reviewed & { kind: "attest_execution"; txHash: Hex; former?: string[] | undefined })
	| { kind: "add_document"; by: ClaimantRole; document: Omit<CaseDocument, "addedAt"> }
	/** `reviewer`: the signing address, EIP-55. `module`: its contract. `threshold`: of the account, as read on the chain. */
	| (Signed & {
			kind: "approve_execution";
			reviewerId: string;
			reviewer: string;
			module: string;
			threshold: number;
			terms: Approval["terms"];
	  })
	/** Of a final block. `round`: that of the next approvals. Times are unix seconds. 0 for what the event does not have. */
	| {
			kind: "observe_module";
			event: ModuleEventKind;
			txHash: Hex;
			logIndex: number;
			blockNumber: number;
			generation: number;
			round: number;
			readyAt: number;
			endsAt: number;
	  };

export type Command = CreateCommand | MoveCommand;

/** The author of a move. */
export type Actor = ClaimantRole | "lost_account" | "clock" | "chain" | `reviewer:${string}`;
