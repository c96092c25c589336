import type { MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { HTTPException } from "hono/http-exception";
import { AppError } from "../kernel/app-error.ts";
import { withTimeout } from "../kernel/with-timeout.ts";
import type { HonoEnv } from "./hono-env.ts";

/** recovery.md "Limits and bad input". */
export const BODY_LIMIT_BYTES = 1024 * 1024;

export const limitBody: MiddlewareHandler<HonoEnv> = bodyLimit({
	maxSize: BODY_LIMIT_BYTES,
	onError: () => {
		throw new AppError({
			code: "PAYLOAD_TOO_LARGE",
			message: `The body is larger than ${BODY_LIMIT_BYTES} bytes. Send fewer or smaller transactions.`,
		});
	},
});

/** Rejects a body that is not JSON or not UTF-8 (RFC 8259 section 8.1). A lenient decoder would store U+FFFD. */
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
	// The validator reads this cached text. Object.assign, because Hono stores promises here although its types say
	// strings.
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
	/** Longest pause between two chunks of the body. */
	maxPauseMs: number;
	/** Called for each chunk. */
	onChunk(): void;
};

/**
 * Reads a body into one buffer.
 *
 * @returns undefined as soon as the body exceeds the limit
 * @throws Error if the body pauses for too long
 */
export async function readWithin(
	request: Request,
	maxBytes: number,
	{ maxPauseMs, onChunk }: ReadOptions,
): Promise<Uint8Array | undefined> {
	if (!request.body) return new Uint8Array(0);
	const announced = Number(request.headers.get("Content-Length") ?? 0);
	if (announced > maxBytes) return undefined;
	let buffer = new Uint8Array(announced);
	let length = 0;
	const reader: ReadableStreamDefaultReader<Uint8Array> = request.body.getReader();
	for (;;) {
		const { done, value } = await withTimeout(reader.read(), maxPauseMs);
		onChunk();
		if (done) return buffer.subarray(0, length);
		const end = length + value.length;
		if (end > maxBytes) {
			await reader.cancel();
			return undefined;
		}
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
