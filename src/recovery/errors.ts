/** The one mapper of this slice: a reason in, the answer for the caller out. */

import { signatureError } from "../chain/errors.ts";
import { AppError } from "../kernel/app-error.ts";
import type { CreateOutcome } from "./case/case-ports.ts";
import type { MoveOutcome } from "./case/case-service.ts";
import { MAX_DOCUMENTS } from "./documents/case-documents.ts";
import type { DecisionOutcome } from "./review/review-service.ts";

type Failure =
	| Exclude<CreateOutcome, { kind: "created" } | { kind: "known" }>
	| Exclude<MoveOutcome | DecisionOutcome, { kind: "moved" } | { kind: "unchanged" }>;

/** As long as a node is given (`report-error.ts`). */
const STORAGE_RETRY_SECONDS = 15;

export function recoveryError(failure: Failure): AppError {
	switch (failure.kind) {
		case "not_found":
			return caseNotFound();
		case "unmatched_hash":
			return new AppError({
				code: "UNMATCHED_JRC_HASH",
				message: `The given jrcHash is not the hash of this intent, which is ${failure.jrcHash}. Compare accounts, chain, reason and the order of transactions.`,
			});
		case "taken":
			return new AppError({
				code: "CASE_ALREADY_EXISTS",
				message: "A case for this very recovery is on file already, by somebody else or with another e-mail.",
			});
		case "too_many_open":
			return new AppError({
				code: "RATE_LIMITED",
				message: `There are ${failure.limit} open cases already, which is as many as there may be here. Close one of them first.`,
				retryAfterSeconds: 60,
			});
		case "account_gone":
			return new AppError({
				code: "USER_NOT_FOUND",
				message: "The account that this case would belong to was deleted. Nothing was filed.",
			});
		case "refused":
			return statusError(failure);
		case "chain_can_be_asked":
			return statusRefusal(
				`Chain ${failure.chainId} has a node here, which proves an execution; nobody's word stands in for that. Report the transactions to the case instead.`,
			);
		case "unavailable_storage":
			return new AppError({
				code: "SERVICE_UNAVAILABLE",
				message:
					"The service's storage cannot be asked at present. Nothing was decided; try again in a moment.",
				retryAfterSeconds: STORAGE_RETRY_SECONDS,
			});
		case "competes_with_own":
			return new AppError({
				code: "FORBIDDEN",
				message:
					"Your own account has an open case for the same lost account. A reviewer never decides a case that competes with their own.",
			});
		case "invalid-signer":
		case "no-rpc":
		case "unavailable":
			return signatureError(failure);
		default:
			return failure satisfies never;
	}
}

/** The same for a case that does not exist and for one that the caller may not see. */
export function caseNotFound(): AppError {
	return new AppError({
		code: "RESOURCE_NOT_FOUND",
		message: "There is no such case among those you may see.",
	});
}

function statusError({ reason, status }: Extract<Failure, { kind: "refused" }>): AppError {
	switch (reason) {
		case "wrong_status":
			return statusRefusal(
				`The case is \`${status}\`, which does not allow this. Read the case to see what it allows.`,
			);
		case "no_order":
			return statusRefusal("The case has no court order yet.");
		case "order_not_verified":
			return statusRefusal("The court order has not been verified yet.");
		case "challenge_period_running":
			return statusRefusal("The challenge period is not over; the case's `executeAfter` says when it is.");
		case "message_spent":
			return statusRefusal(
				"This very message has moved the case before, and a reviewer has decided since. Sign another one: a corrected court order, or a contest in other words.",
			);
		case "own_case":
			return new AppError({
				code: "FORBIDDEN",
				message: "A reviewer never decides a case of their own account.",
			});
		case "too_many_documents":
			return new AppError({
				code: "EXCEEDED_DOCUMENT_AMOUNT",
				message: `The case has ${MAX_DOCUMENTS} documents, which is the most it may have. Nothing was added.`,
			});
		default:
			return reason satisfies never;
	}
}

function statusRefusal(message: string): AppError {
	return new AppError({ code: "RECOVERY_STATUS_ERROR", message });
}
