import type { MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import { AppError } from "../kernel/app-error.ts";
import { withTimeout } from "../kernel/with-timeout.ts";
import type { HonoEnv } from "./hono-env.ts";

/** recovery.md "Limits and bad input". */
export const BODY_LIMIT_BYTES = 1024 * 1024;

/** A client that sends more than this multiple of the limit may not see the response. */
const DISCARD_FACTOR = 2;
const DISCARD_PAUSE_MS = 5_000;
/** 20 MiB at 5.6 Mbit/s. */
const DISCARD_MS = 30_000;

/**
 * Reads and drops the rest of a body. Otherwise the connection ends while the client is sending, and most clients
 * report that instead of the response. Gives up after a time, and beyond twice the limit.
 *
 * @param read the number of bytes read so far
 */
async function discardRest(
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

/** Discards a body whose announced length exceeds the limit, but closes the connection at more than twice the limit. */
export async function discardBody(request: Request, maxBytes: number): Promise<void> {
	const announced = Number(request.headers.get("Content-Length") ?? 0);
	if (!request.body || announced > DISCARD_FACTOR * maxBytes) return;
	await discardRest(request.body.getReader(), 0, maxBytes);
}

/** Replaces Hono's middleware, which ends the connection while the client is still sending. */
export const limitBody: MiddlewareHandler<HonoEnv> = async (c, next) => {
	const announced = c.req.header("Content-Length");
	if (Number(announced ?? 0) > BODY_LIMIT_BYTES) {
		await discardBody(c.req.raw, BODY_LIMIT_BYTES);
		throw bodyTooLarge();
	}
	// A body that announces its length cannot be longer.
	if (c.req.raw.body && announced === undefined) {
		const body = await readWithin(c.req.raw, BODY_LIMIT_BYTES);
		if (!body) throw bodyTooLarge();
		c.req.raw = new Request(c.req.raw, { body });
	}
	await next();
};

function bodyTooLarge(): AppError {
	return new AppError({
		code: "PAYLOAD_TOO_LARGE",
		message: `The body is larger than ${BODY_LIMIT_BYTES} bytes. Send fewer or smaller transactions.`,
	});
}

/**
 * Rejects a body that is not JSON or not UTF-8 (RFC 8259 section 8.1), because a lenient decoder would store U+FFFD.
 */
export const requireJson: MiddlewareHandler<HonoEnv> = async (c, next) => {
	const mediaType = c.req.header("Content-Type")?.split(";")[0]?.trim().toLowerCase();
	if (mediaType !== "application/json") {
		throw new AppError({
			code: "UNSUPPORTED_MEDIA_TYPE",
			message: "This operation takes a JSON body. Send it with `Content-Type: application/json`.",
		});
	}
	const text = decodeUtf8(await c.req.arrayBuffer());
	if (text === undefined) throw new HTTPException(400);
	// The validator reads this cached text. Hono stores promises here although its types say strings.
	Object.assign(c.req.bodyCache, { text: Promise.resolve(text) });
	await next();
};

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });

function decodeUtf8(bytes: ArrayBuffer): string | undefined {
	try {
		return utf8.decode(bytes);
	} catch {
		return undefined;
	}
}

type ReadOptions = {
	/** Between two chunks of the body. */
	maxPauseMs?: number;
	onChunk?(): void;
	/** Called before the rest of the body is discarded. */
	onTooLong?(): void;
};

/**
 * Reads a body into one buffer.
 *
 * @returns undefined if the body exceeds the limit
 * @throws Error if the body pauses for too long
 */
export async function readWithin(
	request: Request,
	maxBytes: number,
	{ maxPauseMs, onChunk, onTooLong }: ReadOptions = {},
): Promise<Uint8Array<ArrayBuffer> | undefined> {
	if (!request.body) return new Uint8Array(0);
	const announced = Number(request.headers.get("Content-Length") ?? 0);
	let buffer = new Uint8Array(announced);
	let length = 0;
	const reader: ReadableStreamDefaultReader<Uint8Array> = request.body.getReader();
	for (;;) {
		const reading = reader.read();
		const { done, value } = await (maxPauseMs === undefined ? reading : withTimeout(reading, maxPauseMs));
		if (done) return buffer.subarray(0, length);
		const end = length + value.length;
		if (end > maxBytes) {
			buffer = new Uint8Array(0);
			onTooLong?.();
			await discardRest(reader, end, maxBytes);
			return undefined;
		}
		onChunk?.();
		if (end > buffer.length) buffer = grown(buffer, length, Math.min(maxBytes, Math.max(end, length * 2)));
		buffer.set(value, length);
		length = end;
	}
}

function grown(buffer: Uint8Array<ArrayBuffer>, length: number, to: number): Uint8Array<ArrayBuffer> {
	const larger = new Uint8Array(to);
	larger.set(buffer.subarray(0, length));
	return larger;
}
