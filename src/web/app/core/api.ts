/**
 * Calls the API in process over its own HTTP contract. Requests are built from nothing: the client's address and
 * language, the device cookie and the session's token. The browser's other headers and cookies never pass.
 */
import { deviceCookieName, soleCookie } from "../../../http/cookies.ts";
import type { PageContext } from "./page-env.ts";
import { type SessionKind, SessionNeeded, sessionToken } from "./sessions.ts";

const BASE_PATH = "/api/v1";
const COPIED = ["CF-Connecting-IP", "Accept-Language"];

/** `field`: a path in the body, such as `txs.3.data`. */
type ErrorDetail = { field: string; rule?: string; message: string } & Record<string, unknown>;

export type ApiFailure = {
	ok: false;
	status: number;
	code: string;
	message: string;
	requestId: string;
	details: ErrorDetail[];
	/** Null if the response names no time. */
	retryAfterSeconds: number | null;
};

export type ApiResult<T> = { ok: true; status: number; body: T; headers: Headers } | ApiFailure;

type Call = {
	method: "GET" | "POST" | "PATCH" | "DELETE";
	/** Below `/api/v1`. */
	path: string;
	/** `none` sends no credential. */
	as: SessionKind | "none";
	body?: unknown;
	/** A form with a file, as the browser sent it. */
	upload?: { contentType: string; body: ReadableStream | null };
	headers?: Record<string, string>;
};

/** @throws SessionNeeded if the session is absent or has ended */
export async function callApi<T>(c: PageContext, call: Call): Promise<ApiResult<T>> {
	const response = await send(c, call);
	if (response.ok) {
		return { ok: true, status: response.status, body: await response.json(), headers: response.headers };
	}
	return judgeFailure(await failureOf(response), call.as);
}

/** @throws SessionNeeded if the session has ended */
function judgeFailure(failure: ApiFailure, as: Call["as"]): ApiFailure {
	const isSessionOver = failure.status === 401 && ENDED.has(failure.code);
	if (as !== "none" && isSessionOver) throw new SessionNeeded(as, true);
	return failure;
}

/** Ends the session that the browser had before it opened another one. */
export async function endPresentSession(c: PageContext, kind: SessionKind): Promise<void> {
	if (sessionToken(c, kind) === undefined) return;
	try {
		await callApi(c, { method: "POST", path: "/auth/logout", as: kind });
	} catch (error) {
		// It had ended before.
		if (!(error instanceof SessionNeeded)) throw error;
	}
}

/**
 * Passes a file on as the API sends it, which is as an attachment.
 *
 * @throws SessionNeeded, or ApiError if there is no such file
 */
export async function download(c: PageContext, path: string, as: SessionKind): Promise<Response> {
	const result = await tryDownload(c, { method: "GET", path, as });
	if (!result.ok) throw new ApiError(result);
	return result.file;
}

/** As `download`, for a form that shows again if there is no file. @throws SessionNeeded */
export async function tryDownload(
	c: PageContext,
	call: Call,
): Promise<{ ok: true; file: Response } | ApiFailure> {
	const response = await send(c, call);
	if (!response.ok) return judgeFailure(await failureOf(response), call.as);
	const headers = new Headers({ "X-Request-Id": c.env.requestId });
	for (const name of ["Content-Type", "Content-Length", "Content-Disposition"]) {
		const value = response.headers.get(name);
		if (value !== null) headers.set(name, value);
	}
	return { ok: true, file: new Response(response.body, { headers }) };
}

const ENDED: ReadonlySet<string> = new Set(["UNAUTHORIZED", "INVALID_TOKEN", "EXPIRED_TOKEN"]);

/** Thrown where a page has nothing to show without the response. */
export class ApiError extends Error {
	readonly failure: ApiFailure;

	constructor(failure: ApiFailure) {
		super(failure.message);
		this.failure = failure;
	}
}

/** @throws ApiError, which becomes an error page, and SessionNeeded */
export async function readApi<T>(c: PageContext, as: Call["as"], path: string): Promise<T> {
	const result = await callApi<T>(c, { method: "GET", path, as });
	if (!result.ok) throw new ApiError(result);
	return result.body;
}

/** Streams a file to the caller. @throws ApiError and SessionNeeded */
export async function readFile(c: PageContext, as: SessionKind, path: string): Promise<Response> {
	const response = await send(c, { method: "GET", path, as });
	if (response.ok) return response;
	throw new ApiError(judgeFailure(await failureOf(response), as));
}

/**
 * A URL drops `.` and `..` from its path, so that an id of dots would name another operation.
 *
 * @throws ApiError
 */
function rejectOtherPath(c: PageContext, { pathname }: URL, path: string): void {
	if (pathname === `${BASE_PATH}${path.split("?")[0]}`) return;
	const { requestId } = c.env;
	const message = "A path with this id names nothing.";
	const failure = {
		status: 404,
		code: "NOT_FOUND",
		message,
		requestId,
		details: [],
		retryAfterSeconds: null,
	};
	throw new ApiError({ ok: false, ...failure });
}

/** @throws SessionNeeded if the session is absent */
async function send(c: PageContext, call: Call): Promise<Response> {
	const { appOrigin } = c.env.settings;
	const url = new URL(`${appOrigin}${BASE_PATH}${call.path}`);
	rejectOtherPath(c, url, call.path);
	const headers = new Headers();
	// A form's field may be a header's value, such as an `Idempotency-Key`. What no header can have, the API rejects.
	for (const [name, value] of Object.entries(call.headers ?? {})) {
		headers.set(name, value.replaceAll(/[^\x20-\x7e]/g, "?"));
	}
	for (const name of COPIED) {
		const value = c.req.header(name);
		if (value !== undefined) headers.set(name, value);
	}
	const device = soleCookie(c.req.raw.headers, deviceCookieName(appOrigin));
	if (device !== undefined) headers.set("Cookie", `${deviceCookieName(appOrigin)}=${device}`);
	if (call.as !== "none") {
		const token = sessionToken(c, call.as);
		if (token === undefined) throw new SessionNeeded(call.as, false);
		headers.set("Authorization", `Bearer ${token}`);
	}
	const { body, contentType } = bodyOf(call);
	if (contentType !== undefined) headers.set("Content-Type", contentType);
	return c.env.callApi(new Request(url, { method: call.method, headers, body, redirect: "manual" }));
}

function bodyOf({ body, upload }: Call): { body: string | ReadableStream | null; contentType?: string } {
	if (upload) return upload;
	return body === undefined
		? { body: null }
		: { body: JSON.stringify(body), contentType: "application/json" };
}

async function failureOf(response: Response): Promise<ApiFailure> {
	const { error } = await response.json<{
		error: Omit<ApiFailure, "ok" | "status" | "details"> & { details?: ErrorDetail[] };
	}>();
	const retryAfter = response.headers.get("Retry-After");
	return {
		ok: false,
		status: response.status,
		code: error.code,
		message: error.message,
		requestId: error.requestId,
		details: error.details ?? [],
		retryAfterSeconds: retryAfter === null ? null : Number(retryAfter),
	};
}
