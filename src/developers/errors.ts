import { signatureError } from "../chain/errors.ts";
import { AppError } from "../kernel/app-error.ts";
import type { LoginResult, RegisterResult, UserResult } from "./account/account-service.ts";
import type {
	ChangePasswordResult,
	DeleteAccountResult,
	ResetPasswordResult,
} from "./account/credential-service.ts";
import type { IssueKeyResult, RevokeKeyResult, RotateKeyResult } from "./api-keys/api-key-service.ts";
import type { AnonymousResult } from "./login/anonymous-service.ts";
import { MAX_WRONG_PASSWORDS } from "./login/session-rules.ts";
import type { DecideOriginResult, RequestOriginResult } from "./origins/origin-service.ts";
import type { ResolverResult } from "./resolvers/resolver-service.ts";
import type { WalletSessionResult } from "./wallets/wallet-service.ts";

type Success =
	| "registered"
	| "logged_in"
	| "found"
	| "issued"
	| "issued_before"
	| "revoked"
	| "password_changed"
	| "password_reset"
	| "account_deleted"
	| "opened"
	| "requested"
	| "known"
	| "decided"
	| "changed"
	| "unchanged";

type DeveloperFailure = Exclude<
	| RegisterResult
	| LoginResult
	| UserResult
	| IssueKeyResult
	| RotateKeyResult
	| RevokeKeyResult
	| ChangePasswordResult
	| ResetPasswordResult
	| DeleteAccountResult
	| AnonymousResult
	| WalletSessionResult
	| RequestOriginResult
	| DecideOriginResult
	| ResolverResult
	| { kind: "session_not_found" },
	{ kind: Success }
>;

export function developerError(failure: DeveloperFailure): AppError {
	switch (failure.kind) {
		case "busy":
			return new AppError({
				code: "RATE_LIMITED",
				message:
					failure.by === "network"
						? "Too many logins and registrations from your network at the moment. Retry after the time in Retry-After."
						: "Too many logins and registrations at this service at the moment. Retry after the time in Retry-After.",
				retryAfterSeconds: failure.retryAfterSeconds,
			});
		case "throttled":
			return new AppError({
				code: "RATE_LIMITED",
				message:
					"Too many wrong passwords for this account or from this address. Retry after the time in Retry-After.",
				retryAfterSeconds: failure.retryAfterSeconds,
			});
		case "email_taken":
			return new AppError({
				code: "USER_FOUND",
				message: "An account with this e-mail address already exists. Log in instead.",
			});
		case "wrong_credentials":
			return new AppError({
				code: "INVALID_PASSWORD",
				message: "The e-mail address or the password is wrong. Check both, then try again.",
			});
		case "wrong_password":
			return new AppError({
				code: "INVALID_PASSWORD",
				message: failure.isSessionEnded
					? `The password is wrong. Nothing was changed. This session has ended, because it sent ${MAX_WRONG_PASSWORDS} wrong passwords: log in again.`
					: `The password is wrong. Nothing was changed. A session that sends ${MAX_WRONG_PASSWORDS} wrong passwords ends.`,
			});
		case "session_not_found":
			return new AppError({
				code: "RESOURCE_NOT_FOUND",
				message:
					"The account has no session with this id. It may have ended. List the sessions to see their ids.",
			});
		case "session_ended":
			return new AppError({
				code: "INVALID_TOKEN",
				message: "This session has ended. Nothing was changed. Log in again.",
			});
		case "invalid_reset_token":
			return new AppError({
				code: "INVALID_TOKEN",
				message:
					"This reset code is not valid: it has been used, is older than 30 minutes, or was not entered completely. Ask the operator of this service for a new one.",
			});
		case "user_gone":
			return new AppError({
				code: "USER_NOT_FOUND",
				message: "The account of this session no longer exists. Register a new account.",
			});
		case "too_many_keys":
			return new AppError({
				code: "EXCEEDED_API_KEY_AMOUNT",
				message:
					"The account has the maximum of five active API keys. A replaced key counts until its overlap ends. Wait for that, or revoke a key in a session; a key pair cannot revoke keys.",
			});
		case "keys_exhausted":
			return new AppError({
				code: "RATE_LIMITED",
				message:
					"This account has issued as many API keys as it may within a day. Retry after the time in Retry-After, or use a key that you have.",
				retryAfterSeconds: failure.retryAfterSeconds,
			});
		case "storage_unavailable":
			return new AppError({
				code: "SERVICE_UNAVAILABLE",
				message: "The API key could not be stored, so none was issued. Try again in a moment.",
				cause: failure.cause,
			});
		case "issued_key_ended":
			return new AppError({
				code: "API_KEY_NOT_FOUND",
				message:
					"The API key of this `Idempotency-Key` is no longer active. Send a new `Idempotency-Key` to issue another.",
			});
		case "key_not_found":
			return new AppError({
				code: "API_KEY_NOT_FOUND",
				message: "The account has no active API key with this id. List the API keys to see their ids.",
			});
		case "not_own_key":
			return new AppError({
				code: "FORBIDDEN",
				message: "An API key pair can rotate itself only. To rotate another key, log in and use the session.",
			});
		case "too_many_rotations":
			return new AppError({
				code: "RATE_LIMITED",
				message:
					"This API key pair and its successors have rotated themselves three times within a day, which is the maximum. Retry after the time in Retry-After, or log in and issue a new key.",
				retryAfterSeconds: failure.retryAfterSeconds,
			});
		case "wrong_client":
			return new AppError({
				code: "INVALID_AUTH",
				message: "The client id or the client secret is wrong.",
			});
		case "unknown_challenge":
			return new AppError({
				code: "INVALID_TOKEN",
				message:
					"This message was not issued by this service or not for this page, has been used, or has expired. Request a new challenge.",
			});
		case "invalid_signer":
		case "no_rpc":
		case "unavailable":
			return signatureError(failure, "text");
		case "origin_not_allowable":
			return new AppError({
				code: "INPUT_VALIDATION_ERROR",
				message: "This origin cannot be allowed.",
				details: [
					{
						field: "origin",
						rule: "format",
						message:
							"must be `https://`, a host name and optionally a port, exactly as browsers send it, without a path or a trailing slash; a service on your own machine also takes `http://localhost:3000` and `http://127.0.0.1:3000`",
					},
				],
			});
		case "too_many_origins":
			return new AppError({
				code: "RATE_LIMITED",
				message: `Your account has the maximum of ${failure.limit} browser origins. Remove one first.`,
				details: [{ field: "origin", rule: "quota_full", message: "is one more than the account may have" }],
			});
		case "origin_not_found":
			return new AppError({ code: "RESOURCE_NOT_FOUND", message: "This browser origin does not exist." });
		case "own_origin":
			return new AppError({
				code: "FORBIDDEN",
				message: "Reviewers cannot decide on origins of their own account.",
			});
		case "origin_taken":
			return new AppError({
				code: "ORIGIN_ALREADY_ALLOWED",
				message: "This origin is already allowed for another developer. Refuse that request first.",
			});
		case "account_not_found":
			return new AppError({ code: "USER_NOT_FOUND", message: "This account does not exist." });
		case "other_role":
			return new AppError({
				code: "FORBIDDEN",
				message: `The role of this account is ${failure.role}. Only a developer can become a resolver, and only a resolver can become a developer again.`,
			});
	}
}
