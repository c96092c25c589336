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
			return new AppError({ code: "INVALID_AUTH", message: "These client credentials are not valid." });
		case "unknown_challenge":
			return new AppError({
				code: "INVALID_TOKEN",
				message: "This message was not issued here, was used already, or has expired. Ask for a new one.",
			});
		case "invalid-signer":
		case "no-rpc":
		case "unavailable":
			return signatureError(reason);
		case "not_allowable":
			return new AppError({
				code: "INPUT_VALIDATION_ERROR",
				message: "This is not the origin of a site that can be allowed.",
				details: [
					{
						field: "origin",
						message:
							"must be `https://`, a host name and at most a port, as browsers send it: no path, no slash",
					},
				],
			});
		case "too_many":
			return new AppError({
				code: "RATE_LIMITED",
				message: `Your account has ${reason.limit} browser origins, which is the most it may have. Remove one first.`,
				retryAfterSeconds: 60,
			});
		case "not_found":
			return new AppError({ code: "RESOURCE_NOT_FOUND", message: "There is no such browser origin." });
		case "user_gone":
			return new AppError({
				code: "USER_NOT_FOUND",
				message: "The account of this session does not exist any more. Register again to go on.",
			});
		case "no_such_account":
			return new AppError({ code: "USER_NOT_FOUND", message: "There is no such account." });
		case "other_role":
			return new AppError({
				code: "FORBIDDEN",
				message: `The account is a ${reason.role}; only a developer can be made a resolver, and only a resolver a developer again.`,
			});
		case "own":
			return new AppError({
				code: "FORBIDDEN",
				message: "A reviewer never decides about their own account.",
			});
		case "taken":
			return new AppError({
				code: "ORIGIN_ALREADY_ALLOWED",
				message: "Pages of this origin speak for another developer already. Refuse that one first.",
			});
	}
}
