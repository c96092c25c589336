// auth.md "Rules of fields".
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { validationError } from "../../../src/http/validation.ts";

const issuesOf = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues ?? [];

describe("what zod found becomes one error", () => {
	test("with a detail per field, by its path", () => {
		const schema = z.strictObject({ list: z.array(z.strictObject({ size: z.number() })) });
		const { code, message, details } = validationError(
			issuesOf(schema, { list: [{ size: 1 }, { size: "2", x: 0 }] }),
		);
		expect(code).toBe("INPUT_VALIDATION_ERROR");
		expect(message).toContain("`details` names each of them");
		expect(details?.map(({ field }) => field)).toEqual(["list.1.size", "list.1.x"]);
	});

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

	test.each(["txs", "transactions"])("of its own code where %s is empty", (name) => {
		const schema = z.strictObject({ [name]: z.array(z.string()).min(1) });
		expect(validationError(issuesOf(schema, { [name]: [] })).code).toBe("NO_RECOVERY_CASE_TXS");
		expect(validationError(issuesOf(schema, {})).code).toBe("INPUT_VALIDATION_ERROR");
	});

	test("and another empty list is no empty recovery", () => {
		const schema = z.strictObject({ names: z.array(z.string()).min(1), txs: z.array(z.string().min(1)) });
		expect(validationError(issuesOf(schema, { names: [], txs: [""] })).code).toBe("INPUT_VALIDATION_ERROR");
	});
});
