import type { MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { HTTPException } from "hono/http-exception";
import { AppError } from "../kernel/app-error.ts";
import { withTimeout } from "../kernel/with-timeout.ts";
import type { HonoEnv } from "./hono-env.ts";

/** design/recovery.md "Limits and bad input": 1 MiB. */
export const BODY_LIMIT_BYTES = 1024 * 1024;

/** Refuses a body over the limit before anything else looks at the request. */
export const limitBody: MiddlewareHandler<HonoEnv> = bodyLimit({
	maxSize: BODY_LIMIT_BYTES,
	onError: () => {
		throw new AppError({
			code: "PAYLOAD_TOO_LARGE",
			message: `The body is larger than ${BODY_LIMIT_BYTES} bytes. Send fewer or smaller transactions.`,
		});
	},
});

/**
 * Refuses a body of another type than JSON, and one that is not UTF-8 (RFC 8259 section 8.1): a decoder that
 * puts U+FFFD in the place of what it cannot read would let other text be stored than was sent.
 */
export const requireJson: MiddlewareHandler<HonoEnv> = async (c, next) => {
	const mediaType = c.req.header("Content-Type")?.split(";")[0]?.trim().toLowerCase();
	if (mediaType !== "application/json") {
		throw new AppError({
			code: "UNSUPPORTED_MEDIA_TYPE",
			message: "This call takes a JSON body. Send it with `Content-Type: application/json`.",
		});
	}
	const text = decodeUtf8(await c.req.arrayBuffer());
	if (text === undefined) throw new HTTPException(400);
	// The validator reads the body from here; decoding it once more takes longer than parsing it. Assigned,
	// since Hono keeps promises there and its types say texts.
	Object.assign(c.req.bodyCache, { text: Promise.resolve(text) });
	await next();
};

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });

/** Undefined for bytes that are no UTF-8. */
function decodeUtf8(bytes: ArrayBuffer): string | undefined {
	try {
		return utf8.decode(bytes);
	} catch {
		return undefined;
	}
}

type ReadOptions = {
	/** Between two pieces of the body. */
	maxPauseMs: number;
	/** Called for each of them. */
	onChunk(): void;
};

/**
 * A body in one piece, read once: into the one buffer that it needs where its length was announced.
 * @returns undefined as soon as it is longer than the limit
 * @throws Error where it pauses for too long
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
