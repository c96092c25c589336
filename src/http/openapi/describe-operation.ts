import type * as z from "zod";
import { HEADER_PATTERN, IDEMPOTENCY_HEADER, MAX_HEADER_LENGTH } from "../idempotency-key.ts";
import { isRateLimited, type Operation } from "../operation.ts";
import { securityOf } from "../policies.ts";
import { FILE_FIELD, jsonFileSchema } from "../uploaded-file.ts";
import { describeAccess } from "./describe-access.ts";
import { describeErrors, ratePolicyHeader, replayedHeader, requestIdHeader } from "./describe-errors.ts";
import type {
	HeaderObject,
	JsonSchema,
	OperationObject,
	ParameterObject,
	ResponseObject,
} from "./document-types.ts";
import { examplesIn, recordedOf } from "./examples.ts";
import { isObject, type SchemaSet } from "./zod-schemas.ts";

const location = (description: string): Record<string, HeaderObject> => ({
	Location: { description, required: true, schema: { type: "string", format: "uri-reference" } },
});
const sessionCookie = (description: string): HeaderObject => ({
	description,
	required: true,
	schema: { type: "string", pattern: "^access_token=" },
});

const deviceCookie = {
	"Set-Cookie": {
		description: "Lets this device log in while others guess the password.",
		required: true,
		schema: { type: "string", pattern: "^(__Host-)?device=" },
	},
} as const;

const openedCookies = {
	"Set-Cookie": sessionCookie(
		"The session, as an HTTP-only cookie. A second header sets the cookie of the device.",
	),
};

const removedCookie = { "Set-Cookie": sessionCookie("Removes the session cookie.") };
const removedCookieOfDeveloper = {
	"Set-Cookie": {
		...sessionCookie("Removes the cookie of a developer's session. A wallet session has no cookie."),
		required: false,
	},
};

/** By operationId and status. */
export const extraHeaders: Record<string, Record<string, Record<string, HeaderObject>>> = {
	createRecoveryCase: { 201: location("Path of the new case.") },
	addCaseDocument: {
		201: location("Path of the document."),
	},
	login: { 200: openedCookies },
	finishLogin: { 200: openedCookies },
	resetPassword: { 200: deviceCookie },
	logout: { 200: removedCookieOfDeveloper },
	logoutEverywhere: { 200: removedCookieOfDeveloper },
	endSession: {
		200: {
			"Set-Cookie": {
				...sessionCookie("Removes the cookie, if a developer's session ended itself."),
				required: false,
			},
		},
	},
	changePassword: { 200: removedCookie },
	deleteAccount: { 200: removedCookie },
};

export function describeOperation(operation: Operation, schemas: SchemaSet): OperationObject {
	const { operationId, tag, summary, description } = operation;
	const { parameters: recorded } = recordedOf(operationId);
	const parameters = [
		...parametersOf("path", operation.params?.(), schemas),
		...parametersOf("query", operation.query?.(), schemas),
		...(operation.idempotencyKey ? [idempotencyParameter] : []),
	].map((parameter) => {
		const example = recorded[parameter.name];
		if (example === undefined) return parameter;
		// A path is recorded as text.
		const isNumber = "type" in parameter.schema && parameter.schema.type === "integer";
		return { ...parameter, example: isNumber ? Number(example) : example };
	});
	return {
		operationId,
		tags: [tag],
		summary,
		description: [description, describeAccess(operation)].filter((text) => text !== undefined).join("\n\n"),
		security: securityOf(operation.policy),
		...(parameters.length > 0 && { parameters }),
		...(operation.body && {
			requestBody: describeBody(operation, schemas.request(operation.body()), schemas),
		}),
		responses: {
			...describeSuccesses(operation, schemas),
			...describeUnchanged(operation),
			...describeErrors(operation),
		},
	};
}

const idempotencyParameter: ParameterObject = {
	name: IDEMPOTENCY_HEADER,
	in: "header",
	required: false,
	description:
		"Makes a retry safe: a repetition with the same key and the same request within a day creates nothing, and its response has `Idempotent-Replayed: true`. A secret is in the first response only. The same key with another request is `IDEMPOTENCY_KEY_REUSED`. A rejected request (4xx) does not use the key up. Keys count per account and operation. A key has at most 255 characters; `maxLength` leaves space for quotes and escapes. A random UUID is a good key; double quotes around it are optional (draft-ietf-httpapi-idempotency-key-header).",
	schema: {
		type: "string",
		minLength: 1,
		maxLength: MAX_HEADER_LENGTH,
		pattern: HEADER_PATTERN,
		examples: ["8e03978e-40d5-43dd-bc93-6894a57f9324"],
	},
};

function parametersOf(
	place: "path" | "query",
	schema: z.ZodType | undefined,
	schemas: SchemaSet,
): ParameterObject[] {
	if (!schema) return [];
	const { properties, required } = schemas.request(schema);
	if (!isObject(properties)) throw new Error(`The ${place} schema of an operation must be an object.`);
	const requiredNames: unknown[] = Array.isArray(required) ? required : [];
	return Object.entries(properties).map(([name, property]) => {
		const { description, ...rest } = isObject(property) ? property : {};
		return {
			name,
			in: place,
			required: requiredNames.includes(name),
			...(typeof description === "string" && { description }),
			schema: rest.type === "integer" ? withoutPattern(rest) : rest,
		};
	});
}

