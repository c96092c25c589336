/** How long a body may be (auth.md "Upload limits"), and what happens to a longer one. */
import type { Context, MiddlewareHandler } from "hono";
import { MAX_DOCUMENT_BYTES } from "../document-store/judge-document.ts";
import { AppError } from "../kernel/errors/app-error.ts";
import { withTimeout } from "../kernel/time/with-timeout.ts";
import type { HonoEnv } from "./hono-env.ts";
import { mediaTypeOf } from "./media-type.ts";
import type { Operation } from "./operation.ts";

/** Length of a JSON body, with or without a file. */
export const BODY_LIMIT_BYTES = 1024 * 1024;
/** For callers without a credential. The longest signature takes 32 KiB. */
export const PUBLIC_BODY_LIMIT_BYTES = 128 * 1024;
/** For the fields, headers and boundaries of a form. */
export const OVERHEAD_BYTES = 64 * 1024;
export const FORM_LIMIT_BYTES = MAX_DOCUMENT_BYTES + OVERHEAD_BYTES;

/** A client that sends more than this multiple of the limit may not see the response. */
const DISCARD_FACTOR = 2;
const DISCARD_PAUSE_MS = 5_000;
/** 20 MiB at 5.6 Mbit/s. */
const DISCARD_MS = 30_000;

export type BodyRules = Pick<Operation, "policy" | "upload" | "hasLargeBody">;

export type BodyType = "form" | "json" | "other";

export function bodyTypeOf(c: Context<HonoEnv>): BodyType {
	const mediaType = mediaTypeOf(c.req.header("Content-Type"));
	if (mediaType === "multipart/form-data") return "form";
	return mediaType === "application/json" ? "json" : "other";
}

export function bodyLimitOf({ policy, upload, hasLargeBody }: BodyRules, type: BodyType): number {
	if (upload && type !== "json") return FORM_LIMIT_BYTES;
	return policy === "public" && !hasLargeBody ? PUBLIC_BODY_LIMIT_BYTES : BODY_LIMIT_BYTES;
}

/**
 * Rejects by `Content-Length` and `Content-Encoding`, before anything else reads the request. Replaces Hono's
 * middleware, which ends the connection while the client is still sending.
 */
export function limitBody(rules: BodyRules): MiddlewareHandler<HonoEnv> {
	return async (c, next) => {
		const type = bodyTypeOf(c);
		const limit = bodyLimitOf(rules, type);
		const isEncoded = (c.req.header("Content-Encoding") ?? "identity").toLowerCase() !== "identity";
		if (isEncoded || Number(c.req.header("Content-Length") ?? 0) > limit) {
			await discardBody(c.req.raw, limit);
			throw isEncoded ? bodyEncoded() : bodyTooLarge(rules, type);
		}
		try {
			await next();
		} finally {
			c.get("releaseBody")?.();
		}
	};
}

function bodyEncoded(): AppError {
	return new AppError({
		code: "UNSUPPORTED_MEDIA_TYPE",
		message: "The body is compressed, which this service does not read. Send it without `Content-Encoding`.",
	});
}

/** Discards a rejected body, but closes the connection if it announces more than twice the limit. */
export async function discardBody(request: Request, maxBytes: number): Promise<void> {
	const announced = Number(request.headers.get("Content-Length") ?? 0);
	if (!request.body || announced > DISCARD_FACTOR * maxBytes) return;
	await discardRest(request.body.getReader(), 0, maxBytes);
}

/**
 * Reads and drops the rest of a body. Otherwise the connection ends while the client is sending, and most clients
 * report that instead of the response. Gives up after a time, and beyond twice the limit.
 *
 * @param read the number of bytes read so far
 */
export async function discardRest(
	reader: ReadableStreamDefaultReader<Uint8Array>,
	read: number,
	maxBytes: number,
): Promise<void> {
	const endsAt = Date.now() + DISCARD_MS;
	try {
		for (let length = read; length <= DISCARD_FACTOR * maxBytes; ) {
			const pause = Math.min(DISCARD_PAUSE_MS, endsAt - Date.now());
			const { done, value } = await withTimeout(reader.read(), pause);
			if (done) return;
			length += value.length;
		}
	} catch {
		// The client was too slow or has disconnected.
	}
	await reader.cancel().catch(() => undefined);
}

export function bodyTooLarge(rules: BodyRules, type: BodyType): AppError {
	return new AppError({ code: "PAYLOAD_TOO_LARGE", message: adviceFor(rules, type) });
}

function adviceFor(rules: BodyRules, type: BodyType): string {
	const limit = bodyLimitOf(rules, type);
	if (rules.upload && type === "json") {
		return `The body is larger than ${limit} bytes (1 MiB), where JSON ends. Send the file as \`multipart/form-data\`, which takes files of up to ${MAX_DOCUMENT_BYTES} bytes (10 MiB). Nothing was stored.`;
	}
	if (rules.upload) {
		return `The file is larger than ${MAX_DOCUMENT_BYTES} bytes (10 MiB), or the other fields are longer than ${OVERHEAD_BYTES} bytes. Send less. Nothing was stored.`;
	}
	return limit === BODY_LIMIT_BYTES
		? `The body is larger than ${limit} bytes. Send fewer or smaller transactions.`
		: `The body is larger than ${limit} bytes. No valid request of this operation is. Check what you send.`;
}
