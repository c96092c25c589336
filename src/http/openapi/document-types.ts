/** The parts of an OpenAPI 3.1 document that this service writes (https://spec.openapis.org/oas/v3.1.1). */

/** JSON Schema 2020-12 (OpenAPI 3.1 section 4.8.24). */
export type JsonSchema = { [keyword: string]: unknown };

export type Reference = { $ref: string };

export type HeaderObject<Schema = JsonSchema> = {
	description: string;
	required?: boolean;
	schema: Schema;
	example?: unknown;
};

export type Examples = { example?: unknown; examples?: Record<string, ExampleObject | Reference> };

type ExampleObject = { summary?: string; value: unknown };

type MediaType = { schema: JsonSchema } & Examples;

/** Uploads have a form as well, with encodings by part (OpenAPI 3.1.1 section 4.8.14.3). */
type BodyContent = { "application/json": MediaType; "multipart/form-data"?: FormType };

type FormType = MediaType & { encoding: Record<string, { contentType: string }> };

export type ResponseObject = {
	description: string;
	headers?: Record<string, HeaderObject | Reference>;
	content?: Record<string, MediaType>;
	/** The possible values of `error.code`. */
	"x-error-codes"?: string[];
};

export type ParameterObject<Schema = JsonSchema> = {
	name: string;
	in: "path" | "query" | "header";
	required: boolean;
	description?: string;
	schema: Schema;
	example?: unknown;
};

export type OperationObject = {
	operationId: string;
	tags: string[];
	summary: string;
	description?: string;
	security: Record<string, []>[];
	parameters?: ParameterObject[];
	requestBody?: { required: true; content: BodyContent };
	/** References name shared error responses. */
	responses: Record<string, ResponseObject | Reference>;
};

export type PathItem = Partial<Record<"get" | "post" | "patch" | "delete", OperationObject>>;

export type OpenApiDocument = {
	openapi: "3.1.1";
	info: Record<string, unknown>;
	servers: { url: string; description: string }[];
	tags: { name: string; description: string }[];
	paths: Record<string, PathItem>;
	webhooks: Record<string, PathItem>;
	components: {
		schemas: Record<string, JsonSchema>;
		responses: Record<string, ResponseObject>;
		headers: Record<string, HeaderObject>;
		examples: Record<string, { value: unknown }>;
		securitySchemes: Record<string, Record<string, unknown>>;
	};
};
