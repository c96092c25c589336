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
import { statusOfCode } from "../../../src/kernel/app-error.ts";
import { operations } from "../../../src/operations.ts";
import { MAX_ATTEMPTS } from "../../../src/webhooks/delivery/schedule.ts";

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

test("the committed document is this one: `node scripts/openapi.ts` writes it", async () => {
	const committed = await readFile("public/api/v1/openapi.json", "utf8");
	expect(committed === writeJson(document)).toBe(true);
});

test("the document has less than 800 KB, because every client loads all of it", () => {
	expect(Buffer.byteLength(writeJson(document))).toBeLessThan(800_000);
});

test("an error response is written once, however many operations share it", () => {
	const errors = described.flatMap(({ found }) =>
		Object.entries(found.responses).filter(([status]) => Number(status) >= 400),
	);
	expect(errors.filter(([, response]) => !("$ref" in response))).toEqual([]);
	const texts = Object.values(document.components.responses).map((response) => JSON.stringify(response));
	expect(new Set(texts).size).toBe(texts.length);
});

test("the JSON that is written is the value, one line for what fits in it", () => {
	const value = { list: [1, 'a"b', null], long: ["x".repeat(80), "y".repeat(80)], left: undefined, none: {} };
	expect(JSON.parse(writeJson(value))).toEqual({ list: value.list, long: value.long, none: {} });
	expect(writeJson(value).split("\n").slice(1, 3)).toEqual([' "list": [1,"a\\"b",null],', ' "long": [']);
});

test("the rotation of a key pair says what its holder must keep, send and leave alone", () => {
	const rotate = described.find(({ operation }) => operation.operationId === "rotateApiKey");
	for (const text of ["Send `{}`", "its `keyId` is in the response", "do not revoke the old key"])
		expect(rotate?.found.description).toContain(text);
	expect(JSON.stringify(document.components.schemas.IssuedApiKey)).toContain("needs it to rotate itself");
});

