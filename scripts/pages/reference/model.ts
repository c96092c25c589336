/** What the reference shows, made of the OpenAPI document: pages of operations, webhooks, objects and errors. */
import { meaningOfCode } from "../../../src/http/openapi/error-meanings.ts";
import { type ErrorCode, statusOfCode } from "../../../src/kernel/errors/app-error.ts";
import {
	createFieldReader,
	type Field,
	isObject,
	type Schemas,
	type Shape,
	type TypePart,
} from "./fields.ts";
import { createResponseReader, type Success } from "./responses.ts";
import {
	type ApiDocument,
	examplesOf,
	nameOfRef,
	type OperationObject,
	type Parameter,
	type Schema,
} from "./schema.ts";

export type OperationEntry = {
	id: string;
	method: string;
	path: string;
	summary: string;
	description: string;
	/** Who may call, and from which pages. */
	access: string;
	parameters: Record<"path" | "query" | "header", Field[]>;
	/** One for each media type. */
	bodies: { mediaType: string; shape: Shape }[];
	successes: Success[];
	errors: { status: string; codes: string[] }[];
	source: OperationObject;
};

export type ObjectEntry = { name: string; description: string; shape: Shape };

export type Group = {
	name: string;
	slug: string;
	description: string;
	operations: OperationEntry[];
	/** Objects that no other group's operations use. */
	objects: ObjectEntry[];
};

type ErrorEntry = {
	code: string;
	status: string;
	meaning: string;
	example: unknown;
	/** Ids. */
	operations: string[];
};

export type WebhookEntry = {
	id: string;
	type: string;
	summary: string;
	description: string;
	headers: Field[];
	bodyType: TypePart[];
	body: Shape;
	example: unknown;
	/** As they are recorded, with the body's signatures. */
	parameters: Parameter[];
	successes: Success[];
};

export type Reference = {
	description: string;
	basePath: string;
	groups: Group[];
	/** Objects of several groups. */
	shared: ObjectEntry[];
	/** How every webhook is delivered. */
	deliveries: string;
	webhooks: WebhookEntry[];
	errors: ErrorEntry[];
	errorBody: Shape;
	credentials: { name: string; description: string }[];
};

type Fields = ReturnType<typeof createFieldReader>;

const WEBHOOKS = "Webhooks";
/** It has a page of its own. */
const ERROR = "Error";

export function referenceOf(document: ApiDocument): Reference {
	const { schemas, securitySchemes } = document.components;
	const fields = createFieldReader(schemas);
	const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, operation]) =>
			operationEntry({ path, method, operation, document, fields }),
		),
	);
	return {
		description: document.info.description,
		basePath: document.servers[0]?.url ?? "",
		...groupsOf(document, operations, fields),
		deliveries: document.tags.find(({ name }) => name === WEBHOOKS)?.description ?? "",
		webhooks: webhooksOf(document, fields),
		errors: errorsOf(document, operations),
		errorBody: fields.whole(schemas[ERROR] ?? {}),
		credentials: Object.entries(securitySchemes).map(([name, { description }]) => ({ name, description })),
	};
}

function groupsOf(document: ApiDocument, operations: OperationEntry[], fields: Fields) {
	const { schemas } = document.components;
	const groups = document.tags.filter(({ name }) => name !== WEBHOOKS);
	const operationsOf = (group: string) => operations.filter(({ source }) => source.tags[0] === group);
	const used = groups.map(({ name }) => ({
		name,
		objects: objectsUsedBy(
			operationsOf(name).map(({ source }) => source),
			schemas,
		),
	}));
	const entryOf = (name: string): ObjectEntry => {
		const schema = schemas[name] ?? {};
		return { name, description: schema.description ?? "", shape: fields.linked(schema) };
	};
	const objects = Object.keys(schemas)
		.filter((name) => name !== ERROR && isObject(schemas[name] ?? {}))
		.map((name) => ({ name, users: used.filter(({ objects: those }) => those.has(name)) }));
	return {
		groups: groups.map(({ name, description }) => ({
			name,
			slug: name.toLowerCase().replaceAll(" ", "-"),
			description,
			operations: operationsOf(name),
			objects: objects
				.filter(({ users: [first, ...more] }) => first?.name === name && more.length === 0)
				.map((object) => entryOf(object.name)),
		})),
		shared: objects.filter(({ users }) => users.length > 1).map(({ name }) => entryOf(name)),
	};
}

