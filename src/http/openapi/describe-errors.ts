/** Error answers: one form for all of them, and for each operation the codes it can give, by status. */
import { type ErrorCode, statusOfCode } from "../../kernel/app-error.ts";
import { errorCodesOf, isRateLimited, type Operation } from "../operation.ts";
import type { HeaderObject, JsonSchema, ResponseObject } from "./document-types.ts";

/** When each code is given. A new code needs its sentence here. */
export const meaningOfCode: Record<ErrorCode, string> = {
	INPUT_VALIDATION_ERROR: "The request has invalid fields; `details` names each of them.",
	NO_RECOVERY_CASE_TXS: "The recovery names no transaction.",
	UNMATCHED_JRC_HASH: "The given jrcHash is not the hash of this intent.",
	UNAUTHORIZED: "This call needs a credential.",
	INVALID_AUTH: "The API key pair is not valid, or half of it is missing.",
	INVALID_TOKEN: "The access token is not valid.",
	EXPIRED_TOKEN: "The session has ended.",
	INVALID_PASSWORD: "The e-mail address or the password is wrong.",
	INVALID_SIGNER: "The signature is not by the account that must sign this.",
	FORBIDDEN: "The credential does not allow this call, or not from here.",
	RESOURCE_NOT_FOUND: "There is no such thing among those the caller may see.",
	API_KEY_NOT_FOUND: "The account has no active API key with this id.",
	USER_NOT_FOUND: "The account of this session does not exist any more.",
	METHOD_NOT_ALLOWED: "The path does not serve this method; `Allow` says which it serves.",
	RECOVERY_STATUS_ERROR: "The status of the case does not allow this.",
	USER_FOUND: "There is an account with this e-mail address already.",
	EXCEEDED_API_KEY_AMOUNT: "The account has five active API keys, which is the most it may have.",
	CASE_ALREADY_EXISTS: "A case for this very recovery is on file already.",
	ORIGIN_ALREADY_ALLOWED: "Pages of this origin speak for another developer already.",
	EXCEEDED_WEBHOOK_ENDPOINT_AMOUNT: "The account has as many webhook endpoints as it may have.",
	WEBHOOK_ENDPOINT_DISABLED: "The endpoint is disabled, so nothing is sent there. Enable it first.",
	AGREEMENT_REQUIRED: "The owner has not accepted the current terms. Send the agreement first.",
	WILL_VERSION_CONFLICT: "The version is not the one that comes next, or another upload has just taken it.",
	NONCE_ALREADY_USED: "A message with this nonce has been used before. Sign one with another nonce.",
	EXCEEDED_PRIVACY_CODE_AMOUNT: "The estate has as many live codes as it may have. Revoke one first.",
	EXCEEDED_DOCUMENT_AMOUNT:
		"The case has as many documents as it may have, or the will as many versions. None of a case's can be taken back.",
	RELEASE_STATUS_ERROR: "The release request stands where this cannot be done to it.",
	NO_FILE_UPLOADED: "The request has no `file`.",
	NO_FILE_BUFFER: "The file is empty.",
	INVALID_FILE_FORMAT: "The file is neither a PDF nor UTF-8 text, or is not what its type says.",
	PAYLOAD_TOO_LARGE: "The body is larger than the service takes.",
	UNSUPPORTED_MEDIA_TYPE:
		"The body is not sent as `application/json`, nor where a file is uploaded as `multipart/form-data`.",
	RATE_LIMITED:
		"Too many calls, too much open at a time, or too much stored in a day by pages; `Retry-After` says when to try again.",
	INTERNAL_SERVER_ERROR: "Something went wrong on the service's side.",
	SERVICE_UNAVAILABLE: "A part of the service does not answer; `Retry-After` says when to try again.",
};

const EXAMPLE_REQUEST_ID = "req_3f1a9c0b7d5e4f2a8c6b1d0e9f8a7b6c";
const CODES_WITH_DETAILS: ReadonlySet<ErrorCode> = new Set([
	"INPUT_VALIDATION_ERROR",
	"NO_RECOVERY_CASE_TXS",
]);

