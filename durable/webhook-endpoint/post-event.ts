/** One attempt over HTTP (webhooks.md "Attempts"). Never throws: what went wrong is the outcome. */

import { parseRetryAfter } from "../../src/webhooks/delivery/schedule.ts";
import type { AttemptError } from "../../src/webhooks/endpoint/endpoint.ts";
import type { Attempt } from "./delivery-store.ts";

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

/**
 * @param startedAt unix milliseconds, as the lease has it
 * @param over aborted when the time for the whole exchange, to the end of the answer's body, is over
 */
export async function postEvent(
	url: string,
	request: { headers: Record<string, string>; body: string },
	startedAt: number,
	over: AbortSignal,
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
			signal: over,
		});
		httpStatus = response.status;
		retryAfterMs = parseRetryAfter(response.headers.get("Retry-After"), Date.now());
		responseExcerpt = await readExcerpt(response);
	} catch {
		error = over.aborted ? "timeout" : "connection_failed";
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
	const length = lengthOf(response.headers);
	// Most answers are empty, and to read nothing takes a turn of the event loop too.
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
			// Not awaited: a connection that does not let go must not hold up the attempt.
			reader.cancel().catch(() => undefined);
			break;
		}
	}
	return new TextDecoder().decode(kept.subarray(0, read));
}

/** What a header says, of which the runtime reads no more; null if the body comes in chunks or was packed. */
function lengthOf(headers: Headers): number | null {
	const length = headers.get("Content-Length");
	if (length === null || headers.has("Transfer-Encoding") || headers.has("Content-Encoding")) return null;
	return Number(length);
}
