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
				message: `These transactions did not execute the recovery: ${failure.finding}. The case waits for somebody to act already, so it stays as it is.`,
			});
		case "claimed":
			return new AppError({
				code: "RECOVERY_STATUS_ERROR",
				message:
					"These calls have proven another case, and a call proves one case only. The case stays as it is.",
			});
		case "no_chain":
			return new AppError({
				code: "RECOVERY_STATUS_ERROR",
				message: `This service has no node for chain ${failure.chainId}, so it cannot see an execution there. Two reviewers can attest it instead.`,
			});
		case "unavailable_chain":
			return new AppError({
				code: "SERVICE_UNAVAILABLE",
				message:
					"The chain, or the service's storage, cannot be asked at present. Nothing was decided; try again in a moment.",
				retryAfterSeconds: RETRY_AFTER_SECONDS,
			});
		case "too_often":
			return new AppError({
				code: "RATE_LIMITED",
				message:
					"The chain was asked about too many transactions of this case within a minute. Nothing was looked at; those named before are looked at again by themselves.",
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
