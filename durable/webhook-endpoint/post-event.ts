/** One attempt over HTTP (webhooks.md "Attempts"). Never throws: what went wrong is the outcome. */

import type { AttemptError } from "../../src/webhooks/core/endpoint.ts";
import { parseRetryAfter } from "../../src/webhooks/core/schedule.ts";
import type { Attempt } from "./delivery-store.ts";

/** For the whole exchange, to the end of the answer's body. */
const TIMEOUT_MS = 15_000;
const MAX_READ_BYTES = 16 * 1024;
const MAX_KEPT_BYTES = 4 * 1024;

/** HTTP "Gone": the receiver wants no more. */
const GONE = 410;

export type Outcome = {
	attempt: Attempt;
	/** What the receiver asked for, from now. */
	retryAfterMs: number | null;
	/** It answered 410. */
	isGone: boolean;
	/** The receiver was never asked, and is not to be judged by it. */
	isOurFault: boolean;
};

/** @param startedAt unix milliseconds, as the lease has it */
export async function postEvent(
	url: string,
	request: { headers: Record<string, string>; body: string },
	startedAt: number,
): Promise<Outcome> {
	const over = new AbortController();
	const timer = setTimeout(() => over.abort(), TIMEOUT_MS);
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
			signal: over.signal,
		});
		httpStatus = response.status;
		retryAfterMs = parseRetryAfter(response.headers.get("Retry-After"), Date.now());
		responseExcerpt = await readExcerpt(response);
	} catch {
		error = over.signal.aborted ? "timeout" : "connection_failed";
	} finally {
		clearTimeout(timer);
	}
	const delivered = error === null && httpStatus !== null && httpStatus >= 200 && httpStatus < 300;
	const durationMs = Math.max(0, Date.now() - startedAt);
	return {
		attempt: { at: startedAt, httpStatus, durationMs, error, responseExcerpt, delivered },
		retryAfterMs: delivered ? null : retryAfterMs,
		isGone: error === null && httpStatus === GONE,
		isOurFault: false,
	};
}

/** An attempt that was not made. */
export function notSent(error: AttemptError, at: number): Outcome {
	const attempt = { at, httpStatus: null, durationMs: 0, error, responseExcerpt: null, delivered: false };
	return { attempt, retryAfterMs: null, isGone: false, isOurFault: error === "secret_unavailable" };
}

/** The beginning of the body as text. What comes after the limit is not taken off the wire. */
async function readExcerpt(response: Response): Promise<string | null> {
	if (!response.body) return null;
	if (isShort(response.headers)) return response.text();
	const reader = response.body.getReader();
	const kept = new Uint8Array(MAX_KEPT_BYTES);
	let read = 0;
	for (;;) {
		const { done, value } = await reader.read();
		if (done) break;
		if (read < MAX_KEPT_BYTES) kept.set(value.subarray(0, MAX_KEPT_BYTES - read), read);
		read += value.length;
		if (read >= MAX_READ_BYTES) {
			// Not awaited: a connection that does not let go must not hold up the attempt.
			reader.cancel().catch(() => undefined);
			break;
		}
	}
	return new TextDecoder().decode(kept.subarray(0, read));
}

/** The runtime reads no more than the length that a header says, unless the body comes in chunks or was packed. */
function isShort(headers: Headers): boolean {
	const length = headers.get("Content-Length");
	if (length === null || Number(length) > MAX_KEPT_BYTES) return false;
	return !headers.has("Transfer-Encoding") && !headers.has("Content-Encoding");
}