/** The pattern describes a number's text, not the number. */
function withoutPattern({ pattern: _, ...schema }: JsonSchema): JsonSchema {
	return schema;
}

function describeBody(
	{ operationId, upload }: Operation,
	schema: JsonSchema,
	schemas: SchemaSet,
): NonNullable<OperationObject["requestBody"]> {
	if (upload) return describeUpload(operationId, schema, schemas);
	const examples = examplesIn(recordedOf(operationId).requests["application/json"]);
	return { required: true, content: { "application/json": { schema, ...examples } } };
}

function describeSuccesses(operation: Operation, schemas: SchemaSet): Record<string, ResponseObject> {
	const { operationId, responses } = operation;
	return Object.fromEntries(
		Object.entries(responses).map(([status, { description, schema }]) => {
			const recorded = recordedOf(operationId).responses[status];
			const headers = {
				...requestIdHeader,
				...(isRateLimited(operation) && ratePolicyHeader),
				...withExamples(extraHeaders[operationId]?.[status] ?? {}, recorded?.headers),
				...(operation.download && withExamples(dispositionHeader, recorded?.headers)),
				...cachingHeaders(operation),
				...(operation.idempotencyKey && status === "200" && replayedHeader),
			};
			const body = schemas.response(schema());
			const content = operation.download
				? downloadContent(operation.download, body, recorded?.content)
				: { "application/json": { schema: body, ...examplesIn(recorded?.content["application/json"]) } };
			return [status, { description, headers, content }];
		}),
	);
}

/** @param recorded values by name in lower case */
function withExamples(
	headers: Record<string, HeaderObject>,
	recorded: Record<string, string> = {},
): Record<string, HeaderObject> {
	return Object.fromEntries(
		Object.entries(headers).map(([name, header]) => {
			const example = recorded[name.toLowerCase()];
			return [name, { ...header, ...(example !== undefined && { example }) }];
		}),
	);
}

function cachingHeaders({ cacheSeconds }: Operation): Record<string, HeaderObject> {
	if (cacheSeconds === undefined) return {};
	return {
		"Cache-Control": {
			description: "How long the response may be kept.",
			required: true,
			schema: { const: `public, max-age=${cacheSeconds}` },
		},
		ETag: {
			description:
				"Identifies this state of the response. Send it as `If-None-Match` to ask whether it has changed.",
			required: true,
			schema: { type: "string", pattern: '^"[0-9a-f]+"$' },
		},
	};
}

function describeUnchanged(operation: Operation): Record<string, ResponseObject> {
	if (operation.cacheSeconds === undefined) return {};
	const headers = {
		...requestIdHeader,
		...(isRateLimited(operation) && ratePolicyHeader),
		...cachingHeaders(operation),
	};
	return { 304: { description: "Not changed since the response whose `ETag` the request names.", headers } };
}

const dispositionHeader: Record<string, HeaderObject> = {
	"Content-Disposition": {
		description: "Always an attachment, with a file name chosen by the service.",
		required: true,
		schema: { type: "string", pattern: "^attachment; filename=" },
	},
};

/**
 * Describes an upload as a form, and as JSON with the file in base64 (OpenAPI 3.1.1 section 4.8.14.5).
 * @param fields an object schema without an id, because the file is added to it
 */
function describeUpload(
	operationId: string,
	fields: JsonSchema,
	schemas: SchemaSet,
): NonNullable<OperationObject["requestBody"]> {
	const { requests } = recordedOf(operationId);
	const json = withFile(fields, schemas.request(jsonFileSchema()));
	const file = { description: "The bytes of the file.", contentMediaType: "application/octet-stream" };
	return {
		required: true,
		content: {
			"application/json": {
				schema: json,
				...examplesIn(requests["application/json"]),
			},
			"multipart/form-data": {
				schema: withFile(fields, file),
				...examplesIn(requests["multipart/form-data"]),
				encoding: { [FILE_FIELD]: { contentType: "application/pdf, text/plain" } },
			},
		},
	};
}

/**
 * @param schema the empty schema, because JSON Schema cannot describe bytes
 * @param recorded examples by media type
 */
function downloadContent(
	mediaTypes: readonly string[],
	schema: JsonSchema,
	recorded: Record<string, Record<string, unknown>> = {},
): NonNullable<ResponseObject["content"]> {
	return Object.fromEntries(
		mediaTypes.map((mediaType) => [mediaType, { schema, ...examplesIn(recorded[mediaType]) }]),
	);
}

function withFile(fields: JsonSchema, file: JsonSchema): JsonSchema {
	const { properties, required } = fields;
	if (!isObject(properties)) throw new Error("The fields of an upload must be an object without an id.");
	return {
		...fields,
		properties: { [FILE_FIELD]: file, ...properties },
		required: [FILE_FIELD, ...(Array.isArray(required) ? required : [])],
	};
}
