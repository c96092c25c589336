/** docs-pages.md "From the document to pages": everything that the document says of a field is in its row. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { constraintsOf } from "../../../../scripts/pages/reference/constraints.ts";
import { createFieldReader, type Field } from "../../../../scripts/pages/reference/fields.ts";
import { referenceOf } from "../../../../scripts/pages/reference/model.ts";
import { readDocument } from "../../../../scripts/pages/reference/reference-pages.ts";
import type { Schema } from "../../../../scripts/pages/reference/schema.ts";

const ROOT = join(import.meta.dirname, "../../../..");
const document = readDocument(ROOT);
const reference = referenceOf(document);
const operations = reference.groups.flatMap((group) => group.operations);

describe("the constraints of a field", () => {
	it.each<[Schema, string[]]>([
		[{ type: "string", maxLength: 200 }, ["at most 200 characters"]],
		[{ type: "string", minLength: 8, maxLength: 32 }, ["8 to 32 characters"]],
		[{ type: "string", minLength: 1 }, ["at least 1 character"]],
		[{ type: "integer", exclusiveMinimum: 0, maximum: Number.MAX_SAFE_INTEGER }, ["at least 1"]],
		[{ type: "integer", minimum: -Number.MAX_SAFE_INTEGER, maximum: 5 }, ["at most 5"]],
		[{ type: "array", minItems: 1, maxItems: 1, uniqueItems: true }, ["exactly 1 entry", "no entry twice"]],
		[{ type: "string", pattern: "^0x[0-9a-fA-F]{40}$" }, ["`0x` and 40 hex digits"]],
		[{ type: "string", pattern: "^0x[0-9a-f]{64}$" }, ["`0x` and 64 hex digits"]],
		[{ type: "string", pattern: "^doc_[0-9a-f]{32}$" }, ["matches `^doc_[0-9a-f]{32}$`"]],
		[{ type: "string", format: "date-time", pattern: "^.*$" }, ["ISO 8601, in UTC"]],
		[{ type: "string", pattern: "x".repeat(100) }, []],
		[{ type: "boolean", default: false }, ["`false` by default"]],
	])("of %j are %j", (schema, words) => {
		expect(constraintsOf(schema)).toEqual(words);
	});
});

describe("a field", () => {
	const { linked, whole } = createFieldReader({
		Shop: { type: "object", description: "A shop.", properties: { city: { type: "string" } } },
		Status: { type: "string", enum: ["open", "shut"], description: "Whether it sells." },
	});
	const row = (schema: Schema, read = linked): Field | undefined =>
		read({ type: "object", properties: { field: schema }, required: ["field"] }).fields[0];

	it("that is an object leads to it, or has its fields below", () => {
		const reference = { $ref: "#/components/schemas/Shop" };
		expect(row(reference)).toMatchObject({
			type: [{ object: "Shop" }],
			description: "A shop.",
			inner: { fields: [] },
		});
		expect(row(reference, whole)).toMatchObject({ type: ["object"], inner: { fields: [{ name: "city" }] } });
	});

	it("that is a time says so once", () => {
		const time: Schema = { type: "string", format: "date-time" };
		expect(row(time)?.constraints).toEqual(["ISO 8601, in UTC"]);
		expect(row({ ...time, description: "ISO 8601, UTC, with milliseconds." })?.constraints).toEqual([]);
	});

	it("that may be null has the rules of its value", () => {
		const nullable = row({ anyOf: [{ type: "string", maxLength: 5 }, { type: "null" }] });
		expect(nullable).toMatchObject({
			type: ["string", " or ", "null"],
			constraints: ["at most 5 characters"],
		});
	});

	it("with a named text has its values and words", () => {
		const named = row({ anyOf: [{ $ref: "#/components/schemas/Status" }, { type: "null" }] });
		expect(named).toMatchObject({ values: ["open", "shut"], description: "Whether it sells." });
	});

	it("that is a list has the rules of the list and of its entries, and no words of one entry", () => {
		const list = row({ type: "array", maxItems: 3, items: { $ref: "#/components/schemas/Status" } });
		expect(list).toMatchObject({
			type: ["array of ", "strings"],
			constraints: ["at most 3 entries"],
			values: ["open", "shut"],
			description: "",
		});
	});
});

describe("the reference of this service", () => {
	it("has each operation and each webhook once", () => {
		const ids = Object.values(document.paths).flatMap((methods) =>
			Object.values(methods).map(({ operationId }) => operationId),
		);
		expect(operations.map(({ id }) => id).sort()).toEqual(ids.sort());
		expect(reference.webhooks.map(({ type }) => type)).toEqual(Object.keys(document.webhooks));
	});

	it("has each object that a response leads to, on one page", () => {
		const objects = [...reference.groups.flatMap((group) => group.objects), ...reference.shared];
		const names = objects.map(({ name }) => name);
		expect(new Set(names).size).toBe(names.length);
		const linked = new Set<string>();
		const visit = (value: unknown): void => {
			if (typeof value !== "object" || value === null) return;
			if ("object" in value && typeof value.object === "string") linked.add(value.object);
			else Object.values(value).forEach(visit);
		};
		visit([objects.map(({ shape }) => shape), operations.map(({ successes }) => successes)]);
		expect([...linked].filter((name) => !names.includes(name))).toEqual([]);
	});

	it("says who may call each operation", () => {
		for (const { access } of operations)
			expect(access).toMatch(/^(Needs no credential|This operation takes)/);
	});

	it("explains every error code, and knows which operations respond with it", () => {
		const codes = new Set(operations.flatMap(({ errors }) => errors.flatMap((error) => error.codes)));
		for (const { code, meaning, status, operations: ways } of reference.errors) {
			expect(meaning).not.toBe("");
			expect(status).toMatch(/^[45]\d\d$/);
			expect(ways.length > 0).toBe(codes.has(code));
		}
		expect([...codes].filter((code) => !reference.errors.some((error) => error.code === code))).toEqual([]);
	});

	it("has a row for each field of a request, with its rules", () => {
		const filed = operations.find(({ id }) => id === "createRecoveryCase");
		const [body] = filed?.bodies ?? [];
		const [intent, transactions] = body?.shape.fields ?? [];
		expect(intent?.inner.fields.map(({ name }) => name)).toContain("lostAccount");
		expect(transactions).toMatchObject({ isRequired: true, constraints: ["1 to 500 entries"] });
		expect(transactions?.inner.fields.map(({ name }) => name)).toEqual(["dest", "value", "data"]);
	});
});
