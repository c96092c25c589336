/** Reads bodies with one file: `multipart/form-data`, or JSON with the file in base64. */
import type { Context, MiddlewareHandler } from "hono";
import * as z from "zod";
import { AppError } from "../kernel/app-error.ts";
import { withTimeout } from "../kernel/with-timeout.ts";
import { type UploadCaller, uploadMemory } from "../quota/upload-memory.ts";
import { discardBody, readWithin } from "./body-limit.ts";
import type { HonoEnv } from "./hono-env.ts";
import { boundaryOf, decodeUtf8, type FormPart, readForm } from "./multipart.ts";
import { clientAddressOf } from "./request-audit.ts";
import { FILE_FIELD, jsonFileSchema, type UploadedFile, type UploadForm } from "./uploaded-file.ts";
import { validationError } from "./validation.ts";

/** estates.md "POST …/will". */
const FILE_LIMIT_BYTES = 10 * 1024 * 1024;
/** Space for fields, headers and boundaries. The longest signature takes 32 KiB. */
const OVERHEAD_BYTES = 64 * 1024;
const FORM_LIMIT_BYTES = FILE_LIMIT_BYTES + OVERHEAD_BYTES;
/** Four characters for every three bytes (RFC 4648 section 4). */
export const JSON_LIMIT_BYTES = Math.ceil(FILE_LIMIT_BYTES / 3) * 4 + OVERHEAD_BYTES;
/** Peak memory per byte of body: the body and the sealed document; for JSON, the text twice and the decoded bytes. */
const PEAK_PER_BYTE = { form: 2, json: 4, other: 1 } as const satisfies Record<MediaType, number>;
/** Tolerates the pauses of a poor mobile connection, but not a caller who blocks the budget. */
const MAX_PAUSE_MS = 15_000;
/** 10 MiB at 0.7 Mbit/s. */
const MAX_READ_MS = 120_000;
const RETRY_AFTER_SECONDS = 5;
const WHOLE_NUMBER = /^(?:0|[1-9]\d{0,15})$/;

type MediaType = "form" | "json" | "other";

/** Rejects by `Content-Length` before anything else reads the request. */
export const limitUpload: MiddlewareHandler<HonoEnv> = async (c, next) => {
	const announced = Number(c.req.header("Content-Length") ?? 0);
	const limit = limitOf(mediaTypeOf(c));
	if (announced > limit) {
		await discardBody(c.req.raw, limit);
		throw tooLarge();
	}
	try {
		await next();
	} finally {
		c.get("uploadReservation")?.release();
	}
};

/** Reads the whole body into memory, if the upload memory budget allows it. */
export async function bufferUpload(c: Context<HonoEnv>): Promise<void> {
	const type = mediaTypeOf(c);
	const announced = c.req.header("Content-Length");
	const bytes = announced === undefined ? limitOf(type) : Number(announced);
	const reservation = uploadMemory.reserve(bytes * PEAK_PER_BYTE[type], callerOf(c));
	if (reservation === "full" || reservation === "busy") throw overBudget(reservation);
	c.set("uploadReservation", reservation);
	const reading = readWithin(c.req.raw, limitOf(type), {
		maxPauseMs: MAX_PAUSE_MS,
		onChunk: reservation.renew,
		onTooLong: reservation.release,
	});
	const body = await withTimeout(reading, MAX_READ_MS).catch((cause) => {
		throw tooSlow(cause);
	});
	if (!body) throw tooLarge();
	c.set("heldBody", body);
}

/** Stores the file and the validated fields for the handler. @param fields strict schema, without the file */
export function validateUpload(form: UploadForm, fields: () => z.ZodType): MiddlewareHandler<HonoEnv> {
	return async (c, next) => {
		const body = c.get("heldBody") ?? new Uint8Array(0);
		const { file, rest } = mediaTypeOf(c) === "form" ? ofForm(c, body, form) : ofJson(c, body);
		if (file.bytes.length === 0) {
			throw new AppError({
				code: "NO_FILE_BUFFER",
				message: "The file is empty. Check what you send as `file`. Nothing was stored.",
			});
		}
		if (file.bytes.length > FILE_LIMIT_BYTES) throw tooLarge();
		const parsed = fields().safeParse(rest);
		if (!parsed.success) throw validationError(parsed.error.issues);
		// Frees the JSON text. A form's file still refers to these bytes.
		c.set("heldBody", undefined);
		c.set("upload", { file, fields: parsed.data });
		await next();
	};
}

type Read = { file: UploadedFile; rest: unknown };