/** Specification "Errors". */
export const errorSchema: JsonSchema = {
	type: "object",
	description: "Every answer that is no success has this form.",
	properties: {
		error: {
			type: "object",
			properties: {
				code: {
					type: "string",
					description:
						"What went wrong, for programs. The list is open: treat a code you do not know by its status.",
					"x-extensible-enum": Object.keys(statusOfCode),
					examples: ["RESOURCE_NOT_FOUND"],
				},
				message: {
					type: "string",
					minLength: 1,
					description: "What happened, what it means and what to do, for people.",
				},
				requestId: {
					type: "string",
					pattern: "^req_[0-9a-f]{32}$",
					description: "The same as in `X-Request-Id`. Log it: support finds the request by it.",
					examples: [EXAMPLE_REQUEST_ID],
				},
				details: {
					type: "array",
					description: "The bad fields, by their path in the request; at most 50.",
					items: {
						type: "object",
						properties: {
							field: { type: "string", examples: ["txs.3.data"] },
							message: { type: "string", examples: ["must be `0x` and hex digits"] },
						},
						required: ["field", "message"],
						additionalProperties: false,
					},
				},
			},
			required: ["code", "message", "requestId"],
			additionalProperties: false,
		},
	},
	required: ["error"],
	additionalProperties: false,
};

export const errorHeaders = {
	RequestId: {
		description: "Names this request; quote it when you ask for help.",
		required: true,
		schema: { type: "string", pattern: "^req_[0-9a-f]{32}$", examples: [EXAMPLE_REQUEST_ID] },
	},
	RetryAfter: {
		description: "Seconds after which to try again (RFC 9110 section 10.2.3).",
		required: true,
		schema: { type: "integer", minimum: 0, examples: [60] },
	},
	RateLimitPolicy: {
		description:
			"How many calls (`q`) the caller may make in how many seconds (`w`), counted by credential or by address; approximate (draft-ietf-httpapi-ratelimit-headers). Absent where a call is refused before it is counted.",
		required: false,
		schema: { type: "string", examples: ['"credential";q=600;w=60'] },
	},
	RateLimit: {
		description: "Sent where that policy was the reason: nothing remains (`r`) for at most `t` seconds.",
		required: false,
		schema: { type: "string", examples: ['"credential";r=0;t=60'] },
	},
	Authenticate: {
		description: "The kind of credential that is asked for (RFC 9110 section 11.6.1).",
		required: true,
		schema: { type: "string", examples: ["Bearer"] },
	},
} satisfies Record<string, HeaderObject>;

const headerRef = (name: keyof typeof errorHeaders) => ({ $ref: `#/components/headers/${name}` });

export const requestIdHeader = { "X-Request-Id": headerRef("RequestId") };
export const ratePolicyHeader = { "RateLimit-Policy": headerRef("RateLimitPolicy") };

const headersOfStatus: Record<number, ResponseObject["headers"]> = {
	401: { "WWW-Authenticate": headerRef("Authenticate") },
	429: {
		"Retry-After": headerRef("RetryAfter"),
		RateLimit: headerRef("RateLimit"),
	},
	503: { "Retry-After": headerRef("RetryAfter") },
};

/** The error answers of an operation by status, each with exactly the codes that it can carry. */
export function describeErrors(operation: Operation): Record<string, ResponseObject> {
	const byStatus = new Map<number, ErrorCode[]>();
	for (const code of errorCodesOf(operation)) {
		byStatus.set(statusOfCode[code], [...(byStatus.get(statusOfCode[code]) ?? []), code]);
	}
	const headers = isRateLimited(operation) ? ratePolicyHeader : {};
	return Object.fromEntries(
		[...byStatus].map(([status, codes]) => [status, describeError(status, codes, headers)]),
	);
}

function describeError(
	status: number,
	codes: ErrorCode[],
	headers: NonNullable<ResponseObject["headers"]>,
): ResponseObject {
	return {
		description: codes.map((code) => `\`${code}\`: ${meaningOfCode[code]}`).join("\n\n"),
		headers: { ...requestIdHeader, ...headers, ...headersOfStatus[status] },
		content: {
			"application/json": {
				schema: { $ref: "#/components/schemas/Error" },
				examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
			},
		},
		"x-error-codes": codes,
	};
}

/** An answer for each code of these operations, to be referred to by name. */
export function errorExamples(operations: readonly Operation[]): Record<string, { value: unknown }> {
	const codes = [...new Set(operations.flatMap(errorCodesOf))].sort();
	return Object.fromEntries(codes.map((code) => [code, { value: exampleOf(code) }]));
}

function exampleOf(code: ErrorCode) {
	const details = CODES_WITH_DETAILS.has(code) && [exampleDetail(code)];
	return {
		error: {
			code,
			message: meaningOfCode[code],
			requestId: EXAMPLE_REQUEST_ID,
			...(details && { details }),
		},
	};
}

function exampleDetail(code: ErrorCode) {
	return code === "NO_RECOVERY_CASE_TXS"
		? { field: "txs", message: "must name at least one transaction" }
		: { field: "(body)", message: "This is not valid JSON." };
}
