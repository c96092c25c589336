/**
 * Adds recorded examples to the document. Builds missing requests from the examples of their schemas, so that tests
 * can call an operation before its example is recorded.
 */
import type { Examples, JsonSchema } from "./document-types.ts";
import { type RecordedOperation, recordedExamples } from "./recorded-examples.ts";
import { isObject, type SchemaSet } from "./zod-schemas.ts";

/** Name of an operation's only example. */
const ONLY = "example";

const NOTHING: RecordedOperation = { parameters: {}, requests: {}, responses: {} };

export function recordedOf(operationId: string): RecordedOperation {
	return recordedExamples.operations[operationId] ?? NOTHING;
}

export function examplesIn(named: Record<string, unknown> = {}): Examples {
	const entries = Object.entries(named);
	if (entries.length === 0) return {};
	if (entries.length === 1 && ONLY in named) return { example: named[ONLY] };
	return {
		examples: Object.fromEntries(entries.map(([name, value]) => [name, { ...titleOf(name), value }])),
	};
}

function titleOf(name: string): { summary?: string } {
	const words = name.replaceAll("_", " ");
	return name === ONLY ? {} : { summary: words.charAt(0).toUpperCase() + words.slice(1) };
}

/** The first recorded JSON body of each operation. */
export const requestExamples: Record<string, unknown> = Object.fromEntries(
	Object.entries(recordedExamples.operations).flatMap(([operationId, { requests }]) =>
		Object.values(requests["application/json"] ?? {})
			.slice(0, 1)
			.map((body) => [operationId, body]),
	),
);

export function exampleOf(schema: JsonSchema, components: SchemaSet["components"]): unknown {
	if (typeof schema.$ref === "string") {
		const component = components[schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1)];
		return component && exampleOf(component, components);
	}
	if (Array.isArray(schema.examples)) return schema.examples[0];
	if ("const" in schema) return schema.const;
	if (Array.isArray(schema.enum)) return schema.enum[0];
	if (isObject(schema.properties)) {
		return Object.fromEntries(
			Object.entries(schema.properties).map(([name, property]) => [
				name,
				exampleOf(isObject(property) ? property : {}, components),
			]),
		);
	}
	if (Array.isArray(schema.oneOf))
		return exampleOf(isObject(schema.oneOf[0]) ? schema.oneOf[0] : {}, components);
	if (schema.type === "array") return [exampleOf(isObject(schema.items) ? schema.items : {}, components)];
	throw new Error(`A field of a request has no example: ${JSON.stringify(schema)}`);
}
