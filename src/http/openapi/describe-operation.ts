import type * as z from "zod";
import { HEADER_PATTERN, IDEMPOTENCY_HEADER, MAX_HEADER_LENGTH } from "../idempotency-key.ts";
import { isRateLimited, type Operation } from "../operation.ts";
import { securityOf } from "../policies.ts";
import { describeAccess } from "./describe-access.ts";
import { cachingHeaders, describeUnchanged } from "./describe-caching.ts";
import { describeErrors, ratePolicyHeader, replayedHeader, requestIdHeader } from "./describe-errors.ts";
import { describeUpload, dispositionHeader, downloadContent } from "./describe-files.ts";
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