/**
 * Names of the objects that the sections of these operations lead to. Request bodies lead to none, since their fields
 * are shown with the operation.
 */
function objectsUsedBy(operations: readonly OperationObject[], schemas: Schemas): Set<string> {
	const found = new Set<string>();
	const visit = (value: unknown): void => {
		if (typeof value !== "object" || value === null) return;
		const { $ref } = value as Schema;
		if ($ref === undefined) {
			Object.values(value).forEach(visit);
			return;
		}
		const name = nameOfRef($ref);
		const schema = schemas[name];
		if (!schema || found.has(name)) return;
		if (isObject(schema)) found.add(name);
		visit(schema);
	};
	for (const { responses } of operations) {
		for (const { content = {} } of Object.values(responses)) {
			for (const { schema } of Object.values(content)) visit(schema);
		}
	}
	return found;
}

function operationEntry({
	path,
	method,
	operation,
	document,
	fields,
}: {
	path: string;
	method: string;
	operation: OperationObject;
	document: ApiDocument;
	fields: Fields;
}): OperationEntry {
	const { operationId: id, summary, description = "", parameters = [], requestBody, responses } = operation;
	const paragraphs = description.split("\n\n");
	const access = paragraphs.pop() ?? "";
	const fieldsIn = (place: string) =>
		parameters
			.filter((parameter) => parameter.in === place)
			.map((parameter) => parameterField(parameter, fields));
	const { successOf, resolve } = createResponseReader(document, fields);
	const entries = Object.entries(responses).map(([status, response]) => ({
		status,
		response: resolve(response),
	}));
	return {
		id,
		method: method.toUpperCase(),
		path,
		summary,
		description: paragraphs.join("\n\n"),
		access,
		parameters: { path: fieldsIn("path"), query: fieldsIn("query"), header: fieldsIn("header") },
		bodies: Object.entries(requestBody?.content ?? {}).map(([mediaType, { schema }]) => ({
			mediaType,
			shape: fields.whole(schema),
		})),
		successes: entries
			.filter(({ response }) => !response["x-error-codes"])
			.map(({ status, response }) => successOf(status, response)),
		errors: entries.flatMap(({ status, response: { "x-error-codes": codes } }) =>
			codes ? [{ status, codes }] : [],
		),
		source: operation,
	};
}

function parameterField({ name, schema, required = false, description }: Parameter, fields: Fields): Field {
	const described: Schema = description === undefined ? schema : { ...schema, description };
	return fields.field(name, described, required);
}

function webhooksOf(document: ApiDocument, fields: Fields): WebhookEntry[] {
	const { successOf } = createResponseReader(document, fields);
	return Object.entries(document.webhooks).flatMap(([type, methods]) =>
		Object.values(methods).map((operation) => {
			const {
				operationId: id,
				summary,
				description = "",
				parameters = [],
				requestBody,
				responses,
			} = operation;
			const [{ schema, ...content } = { schema: {} }] = Object.values(requestBody?.content ?? {});
			return {
				...{ id, type, summary, description, parameters },
				headers: parameters.map((parameter) => parameterField(parameter, fields)),
				bodyType: fields.typeOf(schema),
				body: fields.whole(schema),
				example: examplesOf(content)[0]?.value,
				successes: Object.entries(responses).map(([status, response]) => successOf(status, response)),
			};
		}),
	);
}

function errorsOf({ components }: ApiDocument, operations: OperationEntry[]): ErrorEntry[] {
	const codes = Object.keys(statusOfCode) as ErrorCode[];
	return codes.map((code) => ({
		code,
		status: String(statusOfCode[code]),
		meaning: meaningOfCode[code],
		example: components.examples[code]?.value,
		operations: operations
			.filter(({ errors }) => errors.some((error) => error.codes.includes(code)))
			.map(({ id }) => id),
	}));
}
