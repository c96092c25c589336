/**
 * auth.md "Policies".
 *
 * The OpenAPI document as it is served: structure, texts and examples.
 *
 * Over 300 lines, because all of it reads one document.
 */
import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { extraHeaders } from "../../../src/http/openapi/describe-operation.ts";
import { openApiDocument } from "../../../src/http/openapi/document.ts";
import type { Reference, ResponseObject } from "../../../src/http/openapi/document-types.ts";
import { writeJson } from "../../../src/http/openapi/write-json.ts";
import { convertSchemas } from "../../../src/http/openapi/zod-schemas.ts";
import { errorCodesOf } from "../../../src/http/operation.ts";
import { statusOfCode } from "../../../src/kernel/errors/app-error.ts";
import { operations } from "../../../src/operations.ts";

const document = openApiDocument(operations, "/api/v1");
const responseOf = (response: ResponseObject | Reference): ResponseObject => {
	const shared =
		"$ref" in response ? document.components.responses[response.$ref.split("/").at(-1) ?? ""] : response;
	if (!shared) throw new Error("a response is not in the document");
	return shared;
};
const described = operations.map((operation) => {
	const item = Object.entries(document.paths[operation.path] ?? {});
	const found = item.find(([method]) => method === operation.method.toLowerCase())?.[1];
	if (!found) throw new Error(`${operation.operationId} is not described`);
	return { operation, found };
});

test("the committed document is this one: `npm run generate` writes it", async () => {
	const committed = await readFile("public/api/v1/openapi.json", "utf8");
	expect(committed === writeJson(document)).toBe(true);
});

test("the document has less than 800 KB, because every client loads all of it", () => {
	expect(Buffer.byteLength(writeJson(document))).toBeLessThan(800_000);
});

describe("an operation", () => {
	test("asks for the credentials of its policy", () => {
		const keyPair = { apiKeyAuth: [], apiSecretAuth: [] };
		const session = [{ bearerAuth: [] }, { cookieAuth: [] }];
		const wallet = { walletAuth: [] };
		const anonymous = { anonymousAuth: [] };
		const expected = {
			public: [],
			developer: [keyPair, ...session],
			developer_session: session,
			any_session: [...session, wallet],
			reviewer: session,
			claimant: [keyPair, ...session, wallet, anonymous, {}],
			case_viewer: [keyPair, ...session, wallet, anonymous],
			developer_or_wallet: [keyPair, ...session, wallet],
			estate_submitter: [keyPair, ...session, wallet, {}],
			hosted_app: [anonymous],
			wallet_session: [wallet],
			estate_owner: [wallet],
		};
		for (const { operation, found } of described) {
			expect(found.security, operation.operationId).toEqual(expected[operation.policy]);
		}
	});

	test("has exactly the codes that it can give, each at its status", () => {
		for (const { operation, found } of described) {
			const codes = Object.entries(found.responses).flatMap(([status, response]) =>
				(responseOf(response)["x-error-codes"] ?? []).map((code) => `${status} ${code}`),
			);
			const possible = errorCodesOf(operation).map((code) => `${statusOfCode[code]} ${code}`);
			expect(codes.sort(), operation.operationId).toEqual(possible.sort());
		}
	});

	test("says when to try again wherever that helps, and who the request was, everywhere", () => {
		for (const { found } of described) {
			for (const [status, response] of Object.entries(found.responses)) {
				const { headers = {}, "x-error-codes": codes = [] } = responseOf(response);
				const isTemporary = ["429", "503"].includes(status) || codes.includes("IDEMPOTENCY_KEY_IN_PROGRESS");
				expect("Retry-After" in headers, status).toBe(isTemporary);
				expect("X-Request-Id" in headers).toBe(true);
			}
		}
	});

	test("has headers of its own only where it exists", () => {
		for (const [id, byStatus] of Object.entries(extraHeaders)) {
			const row = described.find(({ operation }) => operation.operationId === id);
			expect(Object.keys(row?.found.responses ?? {}), id).toEqual(
				expect.arrayContaining(Object.keys(byStatus)),
			);
		}
	});
});

test("a webhook may get members, and an account is not found for two reasons", () => {
	const { WebhookEvent } = document.components.schemas;
	expect(WebhookEvent?.description).toContain("Later versions may add members");
	expect(JSON.stringify(document)).toContain("or a reviewer named an account that does not exist");
});

describe("schemas of both directions", () => {
	const inner = z.strictObject({ size: z.number() }).meta({ id: "Inner", example: { size: 1 } });
	const both = z.strictObject({ inner, example: z.string() }).meta({ id: "Both" });
	const trimmed = z
		.strictObject({ name: z.string().transform((text) => text.length) })
		.meta({ id: "Trimmed" });
	const defaulted = z.strictObject({ page: z.number().default(1) }).meta({ id: "Defaulted" });

	test("are one component where they are the same, referred to by all who use it", () => {
		const schemas = convertSchemas([both], [inner, z.array(inner)]);
		expect(Object.keys(schemas.components)).toEqual(["Inner", "Both"]);
		expect(schemas.request(both)).toEqual({ $ref: "#/components/schemas/Both" });
		expect(schemas.components.Both).toMatchObject({
			properties: { inner: { $ref: "#/components/schemas/Inner" }, example: { type: "string" } },
		});
		expect(schemas.components.Inner).toMatchObject({ examples: [{ size: 1 }] });
	});

	test("are two where they differ, the request's with a name of its own", () => {
		const schemas = convertSchemas([defaulted], [defaulted]);
		expect(schemas.request(defaulted)).toEqual({ $ref: "#/components/schemas/DefaultedInput" });
		expect(schemas.response(defaulted)).toEqual({ $ref: "#/components/schemas/Defaulted" });
		expect(schemas.components.Defaulted).toMatchObject({ required: ["page"] });
		expect(schemas.components.DefaultedInput).not.toHaveProperty("required");
	});

	test("describe what is sent, not what it becomes", () => {
		expect(convertSchemas([trimmed], []).components.Trimmed).toMatchObject({
			properties: { name: { type: "string" } },
		});
	});
});