function ofForm(c: Context<HonoEnv>, body: Uint8Array, form: UploadForm): Read {
	const boundary = boundaryOf(c.req.header("Content-Type") ?? "");
	if (boundary === undefined) {
		throw badField(
			"(body)",
			"The `Content-Type` has no valid `boundary`. Let your HTTP library set this header.",
		);
	}
	const reading = readForm(body, boundary);
	if (!reading.ok) throw badField("(body)", reading.problem);
	const { [FILE_FIELD]: part, ...others } = Object.fromEntries(reading.parts);
	if (!part) throw noFile();
	const name = jsonFileSchema().shape.name.safeParse(part.fileName || undefined);
	if (!name.success) throw badField(`${FILE_FIELD}.name`, name.error.issues[0]?.message ?? "is not valid");
	const rest = Object.fromEntries(
		Object.entries(others).map(([field, value]) => [field, fieldValue(field, value, form)]),
	);
	return { file: { bytes: part.bytes, declaredType: part.contentType }, rest };
}

/** A form field is text unless the operation declares a number or an object. */
function fieldValue(field: string, part: FormPart, form: UploadForm): unknown {
	if (part.fileName !== undefined) throw badField(field, "must be text, not a file");
	const text = part.bytes.length <= OVERHEAD_BYTES ? decodeUtf8(part.bytes) : undefined;
	if (text === undefined) throw badField(field, `must be UTF-8 of at most ${OVERHEAD_BYTES} bytes`);
	if (form.numbers.includes(field) && WHOLE_NUMBER.test(text)) return Number(text);
	return form.objects.includes(field) ? (parseJson(text) ?? text) : text;
}

function ofJson(c: Context<HonoEnv>, body: Uint8Array): Read {
	if (mediaTypeOf(c) !== "json") {
		throw new AppError({
			code: "UNSUPPORTED_MEDIA_TYPE",
			message:
				"This operation takes a file. Send it as `multipart/form-data`, or as `application/json` with the file in base64.",
		});
	}
	const text = decodeUtf8(body);
	const json = text === undefined ? undefined : parseJson(text.replace(/^\uFEFF/, ""));
	if (json === undefined) throw badField("(body)", "This is not valid JSON.");
	if (typeof json !== "object" || json === null || Array.isArray(json)) {
		throw badField("(body)", "must be an object");
	}
	const { [FILE_FIELD]: file, ...rest } = json as Record<string, unknown>;
	if (file === undefined) throw noFile();
	const parsed = z.object({ [FILE_FIELD]: jsonFileSchema() }).safeParse({ [FILE_FIELD]: file });
	if (!parsed.success) throw validationError(parsed.error.issues);
	const { base64, mimeType } = parsed.data[FILE_FIELD];
	return { file: { bytes: Buffer.from(base64, "base64"), declaredType: mimeType }, rest };
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function mediaTypeOf(c: Context<HonoEnv>): MediaType {
	const mediaType = c.req.header("Content-Type")?.split(";")[0]?.trim().toLowerCase();
	if (mediaType === "multipart/form-data") return "form";
	return mediaType === "application/json" ? "json" : "other";
}

function limitOf(type: MediaType): number {
	return type === "json" ? JSON_LIMIT_BYTES : FORM_LIMIT_BYTES;
}

function tooLarge(): AppError {
	return new AppError({
		code: "PAYLOAD_TOO_LARGE",
		message: `The file is larger than ${FILE_LIMIT_BYTES} bytes (10 MiB), or the other fields are longer than ${OVERHEAD_BYTES} bytes. Send less. Nothing was stored.`,
	});
}

function callerOf(c: Context<HonoEnv>): UploadCaller {
	const principal = c.get("principal");
	switch (principal.kind) {
		case "developer":
			return { id: principal.developerId, isGuest: false };
		case "wallet":
		case "anonymous":
			return { id: principal.subject, isGuest: false };
		case "origin":
		case "nobody":
			return { id: clientAddressOf(c.req.raw.headers), isGuest: true };
		default:
			return principal satisfies never;
	}
}

function overBudget(why: "full" | "busy"): AppError {
	return new AppError({
		code: why === "busy" ? "RATE_LIMITED" : "SERVICE_UNAVAILABLE",
		message:
			why === "busy"
				? "Other uploads of yours are in progress. Send one at a time. Nothing was stored."
				: "Too many uploads are in progress. Try again in a moment. Nothing was stored.",
		retryAfterSeconds: RETRY_AFTER_SECONDS,
	});
}

function tooSlow(cause: unknown): AppError {
	return new AppError({
		code: "SERVICE_UNAVAILABLE",
		message: `The upload timed out: it paused for ${MAX_PAUSE_MS / 1000} seconds, or took longer than ${MAX_READ_MS / 1000}. Try again over a faster connection. Nothing was stored.`,
		retryAfterSeconds: RETRY_AFTER_SECONDS,
		cause,
	});
}

function noFile(): AppError {
	return new AppError({
		code: "NO_FILE_UPLOADED",
		message: `The request has no file in the part or field \`${FILE_FIELD}\`. Nothing was stored.`,
	});
}

function badField(field: string, message: string): AppError {
	return new AppError({
		code: "INPUT_VALIDATION_ERROR",
		message: "The request has invalid fields; `details` names each one. Nothing was stored.",
		details: [{ field, message }],
	});
}
