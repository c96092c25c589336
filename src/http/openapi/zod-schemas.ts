/**
 * Converts zod schemas to JSON Schema. Schemas with an id become components; one that differs between request and
 * response gets another name for the request.
 */
import * as z from "zod";
import type { JsonSchema } from "./document-types.ts";

export type SchemaSet = {
	components: Record<string, JsonSchema>;
	/** A reference if the schema has an id. */
	request(schema: z.ZodType): JsonSchema;
	response(schema: z.ZodType): JsonSchema;
};

const DEFINITIONS = "#/$defs/";
const COMPONENTS = "#/components/schemas/";

export function convertSchemas(requests: readonly z.ZodType[], responses: readonly z.ZodType[]): SchemaSet {
	const input = convert(requests, "input");
	const output = convert(responses, "output");
	const renamed = new Map<string, string>();
	for (const [id, schema] of Object.entries(input.definitions)) {
		const other = output.definitions[id];
		if (other && JSON.stringify(other) !== JSON.stringify(schema)) renamed.set(id, `${id}Input`);
	}
	const nameOfInput = (id: string) => renamed.get(id) ?? id;
	const components = Object.fromEntries([
		...Object.entries(output.definitions).map(([id, schema]) => [id, toComponent(schema, (same) => same)]),
		...Object.entries(input.definitions).map(([id, schema]) => [
			nameOfInput(id),
			toComponent(schema, nameOfInput),
		]),
	]);
	return {
		components,
		request: (schema) => toComponent(found(input, schema), nameOfInput),
		response: (schema) => toComponent(found(output, schema), (id) => id),
	};
}

type Converted = { definitions: Record<string, JsonSchema>; bySchema: Map<z.ZodType, JsonSchema> };

/** In one pass, as properties of one object. */
function convert(schemas: readonly z.ZodType[], io: "input" | "output"): Converted {
	const distinct = [...new Set(schemas)];
	const all = z.object(Object.fromEntries(distinct.map((schema, slot) => [`slot${slot}`, schema])));
	const { $defs = {}, properties = {} } = z.toJSONSchema(all, {
		io,
		target: "draft-2020-12",
		// Of our own times `date-time` says enough, and Zod's pattern is 400 characters, a hundred times in the document.
		override: ({ jsonSchema }) => {
			if (io === "output" && jsonSchema.format === "date-time") delete jsonSchema.pattern;
		},
	});
	const bySchema = new Map<z.ZodType, JsonSchema>();
	distinct.forEach((schema, slot) => {
		bySchema.set(schema, asSchema(properties[`slot${slot}`]));
	});
	const definitions = Object.fromEntries(Object.entries($defs).map(([id, schema]) => [id, asSchema(schema)]));
	return { definitions, bySchema };
}

function asSchema(schema: unknown): JsonSchema {
	return isObject(schema) ? schema : {};
}

function found({ bySchema }: Converted, schema: z.ZodType): JsonSchema {
	const converted = bySchema.get(schema);
	if (!converted) throw new Error("This schema is not in the table that was converted.");
	return converted;
}

/** Points references at the components and renames `example` to JSON Schema's `examples`. */
function toComponent(schema: JsonSchema, rename: (id: string) => string): JsonSchema {
	return Object.fromEntries(
		Object.entries(withoutChoiceOfNull(schema))
			.filter(([keyword]) => keyword !== "id")
			.map(([keyword, value]): [string, unknown] => {
				if (keyword === "$ref" && typeof value === "string" && value.startsWith(DEFINITIONS)) {
					return [keyword, COMPONENTS + rename(value.slice(DEFINITIONS.length))];
				}
				if (keyword === "example") return ["examples", [value]];
				if (keyword === "properties" && isObject(value)) {
					return [keyword, mapValues(value, (property) => toComponent(asSchema(property), rename))];
				}
				return [keyword, withinKeyword(value, rename)];
			}),
	);
}

/** A text or null by one `type`, which is shorter than Zod's choice of two schemas. */
function withoutChoiceOfNull({ anyOf, ...rest }: JsonSchema): JsonSchema {
	const [text, none, ...more] = Array.isArray(anyOf) ? anyOf.map(asSchema) : [];
	const isText = text?.type === "string" && !("enum" in text) && !("const" in text) && !("id" in text);
	if (!isText || none?.type !== "null" || more.length > 0)
		return anyOf === undefined ? rest : { anyOf, ...rest };
	return { ...text, ...rest, type: ["string", "null"] };
}

function withinKeyword(value: unknown, rename: (id: string) => string): unknown {
	if (Array.isArray(value)) return value.map((item) => withinKeyword(item, rename));
	return isObject(value) ? toComponent(value, rename) : value;
}

function mapValues(object: JsonSchema, change: (value: unknown) => unknown): JsonSchema {
	return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
}

export function isObject(value: unknown): value is JsonSchema {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
