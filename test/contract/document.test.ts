// auth.md "Rules of fields".
// The service serves the OpenAPI document of its route table, and the examples in it work.
import { exports } from "cloudflare:workers";
import { Webhook } from "standardwebhooks";
import { beforeAll, describe, expect, it } from "vitest";
import { recordedExamples } from "../../src/http/openapi/recorded-examples.ts";
import { sha256Hex } from "../../src/kernel/crypto/sha256.ts";
import { canonicalJson } from "../../src/kernel/encoding/canonical-json.ts";
import { operations } from "../../src/operations.ts";
import { type DeveloperWithKey, newDeveloperWithKey } from "../support/auth/accounts.ts";
import { describedOperation } from "../support/contract/contract-operations.ts";
import { document, schemaProblem } from "../support/contract/contract-validation.ts";
import { exampleValues } from "../support/contract/example-shapes.ts";
import { call, ORIGIN } from "../support/contract/openapi-client.ts";
import { requestExamples } from "../support/contract/request-examples.ts";
import { newCaseBody } from "../support/signing/signing.ts";
import { vectorIntent } from "../support/signing/vectors.ts";

const served = () => exports.default.fetch(`${ORIGIN}/api/v1/openapi.json`);

describe("/api/v1/openapi.json", () => {
	it("is served, and equals the document of the route table", async () => {
		const response = await served();
		expect(response.status).toBe(200);
		expect(response.headers.get("Content-Type")).toContain("application/json");
		expect(response.headers.get("X-Request-Id")).toMatch(/^req_[0-9a-f]{32}$/);
		const text = await response.text();
		expect(JSON.parse(text)).toEqual(document);
		expect(text.endsWith("}\n")).toBe(true);
	});

	it("describes exactly the operations of the route table", () => {
		const described = Object.entries(document.paths).flatMap(([path, item]) =>
			Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
		);
		const rows = operations.map(({ method, path }) => `${method} ${path}`);
		expect(described.sort()).toEqual(rows.sort());
	});
});

describe("the request examples of the document", () => {
	let developer: DeveloperWithKey;
	beforeAll(async () => {
		developer = await newDeveloperWithKey();
	});
	const jrcHash = "0xfce7895067815e3cc192febc0e5353cbcc25d8cfc00f0a18f989227139b1b70b";
	const send = (operationId: string, ofCase = jrcHash) => {
		const operation = operations.find((row) => row.operationId === operationId);
		if (!operation) throw new Error(`There is no operation ${operationId}.`);
		const path = operation.path.replace("{jrcHash}", ofCase);
		return call(operation.method, path, { body: requestExamples[operationId], headers: developer.keyPair });
	};

	it("are accepted as they stand, from a new case to its contest", async () => {
		expect((await send("calculateJrcHash")).body.jrcHash).toBe(jrcHash);
		expect((await send("findDuplicateCase")).body.caseExists).toBe(false);
		expect((await send("createRecoveryCase")).status).toBe(201);
		expect((await send("createRecoveryCase")).status).toBe(200);
		expect((await send("findDuplicateCase")).body.caseExists).toBe(true);
		expect((await send("attachCourtOrder")).body.status).toBe("pending");
		expect((await send("addCaseDocument")).status).toBe(201);
		expect((await send("addCaseDocument")).status).toBe(200);
		expect((await send("contestRecoveryCase")).body.status).toBe("rejected");
	});

	it("contain a valid withdrawal of another case", async () => {
		const intent = { ...vectorIntent, rec: { ...vectorIntent.rec, reasonForRecovery: "other" as const } };
		const body = await newCaseBody(intent);
		const filed = await call("POST", "/recovery-cases/new-case", { body, headers: developer.keyPair });
		expect(filed.status).toBe(201);
		expect((await send("withdrawRecoveryCase", filed.body.jrcHash)).body.status).toBe("rejected");
	});

	it("get the INVALID_SIGNER of the document for the signature of another message", async () => {
		const { signature } = Object(requestExamples.attachCourtOrder);
		const body = { ...Object(requestExamples.createRecoveryCase), signature };
		const headers = developer.keyPair;
		const { body: responded } = await call("POST", "/recovery-cases/new-case", { body, headers });
		const wordsOf = (error: object) =>
			JSON.stringify({ ...error, requestId: "" }).replaceAll(/0x[0-9a-fA-F]+/g, "0x");
		const { error } = Object(document.components.examples.INVALID_SIGNER?.value);
		expect(wordsOf(responded.error)).toBe(wordsOf(error));
	});
});

