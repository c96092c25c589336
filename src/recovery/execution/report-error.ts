/** A report of an execution that could not be taken, as the answer for the caller. */
import { AppError } from "../../kernel/app-error.ts";
import { recoveryError } from "../errors.ts";
import type { ReportResult } from "./execution-messages.ts";

/** A node that is out for a moment is back in one; the alarm of a case is no more patient. */
const RETRY_AFTER_SECONDS = 15;

export function reportError(
	failure: Exclude<ReportResult, { kind: "settled" } | { kind: "observed" }> | { kind: "competes_with_own" },
): AppError {
	switch (failure.kind) {
		case "mismatch":
			return new AppError({
				code: "RECOVERY_STATUS_ERROR",
				message: `These transactions did not execute the recovery. ${failure.finding} The case was halted before, so nothing changed.`,
			});
		case "claimed":
			return new AppError({
				code: "RECOVERY_STATUS_ERROR",
				message:
					"These calls already prove another case, and a call can prove only one case. Nothing changed.",
			});
		case "no_chain":
			return new AppError({
				code: "RECOVERY_STATUS_ERROR",
				message: `This service has no node for chain ${failure.chainId}, so it cannot verify an execution there. Two reviewers can attest it instead.`,
			});
		case "unavailable_chain":
			return new AppError({
				code: "SERVICE_UNAVAILABLE",
				message:
					"The chain's node or the service's storage did not respond. Nothing changed. Retry after the time in Retry-After.",
				retryAfterSeconds: RETRY_AFTER_SECONDS,
			});
		case "too_often":
			return new AppError({
				code: "RATE_LIMITED",
				message:
					"Too many transactions were reported for this case within a minute. This report was not checked; earlier reports are still checked automatically. Retry after the time in Retry-After.",
				retryAfterSeconds: failure.retryAfterSeconds,
			});
		case "refused":
		case "not_found":
		case "competes_with_own":
			return recoveryError(failure);
		default:
			return failure satisfies never;
	}
}
