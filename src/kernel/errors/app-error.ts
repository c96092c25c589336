import type { FieldRule } from "../schemas/field-rule.ts";

/**
 * The HTTP status of every error code. The specification lists the first nineteen codes, auth.md "Errors" the rest.
 */
export const statusOfCode = {
	INPUT_VALIDATION_ERROR: 400,
	NO_RECOVERY_CASE_TXS: 400,
	UNMATCHED_JRC_HASH: 400,
	NO_FILE_UPLOADED: 400,
	NO_FILE_BUFFER: 400,
	UNAUTHORIZED: 401,
	INVALID_AUTH: 401,
	INVALID_TOKEN: 401,
	EXPIRED_TOKEN: 401,
	INVALID_PASSWORD: 401,
	INVALID_SIGNER: 403,
	FORBIDDEN: 403,
	RESOURCE_NOT_FOUND: 404,
	API_KEY_NOT_FOUND: 404,
	USER_NOT_FOUND: 404,
	METHOD_NOT_ALLOWED: 405,
	REQUEST_TIMEOUT: 408,
	RECOVERY_STATUS_ERROR: 409,
	USER_FOUND: 409,
	EXCEEDED_API_KEY_AMOUNT: 409,
	CASE_ALREADY_EXISTS: 409,
	ORIGIN_ALREADY_ALLOWED: 409,
	EXCEEDED_WEBHOOK_ENDPOINT_AMOUNT: 409,
	WEBHOOK_ENDPOINT_DISABLED: 409,
	AGREEMENT_REQUIRED: 409,
	WILL_VERSION_CONFLICT: 409,
	NONCE_ALREADY_USED: 409,
	EXCEEDED_PRIVACY_CODE_AMOUNT: 409,
	EXCEEDED_DOCUMENT_AMOUNT: 409,
	EXCEEDED_EVIDENCE_LINK_AMOUNT: 409,
	RELEASE_STATUS_ERROR: 409,
	HOSTED_LINK_STATUS_ERROR: 409,
	IDEMPOTENCY_KEY_REUSED: 409,
	IDEMPOTENCY_KEY_IN_PROGRESS: 409,
	PAYLOAD_TOO_LARGE: 413,
	INVALID_FILE_FORMAT: 415,
	UNSUPPORTED_MEDIA_TYPE: 415,
	RATE_LIMITED: 429,
	INTERNAL_SERVER_ERROR: 500,
	SERVICE_UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof statusOfCode;

/** A bad field, by its path in the request (`rec.lostAccount`, `txs.3.data`). */
export type ErrorDetail = { field: string; rule: FieldRule; message: string };

/** Detail of INVALID_SIGNER (signatures.md "Details of INVALID_SIGNER"). */
export type SignatureDetail = ErrorDetail & {
	/** The account that must sign: its address, or its role if the caller may not know the address. */
	expectedSigner: string;
	/** Null if no key made the signature. */
	recoveredSigner: string | null;
	/** `0x` and the 32 verified bytes. */
	digest: string;
	chainId: number;
};

export type AppErrorOptions = {
	code: ErrorCode;
	/** Tells the caller what happened and what to do. Holds no secret and no personal data. */
	message: string;
	details?: (ErrorDetail | SignatureDetail)[];
	/** Sent as `Retry-After`, in seconds (RFC 9110 section 10.2.3). None if waiting does not help. */
	retryAfterSeconds?: number;
	/** The caller's own quota that this request would exceed, for `RateLimit`. `left`: what would fit now. */
	quota?: { name: string; amount: number; windowSeconds: number; left: number };
	/** Methods that the path serves, sent as `Allow` with METHOD_NOT_ALLOWED (RFC 9110 section 15.5.6). */
	allow?: string[];
	/** For the log only. */
	cause?: unknown;
};

export class AppError extends Error {
	readonly code: ErrorCode;
	readonly details: (ErrorDetail | SignatureDetail)[] | undefined;
	readonly retryAfterSeconds: number | undefined;
	readonly quota: AppErrorOptions["quota"];
	readonly allow: string[] | undefined;

	constructor(options: AppErrorOptions) {
		super(options.message, { cause: options.cause });
		this.name = "AppError";
		this.code = options.code;
		this.details = options.details;
		this.retryAfterSeconds = options.retryAfterSeconds;
		this.quota = options.quota;
		this.allow = options.allow;
	}
}

export function invalidField(detail: ErrorDetail | SignatureDetail): AppError {
	return new AppError({
		code: "INPUT_VALIDATION_ERROR",
		message: "The request has an invalid field; `details` names it. Nothing was stored.",
		details: [detail],
	});
}

export function nonceUsed(): AppError {
	return new AppError({
		code: "NONCE_ALREADY_USED",
		message:
			"This nonce was used before, so the message has no effect. Have a new message signed with a new random nonce.",
	});
}
