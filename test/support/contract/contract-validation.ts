/** Validates responses against the OpenAPI document of the route table. */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { openApiDocument } from "../../../src/http/openapi/document.ts";
import type {
	HeaderObject,
	OperationObject,
	Reference,
	ResponseObject,
} from "../../../src/http/openapi/document-types.ts";
import type { Operation } from "../../../src/http/operation.ts";
import { emailProblem } from "../../../src/kernel/schemas/email.ts";
import { operations } from "../../../src/operations.ts";
import { BASE_PATH } from "../../../src/services.ts";
import type { Sent } from "./contract-request.ts";
import { exampleValues, shapeProblem } from "./example-shapes.ts";

export const document = openApiDocument(operations, BASE_PATH);

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true });
addFormats.default(ajv);
// `password` is only a hint for forms.
ajv.addFormat("password", true);
ajv.addFormat("idn-email", (text) => emailProblem(text) === undefined);
ajv.addKeyword("x-extensible-enum");
// `oneOf` beside it says the same in JSON Schema.
ajv.addKeyword("discriminator");
ajv.addVocabulary(Object.keys(document));
ajv.addSchema(document, "document");

const JSON_TYPE = "application/json";

/** Headers that callers use, so each one that is sent must be documented. */
const MEANINGFUL_HEADERS = [
	"Allow",
	"Content-Disposition",
	"ETag",
	"Location",
	"RateLimit",
	"RateLimit-Policy",
	"Retry-After",
	"Set-Cookie",
	"WWW-Authenticate",
];

/** @returns the parsed body, the text of a download, or undefined for HEAD */
export function assertContract(sent: Sent, response: Response, text: string): unknown {
	try {
		return checkResponse(sent, response, text);
	} catch (cause) {
		const what = `${sent.method} ${sent.path} responded with ${response.status} ${text.slice(0, 1000)}`;
		const why = cause instanceof Error ? cause.message : String(cause);
		throw new Error(`${what}\nwhich the document does not allow: ${why}`, { cause });
	}
}

function checkResponse(sent: Sent, response: Response, text: string): unknown {
	const pathItem = findPath(sent.path);
	const method = sent.method === "HEAD" ? "get" : sent.method.toLowerCase();
	const operation = pathItem && operationOf(pathItem.item, method);
	const documented = documentedResponse(pathItem, operation, method, response);
	const { headers = {} } = documented.response;
	const requestId = checkCommonHeaders(response, "Cache-Control" in headers);
	checkHeaders(headers, response);
	if (response.status === 304)
		return must(text === "", "a response that has not changed has no body") && undefined;
	const mediaType = checkMediaType(documented.response.content ?? {}, response);
	if (sent.method === "HEAD") return must(text === "", "a response to HEAD has no body") && undefined;
	if (mediaType !== JSON_TYPE) return text;
	const body: unknown = JSON.parse(text);
	checkBody(documented.pointer, body);
	if (response.status >= 400) checkError(body, requestId, documented.response["x-error-codes"] ?? []);
	else checkShape(documented.response, body);
	return body;
}

function checkCommonHeaders({ headers }: Response, isCacheable: boolean): string {
	must(
		isCacheable || headers.get("Cache-Control") === "no-store",
		`Cache-Control ${headers.get("Cache-Control")}`,
	);
	const requestId = headers.get("X-Request-Id") ?? "";
	must(/^req_[0-9a-f]{32}$/.test(requestId), `X-Request-Id ${requestId}`);
	return requestId;
}

/** A download has a media type with parameters. Everything else is exactly `application/json`. */
function checkMediaType(content: NonNullable<ResponseObject["content"]>, { headers }: Response): string {
	const type = headers.get("Content-Type") ?? "";
	const isJson = JSON_TYPE in content || Object.keys(content).length === 0;
	const mediaType = isJson ? type : (type.split(";")[0] ?? "");
	must(isJson ? type === JSON_TYPE : mediaType in content, `Content-Type ${type}`);
	return mediaType;
}

type Found = { template: string; item: (typeof document.paths)[string] };

/** Paths without templates come first (OpenAPI 3.1.1 section 4.8.8). */
const paths = Object.entries(document.paths)
	.map(([template, item]) => ({
		found: { template, item },
		form: new RegExp(`^${template.replace(/\{\w+\}/g, "[^/]+")}$`),
		parameters: template.split("{").length - 1,
	}))
	.sort((a, b) => a.parameters - b.parameters);

/** The path item for a path. */
function findPath(path: string): Found | undefined {
	const plain = decoded(path.split("?")[0] ?? "");
	return paths.find(({ form }) => form.test(plain))?.found;
}

