/**
 * Calls the Worker, and throws unless the response is exactly what the OpenAPI document promises:
 *
 *     const { status, body, headers } = await call("POST", "/recovery-cases/exists", {
 *     	body: vectorIntent,
 *     	headers: developer.keyHeaders,
 *     });
 *
 * - `path` is relative to `/api/v1` and sent as it is, so it must be percent-encoded. An unknown path or method must
 *   give 404 or 405 in the one error form.
 * - `body` is sent as JSON, `rawBody` (text, bytes or a stream) as it is. Both have `Content-Type: application/json`
 *   unless `headers` set another one. `"content-type": null` leaves it out.
 * - Each call has its own client address, so no public rate limit applies. `"cf-connecting-ip"` in `headers` sets one.
 * - `callOn(fetch)` returns a `call` for another app, such as one with a broken binding.
 *
 * Checked: the status is documented; the content type, `Cache-Control: no-store` and `X-Request-Id`; the body's
 * schema; required headers, and no undocumented one; an error has the request's id and a code that the document
 * lists for this operation and status.
 */
import { exports } from "cloudflare:workers";
import { requestPath, type Values } from "./contract-request.ts";
import { assertContract } from "./contract-validation.ts";

export type CallOptions = {
	body?: unknown;
	rawBody?: BodyInit;
	/** null removes a header that is sent by default. */
	headers?: Values;
	query?: Values;
};

export type CheckedResponse = {
	status: number;
	headers: Headers;
	/** Valid by the document. Undefined for HEAD. */
	// biome-ignore lint/suspicious/noExplicitAny: validated against the document before a test sees it
	body: any;
};

/** `404 RESOURCE_NOT_FOUND`. */
export const codeOf = ({ status, body }: CheckedResponse) => `${status} ${body?.error?.code}`;

export type Call = (method: string, path: string, options?: CallOptions) => Promise<CheckedResponse>;

export const ORIGIN = "https://replevin.test";

type Fetch = (request: Request) => Promise<Response>;

const toWorker: Fetch = (request) => exports.default.fetch(request);

/** A `call` that sends its requests to this `fetch`. */
export function callOn(fetch: Fetch): Call {
	return async (method, path, options = {}) => {
		const response = await fetch(toRequest(method, path, options));
		const body = assertContract({ method, path, options }, response, await response.text());
		return { status: response.status, headers: response.headers, body };
	};
}

/** Sends to the Worker under test. */
export const call: Call = callOn(toWorker);

/** Like `call`, but returns the checked response itself. */
export async function send(method: string, path: string, options: CallOptions): Promise<Response> {
	const response = await toWorker(toRequest(method, path, options));
	const text = await response.text();
	assertContract({ method, path, options }, response, text);
	return new Response(text === "" ? null : text, response);
}

/** For what the document leaves out: calls of the hosted pages, and cases that came through them. */
export function sendUnchecked(method: string, path: string, options: CallOptions = {}): Promise<Response> {
	return toWorker(toRequest(method, path, options));
}

function toRequest(
	method: string,
	path: string,
	{ body, rawBody, headers = {}, query }: CallOptions,
): Request {
	const sentBody = body === undefined ? rawBody : JSON.stringify(body);
	const all = new Headers({ "cf-connecting-ip": crypto.randomUUID() });
	if (sentBody !== undefined) all.set("content-type", "application/json");
	for (const [name, value] of Object.entries(headers)) {
		if (value === null || value === undefined) all.delete(name);
		else all.set(name, String(value));
	}
	const request = new Request(ORIGIN + requestPath(path, query), {
		method,
		headers: all,
		redirect: "manual",
		...(sentBody !== undefined && { body: sentBody }),
	});
	// A text body has a default content type.
	if (!all.has("content-type")) request.headers.delete("content-type");
	return request;
}
