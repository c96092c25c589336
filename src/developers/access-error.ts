/** The one place where a reason of sessions without a password, or of origins, becomes an error. */

import { signatureError } from "../chain/errors.ts";
import { AppError } from "../kernel/app-error.ts";
import type { AnonymousAnswer } from "./login/anonymous-service.ts";
import type { DecideOriginAnswer, RequestOriginAnswer } from "./origins/origin-service.ts";
import type { ResolverAnswer } from "./resolvers/resolver-service.ts";
import type { WalletSessionAnswer } from "./wallets/wallet-service.ts";

type AccessReason =
	| Exclude<AnonymousAnswer, { kind: "issued" }>
	| Exclude<WalletSessionAnswer, { kind: "opened" }>
	| Exclude<RequestOriginAnswer, { kind: "requested" } | { kind: "known" }>
	| Exclude<DecideOriginAnswer, { kind: "decided" }>
	| Exclude<ResolverAnswer, { kind: "changed" } | { kind: "unchanged" }>;

export function accessError(reason: AccessReason): AppError {
	switch (reason.kind) {
		case "wrong_client":
			return new AppError({ code: "INVALID_AUTH", message: "The client id or the client secret is wrong." });
		case "unknown_challenge":
			return new AppError({
				code: "INVALID_TOKEN",
				message:
					"This message was not issued by this service, has been used, or has expired. Request a new challenge.",
			});
		case "invalid_signer":
		case "no_rpc":
		case "unavailable":
			return signatureError(reason);
		case "not_allowable":
			return new AppError({
				code: "INPUT_VALIDATION_ERROR",
				message: "This origin cannot be allowed.",
				details: [
					{
						field: "origin",
						message:
							"must be `https://`, a host name and optionally a port, exactly as browsers send it, without a path or a trailing slash",
					},
				],
			});
		case "too_many":
			return new AppError({
				code: "RATE_LIMITED",
				message: `Your account has the maximum of ${reason.limit} browser origins. Remove one first.`,
				retryAfterSeconds: 60,
			});
		case "not_found":
			return new AppError({ code: "RESOURCE_NOT_FOUND", message: "This browser origin does not exist." });
		case "user_gone":
			return new AppError({
				code: "USER_NOT_FOUND",
				message: "The account of this session no longer exists. Register a new account.",
			});
		case "no_such_account":
			return new AppError({ code: "USER_NOT_FOUND", message: "This account does not exist." });
		case "other_role":
			return new AppError({
				code: "FORBIDDEN",
				message: `The role of this account is ${reason.role}. Only a developer can become a resolver, and only a resolver can become a developer again.`,
			});
		case "own":
			return new AppError({
				code: "FORBIDDEN",
				message: "Reviewers cannot decide on origins of their own account.",
			});
		case "taken":
			return new AppError({
				code: "ORIGIN_ALREADY_ALLOWED",
				message: "This origin is already allowed for another developer. Refuse that request first.",
			});
	}
}
