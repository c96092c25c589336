/** The errors that the SDK throws. All extend `ReplevinError`. */
import type { ErrorCode, ErrorResponse, Hex } from "../generated/api.ts";

/** Any error of the SDK. */
export class ReplevinError extends Error {
	override name = "ReplevinError";
}

/** The request got no response: no connection, a broken connection, or a timeout. `cause` is the error of `fetch`. */
export class ConnectionError extends ReplevinError {
	override name = "ConnectionError";
}

/** No complete response came within `timeoutMs`. The service may have carried out the request. */
export class TimeoutError extends ConnectionError {
	override name = "TimeoutError";
}

/** One invalid field of a request. */
export type ErrorDetail = NonNullable<ErrorResponse["error"]["details"]>[number];

/** A detail of `INVALID_SIGNER`: the message is for another service, and `message` names both. */
export type OtherServiceDetail = ErrorDetail & { rule: "other_service" };

/** A detail of `INVALID_SIGNER`: who had to sign, and who did. */
export type SignerDetail = ErrorDetail & {
	rule: "signer";
	/** The address of the account that must sign, or its role if the caller may not know the address. */
	expectedSigner: string;
	/** The address whose key signed `digest`; null if the signature is not one by a key. */
	recoveredSigner: string | null;
	/** The digest that was verified. */
	digest: Hex;
	/** The chain id of the domain that was verified. */
	chainId: number;
};

/** An error response with this code. */
export interface ApiErrorOf<Code extends ErrorCode> extends ReplevinError {
	/** The error, for programs. */
	readonly code: Code;
	/** The HTTP status. */
	readonly status: number;
	/** The invalid fields. Empty if the error is not about fields. */
	readonly details: Code extends "INVALID_SIGNER" ? [SignerDetail | OtherServiceDetail] : ErrorDetail[];
	/** Quote it when you ask the operator for support. */
	readonly requestId: string;
	/** The operation's id in the OpenAPI document. */
	readonly operation: string;
	/** Seconds to wait before the next attempt, if the service said so. */
	readonly retryAfterSeconds: number | undefined;
	/** The response, whose body can be read again. */
	readonly response: Response;
}

/**
 * The service rejected the request, or failed. Narrows by `code`:
 *
 * @example
 * if (error instanceof ApiError && error.code === "INVALID_SIGNER") console.log(error.details[0].message);
 */
export type ApiError = { [Code in ErrorCode]: ApiErrorOf<Code> }[ErrorCode];

type ApiErrorParts = Pick<
	ApiErrorOf<ErrorCode>,
	"code" | "status" | "details" | "requestId" | "operation" | "retryAfterSeconds" | "response"
> & { message: string };

/** More would make a log line unreadable; `details` has all. */
const SHOWN_DETAILS = 3;

const inWords = ({ field, message }: ErrorDetail) =>
	`${field}: ${message}${/[.!?]$/.test(message) ? "" : "."}`;

/**
 * The class of `ApiError`. The type of its prototype makes `instanceof` narrow to the union of all codes. The class takes
 * its own name from the constant, and Node.js would print both names if they differed.
 */
export const ApiError = class extends ReplevinError {
	override name = "ApiError";

	constructor({ message, ...parts }: ApiErrorParts) {
		super(
			[
				message,
				...parts.details.slice(0, SHOWN_DETAILS).map(inWords),
				`(${parts.code}, ${parts.requestId})`,
			].join(" "),
		);
		Object.assign(this, parts);
		// The response stays out of logs, because it may be long.
		Object.defineProperty(this, "response", { value: parts.response, enumerable: false });
	}
} as unknown as {
	/** For tests of your own code. */
	new (parts: ApiErrorParts): ApiError;
	readonly prototype: ApiError;
};

/** The response is not one of Replevin's, such as a proxy's error page or a redirect. */
export class UnexpectedResponseError extends ReplevinError {
	override name = "UnexpectedResponseError";
	/** The HTTP status. */
	readonly status: number;
	/** The response, whose body can be read again. */
	declare readonly response: Response;

	/** @internal */
	constructor(message: string, response: Response) {
		super(message);
		this.status = response.status;
		Object.defineProperty(this, "response", { value: response, enumerable: false });
	}
}

/** Why `verifyWebhook` rejected a request. */
export type WebhookFault =
	/** A header of Standard Webhooks is absent, repeated or malformed. */
	| "headers"
	/** The timestamp differs too much from this machine's clock: an old request, or a wrong clock. */
	| "timestamp"
	/** No signature was made with the given secret over this body. */
	| "signature"
	/** The signed body is not an event. */
	| "body";

/** The request does not come from the service. Respond with 400, and do not process it. */
export class WebhookVerificationError extends ReplevinError {
	override name = "WebhookVerificationError";
	/** What is wrong, for programs. */
	readonly fault: WebhookFault;

	/** @internal */
	constructor(fault: WebhookFault, message: string) {
		super(message);
		this.fault = fault;
	}
}
