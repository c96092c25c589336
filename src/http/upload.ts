/** Reads bodies with one file: `multipart/form-data`, or JSON with the file in base64. */
import type { Context, MiddlewareHandler } from "hono";
import * as z from "zod";
import { MAX_DOCUMENT_BYTES } from "../document-store/judge-document.ts";
import { AppError } from "../kernel/errors/app-error.ts";
import type { FieldRule } from "../kernel/schemas/field-rule.ts";
import { type BodyRules, bodyTooLarge, bodyTypeOf, OVERHEAD_BYTES } from "./body-limit.ts";
import type { HonoEnv } from "./hono-env.ts";
import { ruleOf } from "./issue-words.ts";
import { jsonProblem, jsonText, requireUtf8 } from "./json-body.ts";
import { boundaryOf, decodeUtf8, type FormPart, readForm } from "./multipart.ts";
import { FILE_FIELD, jsonFileSchema, type UploadedFile, type UploadForm } from "./uploaded-file.ts";
import { parseRequest, validationError } from "./validation.ts";

const WHOLE_NUMBER = /^(?:0|[1-9]\d{0,15})$/;

/** Stores the file and the validated fields for the handler. @param fields strict schema, without the file */
export function validateUpload(
	rules: BodyRules & { upload: UploadForm },
	fields: () => z.ZodType,
): MiddlewareHandler<HonoEnv> {
	const form = rules.upload;
	return async (c, next) => {
		const body = c.get("heldBody") ?? new Uint8Array(0);
		const { file, rest } = bodyTypeOf(c) === "form" ? ofForm(c, body, form) : ofJson(c, body);
		if (file.bytes.length === 0) {
			throw new AppError({
				code: "NO_FILE_BUFFER",
				message: "The file is empty. Check what you send as `file`. Nothing was stored.",
			});
		}
		if (file.bytes.length > MAX_DOCUMENT_BYTES) throw bodyTooLarge(rules, "form");
		const parsed = parseRequest(fields(), rest);
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
			"format",
			"The `Content-Type` has no valid `boundary`. Let your HTTP library set this header.",
		);
	}
	const reading = readForm(body, boundary);
	if (!reading.ok) throw badField("(body)", "format", reading.problem);
	const { [FILE_FIELD]: part, ...others } = Object.fromEntries(reading.parts);
	if (!part) throw noFile();
	const name = jsonFileSchema().shape.name.safeParse(part.fileName || undefined);
	const [issue] = name.error?.issues ?? [];
	if (issue) throw badField(`${FILE_FIELD}.name`, ruleOf(issue), issue.message);
	const rest = Object.fromEntries(
		Object.entries(others).map(([field, value]) => [field, fieldValue(field, value, form)]),
	);
	return { file: { bytes: part.bytes, declaredType: part.contentType }, rest };
}

/** A form field is text unless the operation declares a number or an object. */
function fieldValue(field: string, part: FormPart, form: UploadForm): unknown {
	if (part.fileName !== undefined) throw badField(field, "type", "must be text, not a file");
	const text = part.bytes.length <= OVERHEAD_BYTES ? decodeUtf8(part.bytes) : undefined;
	if (text === undefined) throw badField(field, "format", `must be UTF-8 of at most ${OVERHEAD_BYTES} bytes`);
	if (form.numbers.includes(field) && WHOLE_NUMBER.test(text)) return Number(text);
	if (!form.objects.includes(field)) return text;
	const problem = jsonProblem(part.bytes);
	if (problem !== undefined) throw badField(field, "too_complex", problem);
	return parseJson(text) ?? text;
}

function ofJson(c: Context<HonoEnv>, body: Uint8Array): Read {
	if (bodyTypeOf(c) !== "json") {
		throw new AppError({
			code: "UNSUPPORTED_MEDIA_TYPE",
			message:
				"This operation takes a file. Send it as `multipart/form-data`, or as `application/json` of at most 1 MiB with the file in base64.",
		});
	}
	requireUtf8(c);
	const json = parseJson(jsonText(body));
	if (json === undefined) throw badField("(body)", "json", "This is not valid JSON.");
	if (typeof json !== "object" || json === null || Array.isArray(json)) {
		throw badField("(body)", "type", "must be an object");
	}
	const { [FILE_FIELD]: file, ...rest } = json as Record<string, unknown>;
	if (file === undefined) throw noFile();
	const parsed = parseRequest(z.object({ [FILE_FIELD]: jsonFileSchema() }), { [FILE_FIELD]: file });
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

function noFile(): AppError {
	return new AppError({
		code: "NO_FILE_UPLOADED",
		message: `The request has no file in the part or field \`${FILE_FIELD}\`. Nothing was stored.`,
	});
}

function badField(field: string, rule: FieldRule, message: string): AppError {
	return new AppError({
		code: "INPUT_VALIDATION_ERROR",
		message: "The request has invalid fields; `details` names each of them. Nothing was stored.",
		details: [{ field, rule, message }],
	});
}
