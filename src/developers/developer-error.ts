/** The one place where a reason of this slice becomes an error for the caller. */
import { AppError } from "../kernel/app-error.ts";
import type { LoginAnswer, RegisterAnswer, UserAnswer } from "./account/account-service.ts";
import type {
	ChangePasswordAnswer,
	DeleteAccountAnswer,
	ResetPasswordAnswer,
} from "./account/credential-service.ts";
import type { IssueKeyAnswer, RevokeKeyResult, RotateKeyAnswer } from "./api-keys/api-key-service.ts";

type Success =
	| "registered"
	| "logged-in"
	| "found"
	| "issued"
	| "revoked"
	| "password-changed"
	| "password-reset"
	| "account-deleted";

/** Every answer of the services that is no success. */
export type DeveloperReason = Exclude<
	| RegisterAnswer
	| LoginAnswer
	| UserAnswer
	| IssueKeyAnswer
	| RotateKeyAnswer
	| RevokeKeyResult
	| ChangePasswordAnswer
	| ResetPasswordAnswer
	| DeleteAccountAnswer,
	{ kind: Success }
>;

export function developerError(reason: DeveloperReason): AppError {
	switch (reason.kind) {
		case "busy":
			return new AppError({
				code: "RATE_LIMITED",
				message: "Too many people are logging in or registering right now. Wait a moment, then try again.",
				retryAfterSeconds: reason.retryAfterSeconds,
			});
		case "throttled":
			return new AppError({
				code: "RATE_LIMITED",
				message:
					"Too many wrong passwords for this account or from this address. Wait as long as Retry-After says, then try again.",
				retryAfterSeconds: reason.retryAfterSeconds,
			});
		case "email-taken":
			return new AppError({
				code: "USER_FOUND",
				message: "There is an account with this e-mail address already. Log in instead.",
			});
		case "wrong-credentials":
			return new AppError({
				code: "INVALID_PASSWORD",
				message: "The e-mail address or the password is wrong. Check both, then try again.",
			});
		case "wrong-password":
			return new AppError({
				code: "INVALID_PASSWORD",
				message: "This is not the password of the account. Nothing was changed; try again.",
			});
		case "reset-token-invalid":
			return new AppError({
				code: "INVALID_TOKEN",
				message:
					"This link does not work: it was used already, is older than 30 minutes, or was not copied whole. Ask the operator of this service for a new one.",
			});
		case "user-gone":
			return new AppError({
				code: "USER_NOT_FOUND",
				message: "The account of this session does not exist any more. Register again to go on.",
			});
		case "too-many-keys":
			return new AppError({
				code: "EXCEEDED_API_KEY_AMOUNT",
				message: "The account has five active API keys, which is the most it may have. Revoke one first.",
			});
		case "storage-unavailable":
			return new AppError({
				code: "SERVICE_UNAVAILABLE",
				message: "The key could not be stored, so it was not issued. Try again in a moment.",
				cause: reason.cause,
			});
		case "key-not-found":
			return new AppError({
				code: "API_KEY_NOT_FOUND",
				message: "The account has no active API key with this id. The list of keys shows those it has.",
			});
	}
}
