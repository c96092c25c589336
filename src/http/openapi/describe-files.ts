/** Describes files in requests and responses (OpenAPI 3.1.1 section 4.8.14.5, "Considerations for File Uploads"). */
import { FILE_FIELD, jsonFileSchema } from "../uploaded-file.ts";
import type { HeaderObject, JsonSchema, OperationObject, ResponseObject } from "./document-types.ts";
import { examplesIn, recordedOf } from "./examples.ts";
import { isObject, type SchemaSet } from "./zod-schemas.ts";

export const dispositionHeader: Record<string, HeaderObject> = {
	"Content-Disposition": {
		description: "Always an attachment, with a file name chosen by the service.",
		required: true,
		schema: { type: "string", pattern: "^attachment; filename=" },
	},
};

/**
 * Describes an upload as a form, and as JSON with the file in base64.
 * @param fields an object schema without an id, because the file is added to it
 */
export function describeUpload(
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
export function downloadContent(
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
