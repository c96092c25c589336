// auth.md "Rules of fields".
// Requests outside of the route table get the one error form, and a crash reveals nothing of its cause.
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { createApp } from "../../src/app.ts";
import { operations } from "../../src/operations.ts";
import {
	CASE_ID,
	type Caller,
	credentialsFor,
	exampleBody,
	JRC_HASH,
	newCaller,
	pathOf,
} from "../support/contract/contract-operations.ts";
import { call, callOn } from "../support/contract/openapi-client.ts";

let caller: Caller;
beforeAll(async () => {
	caller = await newCaller();
});

const ALL_METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"];

describe("an unknown path", () => {
	it.each([
		"",
		"/",
		"/nothing",
		"/recovery-cases/",
		"/recovery-cases//",
		"//recovery-cases",
		"/recovery-cases/a/b/c",
		"/Recovery-Cases",
		"/recovery-cases%2Fexists",
		"/recovery%2Dcasesx",
		"/recovery-cases/exists/",
		"/recovery-cases/new-case/court-order/x",
		"/auth",
		"/auth/me/",
		"/auth/me;a=b",
		"/auth;a=b/me",
		"/auth/me%3b",
		"/auth/%2e%2e%2fhealth",
		"/auth/%6De%00",
		"/health/..%2f",
		"/%",
		"/%zz",
		"/%E0%A4%A",
		"/\u{1F480}",
		"/__proto__",
		"/constructor",
	])("%j is 404 for every method", async (path) => {
		for (const method of [...ALL_METHODS, "HEAD"]) {
			expect((await call(method, path)).status, method).toBe(404);
		}
	});

	it.each(["/recovery-cases/", "/recovery-cases//"])(
		"%s names the path without a slash at its end",
		async (path) => {
			const { body } = await call("GET", path);
			expect(body.error.message).toContain("try `/api/v1/recovery-cases`.");
		},
	);

	it("names no other path for the base path, which serves nothing", async () => {
		expect((await call("GET", "/")).body.error.message).not.toContain("try");
	});

	it("is rejected with the address of the OpenAPI document", async () => {
		const { body } = await call("GET", "/nothing");
		expect(body.error.message).toContain("/api/v1/openapi.json");
	});

	it.each(["/api", "/api/v1", "/api/v2/health", "/cdn-cgi/trace", "/recovery-cases"])(
		"%s, outside of the version prefix, is 404",
		async (path) => {
			const response = await createApp().request(`https://replevin.test${path}`, {}, env);
			expect(response.status).toBe(404);
			expect(await response.json()).toMatchObject({ error: { code: "RESOURCE_NOT_FOUND" } });
		},
	);
});

describe("a method that a path does not serve", () => {
	const paths = Map.groupBy(operations, (operation) => pathOf(operation));
	it.each([...paths])("on %s is 405 and names the methods that it serves", async (path, rows) => {
		const served = rows.map(({ method }): string => method);
		for (const method of ALL_METHODS.filter((method) => !served.includes(method))) {
			const { status, headers } = await call(method, path, { headers: caller.keyPair });
			const allow = served.flatMap((name) => (name === "GET" ? ["GET", "HEAD"] : [name]));
			expect([method, status, headers.get("Allow")]).toEqual([method, 405, allow.join(", ")]);
		}
	});

	it.each(["/api/v1/openapi.json", "/sdk.tgz", "/.well-known/jwks.json", "/.well-known/evidence-jwks.json"])(
		"on %s, which is no operation, is 405",
		async (path) => {
			for (const method of [...ALL_METHODS, "HEAD"]) {
				const response = await createApp().request(`https://replevin.test${path}`, { method }, env);
				const served = method === "GET" || method === "HEAD";
				expect([method, response.status]).toEqual([method, served ? 200 : 405]);
				expect(response.headers.get("Allow"), method).toBe(served ? null : "GET, HEAD");
				if (served) continue;
				expect(await response.json()).toMatchObject({ error: { code: "METHOD_NOT_ALLOWED" } });
			}
		},
	);

	it.each(["exists", "jrc-hash", "new-case"])(
		"on /recovery-cases/%s is not read as a case id",
		async (name) => {
			const { status, headers } = await call("GET", `/recovery-cases/${name}`, { headers: caller.keyPair });
			expect([status, headers.get("Allow")]).toEqual([405, "POST"]);
		},
	);

	it.each(["GET", "POST", "DELETE"])("is not overridden to %s by a header", async (method) => {
		const headers = { "x-http-method-override": method, "x-method-override": method };
		expect((await call("PUT", "/health", { headers })).status).toBe(405);
	});
});

