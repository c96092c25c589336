/** Describes error responses: one body for all, and the codes of each operation by status. */
import { signatureError } from "../../chain/errors.ts";
import { type ErrorCode, statusOfCode } from "../../kernel/errors/app-error.ts";
import { FIELD_RULES } from "../../kernel/schemas/field-rule.ts";
import { errorCodesOf, isRateLimited, type Operation } from "../operation.ts";
import type { HeaderObject, JsonSchema, Reference, ResponseObject } from "./document-types.ts";
import { meaningOfCode, meaningOfRule } from "./error-meanings.ts";

const EXAMPLE_REQUEST_ID = "req_3f1a9c0b7d5e4f2a8c6b1d0e9f8a7b6c";
const CODES_WITH_DETAILS: ReadonlySet<ErrorCode> = new Set([
	"INPUT_VALIDATION_ERROR",
	"NO_RECOVERY_CASE_TXS",
	"INVALID_SIGNER",
]);

const EXAMPLE_COMPARISON = {
	expectedSigner: "0x1563915e194D8CfBA1943570603F7606A3115508",
	recoveredSigner: "0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A",
	digest: "0x94d920f291d4349a5fa66167152381b8de59771e93dd4cf8189cccc85195f302",
	chainId: 8453,
	bytes: 65,
} as const;

const signatureFields: Record<string, JsonSchema> = {
	expectedSigner: {
		type: "string",
		description:
			"INVALID_SIGNER only: the account that must sign. Its address if the caller sent it or may read the case, else its role: `the case's lostAccount` or `the case's recoveryAccount`. `contest` and `withdraw` ignore credentials, so there it is always the role.",
		examples: [EXAMPLE_COMPARISON.expectedSigner],
	},
	recoveredSigner: {
		type: ["string", "null"],
		description:
			"INVALID_SIGNER only: the address whose key signed `digest`. If another message was signed, this is a meaningless address. Null if it is not a signature by a key.",
		examples: [EXAMPLE_COMPARISON.recoveredSigner],
	},
	digest: {
		type: "string",
		pattern: "^0x[0-9a-f]{64}$",
		description:
			"INVALID_SIGNER only: the digest that was verified. Compare it with that of `POST /typed-data`.",
		examples: [EXAMPLE_COMPARISON.digest],
	},
	chainId: {
		type: "integer",
		description: "INVALID_SIGNER only: the chain id of the domain that was verified.",
		examples: [EXAMPLE_COMPARISON.chainId],
	},
};

