/** The text of a JSON body. Its depth and number of values are bounded before it is parsed (auth.md "Upload limits"). */
import type { Context, MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import { AppError } from "../kernel/errors/app-error.ts";
import type { HonoEnv } from "./hono-env.ts";
import { sizeOfJson } from "./json-size.ts";
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