test("every reference leads somewhere", () => {
	const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => path);
	expect(references.length).toBeGreaterThan(50);
	for (const reference of references) {
		const target = reference?.split("/").reduce<unknown>((within, key) => Object(within)[key], document);
		expect(target, reference).toBeDefined();
	}
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

	test("has a tag that the document explains", () => {
		const explained = document.tags.map(({ name }) => name);
		for (const { found } of described) expect(explained).toEqual(expect.arrayContaining(found.tags));
	});

	test("says who may call it, from which pages, and by schemes that are explained", () => {
		const { securitySchemes } = document.components;
		for (const { operation, found } of described) {
			expect(found.description, operation.operationId).toMatch(/(takes|Needs no credential).+CORS/s);
			for (const scheme of found.security.flatMap(Object.keys)) {
				expect(securitySchemes[scheme]?.description, scheme).toBeTruthy();
			}
		}
		expect(Object.keys(securitySchemes)).toEqual(
			expect.arrayContaining(["apiKeyAuth", "apiSecretAuth", "bearerAuth", "cookieAuth"]),
		);
		expect(String(document.info.description)).toContain("The empty requirement `{}`");
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

	test("has its parameters, required where they are", () => {
		const parametersOf = (id: string) =>
			described
				.find(({ operation }) => operation.operationId === id)
				?.found.parameters?.map((parameter) => [parameter.in, parameter.name, parameter.required]);
		expect(parametersOf("getRecoveryCase")).toEqual([["path", "caseId", true]]);
		expect(parametersOf("listNotices")).toEqual([
			["query", "chainId", false],
			["query", "account", true],
			["query", "limit", false],
			["query", "cursor", false],
		]);
		expect(
			parametersOf("listRecoveryCases")?.every(([place, , required]) => place === "query" && !required),
		).toBe(true);
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

test("the five events are described, with their headers", () => {
	expect(Object.keys(document.webhooks)).toEqual([
		"recovery_case.created",
		"recovery_case.pending",
		"recovery_case.rejected",
		"recovery_case.executed",
		"recovery_case.action_required",
	]);
	for (const { post } of Object.values(document.webhooks)) {
		expect(post?.parameters?.map(({ name }) => name)).toEqual([
			"Replevin-Webhook-Id",
			"Replevin-Webhook-Timestamp",
			"Replevin-Webhook-Signature",
			"webhook-id",
			"webhook-timestamp",
			"webhook-signature",
		]);
	}
});

describe("the document says", () => {
	const text = JSON.stringify(document);

	test.each([
		["what accepting the terms means, and where they are", "/terms/<version>.txt"],
		["that common passwords are rejected", "Several hundred common passwords"],
		["that bodies and queries are strict", "Bodies and queries are strict"],
		["that docket numbers are whole numbers", "A whole number, because wallets sign it as a uint256"],
		["that events before the execution have no txHash", "null in every event before the execution"],
		["what Idempotency-Key does", "Makes a retry safe"],
		["how a case's id follows from its jrcHash", "SHA-256(`replevin.case.v1`"],
		["how history entries are chained", "for the first entry it is the jrcHash"],
		["what keys a webhook's HMAC", "the 32 bytes that the base64 text after `whsec_` decodes to"],
		["which of several credentials decides", "the first of these decides, even if it is invalid"],
		["how long a key of Idempotency-Key may be", "A key has at most 255 characters"],
		["that a repeated filing may show a closed case", "a closed case stays `rejected`"],
		["what to send for a rotation without a choice", "Send `{}` for the default overlap"],
		["what the head of a bundle signs", "canonical JSON of the bundle without `head`"],
	])("%s", (_, words) => {
		expect(text).toContain(words);
	});
});

test("the introduction names the operations that honour Idempotency-Key", () => {
	const retries = /\*\*Retries\.\*\*.+/.exec(String(document.info.description))?.[0] ?? "";
	const named = [...retries.matchAll(/`([a-z]\w+)`/g)].map(([, name]) => name);
	const honouring = described.filter(({ found }) =>
		found.parameters?.some(({ name }) => name === "Idempotency-Key"),
	);
	expect(named.sort()).toEqual(honouring.map(({ found }) => found.operationId).sort());
	expect(named.length).toBeGreaterThan(3);
});

test("a webhook says how it is retried, until when, and what its signature needs, with the numbers of the code", () => {
	for (const { post } of Object.values(document.webhooks)) {
		const text = post?.description ?? "";
		expect(text).toContain(`${MAX_ATTEMPTS} attempts in about 75 hours`);
		const waits =
			"5 seconds, 5 minutes, 30 minutes, 2 hours, 5 hours, 10 hours, 14 hours, 20 hours and 24 hours";
		expect(text).toContain(waits);
		expect(text).toContain("up to 20 %");
		expect(text).toContain("more than 300 seconds");
		expect(text).toContain("without a success for 5 days, at which at least 10 different events have failed");
	}
});

test("a case says what its times, its actors and its other fields mean", () => {
	const { RecoveryCase, HistoryEntry } = document.components.schemas;
	const meaningOf = (schema: unknown, name: string) => Object(schema).properties[name].description;
	for (const name of ["statusNote", "source", "executeAfter", "expiresAt", "execution", "txHash", "signer"]) {
		expect(meaningOf(RecoveryCase, name), name).toMatch(/^(?!ISO).{30}/);
	}
	expect(meaningOf(RecoveryCase, "executeAfter")).toContain("only while the case is `pending`");
	expect(meaningOf(RecoveryCase, "version")).toBeTruthy();
	for (const actor of ["developer", "recovery_account", "lost_account", "clock", "chain", "reviewer:"]) {
		expect(meaningOf(HistoryEntry, "actor")).toContain(`\`${actor}\``);
	}
	expect(meaningOf(HistoryEntry, "move")).toContain("`attach_order`");
});

test("every status and reason of a case says what it means, who must act and what ends it", () => {
	const { CaseStatus, StatusReason } = document.components.schemas;
	for (const schema of [CaseStatus, StatusReason]) {
		const lines = String(schema?.description).split("\n");
		const names = lines.map((line) => /^- `(\w+)`: .+ Who must act: .+/.exec(line)?.[1]);
		expect(names).toEqual(schema?.enum);
	}
	expect(String(CaseStatus?.description)).toContain("Ends when");
	expect(JSON.stringify(document.components.schemas.RecoveryCase)).toContain(
		"#/components/schemas/StatusReason",
	);
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
