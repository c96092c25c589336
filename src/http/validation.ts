/** Turns validation issues into AppErrors. */
import { zValidator } from "@hono/zod-validator";
import type { MiddlewareHandler } from "hono";
import * as z from "zod";
import { AppError, type ErrorCode, type ErrorDetail } from "../kernel/errors/app-error.ts";
import { lazy } from "../kernel/once.ts";
import { breaks } from "../kernel/schemas/field-rule.ts";
import type { HonoEnv } from "./hono-env.ts";
import { ruleOf, wordsOf } from "./issue-words.ts";

// Workers forbid `new Function`, which zod would otherwise try once per isolate.
z.config({ jitless: true, customError: wordsOf });

/** A body of 500 invalid transactions has thousands of issues. */
const MAX_DETAILS = 50;

/**
 * @param schema a strict schema, built at the first request; the handler receives its output
 * @throws AppError INPUT_VALIDATION_ERROR, or the code in an issue's params
 */
export function validate(
	target: "json" | "query" | "param",
	schema: () => z.ZodType,
): MiddlewareHandler<HonoEnv> {
	const validator = lazy(
		() =>
			zValidator(
				target,
				schema(),
				(result, c) => {
					if (result.success) return;
					const { issues } = result.error;
					throw validationError(target === "query" ? issues.map(ofParameter) : issues, c.req.method);
				},
				// No schema is asynchronous, and this takes a quarter less time.
				{ validationFunction: parseRequest },
			) as MiddlewareHandler<HonoEnv>,
	);
	return (c, next) => validator()(c, next);
}

/** A parameter that is repeated arrives as a list. One that takes several values is a union, and keeps its own words. */
const ofParameter = (issue: z.core.$ZodIssue): z.core.$ZodIssue =>
	(issue.code === "invalid_type" || issue.code === "invalid_value") && Array.isArray(issue.input)
		? { ...issue, code: "custom", ...breaks("duplicate", "is given twice, and takes one value") }
		: issue;

/** Refuses every parameter of an operation that takes none. */
export const rejectParameters: MiddlewareHandler<HonoEnv> = (c, next) =>
	c.req.url.includes("?") ? validateNone(c, next) : next();

const validateNone = validate("query", () => z.strictObject({}));

/** Keeps the input in the issues, because an absent field breaks another rule than a wrong one. */
export function parseRequest<T extends z.ZodType>(schema: T, value: unknown) {
	return schema.safeParse(value, { reportInput: true });
}

/** @param issues of `parseRequest` */
export function validationError(issues: readonly z.core.$ZodIssue[], method = "POST"): AppError {
	const all = issues.flatMap(detailsOf);
	const details = all.slice(0, MAX_DETAILS);
	const code = issues.map(codeOf).find((found) => found !== undefined) ?? "INPUT_VALIDATION_ERROR";
	const named = all.length > MAX_DETAILS ? `the first ${MAX_DETAILS}` : "each";
	const problem =
		code === "NO_RECOVERY_CASE_TXS"
			? `The recovery has no transactions. Send at least one; the case will execute it. \`details\` names ${named} of the invalid fields.`
			: `The request has invalid fields; \`details\` names ${named} of them.`;
	const message = method === "GET" || method === "HEAD" ? problem : `${problem} Nothing was stored.`;
	return new AppError({ code, message, details });
}

function detailsOf(issue: z.core.$ZodIssue): ErrorDetail[] {
	if (issue.code === "unrecognized_keys") {
		return issue.keys.map((key) => ({
			field: pathOf([...issue.path, key.slice(0, 64)]),
			rule: ruleOf(issue),
			message: "is not a known field",
		}));
	}
	const rule = ruleOf(issue);
	const isAbsent = rule === "required" && issue.code !== "custom";
	return [{ field: pathOf(issue.path), rule, message: isAbsent ? "is required" : issue.message }];
}

function codeOf(issue: z.core.$ZodIssue): ErrorCode | undefined {
	const isEmptyTransactionList =
		issue.code === "too_small" && (issue.path[0] === "txs" || issue.path[0] === "transactions");
	return isEmptyTransactionList && issue.path.length === 1 ? "NO_RECOVERY_CASE_TXS" : undefined;
}

function pathOf(path: readonly PropertyKey[]): string {
	return path.length === 0 ? "(body)" : path.map(String).join(".");
}
