// auth.md "Rules of fields".
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { parseRequest, validationError } from "../../../src/http/validation.ts";
import { chainIdSchema, overlapSeconds } from "../../../src/kernel/schemas/schemas.ts";

const messageOf = (schema: z.ZodType, value: unknown) =>
	validationError(parseRequest(schema, value).error?.issues ?? []).details?.[0]?.message;

describe("the words for an issue", () => {
	it.each([
		[z.object({ a: z.string() }), {}, "is required"],
		[z.object({ a: z.enum(["b", "c"]) }), {}, "is required"],
		[z.string(), 1, "must be a string"],
		[z.number(), "1", "must be a number"],
		[z.int(), 1.5, "must be a whole number"],
		[z.boolean(), 0, "must be true or false"],
		[z.strictObject({}), [], "must be an object"],
		[z.array(z.string()), {}, "must be a list"],
		[z.null(), 0, "must be null"],
		[z.date(), 0, "has the wrong type"],
		[z.enum(["b", "c"]), "d", "must be one of `b`, `c`"],
		[z.literal("b"), "d", "must be `b`"],
		[z.string().max(1), "ab", "must have at most 1 character"],
		[z.string().min(2), "a", "must have at least 2 characters"],
		[z.array(z.int()).min(1), [], "must have at least 1 entry"],
		[z.number().max(5), 6, "must be at most 5"],
		[z.number().lt(5), 5, "must be less than 5"],
		[z.number().gt(5), 5, "must be more than 5"],
		[z.number().multipleOf(2), 3, "must be a multiple of 2"],
		[z.email(), "a", "must be an e-mail address"],
		[z.uuid(), "a", "must be a UUID"],
		[z.string().regex(/^b$/), "a", "has the wrong form"],
		[z.record(z.string().max(1), z.int()), { ab: 1 }, "has a field whose name is not allowed"],
		[chainIdSchema(), "8453", "must be a JSON number, not text: write it without quotes"],
		[chainIdSchema(), "mainnet", "must be a whole number up to 2^53 - 1"],
		[z.object({ a: chainIdSchema() }), {}, "is required"],
		[overlapSeconds(""), "3600", "must be a JSON number, not text: write it without quotes"],
		[overlapSeconds(""), 1.5, "must be a whole number"],
		[z.object({ a: z.string("must be a colour") }), {}, "is required"],
		[
			z.discriminatedUnion("a", [z.object({ a: z.literal("b") }), z.object({ a: z.literal("c") })]),
			{},
			"is required",
		],
		[
			z.discriminatedUnion("a", [z.object({ a: z.literal("b") }), z.object({ a: z.literal("c") })]),
			{ a: "d" },
			"must be one of `b`, `c`",
		],
		[z.union([z.string(), z.int()]), true, "has none of the accepted forms"],
		[z.string().refine(() => false), "a", "is not valid"],
	])("%# are ours", (schema, value, expected) => {
		expect(messageOf(schema, value)).toBe(expected);
	});

	it("are kept if the schema has its own", () => {
		expect(messageOf(z.int("must be a whole number up to 9"), "1")).toBe("must be a whole number up to 9");
	});
});

describe("the message of the response", () => {
	const issues = z.object({ a: z.string() }).safeParse({}).error?.issues ?? [];

	it("says that nothing was stored, except to a read", () => {
		expect(validationError(issues, "POST").message).toContain("Nothing was stored.");
		expect(validationError(issues, "GET").message).not.toContain("stored");
	});
});
