// auth.md "Rules of fields".
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { validationError } from "../../../src/http/validation.ts";

const issuesOf = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues ?? [];

describe("what zod found becomes one error", () => {
	test("of the body itself where it is no object", () => {
		expect(validationError(issuesOf(z.strictObject({}), [])).details?.[0]?.field).toBe("(body)");
	});

	test("with at most fifty details, and no name longer than 64 characters", () => {
		const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`${at}${"x".repeat(100)}`, 0]));
		const { details, message } = validationError(issuesOf(z.strictObject({}), many));
		expect(details).toHaveLength(50);
		expect(message).toContain("`details` names the first 50 of them");
		expect(details?.every(({ field }) => field.length <= 64)).toBe(true);
	});

	test("and another empty list is no empty recovery", () => {
		const schema = z.strictObject({ names: z.array(z.string()).min(1), txs: z.array(z.string().min(1)) });
		expect(validationError(issuesOf(schema, { names: [], txs: [""] })).code).toBe("INPUT_VALIDATION_ERROR");
	});
});
