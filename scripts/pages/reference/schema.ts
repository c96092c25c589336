/** The OpenAPI document as the reference reads it. Tests hold that nothing in it is unknown to the reference. */
import type * as Written from "../../../src/http/openapi/document-types.ts";

export type Schema = {
	$ref?: string;
	type?: string | string[];
	description?: string;
	format?: string;
	pattern?: string;
	const?: unknown;
	enum?: unknown[];
	"x-extensible-enum"?: string[];
	default?: unknown;
	anyOf?: Schema[];
	oneOf?: Schema[];
	items?: Schema;
	properties?: Record<string, Schema>;
	required?: string[];
	additionalProperties?: boolean | Schema;
	minimum?: number;
	exclusiveMinimum?: number;
	maximum?: number;
	minLength?: number;
	maxLength?: number;
	minItems?: number;
	maxItems?: number;
	uniqueItems?: boolean;
	contentEncoding?: string;
	contentMediaType?: string;
	discriminator?: { propertyName: string };
};

export type Examples = {
	example?: unknown;
	examples?: Record<string, { summary?: string; value?: unknown }>;
};

type Content = Record<
	string,
	{ schema: Schema; encoding?: Record<string, { contentType: string }> } & Examples
>;

type Header = Written.HeaderObject<Schema>;

export type Parameter = Written.ParameterObject<Schema>;

export type ResponseObject = {
	$ref?: string;
	description?: string;
	headers?: Record<string, { $ref?: string } & Partial<Header>>;
	content?: Content;
	"x-error-codes"?: string[];
};

export type OperationObject = Omit<Written.OperationObject, "parameters" | "requestBody" | "responses"> & {
	parameters?: Parameter[];
	requestBody?: { content: Content };
	responses: Record<string, ResponseObject>;
};

export type ApiDocument = Pick<Written.OpenApiDocument, "servers" | "tags"> & {
	info: { title: string; version: string; description: string };
	paths: Record<string, Record<string, OperationObject>>;
	webhooks: Record<string, Record<string, OperationObject>>;
	components: {
		schemas: Record<string, Schema>;
		responses: Record<string, ResponseObject>;
		headers: Record<string, Header>;
		examples: Record<string, { value: unknown }>;
		securitySchemes: Record<string, { description: string }>;
	};
};

export function nameOfRef(ref: string): string {
	return ref.slice(ref.lastIndexOf("/") + 1);
}

/** The first recorded example, and the others by their titles. */
export function examplesOf({ example, examples }: Examples): { title: string; value: unknown }[] {
	if (examples === undefined) return example === undefined ? [] : [{ title: "", value: example }];
	return Object.entries(examples).map(([name, { summary, value }], index) => ({
		title: summary ?? (index === 0 ? "" : name),
		value,
	}));
}
