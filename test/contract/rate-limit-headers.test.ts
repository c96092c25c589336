// auth.md "Rate limits".
// Every operation that documents 429 sends exactly the limit's headers that it documents, and no other sends any.
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { createApp } from "../../src/app.ts";
import type { ResponseObject } from "../../src/http/openapi/document-types.ts";
import type { Operation } from "../../src/http/operation.ts";
import { operations } from "../../src/operations.ts";
import {
	type Caller,
	credentialsFor,
	describedOperation,
	exampleBody,
	newCaller,
	pathOf,
} from "../support/contract/contract-operations.ts";
import { document } from "../support/contract/contract-validation.ts";
import { callOn } from "../support/contract/openapi-client.ts";

const LIMIT_HEADERS = ["RateLimit-Policy", "RateLimit", "Retry-After"];

const app = createApp();
const exceeded = { limit: async () => ({ success: false }) };
const callOverLimit = callOn(async (request) =>
	app.fetch(request, {
		...env,
		PUBLIC_RATE_LIMIT: exceeded,
		LOGIN_RATE_LIMIT: exceeded,
		CREDENTIAL_RATE_LIMIT: exceeded,
	}),
);

let caller: Caller;
beforeAll(async () => {
	caller = await newCaller();
});

const send = (operation: Operation) =>
	callOverLimit(operation.method, pathOf(operation), {
		headers: credentialsFor(operation, caller),
		...(operation.body && { body: exampleBody(operation) }),
	});

const documented = (operation: Operation, status: number): ResponseObject | undefined => {
	const response = describedOperation(operation).responses[status];
	return response && "$ref" in response
		? document.components.responses[response.$ref.split("/").at(-1) ?? ""]
		: response;
};

const limitHeadersOf = (response: ResponseObject | undefined) =>
	LIMIT_HEADERS.filter((name) => name in (response?.headers ?? {}));

const named = operations.map((operation) => [operation.operationId, operation] as const);
const limited = named.filter(([, operation]) => documented(operation, 429));
const unlimited = named.filter(([, operation]) => !documented(operation, 429));

describe("an operation that documents 429 sends the headers documented there:", () => {
	it.each(limited)("%s", async (_, operation) => {
		const { status, headers } = await send(operation);
		expect(status).toBe(429);
		const name = operation.policy === "public" ? "public" : "credential";
		const expected = operation.rateLimited === "login" ? "login" : name;
		expect(headers.get("RateLimit-Policy")).toMatch(new RegExp(`^"${expected}";q=\\d+;w=60$`));
		expect(headers.get("RateLimit")).toBe(`"${expected}";r=0;t=60`);
		expect(headers.get("Retry-After")).toBe("60");
		expect(limitHeadersOf(documented(operation, 429))).toEqual(LIMIT_HEADERS);
	});

	it.each(limited)("%s, and the policy in every other response that it documents", (_, operation) => {
		const others = Object.keys(describedOperation(operation).responses)
			.map(Number)
			.filter((status) => status !== 429);
		for (const status of others) {
			expect(limitHeadersOf(documented(operation, status)), String(status)).toContain("RateLimit-Policy");
		}
	});
});

describe("an operation that documents no 429 is not limited:", () => {
	it("only health is such an operation", () => expect(unlimited.map(([id]) => id)).toEqual(["getHealth"]));

	it.each(unlimited)("%s", async (_, operation) => {
		const { status, headers } = await send(operation);
		expect(status).toBe(200);
		expect(headers.has("RateLimit-Policy") || headers.has("RateLimit")).toBe(false);
		for (const other of Object.keys(describedOperation(operation).responses)) {
			expect(limitHeadersOf(documented(operation, Number(other)))).not.toContain("RateLimit-Policy");
		}
	});
});
