// The service serves the OpenAPI document of its route table, and the examples in it work.
import { exports } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { requestExamples } from "../../src/http/openapi/examples.ts";
import { operations } from "../../src/operations.ts";
import { type DeveloperWithKey, newDeveloperWithKey } from "../support/auth/accounts.ts";
import { document } from "../support/contract/contract-validation.ts";
import { call, ORIGIN } from "../support/contract/openapi-client.ts";

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
	const send = (operationId: string) => {
		const operation = operations.find((row) => row.operationId === operationId);
		if (!operation) throw new Error(`There is no operation ${operationId}.`);
		const path = operation.path.replace("{jrcHash}", jrcHash);
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

	it("contain a valid withdrawal, which fails only because the case is already rejected", async () => {
		const { status, body } = await send("withdrawRecoveryCase");
		expect([status, body.error.code]).toEqual([409, "RECOVERY_STATUS_ERROR"]);
	});

	it("belong to operations that exist", () => {
		const ids = operations.map(({ operationId }) => operationId);
		expect(Object.keys(requestExamples).filter((id) => !ids.includes(id))).toEqual([]);
	});
});
