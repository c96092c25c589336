/**
 * Converts zod schemas to JSON Schema. Schemas with an id become components; one that differs between request and
 * response gets another name for the request.
 */
import * as z from "zod";
import { linePattern } from "../../kernel/schemas/schemas.ts";
import type { JsonSchema } from "./document-types.ts";

export type SchemaSet = {
	components: Record<string, JsonSchema>;
	/** A reference if the schema has an id. */
	request(schema: z.ZodType): JsonSchema;
	response(schema: z.ZodType): JsonSchema;
};

const DEFINITIONS = "#/$defs/";
const COMPONENTS = "#/components/schemas/";
const LINE = "Line";

export const lineComponent: Record<string, JsonSchema> = {
	[LINE]: {
		type: "string",
		pattern: linePattern(),
		description: "A line of visible text, without control characters, line breaks and controls of direction.",
	},
};

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
		override: ({ jsonSchema }) => {
			if (io === "output") dropDefaults(jsonSchema);
		},
	});
	const bySchema = new Map<z.ZodType, JsonSchema>();
	distinct.forEach((schema, slot) => {
		bySchema.set(schema, asSchema(properties[`slot${slot}`]));
	});
	const definitions = Object.fromEntries(Object.entries($defs).map(([id, schema]) => [id, asSchema(schema)]));
	return { definitions, bySchema };
}

/** Of our own times `date-time` says enough, and of our own numbers that they are whole: what Zod adds takes 20 KB. */
function dropDefaults(schema: JsonSchema): void {
	const isTime = schema.format === "date-time" || schema.$ref === `${DEFINITIONS}Timestamp`;
	if (isTime) delete schema.pattern;
	if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
	if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
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
		Object.entries(withNamedPattern(withoutChoiceOfNull(schema)))
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

/** A line of text by the component `Line`, because its pattern has 361 characters. */
function withNamedPattern(schema: JsonSchema): JsonSchema {
	const { type, pattern, ...rest } = schema;
	return type === "string" && pattern === linePattern()
		? { $ref: `${COMPONENTS}${LINE}`, type, ...rest }
		: schema;
}

/** A text or number or null by one `type`, which is shorter than Zod's choice of two schemas. */
function withoutChoiceOfNull({ anyOf, ...rest }: JsonSchema): JsonSchema {
	const [value, none, ...more] = Array.isArray(anyOf) ? anyOf.map(asSchema) : [];
	const isSimple =
		["string", "integer"].includes(String(value?.type)) &&
		!["enum", "const", "id"].some((keyword) => keyword in (value ?? {}));
	if (!isSimple || none?.type !== "null" || more.length > 0)
		return anyOf === undefined ? rest : { anyOf, ...rest };
	return { ...value, ...rest, type: [value?.type, "null"] };
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
