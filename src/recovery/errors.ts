import type { Hex } from "../kernel/encoding/hex.ts";
import { AppError, type AppErrorOptions } from "../kernel/errors/app-error.ts";
import type { ErrorTable } from "../kernel/errors/failure.ts";
import { MAX_DOCUMENTS } from "../protocol/case-documents.ts";
import { budgetErrorOptions } from "../quota/errors.ts";
import type { CreateFailure, MoveFailure } from "./case/case-messages.ts";
import type { ReportFailure } from "./execution/execution-messages.ts";

/** Most outages of a node or storage are shorter. */
const OUTAGE_RETRY_SECONDS = 15;

/** The errors of a case's object. */
export const caseErrors: ErrorTable<CreateFailure | MoveFailure | ReportFailure> = {
	/** Also if the caller may not see the case. */
	not_found: { code: "RESOURCE_NOT_FOUND", message: "The case does not exist, or you may not see it." },
	// Tells nothing about the case to a caller who may not read it.
	conflict: ({ visibleCaseId }) => ({
		code: "CASE_ALREADY_EXISTS",
		message:
			visibleCaseId === null
				? "A case for this intent already exists, and `POST /recovery-cases/exists` returns its caseId. Another caller filed it, or it has another e-mail address, which filing again cannot change. Ask the claimant: a session of the recovery account's wallet reads the case, whoever filed it."
				: `A case for this intent already exists, and you may read it: GET /recovery-cases/${visibleCaseId}. Another caller filed it, or it has another e-mail address, which filing again cannot change.`,
	}),
	reservation_ended: {
		code: "SERVICE_UNAVAILABLE",
		message: "The service took too long to file this case. Nothing was stored; send the same request again.",
	},
	not_indexed: {
		code: "SERVICE_UNAVAILABLE",
		message:
			"You filed this case before, and it is safe. Lists do not show it yet, because the service's storage did not respond. Retry after the time in Retry-After.",
		retryAfterSeconds: OUTAGE_RETRY_SECONDS,
	},
	unavailable_storage: {
		code: "SERVICE_UNAVAILABLE",
		message: "The service's storage did not respond. Nothing was changed; try again in a moment.",
		retryAfterSeconds: OUTAGE_RETRY_SECONDS,
	},
	wrong_status: ({ status }) =>
		conflict(
			`The case has the status \`${status}\`, which does not allow this. Read the case to see how it stands.`,
		),
	outdated: {
		code: "RECOVERY_STATUS_ERROR",
		message: "The case has moved since you read it. Nothing was changed. Read it again, then decide.",
		details: [{ field: "version", rule: "outdated", message: "must be the version of the case" }],
	},
	no_order: conflict("The case has no court order yet."),
	order_not_verified: conflict("The court order has not been verified yet."),
	second_reviewer_needed: conflict(
		"You have verified this court order before. This service needs two reviewers for it, so another one must verify it too. Nothing was changed.",
	),
	signature_expired: conflict(
		"Your passkey signed this decision more than five minutes ago. Nothing was changed. Read the decision again, and sign it anew.",
	),
	challenge_period_running: conflict(
		"The challenge period is not over. It ends at the case's `executeAfter`.",
	),
	approval_deadline: {
		code: "INPUT_VALIDATION_ERROR",
		message: "The deadline of an approval must be in the next thirty days. Nothing was stored.",
		details: [{ field: "deadline", rule: "invalid", message: "must be a time in the next thirty days" }],
	},
	message_spent: conflict(
		"This signed message has moved the case before, and was dealt with since, so it cannot be used again. Sign again: a corrected court order, or a contest or withdrawal with another reason.",
	),
	own_case: { code: "FORBIDDEN", message: "A reviewer cannot decide a case of their own account." },
	too_many_documents: {
		code: "EXCEEDED_DOCUMENT_AMOUNT",
		message: `The case has ${MAX_DOCUMENTS} documents, which is the maximum. Nothing was added.`,
	},
	mismatch: ({ finding }) =>
		conflict(
			`These transactions did not execute the recovery. ${finding} The case was halted before, so nothing changed.`,
		),
	claimed: conflict(
		"These calls already prove another case, and a call can prove only one case. Nothing changed.",
	),
	no_chain: ({ chainId }) =>
		conflict(
			`This service has no node for chain ${chainId}, so it cannot verify an execution there. Two reviewers can attest it instead.`,
		),
	unavailable_chain: {
		code: "SERVICE_UNAVAILABLE",
		message:
			"The chain's node or the service's storage did not respond. Nothing changed. Retry after the time in Retry-After.",
		retryAfterSeconds: OUTAGE_RETRY_SECONDS,
	},
	too_often: ({ retryAfterSeconds }) => ({
		code: "RATE_LIMITED",
		message:
			"Too many transactions were reported for this case within a minute. This report was not checked; earlier reports are still checked automatically. Retry after the time in Retry-After.",
		retryAfterSeconds,
	}),
	budget_exhausted: budgetErrorOptions,
};

function conflict(message: string): AppErrorOptions {
	return { code: "RECOVERY_STATUS_ERROR", message };
}

export const statusConflict = (message: string): AppError => new AppError(conflict(message));

/** Also if the caller may not see the case. */
export const caseNotFound = (): AppError => new AppError(caseErrors.not_found);

export function unmatchedHash(jrcHash: Hex): AppError {
	return new AppError({
		code: "UNMATCHED_JRC_HASH",
		message: `The given \`case.jrcHash\` is not the hash of this intent, which is ${jrcHash}. Compare the accounts, chain, reason and the order of transactions.`,
	});
}
