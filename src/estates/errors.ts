import { signatureError } from "../chain/errors.ts";
import { invalidDocumentError } from "../documents/errors.ts";
import { AppError, type AppErrorOptions, type ErrorDetail } from "../kernel/app-error.ts";
import { budgetError } from "../quota/errors.ts";
import { currentAgreement } from "./agreement/agreement.ts";
import type { AcceptAgreementResult } from "./agreement/agreement-service.ts";
import { MAX_ERASE_DEADLINE_SECONDS } from "./erasure/erasure.ts";
import type { EraseResult } from "./erasure/erasure-service.ts";
import type { OtherService } from "./other-service.ts";
import type { OwnerProofRejection } from "./owner-proof.ts";
import type {
	CreateCodeResult,
	ResolveCodeResult,
	RevokeCodeResult,
} from "./privacy-code/privacy-code-service.ts";
import type { ReadProfileResult } from "./profile/profile-service.ts";
import type {
	DownloadWillResult,
	MoveReleaseResult,
	ReadOrderResult,
	RequestReleaseResult,
} from "./release/release-service.ts";
import type { LodgeWillResult, ReadWillResult } from "./will/will-service.ts";

type Result =
	| OwnerProofRejection
	| AcceptAgreementResult
	| CreateCodeResult
	| RevokeCodeResult
	| ResolveCodeResult
	| EraseResult
	| LodgeWillResult
	| ReadWillResult
	| ReadProfileResult
	| RequestReleaseResult
	| MoveReleaseResult
	| ReadOrderResult
	| DownloadWillResult;

type Success =
	| ("accepted" | "already_accepted" | "created" | "revoked" | "resolved" | "erased" | "lodged" | "document")
	| "profile"
	| ("requested" | "requested_before" | "moved" | "unchanged" | "order");

export type EstateReason = Exclude<Result, { kind: Success }>;

type FieldReason = Extract<
	EstateReason,
	{ kind: "agreement_not_current" | "invalid_expiry" | "invalid_deadline" | "malformed_code" }
>;

const FIXED_ERRORS = {
	not_owner: {
		code: "FORBIDDEN",
		message:
			"This session belongs to another wallet or chain and cannot access this estate profile. Open a session with the owner's wallet.",
	},
	other_proof: {
		code: "FORBIDDEN",
		message:
			"The session and the signature have different proofs. An address's key and its contract on each chain have separate estate profiles. Open a session with the proof of the signature. Nothing was stored.",
	},
	no_estate: {
		code: "RESOURCE_NOT_FOUND",
		message: "There is no such estate profile: it was never created, or it was erased.",
	},
	no_code: {
		code: "RESOURCE_NOT_FOUND",
		message: "Your estate profile has no such privacy code. Read the profile for its privacy codes.",
	},
	unresolved: {
		code: "RESOURCE_NOT_FOUND",
		message: "This privacy code cannot be resolved: it is unknown, expired, revoked or not for your account.",
	},
	nonce_used: {
		code: "NONCE_ALREADY_USED",
		message:
			"This nonce was used before, so the message has no effect. Have a new message signed with a new random nonce.",
	},
	link_used: {
		code: "HOSTED_LINK_STATUS_ERROR",
		message:
			"This link is used up, or was ended meanwhile: one agreement can be signed through it. Ask its sender for another link. Nothing was stored.",
	},
	no_will: {
		code: "RESOURCE_NOT_FOUND",
		message: "There is no such will: none was lodged, or none with this version.",
	},
	no_request: {
		code: "RESOURCE_NOT_FOUND",
		message: "There is no such release request, or your account cannot access it.",
	},
	not_resolver: {
		code: "FORBIDDEN",
		message:
			"This requires the role `resolver`, which a reviewer grants to courts, notaries and law firms. Ask the operator of this service for it.",
	},
	no_will_to_release: {
		code: "RELEASE_STATUS_ERROR",
		message: "The estate of this code has no will, so there is nothing to release.",
	},
	already_requested: {
		code: "RELEASE_STATUS_ERROR",
		message:
			"Your account already has an open request for this will. List the release requests to see its phase.",
	},
} as const satisfies Partial<Record<EstateReason["kind"], AppErrorOptions>>;

const RELEASE_MESSAGES = {
	wrong_phase: "The request has ended or is already approved. Nothing was changed.",
	challenge_period_running:
		"The owner's time to object has not passed. Approve the request after `challengeEndsAt`. Nothing was changed.",
	own_request: "You cannot decide a request of your own account. Another reviewer must decide it.",
	contended: "Others changed the request at the same time. Read it again, then retry.",
	not_released:
		"The will is not released yet: the owner's time to object must pass and two reviewers must approve.",
	over: "The request has ended: the owner objected, a reviewer rejected it, or the seven days for the download have passed.",
} as const satisfies Record<
	Extract<EstateReason, { kind: "not_allowed" | "not_downloadable" }>["reason"],
	string
>;

