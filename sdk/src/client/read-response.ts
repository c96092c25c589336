/** Reads a response into memory, and makes an error of it if it is one. */
import type { ErrorResponse, Operations } from "../generated/api.ts";
import type { WithResponse } from "./api-promise.ts";
import { ApiError, type ErrorDetail, UnexpectedResponseError } from "./errors.ts";
import { parseRetryAfter } from "./retry.ts";

/** A response may have no body with these. */
const WITHOUT_BODY = new Set([204, 205, 304]);

type Expected = { operation: keyof Operations; url: string; isFile: boolean };

/** @throws ApiError, UnexpectedResponseError */
export async function readResponse(received: Response, expected: Expected): Promise<WithResponse<unknown>> {
	const { status, statusText, headers } = received;
	// A redirect that a browser did not follow has the status 0.
	if (status === 0 || (status >= 300 && status < 400 && status !== 304)) {
		// A body that nobody reads would keep its connection.
		received.body?.cancel().catch(() => {});
		throw new UnexpectedResponseError(redirected(expected.url), copy(received, null));
	}
	const bytes = await received.arrayBuffer();
	const response = new Response(WITHOUT_BODY.has(status) ? null : bytes, { status, statusText, headers });
	const requestId = headers.get("X-Request-Id");
	if (received.ok && expected.isFile) {
		const blob = new Blob([bytes], { type: headers.get("Content-Type") ?? "" });
		return { data: blob, response, requestId };
	}
	const json = parseJson(bytes);
	// Every response of the service is an object.
	if (received.ok && isObject(json)) return { data: json, response, requestId };
	if (isError(json)) throw errorOf(json, response, expected.operation);
	throw new UnexpectedResponseError(
		`The response of ${expected.url} has the status ${status} and is not one of Replevin's. Check baseUrl, and the proxies between.`,
		response,
	);
}

function redirected(url: string): string {
	return `${url} redirects, which the service never does. The request was not sent on, since it may hold a secret. Check baseUrl.`;
}

function copy({ status, headers }: Response, body: null): Response {
	return new Response(body, { status: status || 502, headers });
}

function errorOf({ error }: ErrorResponse, response: Response, operation: string) {
	const { message, requestId, details = [] } = error;
	return new ApiError({
		message,
		requestId,
		details,
		operation,
		response,
		code: error.code as ApiError["code"],
		status: response.status,
		retryAfterSeconds: parseRetryAfter(response.headers.get("Retry-After")),
	});
}

function isError(json: unknown): json is ErrorResponse {
	const error = (json as Partial<ErrorResponse> | null)?.error;
	for (const member of ["code", "message", "requestId"] as const)
		if (typeof error?.[member] !== "string") return false;
	const details = error?.details;
	return details === undefined || (Array.isArray(details) && details.every(isDetail));
}

const isObject = (json: unknown): boolean =>
	typeof json === "object" && json !== null && !Array.isArray(json);

const isDetail = (detail: unknown): boolean =>
	typeof (detail as Partial<ErrorDetail> | null)?.field === "string" &&
	typeof (detail as Partial<ErrorDetail>).message === "string";

/** @returns undefined for malformed text */
function parseJson(bytes: ArrayBuffer): unknown {
	try {
		return JSON.parse(new TextDecoder().decode(bytes));
	} catch {
		return undefined;
	}
}
