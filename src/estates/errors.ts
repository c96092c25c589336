/** The one place where a reason of this slice becomes an error for the caller. */

import { signatureError } from "../chain/errors.ts";
import { AppError, type ErrorDetail } from "../kernel/app-error.ts";
import { storageQuotaError } from "../quota/errors.ts";
import { currentAgreement } from "./agreement/agreement.ts";
import type { AcceptAgreementAnswer } from "./agreement/agreement-service.ts";
import type { EraseAnswer } from "./erasure/erasure-service.ts";
import type { OwnerProofRefusal } from "./owner-proof.ts";
import type {
	CreateCodeAnswer,
	ResolveCodeAnswer,
	RevokeCodeAnswer,
} from "./privacy-code/privacy-code-service.ts";
import { MAX_ERASE_DEADLINE_SECONDS } from "./profile/profile.ts";

/** Every answer of the services that is no success. */
export type EstateReason =
	| OwnerProofRefusal
	| Exclude<
			AcceptAgreementAnswer | CreateCodeAnswer | RevokeCodeAnswer | ResolveCodeAnswer,
			{ kind: "accepted" | "known" | "created" | "revoked" | "resolved" }
	  >
	| Exclude<EraseAnswer, { kind: "erased" }>;

export function estateError(reason: EstateReason): AppError {
	switch (reason.kind) {
		case "not_owner":
			return new AppError({
				code: "FORBIDDEN",
				message:
					"This session belongs to another wallet or chain and cannot access this estate profile. Open a session with the owner's wallet.",
			});
		case "other_proof":
			return new AppError({
				code: "FORBIDDEN",
				message:
					"The session and the signature have different proofs. An address's key and its contract on each chain have separate estate profiles. Open a session with the proof of the signature. Nothing was stored.",
			});
		case "erased":
		case "no_estate":
			return new AppError({
				code: "RESOURCE_NOT_FOUND",
				message: "There is no such estate profile: it was never created, or it was erased.",
			});
		case "no_code":
			return new AppError({
				code: "RESOURCE_NOT_FOUND",
				message: "Your estate profile has no such privacy code. Read the profile for its privacy codes.",
			});
		case "unresolved":
			return new AppError({
				code: "RESOURCE_NOT_FOUND",
				message:
					"This privacy code cannot be resolved: it is unknown, expired, revoked or not for your account.",
			});
		case "nonce_used":
			return new AppError({
				code: "NONCE_ALREADY_USED",
				message:
					"This nonce was used before, so the message has no effect. Have a new message signed with a new random nonce.",
			});
		case "spent":
			return new AppError({
				code: "NONCE_ALREADY_USED",
				message:
					"The estate was erased while these terms were in force, so an agreement signed before the erasure could be replayed. To accept the terms again, send the agreement in a session of the owner's wallet. Nothing was stored.",
			});
		case "agreement_required":
			return new AppError({
				code: "AGREEMENT_REQUIRED",
				message: `The owner has not accepted the current terms, version ${currentAgreement.version}. Send the signed agreement first.`,
			});
		case "full":
			return new AppError({
				code: "EXCEEDED_PRIVACY_CODE_AMOUNT",
				message: `The estate has ${reason.limit} live privacy codes, which is the maximum. Revoke one first.`,
			});
		case "storage_quota_exceeded":
			return storageQuotaError(reason);
		case "throttled":
			return new AppError({
				code: "RATE_LIMITED",
				message: "Too many invalid privacy codes. Retry after the time in Retry-After.",
				retryAfterSeconds: reason.retryAfterSeconds,
			});
		case "not_current":
		case "expiry_refused":
		case "deadline_refused":
		case "malformed_code":
			return badField(reason);
		case "invalid_signer":
		case "no_rpc":
		case "unavailable":
			return signatureError(reason);
		default:
			return reason satisfies never;
	}
}

type BadField = Extract<
	EstateReason,
	{ kind: "not_current" | "expiry_refused" | "deadline_refused" | "malformed_code" }
>;

function badField(reason: BadField): AppError {
	return new AppError({
		code: "INPUT_VALIDATION_ERROR",
		message: "The request has an invalid field; `details` names it. Nothing was stored.",
		details: [problemOf(reason)],
	});
}

function problemOf(reason: BadField): ErrorDetail {
	switch (reason.kind) {
		case "not_current": {
			const { version, documentHash } = currentAgreement;
			const message = `must match the current terms, version ${version} with the hash ${documentHash}`;
			return { field: reason.field, message };
		}
		case "expiry_refused":
			return {
				field: "expiresAt",
				message: reason.reason === "passed" ? "must be in the future" : "must be before the year 10000",
			};
		case "deadline_refused":
			return {
				field: "deadline",
				message:
					reason.reason === "passed"
						? "has passed: have a new message signed"
						: `must be at most ${MAX_ERASE_DEADLINE_SECONDS} seconds ahead`,
			};
		case "malformed_code":
			return {
				field: "code",
				message: "is not a valid privacy code: a symbol is wrong, or some are missing",
			};
	}
}
