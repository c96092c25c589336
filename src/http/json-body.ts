/** The text of a JSON body. Its depth and number of values are bounded before it is parsed (auth.md "Upload limits"). */
import type { Context, MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import { AppError } from "../kernel/errors/app-error.ts";
import type { HonoEnv } from "./hono-env.ts";
import { isUtf8, mediaTypeOf } from "./media-type.ts";

/** A case of 500 transactions has about 2,500. */
export const MAX_JSON_VALUES = 10_000;
export const MAX_JSON_DEPTH = 32;
const MOST = { values: MAX_JSON_VALUES, depth: MAX_JSON_DEPTH };

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });

/** @returns the problem with JSON that is too large to parse, whatever its schema */
export function jsonProblem(bytes: Uint8Array): string | undefined {
	const { values, depth } = sizeOfJson(bytes, MOST);
	if (depth > MAX_JSON_DEPTH) return `must have lists and objects at most ${MAX_JSON_DEPTH} deep`;
	return values > MAX_JSON_VALUES ? `must have at most ${MAX_JSON_VALUES} values` : undefined;
}

/**
 * Rejects what is not UTF-8 (RFC 8259 section 8.1), because a lenient decoder would store U+FFFD.
 * @throws AppError, HTTPException
 */
export function jsonText(bytes: Uint8Array): string {
	const problem = jsonProblem(bytes);
	if (problem !== undefined) {
		throw new AppError({
			code: "INPUT_VALIDATION_ERROR",
			message: "The body is more complex than any valid request. Nothing was stored.",
			details: [{ field: "(body)", rule: "too_complex", message: problem }],
		});
	}
	try {
		return utf8.decode(bytes);
	} catch {
		throw new HTTPException(400);
	}
}

/** @throws AppError if the body says that it has another charset */
export function requireUtf8(c: Context<HonoEnv>): void {
	if (isUtf8(c.req.header("Content-Type"))) return;
	throw new AppError({
		code: "UNSUPPORTED_MEDIA_TYPE",
		message: "JSON is always UTF-8 (RFC 8259). Send it so, with `Content-Type: application/json`.",
	});
}

export const requireJson: MiddlewareHandler<HonoEnv> = async (c, next) => {
	const mediaType = mediaTypeOf(c.req.header("Content-Type"));
	if (mediaType !== "application/json") {
		throw new AppError({
			code: "UNSUPPORTED_MEDIA_TYPE",
			message: "This operation takes a JSON body. Send it with `Content-Type: application/json`.",
		});
	}
	requireUtf8(c);
	const text = jsonText(c.get("heldBody") ?? new Uint8Array(0));
	c.set("heldBody", undefined);
	// The validator reads this cached text. Hono stores promises here although its types say strings.
	Object.assign(c.req.bodyCache, { text: Promise.resolve(text) });
	await next();
};

export type JsonSize = {
	/** All values: scalars, lists and objects. Names of members are not counted. */
	values: number;
	/** Lists and objects within each other; 0 for a scalar. */
	depth: number;
};

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
/** Space, tab and line breaks (RFC 8259 section 2); no other byte below it occurs outside of strings. */
const SPACE = 0x20;

const UNBOUNDED: JsonSize = { values: Number.POSITIVE_INFINITY, depth: Number.POSITIVE_INFINITY };

/**
 * Measures JSON before it is parsed, because a byte of text can become a hundred bytes of lists and objects.
 * Exact for JSON. For other text it is at least what a parser builds before it fails. Takes linear time and no memory.
 *
 * @param bytes UTF-8
 * @param most stops where the size exceeds this
 */
export function sizeOfJson(bytes: Uint8Array, most = UNBOUNDED): JsonSize {
	let values = 1;
	let depth = 0;
	let deepest = 0;
	// An empty list or object has no value of its own.
	let isOpened = false;
	for (let at = 0; at < bytes.length && values <= most.values && deepest <= most.depth; at++) {
		const byte = bytes[at] ?? 0;
		if (byte <= SPACE) continue;
		if (isOpened) {
			if (byte !== CLOSE_LIST && byte !== CLOSE_OBJECT) values++;
			isOpened = false;
		}
		if (byte === QUOTE) at = endOfString(bytes, at);
		else if (byte === COMMA) values++;
		else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
			isOpened = true;
			deepest = Math.max(deepest, ++depth);
		} else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--;
	}
	return { values, depth: deepest };
}

/** Index of the closing quote, or the end of the text. @param start index of the opening quote */
function endOfString(bytes: Uint8Array, start: number): number {
	for (let at = start; ; ) {
		at = bytes.indexOf(QUOTE, at + 1);
		if (at < 0) return bytes.length;
		let backslashes = 0;
		while (bytes[at - 1 - backslashes] === BACKSLASH) backslashes++;
		if (backslashes % 2 === 0) return at;
	}
}
