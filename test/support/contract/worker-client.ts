/** Calls the Worker, checks every response against the OpenAPI document, and returns it as a Response. */
import type { ErrorDetail, SignatureDetail } from "../../../src/kernel/errors/app-error.ts";
import { send } from "./openapi-client.ts";

type Call = {
	/** POST with a body, GET without. */
	method?: string;
	/** Sent as JSON; text is sent as it is. */
	body?: unknown;
	headers?: Record<string, string>;
};

/** @param path below the base path */
export function call(path: string, { method, body, headers = {} }: Call = {}): Promise<Response> {
	const isText = typeof body === "string";
	return send(method ?? (body === undefined ? "GET" : "POST"), path, {
		headers,
		...(body !== undefined && (isText ? { rawBody: body } : { body })),
	});
}

type ErrorResponse = {
	error: {
		code: string;
		message: string;
		requestId: string;
		details?: (ErrorDetail & Partial<SignatureDetail>)[];
	};
};

/** Status, code and details of an error response. */
export async function errorOf(response: Response) {
	const { error } = await response.json<ErrorResponse>();
	return { status: response.status, ...error };
}