const detailSchema: JsonSchema = {
	type: "object",
	properties: {
		field: { type: "string", examples: ["txs.3.data"] },
		rule: {
			type: "string",
			enum: [...FIELD_RULES],
			description: `What is wrong with the field, for programs. ${FIELD_RULES.map((rule) => `\`${rule}\`: ${meaningOfRule[rule]}`).join("; ")}.`,
			examples: ["format"],
		},
		message: { type: "string", examples: ["must be `0x` and hex digits"] },
		...signatureFields,
	},
	required: ["field", "rule", "message"],
	additionalProperties: false,
};

/** Specification "Errors". */
export const errorSchema: JsonSchema = {
	type: "object",
	description: "Every error response has this form.",
	properties: {
		error: {
			type: "object",
			properties: {
				code: {
					type: "string",
					description: "The error, for programs. Codes may be added: treat an unknown code by its status.",
					"x-extensible-enum": Object.keys(statusOfCode),
					examples: ["RESOURCE_NOT_FOUND"],
				},
				message: {
					type: "string",
					minLength: 1,
					description: "The error, for people: what happened and what to do.",
				},
				requestId: {
					type: "string",
					pattern: "^req_[0-9a-f]{32}$",
					description: "Equal to `X-Request-Id`. Log it, because support needs it to find the request.",
					examples: [EXAMPLE_REQUEST_ID],
				},
				details: {
					type: "array",
					description: "The invalid fields by path in the request; at most 50.",
					items: detailSchema,
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
		description: "Identifies the request. Quote it when you ask for support.",
		required: true,
		schema: { type: "string", pattern: "^req_[0-9a-f]{32}$", examples: [EXAMPLE_REQUEST_ID] },
	},
	RetryAfter: {
		description: "Seconds to wait before the next attempt (RFC 9110 section 10.2.3).",
		required: true,
		schema: { type: "integer", minimum: 0, examples: [60] },
	},
	RetryAfterLimit: {
		description:
			"Seconds to wait before the next attempt (RFC 9110 section 10.2.3). Absent if waiting does not help: then `details` has the rule `quota_full`.",
		required: false,
		schema: { type: "integer", minimum: 0, examples: [60] },
	},
	RetryAfterInProgress: {
		description:
			"Sent with `IDEMPOTENCY_KEY_IN_PROGRESS`: seconds to wait before the request is repeated (RFC 9110 section 10.2.3).",
		required: false,
		schema: { type: "integer", minimum: 0, examples: [2] },
	},
	Replayed: {
		description:
			"Sent if an earlier request with the same `Idempotency-Key` was carried out, and this one was not.",
		required: false,
		schema: { type: "string", const: "true" },
	},
	RateLimitPolicy: {
		description:
			"Number of requests (`q`) allowed in a window of seconds (`w`), counted approximately by credential or by address (draft-ietf-httpapi-ratelimit-headers). Absent if the request was rejected before it was counted. With 429 by a quota of the caller's own, its amount and window follow behind a comma.",
		required: false,
		schema: { type: "string", examples: ['"credential";q=600;w=60'] },
	},
	RateLimit: {
		description:
			"Sent with 429: how much remains (`r`) of the named policy, and after how many seconds (`t`) the request fits. Exact for a quota of the caller's own, and at most for a rate limit. Absent for what callers share.",
		required: false,
		schema: { type: "string", examples: ['"credential";r=0;t=60'] },
	},
	Authenticate: {
		description: "The expected kind of credential (RFC 9110 section 11.6.1).",
		required: true,
		schema: { type: "string", examples: ["Bearer"] },
	},
} satisfies Record<string, HeaderObject>;

const headerRef = (name: keyof typeof errorHeaders) => ({ $ref: `#/components/headers/${name}` });

export const requestIdHeader = { "X-Request-Id": headerRef("RequestId") };
export const ratePolicyHeader = { "RateLimit-Policy": headerRef("RateLimitPolicy") };
export const replayedHeader = { "Idempotent-Replayed": headerRef("Replayed") };

const headersOfStatus: Record<number, ResponseObject["headers"]> = {
	401: { "WWW-Authenticate": headerRef("Authenticate") },
	429: {
		"Retry-After": headerRef("RetryAfterLimit"),
		RateLimit: headerRef("RateLimit"),
	},
	503: { "Retry-After": headerRef("RetryAfter") },
};

type ErrorSet = { status: number; codes: ErrorCode[]; isCounted: boolean };

function errorSetsOf(operation: Operation): ErrorSet[] {
	const byStatus = Map.groupBy(errorCodesOf(operation), (code) => statusOfCode[code]);
	return [...byStatus].map(([status, codes]) => ({ status, codes, isCounted: isRateLimited(operation) }));
}

/** `InputValidationErrorOrNoFileUploaded`: one name per set of codes. */
function componentName({ codes, isCounted }: ErrorSet): string {
	const name = codes.map((code) =>
		code.toLowerCase().replace(/(?:^|_)(.)/g, (_, first) => first.toUpperCase()),
	);
	return name.join("Or") + (isCounted ? "" : "Uncounted");
}

/** Each status refers to a component with exactly its possible codes. */
export function describeErrors(operation: Operation): Record<string, Reference> {
	return Object.fromEntries(
		errorSetsOf(operation).map((set) => [
			set.status,
			{ $ref: `#/components/responses/${componentName(set)}` },
		]),
	);
}

/** Makes one component per set of codes, because most operations share them. */
export function errorResponses(operations: readonly Operation[]): Record<string, ResponseObject> {
	const sets = operations
		.flatMap(errorSetsOf)
		.map((set) => [componentName(set), describeError(set)] as const);
	return Object.fromEntries(sets.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function describeError({ status, codes, isCounted }: ErrorSet): ResponseObject {
	return {
		description: codes.map((code) => `\`${code}\`: ${meaningOfCode[code]}`).join("\n\n"),
		headers: {
			...requestIdHeader,
			...(isCounted && ratePolicyHeader),
			...headersOfStatus[status],
			...(codes.includes("IDEMPOTENCY_KEY_IN_PROGRESS") && {
				"Retry-After": headerRef("RetryAfterInProgress"),
			}),
		},
		content: {
			"application/json": {
				schema: { $ref: "#/components/schemas/Error" },
				examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
			},
		},
		"x-error-codes": codes,
	};
}

export function errorExamples(operations: readonly Operation[]): Record<string, { value: unknown }> {
	const codes = [...new Set(operations.flatMap(errorCodesOf))].sort();
	return Object.fromEntries(codes.map((code) => [code, { value: exampleOf(code) }]));
}

function exampleOf(code: ErrorCode) {
	const { message, details } =
		code === "INVALID_SIGNER"
			? exampleSignatureError()
			: {
					message: meaningOfCode[code],
					details: CODES_WITH_DETAILS.has(code) ? [exampleDetail(code)] : undefined,
				};
	return { error: { code, message, requestId: EXAMPLE_REQUEST_ID, ...(details && { details }) } };
}

function exampleDetail(code: ErrorCode) {
	return code === "NO_RECOVERY_CASE_TXS"
		? { field: "txs", rule: "too_few", message: "must have at least one transaction" }
		: { field: "(body)", rule: "json", message: "This is not valid JSON." };
}

/** The service's own words for a key's signature on a chain without a node. */
function exampleSignatureError() {
	return signatureError({
		kind: "no_rpc",
		chainId: EXAMPLE_COMPARISON.chainId,
		comparison: EXAMPLE_COMPARISON,
	});
}
