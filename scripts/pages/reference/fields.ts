/** Makes rows for readers of JSON schemas: a row for each field, with its type, its rules and the fields within it. */
import { constraintsOf, TIME } from "./constraints.ts";
import { nameOfRef, type Schema } from "./schema.ts";

/** A part of a type's name. An object has a section of its own, to which the name leads. */
export type TypePart = string | { object: string };

export type Field = {
	name: string;
	type: TypePart[];
	isRequired: boolean;
	description: string;
	constraints: string[];
	/** The allowed values, if they are few and fixed. */
	values: unknown[];
	/** Later versions may add values. */
	hasMoreValues: boolean;
	inner: Shape;
};

/** The fields of an object; or of the forms that it can have, each with the words that tell it apart. */
export type Shape = { fields: Field[]; choices: { title: string; fields: Field[] }[] };

export type Schemas = Record<string, Schema>;

const NOTHING: Shape = { fields: [], choices: [] };

/** Whether a schema has a section of its own. A named string stands where it is used. */
export function isObject(schema: Schema): boolean {
	return schema.properties !== undefined || schema.oneOf !== undefined;
}

export function createFieldReader(schemas: Schemas) {
	/** `links`: a named object is a link to its section; otherwise its fields stand here. */
	type Mode = "links" | "whole";

	function shapeOf(schema: Schema, mode: Mode): Shape {
		const target = targetOf(schema);
		if (target.oneOf) return { fields: [], choices: target.oneOf.map((choice) => choiceOf(choice, mode)) };
		const { properties = {}, required = [] } = target;
		const fields = Object.entries(properties).map(([name, field]) =>
			fieldOf(name, field, required.includes(name), mode),
		);
		return { fields, choices: [] };
	}

	function choiceOf(schema: Schema, mode: Mode): Shape["choices"][number] {
		const target = targetOf(schema);
		const mark = Object.entries(target.properties ?? {}).find(([, field]) => "const" in field);
		const title = mark ? `${mark[0]}: ${JSON.stringify(mark[1].const)}` : nameOfRef(schema.$ref ?? "");
		return { title, fields: shapeOf(target, mode).fields };
	}

	function fieldOf(name: string, schema: Schema, isRequired: boolean, mode: Mode): Field {
		const value = innermost(schema);
		const leaf = targetOf(value);
		// The words of an entry do not describe the list.
		const description = schema.description ?? (isList(schema) ? undefined : leaf.description) ?? "";
		const constraints = [
			...constraintsOf(notNull(schema)),
			...(isObject(leaf) ? [] : leafConstraints(schema, leaf)),
		];
		return {
			name,
			type: typeOf(schema, mode),
			isRequired,
			description,
			// Most times say it in their own words.
			constraints: constraints.filter((words) => words !== TIME || !description.includes("ISO 8601")),
			values: leaf.enum ?? leaf["x-extensible-enum"] ?? [],
			hasMoreValues: leaf["x-extensible-enum"] !== undefined,
			inner: value.$ref && isObject(leaf) && mode === "links" ? NOTHING : shapeOf(leaf, mode),
		};
	}

	/** Those of the entries of a list, or of a named string. */
	function leafConstraints(schema: Schema, leaf: Schema): string[] {
		const own = constraintsOf(notNull(schema));
		return constraintsOf(leaf).filter((words) => !own.includes(words));
	}

	function isList(schema: Schema): boolean {
		const target = targetOf(notNull(schema));
		return target.items !== undefined || typeof target.additionalProperties === "object";
	}

	/** The schema behind null, lists and maps: its fields are those of the row. */
	function innermost(schema: Schema): Schema {
		const present = notNull(schema);
		const named = present.$ref ? targetOf(present) : present;
		if (named.items) return innermost(named.items);
		if (!named.properties && typeof named.additionalProperties === "object")
			return innermost(named.additionalProperties);
		return present;
	}

	function targetOf(schema: Schema): Schema {
		if (schema.$ref === undefined) return schema;
		const target = schemas[nameOfRef(schema.$ref)];
		if (!target) throw new Error(`the OpenAPI document has no ${schema.$ref}`);
		return targetOf(target);
	}

	function typeOf(schema: Schema, mode: Mode): TypePart[] {
		const choices = schema.anyOf;
		if (choices) return joined(choices.map((choice) => typeOf(choice, mode)));
		if (schema.$ref) {
			const target = targetOf(schema);
			return isObject(target) && mode === "links"
				? [{ object: nameOfRef(schema.$ref) }]
				: typeOf(target, mode);
		}
		if ("const" in schema) return [`\`${JSON.stringify(schema.const)}\``];
		if (schema.contentMediaType) return ["file"];
		const types = [schema.type ?? (schema.oneOf ? "object" : "any value")].flat();
		return joined(types.map((type) => namedType(type, schema, mode)));
	}

	function namedType(type: string, schema: Schema, mode: Mode): TypePart[] {
		if (type === "array" && schema.items) return ["array of ", ...plural(typeOf(schema.items, mode))];
		if (type === "object" && !schema.properties && typeof schema.additionalProperties === "object") {
			const entries = typeOf(schema.additionalProperties, mode);
			return ["map of string to ", ...entries];
		}
		return [type];
	}

	return {
		/** With links to named objects. */
		linked: (schema: Schema) => shapeOf(schema, "links"),
		/** With the fields of all objects within it. */
		whole: (schema: Schema) => shapeOf(schema, "whole"),
		field: (name: string, schema: Schema, isRequired: boolean) => fieldOf(name, schema, isRequired, "links"),
		typeOf: (schema: Schema) => typeOf(schema, "links"),
		targetOf,
	};
}

function notNull(schema: Schema): Schema {
	const present = schema.anyOf?.filter(({ type }) => type !== "null");
	const [only, ...more] = present ?? [];
	return only && more.length === 0 ? only : schema;
}

function joined(types: TypePart[][]): TypePart[] {
	return types.flatMap((type, index) => (index === 0 ? type : [" or ", ...type]));
}

/** A link stays the object's name. */
function plural(type: TypePart[]): TypePart[] {
	const [only, ...more] = type;
	return typeof only === "string" && /^[a-z]+$/.test(only) && more.length === 0 ? [`${only}s`] : type;
}