export function estateError(reason: EstateReason): AppError {
	switch (reason.kind) {
		case "other_service":
			return otherServiceError(reason);
		case "invalid_signer":
		case "no_rpc":
		case "unavailable":
			return signatureError(reason);
		case "invalid_document":
			return invalidDocumentError(reason);
		case "budget_exhausted":
			return budgetError(reason);
		case "throttled":
			return new AppError({
				code: "RATE_LIMITED",
				message: "Too many invalid privacy codes. Retry after the time in Retry-After.",
				retryAfterSeconds: reason.retryAfterSeconds,
			});
		case "agreement_not_current":
		case "invalid_expiry":
		case "invalid_deadline":
		case "malformed_code":
			return new AppError({
				code: "INPUT_VALIDATION_ERROR",
				message: "The request has an invalid field; `details` names it. Nothing was stored.",
				details: [detailOf(reason)],
			});
		case "hash_mismatch":
			return new AppError({
				code: "INPUT_VALIDATION_ERROR",
				message:
					"The file's SHA-256 differs from the signed one. The file may have been changed in transit. Nothing was stored.",
				details: [
					{
						field: "sha256",
						rule: "must_equal",
						message: `the SHA-256 of the file's bytes is ${reason.sha256}`,
					},
				],
			});
		case "agreement_required":
		case "too_many_codes":
		case "too_many_versions":
		case "version_conflict":
			return conflictError(reason);
		case "not_allowed":
		case "not_downloadable":
			return new AppError({ code: "RELEASE_STATUS_ERROR", message: RELEASE_MESSAGES[reason.reason] });
		default:
			return new AppError(FIXED_ERRORS[reason.kind]);
	}
}

function otherServiceError({ given, own, isFormer }: OtherService): AppError {
	const meaning = isFormer
		? `This service had the address ${given} before it moved to ${own}.`
		: `The message is for the service ${given}. This service is ${own}.`;
	return new AppError({
		code: "INVALID_SIGNER",
		message: `${meaning} Have a message signed whose \`service\` is ${own}. Nothing was stored.`,
		details: [
			{
				field: "service",
				rule: "other_service",
				message: `must be ${own}, and is ${given}${isFormer ? ", the former address of this service" : ""}`,
			},
		],
	});
}

/** The code was in the first response only. */
export function repeatedCode(): AppError {
	return new AppError({
		code: "NONCE_ALREADY_USED",
		message:
			"This nonce was used before, so no code was created. If this message created one and its response was lost, revoke that code in the owner's session: it cannot be shown again. Have a new message signed with a new random nonce.",
	});
}

export function repeatedErasure(): AppError {
	return new AppError({
		code: "NONCE_ALREADY_USED",
		message:
			"This nonce was used before, so nothing was erased now. If you are repeating this message, it worked the first time: the estate of that time, if there was one, is erased. To erase again, have a new message signed with a new random nonce.",
	});
}

function conflictError(
	reason: Extract<
		EstateReason,
		{ kind: "agreement_required" | "too_many_codes" | "too_many_versions" | "version_conflict" }
	>,
): AppError {
	switch (reason.kind) {
		case "agreement_required":
			return new AppError({
				code: "AGREEMENT_REQUIRED",
				message: `The owner has not accepted the current terms, version ${currentAgreement.version}. Send the signed agreement first.`,
			});
		case "too_many_codes":
			return new AppError({
				code: "EXCEEDED_PRIVACY_CODE_AMOUNT",
				message: `The estate has ${reason.limit} live privacy codes, which is the maximum. Revoke one first.`,
			});
		case "too_many_versions":
			return new AppError({
				code: "EXCEEDED_DOCUMENT_AMOUNT",
				message: `The estate has ${reason.limit} versions of its will, which is the maximum; the newest one remains valid. Nothing was stored. To continue, erase the estate and lodge the will as version ${reason.next}.`,
			});
		case "version_conflict":
			return new AppError({
				code: "WILL_VERSION_CONFLICT",
				message: `The next version of this will is ${reason.next}, and nothing was stored now. If the response to an earlier request was lost, the profile shows whether its file is stored: compare \`sha256\`. Otherwise sign and send version ${reason.next}.`,
				details: [{ field: "version", rule: "must_equal", message: `must be ${reason.next}` }],
			});
		default:
			return reason satisfies never;
	}
}

function detailOf(reason: FieldReason): ErrorDetail {
	switch (reason.kind) {
		case "agreement_not_current": {
			const { version, documentHash } = currentAgreement;
			const message = `must match the current terms, version ${version} with the hash ${documentHash}`;
			return { field: reason.field, rule: "outdated", message };
		}
		case "invalid_expiry":
			return {
				field: "expiresAt",
				rule: reason.reason === "passed" ? "expired" : "too_large",
				message:
					reason.reason === "passed"
						? "must be in the future"
						: "must be before the year 10000, in unix seconds, not milliseconds",
			};
		case "invalid_deadline":
			return {
				field: "deadline",
				rule: reason.reason === "passed" ? "expired" : "too_large",
				message:
					reason.reason === "passed"
						? "has passed: have a new message signed"
						: `must be at most ${MAX_ERASE_DEADLINE_SECONDS} seconds ahead, in unix seconds, not milliseconds`,
			};
		case "malformed_code":
			return {
				field: "code",
				rule: "checksum",
				message: "is not a valid privacy code: a symbol is wrong, or some are missing",
			};
		default:
			return reason satisfies never;
	}
}
