/**
 * auth.md "Policies".
 *
 * What the OpenAPI document says of an operation.
 */
import { describe, expect, test } from "vitest";
import { extraHeaders } from "../../../src/http/openapi/describe-operation.ts";
import { openApiDocument } from "../../../src/http/openapi/document.ts";
import type { Reference, ResponseObject } from "../../../src/http/openapi/document-types.ts";
import { writeJson } from "../../../src/http/openapi/write-json.ts";
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
