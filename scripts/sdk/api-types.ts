/**
 * Writes the part of the SDK that follows from the OpenAPI document, sdk/src/generated/api.ts: the types of all schemas
 * and operations, and the table of routes that the client sends requests by.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { writeWhole } from "../files.ts";
import type { ApiDocument, OperationObject, Parameter } from "../pages/reference/schema.ts";
import { comment, nameOf, typeOf, union } from "./schema-types.ts";

const ROOT = join(import.meta.dirname, "../..");
const HEAD = `// Built from public/api/v1/openapi.json. Do not edit.

/** Bytes as \`0x\` and hex digits, such as an address or a hash. */
export type Hex = \`0x\${string}\`;
`;

const json = readFileSync(join(ROOT, "public/api/v1/openapi.json"), "utf8");
writeWhole(join(ROOT, "sdk/src/generated/api.ts"), renderApiTypes(json));

function renderApiTypes(json: string): string {
	const document = JSON.parse(json) as ApiDocument;
	const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
	);
	const schemas = Object.entries(document.components.schemas).map(
		([name, schema]) => `${comment(schema.description, 0)}export type ${nameOf(name)} = ${typeOf(schema)};\n`,
	);
	const codes = document.components.schemas.Error?.properties?.error?.properties?.code?.["x-extensible-enum"];
	if (!codes) throw new Error("the document does not list the error codes");
	return [
		HEAD,
		"/** The error codes of this version. Later versions may add some: treat an unknown code by its status. */",
		`export type ErrorCode = ${union(codes.map((code) => JSON.stringify(code)))};\n`,
		...schemas,
		"/** The requests and responses of all operations, by operation id. */",
		`export interface Operations {\n${operations.map(({ operation }) => operationType(operation)).join("")}}\n`,
		"/** Method, path and marks: `key` takes an Idempotency-Key, `file` responds with a file, `open` takes no credential. */",
		`export const ROUTES = {\n${operations.map(routeLine).join("")}} as const satisfies Record<keyof Operations, string>;\n`,
	].join("\n");
}

function operationType({
	operationId,
	summary,
	parameters = [],
	requestBody,
	responses,
}: OperationObject): string {
	const bodies = Object.values(requestBody?.content ?? {}).map(({ schema }) => typeOf(schema, 2));
	const lines = [
		`path: ${parametersType(parameters, "path")};`,
		`query: ${parametersType(parameters, "query")};`,
		`body: ${bodies.length > 0 ? union(bodies) : "undefined"};`,
		`result: ${resultType(responses)};`,
	];
	return `${comment(summary, 1)}\t${operationId}: {\n${lines.map((line) => `\t\t${line}\n`).join("")}\t};\n`;
}

function parametersType(parameters: Parameter[], place: string): string {
	const fields = parameters.filter((parameter) => parameter.in === place);
	const properties = Object.fromEntries(
		fields.map(({ name, schema, description = schema.description }) => [
			name,
			{ ...schema, ...(description && { description }) },
		]),
	);
	const required = fields.filter((field) => field.required).map(({ name }) => name);
	return typeOf({ type: "object", properties, required }, 2);
}

function resultType(responses: OperationObject["responses"]): string {
	const contents = successesOf(responses).flatMap(({ content = {} }) => Object.entries(content));
	return union(contents.map(([type, { schema }]) => (isJson(type) ? typeOf(schema, 2) : "Blob")));
}

function routeLine({
	path,
	method,
	operation,
}: {
	path: string;
	method: string;
	operation: OperationObject;
}): string {
	const takesKey = operation.parameters?.some(({ name }) => name === "Idempotency-Key");
	const types = successesOf(operation.responses).flatMap(({ content = {} }) => Object.keys(content));
	const isOpen = operation.security?.length === 0;
	const marks = `${takesKey ? " key" : ""}${types.every(isJson) ? "" : " file"}${isOpen ? " open" : ""}`;
	return `\t${operation.operationId}: "${method} ${path}${marks}",\n`;
}

function successesOf(responses: OperationObject["responses"]) {
	return Object.entries(responses).flatMap(([status, response]) =>
		status.startsWith("2") ? [response] : [],
	);
}

function isJson(type: string): boolean {
	return type === "application/json";
}
