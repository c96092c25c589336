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
				message: "Too many logins and registrations at the moment. Retry after the time in Retry-After.",
				retryAfterSeconds: reason.retryAfterSeconds,
			});
		case "throttled":
			return new AppError({
				code: "RATE_LIMITED",
				message:
					"Too many wrong passwords for this account or from this address. Retry after the time in Retry-After.",
				retryAfterSeconds: reason.retryAfterSeconds,
			});
		case "email-taken":
			return new AppError({
				code: "USER_FOUND",
				message: "An account with this e-mail address already exists. Log in instead.",
			});
		case "wrong-credentials":
			return new AppError({
				code: "INVALID_PASSWORD",
				message: "The e-mail address or the password is wrong. Check both, then try again.",
			});
		case "wrong-password":
			return new AppError({
				code: "INVALID_PASSWORD",
				message: "The password is wrong. Nothing was changed.",
			});
		case "reset-token-invalid":
			return new AppError({
				code: "INVALID_TOKEN",
				message:
					"This reset link is not valid: it has been used, is older than 30 minutes, or was not copied completely. Ask the operator of this service for a new one.",
			});
		case "user-gone":
			return new AppError({
				code: "USER_NOT_FOUND",
				message: "The account of this session no longer exists. Register a new account.",
			});
		case "too-many-keys":
			return new AppError({
				code: "EXCEEDED_API_KEY_AMOUNT",
				message: "The account has the maximum of five active API keys. Revoke one first.",
			});
		case "storage-unavailable":
			return new AppError({
				code: "SERVICE_UNAVAILABLE",
				message: "The API key could not be stored, so none was issued. Try again in a moment.",
				cause: reason.cause,
			});
		case "key-not-found":
			return new AppError({
				code: "API_KEY_NOT_FOUND",
				message: "The account has no active API key with this id. List the API keys to see their ids.",
			});
	}
}
