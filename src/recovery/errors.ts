import { signatureError } from "../chain/errors.ts";
import { invalidDocumentError } from "../document-store/errors.ts";
import { AppError, invalidField } from "../kernel/app-error.ts";
import type { Hex } from "../kernel/hex.ts";
import { MAX_DOCUMENTS } from "../protocol/case-documents.ts";
import { budgetError } from "../quota/errors.ts";
import type { MoveOutcome } from "./case/case-service.ts";
import type { CreateOutcome } from "./case/filing.ts";
import type { AddDocumentOutcome } from "./documents/document-service.ts";
import type { CreateLinkResult } from "./evidence/links/evidence-link-service.ts";
import type { ReportResult } from "./execution/execution-messages.ts";
import type { DecisionOutcome } from "./review/review-service.ts";

type Failure =
	| Exclude<CreateOutcome, { kind: "created" } | { kind: "repeated" }>
	| Exclude<MoveOutcome | DecisionOutcome, { kind: "moved" } | { kind: "unchanged" }>;

type ReportFailure =
	| Exclude<ReportResult, { kind: "settled" } | { kind: "observed" }>
	| { kind: "competes_with_own" };

/** Most outages of a node or storage are shorter. */
const OUTAGE_RETRY_SECONDS = 15;

export function recoveryError(failure: Failure): AppError {
	switch (failure.kind) {
		case "not_found":
			return caseNotFound();
		case "unmatched_hash":
			return unmatchedHash(failure.jrcHash);
		case "conflict":
			return new AppError({
				code: "CASE_ALREADY_EXISTS",
				message: conflictMessage(failure.visibleCaseId),
			});
		case "too_many_open":
			return new AppError({
				code: "RATE_LIMITED",
				message: `You have ${failure.limit} open cases for the lost account ${failure.lostAccount}, on all chains together, which is the quota. Close one of them before you file another: withdraw it, or have it decided. \`GET /recovery-cases?account=${failure.lostAccount}\` lists them.`,
				details: [
					{ field: "case.lostAccount", rule: "quota_full", message: "has as many open cases as allowed" },
				],
			});
		case "budget_exhausted":
			return budgetError(failure);
		case "reservation_ended":
			return new AppError({
				code: "SERVICE_UNAVAILABLE",
				message:
					"The service took too long to file this case. Nothing was stored; send the same request again.",
			});
		case "not_indexed":
			return new AppError({
				code: "SERVICE_UNAVAILABLE",
				message:
					"You filed this case before, and it is safe. Lists do not show it yet, because the service's storage did not respond. Retry after the time in Retry-After.",
				retryAfterSeconds: OUTAGE_RETRY_SECONDS,
			});
		case "account_gone":
			return new AppError({
				code: "USER_NOT_FOUND",
				message: "The account that would own this case was deleted. The case was not created.",
			});
		case "rejected":
			return statusError(failure);
		case "chain_has_node":
			return statusConflict(
				`An execution on chain ${failure.chainId} cannot be attested, because this service has a node for that chain. Report the transactions to the case instead.`,
			);
		case "unavailable_storage":
			return new AppError({
				code: "SERVICE_UNAVAILABLE",
				message: "The service's storage did not respond. Nothing was changed; try again in a moment.",
				retryAfterSeconds: OUTAGE_RETRY_SECONDS,
			});
		case "competes_with_own":
			return new AppError({
				code: "FORBIDDEN",
				message:
					"Your account has an open case for the same lost account. A reviewer cannot act on a case that competes with their own.",
			});
		case "invalid_signer":
		case "no_rpc":
		case "unavailable":
			return signatureError(failure);
		default:
			return failure satisfies never;
	}
}

export function unmatchedHash(jrcHash: Hex): AppError {
	return new AppError({
		code: "UNMATCHED_JRC_HASH",
		message: `The given \`case.jrcHash\` is not the hash of this intent, which is ${jrcHash}. Compare the accounts, chain, reason and the order of transactions.`,
	});
}

/** A case has the name of the developer to whom it belongs. */
export function referenceNotAllowed(): AppError {
	return invalidField({
		field: "reference",
		rule: "not_allowed",
		message: "is for a developer's key pair or session; a hosted link brings its own",
	});
}

/** Tells nothing about the case to a caller who may not read it. */
function conflictMessage(visibleCaseId: string | null): string {
	return visibleCaseId === null
		? "A case for this intent already exists, and `POST /recovery-cases/exists` returns its caseId. Another caller filed it, or it has another e-mail address, which filing again cannot change. Ask the claimant: a session of the recovery account's wallet reads the case, whoever filed it."
		: `A case for this intent already exists, and you may read it: GET /recovery-cases/${visibleCaseId}. Another caller filed it, or it has another e-mail address, which filing again cannot change.`;
}

