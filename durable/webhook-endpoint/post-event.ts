/** Sends one attempt (webhooks.md "Attempts"). Never throws: a failure is the outcome. */
import { parseRetryAfter } from "../../src/webhooks/delivery/schedule.ts";
import type { AttemptError } from "../../src/webhooks/endpoint/endpoint.ts";
import type { Attempt } from "./delivery-store.ts";

const MAX_READ_BYTES = 16 * 1024;
const MAX_KEPT_BYTES = 4 * 1024;

/** The receiver wants no more webhooks. */
const GONE = 410;

export type Outcome = {
	attempt: Attempt;
	retryAfterMs: number | null;
	isGone: boolean;
	/** The request could not be sent, which says nothing about the receiver. */
	isServiceFault: boolean;
};

/**
 * @param startedAt unix milliseconds, as in the lease
 * @param timeout covers the response's body too
 */
export async function postEvent(
	url: string,
	request: { headers: Record<string, string>; body: string },
	startedAt: number,
	timeout: AbortSignal,
): Promise<Outcome> {
	let httpStatus: number | null = null;
	let responseExcerpt: string | null = null;
	let retryAfterMs: number | null = null;
	let error: AttemptError | null = null;
	try {
		const response = await fetch(url, {
			method: "POST",
			headers: request.headers,
			body: request.body,
			redirect: "manual",
			signal: timeout,
		});
		httpStatus = response.status;
		retryAfterMs = parseRetryAfter(response.headers.get("Retry-After"), Date.now());
		responseExcerpt = await readExcerpt(response);
	} catch {
		error = timeout.aborted ? "timeout" : "connection_failed";
	}
	const delivered = error === null && httpStatus !== null && httpStatus >= 200 && httpStatus < 300;
	const durationMs = Math.max(0, Date.now() - startedAt);
	return {
		attempt: { at: startedAt, httpStatus, durationMs, error, responseExcerpt, delivered },
		retryAfterMs: delivered ? null : retryAfterMs,
		isGone: error === null && httpStatus === GONE,
		isServiceFault: false,
	};
}

export function notSent(error: AttemptError, at: number): Outcome {
	const attempt = { at, httpStatus: null, durationMs: 0, error, responseExcerpt: null, delivered: false };
	return { attempt, retryAfterMs: null, isGone: false, isServiceFault: error === "secret_unavailable" };
}

/** Leaves bytes above the limit unread. */
async function readExcerpt(response: Response): Promise<string | null> {
	if (!response.body) return null;
	const length = contentLengthOf(response.headers);
	if (length === 0) return "";
	if (length !== null && length <= MAX_KEPT_BYTES) return response.text();
	const reader = response.body.getReader();
	const kept = new Uint8Array(MAX_KEPT_BYTES);
	let read = 0;
	for (;;) {
		const { done, value } = await reader.read();
		if (done) break;
		if (read < MAX_KEPT_BYTES) kept.set(value.subarray(0, MAX_KEPT_BYTES - read), read);
		read += value.length;
		if (read >= MAX_READ_BYTES) {
			// Not awaited, because a connection may not close.
			reader.cancel().catch(() => undefined);
			break;
		}
	}
	return new TextDecoder().decode(kept.subarray(0, read));
}

/** Null if the body is chunked or compressed. */
function contentLengthOf(headers: Headers): number | null {
	const length = headers.get("Content-Length");
	if (length === null || headers.has("Transfer-Encoding") || headers.has("Content-Encoding")) return null;
	return Number(length);
}
