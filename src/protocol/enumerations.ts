/**
 * The enumerations of a case (recovery.md). Each stands here once; forms, schemas, texts and queries take it from here.
 */

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
export type RejectionReason = (typeof REJECTION_REASONS)[number];
export type StatusReason = (typeof STATUS_REASONS)[number];

export const EVENT_TYPES = [
	"recovery_case.created",
	"recovery_case.pending",
	"recovery_case.rejected",
	"recovery_case.executed",
	"recovery_case.action_required",
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** What a developer who watches an account is told of its cases (webhooks.md "Watched accounts"). In no history. */
export const ACCOUNT_EVENT_TYPES = [
	"account.claimed",
	"account.claim_changed",
	"account.recovery_scheduled",
] as const;
export type AccountEventType = (typeof ACCOUNT_EVENT_TYPES)[number];

/** All that an endpoint may ask for. */
export const WEBHOOK_EVENT_TYPES = [...EVENT_TYPES, ...ACCOUNT_EVENT_TYPES] as const;
export type WebhookEventType = (typeof WEBHOOK_EVENT_TYPES)[number];

/** Tells the events `recovery_case.pending` of a case apart (recovery.md "Phases of a pending case"). */
export const PENDING_PHASES = ["order_attached", "order_verified", "executable"] as const;
export type PendingPhase = (typeof PENDING_PHASES)[number];

export const CASE_SOURCES = ["api", "hosted", "origin"] as const;
export type CaseSource = (typeof CASE_SOURCES)[number];

export const NOT_WATCHED_CAUSES = ["node_outage", "reserve_used_up"] as const;

/** `verified_once`: by one reviewer where two must (recovery.md "Two reviewers for an order"). */
export const VERIFICATIONS = ["unverified", "verified_once", "verified"] as const;

export const EXECUTION_STATES = ["confirming", "final"] as const;

/** Strongest first (recovery.md "Grades of proof"). */
export const CHAIN_PROOF_GRADES = ["trace", "module", "direct", "decoded"] as const;
/** `attested`: by two reviewers, for a chain without a node. */
export const PROOF_GRADES = [...CHAIN_PROOF_GRADES, "attested"] as const;

/** What the recovery module told about a case on its chain (recovery-module.md "Events"). */
export const MODULE_EVENTS = ["scheduled", "delayed", "vetoed", "reset", "executed"] as const;
export type ModuleEventKind = (typeof MODULE_EVENTS)[number];

/** The kinds of commands that move a case. */
export const MOVES = [
	"create",
	"attach_order",
	"contest",
	"withdraw",
	"contest_all",
	"expire",
	"allow_execution",
	"observe_activity",
	"prove_execution",
	"lose_watch",
	"regain_watch",
	"find_mismatch",
	"judge_execution",
	"verify_order",
	"require_action",
	"clear",
	"reject",
	"attest_execution",
	"add_document",
	"approve_execution",
	"observe_module",
] as const;
export type Move = (typeof MOVES)[number];

/** The case's developer, or the recovery account's session. */
export const CLAIMANT_ROLES = ["developer", "recovery_account"] as const;
export type ClaimantRole = (typeof CLAIMANT_ROLES)[number];