export function reportError(failure: ReportFailure): AppError {
	switch (failure.kind) {
		case "mismatch":
			return statusConflict(
				`These transactions did not execute the recovery. ${failure.finding} The case was halted before, so nothing changed.`,
			);
		case "claimed":
			return statusConflict(
				"These calls already prove another case, and a call can prove only one case. Nothing changed.",
			);
		case "no_chain":
			return statusConflict(
				`This service has no node for chain ${failure.chainId}, so it cannot verify an execution there. Two reviewers can attest it instead.`,
			);
		case "unavailable_chain":
			return new AppError({
				code: "SERVICE_UNAVAILABLE",
				message:
					"The chain's node or the service's storage did not respond. Nothing changed. Retry after the time in Retry-After.",
				retryAfterSeconds: OUTAGE_RETRY_SECONDS,
			});
		case "too_often":
			return new AppError({
				code: "RATE_LIMITED",
				message:
					"Too many transactions were reported for this case within a minute. This report was not checked; earlier reports are still checked automatically. Retry after the time in Retry-After.",
				retryAfterSeconds: failure.retryAfterSeconds,
			});
		case "budget_exhausted":
			return budgetError(failure);
		case "rejected":
		case "not_found":
		case "competes_with_own":
			return recoveryError(failure);
		default:
			return failure satisfies never;
	}
}

export function documentError(failure: Exclude<AddDocumentOutcome, { kind: "added" | "on_file" }>): AppError {
	switch (failure.kind) {
		case "budget_exhausted":
			return budgetError(failure);
		case "invalid_document":
			return invalidDocumentError(failure);
		case "rejected":
		case "unavailable_storage":
		case "not_found":
			return recoveryError(failure);
		default:
			return failure satisfies never;
	}
}

export function evidenceLinkError(
	failure: Exclude<CreateLinkResult, { kind: "created" | "created_before" }>,
): AppError {
	switch (failure.kind) {
		case "created_and_ended":
			return evidenceLinkNotFound();
		case "too_many_links":
			return new AppError({
				code: "EXCEEDED_EVIDENCE_LINK_AMOUNT",
				message: `You have ${failure.limit} live links to the evidence of this case, which is the maximum. Revoke one before you create another.`,
			});
		case "budget_exhausted":
			return budgetError(failure);
		default:
			return failure satisfies never;
	}
}

export function evidenceLinkNotFound(): AppError {
	return new AppError({
		code: "RESOURCE_NOT_FOUND",
		message: "The case has no such link that you may revoke. It may have expired, or was revoked before.",
	});
}

/** The same for every token. */
export function linkOpensNothing(): AppError {
	return new AppError({
		code: "RESOURCE_NOT_FOUND",
		message:
			"This link opens nothing. It was mistyped, has expired, or was revoked. Ask the person who sent it for a new one.",
	});
}

/** Also if the caller may not see the case. */
export function caseNotFound(): AppError {
	return new AppError({
		code: "RESOURCE_NOT_FOUND",
		message: "The case does not exist, or you may not see it.",
	});
}

/** Also if the caller may not read the document or the case. */
export function documentNotFound(): AppError {
	return new AppError({
		code: "RESOURCE_NOT_FOUND",
		message: "The document does not exist, or you may not read it.",
	});
}

function statusError({ reason, status }: Extract<Failure, { kind: "rejected" }>): AppError {
	switch (reason) {
		case "wrong_status":
			return statusConflict(
				`The case has the status \`${status}\`, which does not allow this. Read the case to see how it stands.`,
			);
		case "outdated":
			return new AppError({
				code: "RECOVERY_STATUS_ERROR",
				message: "The case has moved since you read it. Nothing was changed. Read it again, then decide.",
				details: [{ field: "version", rule: "outdated", message: "must be the version of the case" }],
			});
		case "no_order":
			return statusConflict("The case has no court order yet.");
		case "order_not_verified":
			return statusConflict("The court order has not been verified yet.");
		case "second_reviewer_needed":
			return statusConflict(
				"You have verified this court order before. This service needs two reviewers for it, so another one must verify it too. Nothing was changed.",
			);
		case "challenge_period_running":
			return statusConflict("The challenge period is not over. It ends at the case's `executeAfter`.");
		case "message_spent":
			return statusConflict(
				"This signed message has moved the case before, and was dealt with since, so it cannot be used again. Sign again: a corrected court order, or a contest or withdrawal with another reason.",
			);
		case "own_case":
			return new AppError({
				code: "FORBIDDEN",
				message: "A reviewer cannot decide a case of their own account.",
			});
		case "too_many_documents":
			return new AppError({
				code: "EXCEEDED_DOCUMENT_AMOUNT",
				message: `The case has ${MAX_DOCUMENTS} documents, which is the maximum. Nothing was added.`,
			});
		default:
			return reason satisfies never;
	}
}

function statusConflict(message: string): AppError {
	return new AppError({ code: "RECOVERY_STATUS_ERROR", message });
}
