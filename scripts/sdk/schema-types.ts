/** TypeScript types of the OpenAPI document's JSON schemas, for the SDK. */
import type { Schema } from "../pages/reference/schema.ts";

const HANDLED = new Set([
	...["$ref", "type", "description", "const", "enum", "x-extensible-enum", "anyOf", "oneOf", "items"],
	...["properties", "required", "additionalProperties", "pattern", "contentMediaType"],
]);
/** Members that say more than a type can, or nothing about the type. */
const WITHOUT_TYPE = new Set([
	...["format", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "default"],
	...["minLength", "maxLength", "minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties"],
	...["example", "examples", "title", "discriminator", "propertyNames", "contentEncoding", "deprecated"],
]);

/** @throws if the schema has a member that this function does not know, since the type might be wrong */
export function typeOf(schema: Schema, depth = 0): string {
	const unknown = Object.keys(schema).filter((key) => !HANDLED.has(key) && !WITHOUT_TYPE.has(key));
	if (unknown.length > 0) throw new Error(`the SDK's types do not know the schema member ${unknown.join()}`);
	if (schema.$ref) return nameOf(schema.$ref);
	if ("const" in schema) return JSON.stringify(schema.const);
	if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)));
	// The intersection keeps the known values in an editor's list, and takes values of later versions.
	if (schema["x-extensible-enum"])
		return union([...schema["x-extensible-enum"].map((value) => JSON.stringify(value)), "(string & {})"]);
	const choices = schema.anyOf ?? schema.oneOf;
	if (choices) return union(choices.map((choice) => typeOf(choice, depth)));
	const types = [schema.type ?? []].flat();
	if (types.length === 0) return schema.contentMediaType ? "Blob" : "unknown";
	return union(types.map((type) => simpleType(type, schema, depth)));
}

/** @param reference a `$ref`, or the name of a schema */
export function nameOf(reference: string): string {
	const name = reference.slice(reference.lastIndexOf("/") + 1);
	// The global Error has the other name.
	return name === "Error" ? "ErrorResponse" : name;
}

export function union(types: string[]): string {
	return [...new Set(types)].join(" | ");
}

function simpleType(type: string, schema: Schema, depth: number): string {
	switch (type) {
		case "string":
			return schema.pattern?.startsWith("^0x") ? "Hex" : "string";
		case "integer":
		case "number":
			return "number";
		case "boolean":
		case "null":
			return type;
		case "array": {
			const item = schema.items ? typeOf(schema.items, depth) : "unknown";
			return /[|&]/.test(item.replace(/\{[\s\S]*\}/g, "")) ? `(${item})[]` : `${item}[]`;
		}
		case "object":
			return objectType(schema, depth);
		default:
			throw new Error(`the SDK's types do not know the type ${type}`);
	}
}

function objectType({ properties, required = [], additionalProperties }: Schema, depth: number): string {
	if (!properties) {
		const values = typeof additionalProperties === "object" ? typeOf(additionalProperties, depth) : "unknown";
		return `Record<string, ${values}>`;
	}
	const lines = Object.entries(properties).map(([name, schema]) => {
		const mark = required.includes(name) ? "" : "?";
		const key = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
		return `${comment(schema.description, depth + 1)}${tabs(depth + 1)}${key}${mark}: ${typeOf(schema, depth + 1)};\n`;
	});
	return lines.length === 0 ? "Record<string, never>" : `{\n${lines.join("")}${tabs(depth)}}`;
}

/** A documentation comment of one line, or of one line for each paragraph. */
export function comment(text: string | undefined, depth: number): string {
	if (!text) return "";
	const lines = text.replaceAll("*/", "*\\/").split("\n");
	const [only = ""] = lines;
	if (lines.length === 1) return `${tabs(depth)}/** ${only} */\n`;
	const body = lines.map((line) => `${tabs(depth)} * ${line}`.trimEnd());
	return `${tabs(depth)}/**\n${body.join("\n")}\n${tabs(depth)} */\n`;
}

function tabs(depth: number): string {
	return "\t".repeat(depth);
}