describe("a parameter", () => {
	const named = operations.map((operation) => [operation.operationId, operation] as const);
	it.each(named)("of %s that it does not know is rejected by name", async (_, operation) => {
		const headers = { "content-type": "application/json", ...credentialsFor(operation, caller) };
		const body = operation.body && JSON.stringify(exampleBody(operation));
		const path = `${pathOf(operation)}?surprise=1`;
		const response = await call(operation.method, path, { headers, ...(body && { rawBody: body }) });
		expect([response.status, response.body.error?.details]).toEqual([
			400,
			expect.arrayContaining([{ field: "surprise", rule: "unknown_field", message: "is not a known field" }]),
		]);
	});

	it.each(["status=open", "status=open&status=created"])(
		"that takes a list is not given twice: %s",
		async (query) => {
			const { body } = await call("GET", `/recovery-cases?${query}`, { headers: caller.keyPair });
			expect(body.error.details).toEqual([
				{ field: "status", rule: "one_of", message: expect.stringMatching(/^must be one of .*or several/) },
			]);
		},
	);

	it("that takes one value is rejected if it is given twice", async () => {
		const { status, body } = await call("GET", "/recovery-cases?limit=1&limit=2", {
			headers: caller.keyPair,
		});
		expect([status, body.error.details]).toEqual([
			400,
			[{ field: "limit", rule: "duplicate", message: "is given twice, and takes one value" }],
		]);
	});
});

describe("HEAD", () => {
	const notices = { chainId: 1, account: `0x${"ab".repeat(20)}` };
	const reads = operations.filter(({ method }) => method === "GET");
	it.each(reads.map((operation) => [operation.operationId, operation] as const))(
		"on %s responds like GET, without a body",
		async (_, operation) => {
			const headers = credentialsFor(operation, caller);
			const options = { headers, query: operation.operationId === "listNotices" ? notices : {} };
			const get = await call("GET", pathOf(operation), options);
			const head = await call("HEAD", pathOf(operation), options);
			expect([head.status, head.body]).toEqual([get.status, undefined]);
		},
	);
	it("on a path without GET is 405", async () => {
		expect((await call("HEAD", "/recovery-cases/exists")).status).toBe(405);
	});
});

describe("a percent-encoded path", () => {
	it("is decoded before it is routed", async () => {
		const { status, body } = await call("GET", `/recovery-cases/%72${CASE_ID.slice(1)}`, {
			headers: caller.keyPair,
		});
		expect([status, body.error.code]).toEqual([404, "RESOURCE_NOT_FOUND"]);
		expect((await call("GET", "/%68ealth")).status).toBe(200);
	});

	it.each([
		"rc_%2e%2e",
		"%00",
		"rc_%",
		"%E0%A4%A",
		`${CASE_ID}%20`,
		`%20${CASE_ID}`,
		`${CASE_ID}%0a`,
		"..%5c",
	])("%s is rejected as a caseId", async (caseId) => {
		const { status, body } = await call("GET", `/recovery-cases/${caseId}`, { headers: caller.keyPair });
		expect([status, body.error.code]).toEqual([400, "INPUT_VALIDATION_ERROR"]);
		expect(body.error.details[0].field).toBe("caseId");
	});

	it.each([JRC_HASH.toUpperCase(), JRC_HASH.slice(2), `${JRC_HASH}0`, `${CASE_ID}0`])(
		"%s is rejected as a jrcHash",
		async (jrcHash) => {
			const { status, body } = await call("POST", `/recovery-cases/${jrcHash}/contest`, {
				body: { reason: "mine", signature: "0x00" },
			});
			expect([status, body.error.details[0].field]).toEqual([400, "jrcHash"]);
		},
	);
});

describe("a crash", () => {
	const SECRET = "only the operator may know this";
	const crash = () => {
		throw new TypeError(SECRET);
	};
	const app = createApp();
	const callBroken = (changed: object) =>
		callOn(async (request) => app.fetch(request, { ...env, ...changed }));

	it("is a 500 without its cause, which is in the log with the request id", async () => {
		const log = vi.spyOn(console, "error").mockImplementation(() => {});
		const { status, body } = await callBroken({ RECOVERY_CASES: { getByName: crash } })(
			"GET",
			`/recovery-cases/${CASE_ID}`,
			{ headers: caller.keyPair },
		);
		expect([status, body.error.code]).toEqual([500, "INTERNAL_SERVER_ERROR"]);
		expect(JSON.stringify(body)).not.toMatch(/operator may know|TypeError|\.ts|RECOVERY_CASES/);
		const lines = log.mock.calls.map(([line]) => String(line));
		expect(lines.some((line) => line.includes(SECRET) && line.includes(body.error.requestId))).toBe(true);
		expect(lines.join()).not.toContain(caller.keyPair["x-api-secret"]);
		log.mockRestore();
	});

	it("does not show to a caller with a rejected credential", async () => {
		const log = vi.spyOn(console, "error").mockImplementation(() => {});
		const wrong = { ...caller.keyPair, "x-api-secret": "ss_wrong" };
		const broken = new Proxy(env.DB, { get: () => crash });
		const { status, body } = await callBroken({ DB: broken })("GET", "/recovery-cases", { headers: wrong });
		expect([status, body.error.code]).toEqual([401, "INVALID_AUTH"]);
		log.mockRestore();
	});
});