function decoded(path: string): string {
	try {
		return decodeURI(path);
	} catch {
		return path;
	}
}

function operationOf(item: Found["item"], method: string): OperationObject | undefined {
	return Object.entries(item).find(([key]) => key === method)?.[1];
}

type Documented = { response: ResponseObject; pointer: string };

const errorForm = "#/components/schemas/Error";

function documentedResponse(
	path: Found | undefined,
	operation: OperationObject | undefined,
	method: string,
	{ status }: Response,
): Documented {
	if (!path) return routingError(404, "RESOURCE_NOT_FOUND", {}, status);
	if (!operation) {
		const allow = Object.keys(path.item).flatMap((key) =>
			key === "get" ? ["GET", "HEAD"] : [key.toUpperCase()],
		);
		const header = { description: "", required: true, schema: { const: allow.join(", ") } };
		return routingError(405, "METHOD_NOT_ALLOWED", { Allow: header }, status);
	}
	const response = operation.responses[status];
	if (!response) throw new Error(`status ${status} is none of ${Object.keys(operation.responses)}`);
	if ("$ref" in response) return { response: sharedResponse(response), pointer: errorForm };
	const keys = ["paths", path.template, method, "responses", String(status)];
	const content = ["content", "application/json", "schema"];
	return { response, pointer: `#/${[...keys, ...content].map(pointerSegment).join("/")}` };
}

/** The response itself, also where the document refers to a shared one. */
function sharedResponse(response: ResponseObject | Reference): ResponseObject {
	if (!("$ref" in response)) return response;
	const found = document.components.responses[response.$ref.split("/").at(-1) ?? ""];
	if (!found) throw new Error(`${response.$ref} is not in the document`);
	return found;
}

function routingError(
	expected: number,
	code: string,
	headers: Record<string, HeaderObject>,
	status: number,
): Documented {
	must(status === expected, `there is no such path or method, so it must be ${expected}`);
	return { response: { description: "", headers, "x-error-codes": [code] }, pointer: errorForm };
}

function pointerSegment(key: string): string {
	return encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1"));
}

function checkHeaders(documented: NonNullable<ResponseObject["headers"]>, { headers }: Response): void {
	for (const [name, described] of Object.entries(documented)) {
		const { required, schema } = resolveHeader(described);
		const value = headers.get(name);
		if (value === null) must(!required, `the header ${name} is missing`);
		else {
			const validate = ajv.compile(schema);
			must(validate(schema.type === "integer" ? Number(value) : value), `${name}: ${value}`);
		}
	}
	for (const name of MEANINGFUL_HEADERS) {
		must(name in documented || !headers.has(name), `the header ${name} is not documented here`);
	}
}

function resolveHeader(header: HeaderObject | Reference): HeaderObject {
	if (!("$ref" in header)) return header;
	const found = document.components.headers[header.$ref.split("/").at(-1) ?? ""];
	if (!found) throw new Error(`${header.$ref} is not in the document`);
	return found;
}

function checkBody(pointer: string, body: unknown): void {
	const validate: ValidateFunction | undefined = ajv.getSchema(`document${pointer}`);
	if (!validate) throw new Error(`the document has no schema at ${pointer}`);
	must(validate(body), ajv.errorsText(validate.errors));
}

/** Why the document rejects a request body; undefined if it accepts it. */
export function requestProblem({ path, method }: Operation, body: unknown): string | undefined {
	const place = ["requestBody", "content", "application/json", "schema"];
	return schemaProblem(["paths", path, method.toLowerCase(), ...place], body);
}

/** Why the schema at this place of the document rejects a value; undefined if it accepts it. */
export function schemaProblem(keys: readonly string[], value: unknown): string | undefined {
	try {
		checkBody(`#/${keys.map(pointerSegment).join("/")}`, value);
		return undefined;
	} catch (problem) {
		return String(problem);
	}
}

/** Clients are written from the examples, so a response must have no other form than they show. */
function checkShape({ content }: ResponseObject, body: unknown): void {
	const problem = shapeProblem(exampleValues(content?.[JSON_TYPE] ?? {}), body);
	must(problem === undefined, `it differs from the examples: ${problem}`);
}

function checkError(body: unknown, requestId: string, codes: string[]): void {
	const { error } = body as { error: { code: string; requestId: string } };
	must(error.requestId === requestId, "error.requestId is not that of X-Request-Id");
	must(codes.includes(error.code), `${error.code} is none of ${codes}`);
}

function must(holds: boolean, what: string): true {
	if (!holds) throw new Error(what);
	return true;
}