describe("every example", () => {
	const described = operations.map((operation) => [operation.operationId, operation] as const);
	const hint = "record one in scripts/examples/story, and run `npm run examples` and `npm run generate`";

	it.each(described)("of %s is there for each request and success, and valid", (_, operation) => {
		const found = describedOperation(operation);
		const pointer = ["paths", operation.path, operation.method.toLowerCase()];
		for (const [type, content] of Object.entries(found.requestBody?.content ?? {})) {
			const values = exampleValues(content);
			expect(values.length, `a request in ${type}: ${hint}`).toBeGreaterThan(0);
			for (const value of values) {
				expect(schemaProblem([...pointer, "requestBody", "content", type, "schema"], value)).toBeUndefined();
			}
		}
		for (const [status, response] of Object.entries(found.responses)) {
			if ("$ref" in response || Number(status) >= 300) continue;
			const contents = Object.entries(response.content ?? {});
			expect(contents.flatMap(([, content]) => exampleValues(content)).length, `${status}: ${hint}`).not.toBe(
				0,
			);
			for (const value of exampleValues(response.content?.["application/json"] ?? {})) {
				const place = ["responses", status, "content", "application/json", "schema"];
				expect(schemaProblem([...pointer, ...place], value)).toBeUndefined();
			}
		}
		for (const parameter of found.parameters ?? []) {
			expect(parameter.in === "path" && parameter.example === undefined, `${parameter.name}: ${hint}`).toBe(
				false,
			);
		}
	});

	const created = document.paths["/webhook-endpoints"]?.post?.responses[201];
	const endpointContent = (created && "content" in created && created.content?.["application/json"]) || {};

	it.each(Object.entries(document.webhooks))("of %s is there, valid and signed", async (type, { post }) => {
		const value = post?.requestBody?.content["application/json"].example;
		const place = ["webhooks", type, "post", "requestBody", "content", "application/json", "schema"];
		expect(schemaProblem(place, value)).toBeUndefined();
		expect(value).toMatchObject({ type });
		const header = (name: string) =>
			String(post?.parameters?.find((parameter) => parameter.name === name)?.example);
		const { secret } = Object(exampleValues(endpointContent)[0]);
		const headers = Object.fromEntries(
			["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => [name, header(name)]),
		);
		const verifier = new Webhook(secret);
		const signed = verifier.sign(
			headers["webhook-id"] ?? "",
			new Date(Number(headers["webhook-timestamp"]) * 1000),
			JSON.stringify(value),
		);
		expect(headers["webhook-signature"]).toBe(signed);
	});

	it("links up: the same id, hash and time wherever it is the same thing", () => {
		const { createRecoveryCase, getRecoveryCaseEvidence, contestRecoveryCase } = recordedExamples.operations;
		const text = JSON.stringify([getRecoveryCaseEvidence, contestRecoveryCase]);
		const created = Object(createRecoveryCase?.responses[201]?.content["application/json"]?.example);
		for (const shown of [created.caseId, created.jrcHash, created.history[0].hash, created.createdAt]) {
			expect(text).toContain(shown);
		}
	});

	it("contains a history whose hashes are right", () => {
		const recorded = recordedExamples.operations.getRecoveryCaseEvidence;
		const bundle = Object(recorded?.responses[200]?.content["application/json"]?.example);
		expect(bundle.history.length).toBeGreaterThan(2);
		let previousHash = bundle.jrcHash;
		for (const { entry, payload } of bundle.history) {
			const { hash, ...unhashed } = entry;
			expect(unhashed.payloadHash).toBe(sha256Hex(canonicalJson(payload)));
			expect(hash).toBe(sha256Hex(canonicalJson({ ...unhashed, previousHash })));
			previousHash = hash;
		}
	});

	it("has a secret of one repeated character, which no scanner takes for a real one", () => {
		const text = JSON.stringify(recordedExamples);
		const secrets = [
			...text.matchAll(/\bs[ks]_(\w+)\w{6}\b/g),
			...text.matchAll(/\bwhsec_([\w+/]+)\w=/g),
			...text.matchAll(/\beyJ[\w-]+\.[\w-]+\.([\w-]+)/g),
		].map(([, random = ""]) => random);
		expect(secrets.length).toBeGreaterThan(5);
		expect(secrets.filter((random) => new Set(random).size > 4)).toEqual([]);
	});
});
