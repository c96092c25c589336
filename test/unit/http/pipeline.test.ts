// auth.md "When a credential is confirmed".
// The order of things within a request: credential, validation, handler; and what a refusal leaves behind.
import { Hono } from "hono";
import { beforeAll, describe, expect, test, vi } from "vitest";
import * as z from "zod";
import { respondWithError } from "../../../src/http/error-response.ts";
import type { HonoEnv } from "../../../src/http/hono-env.ts";
import { defineOperation, type Operation } from "../../../src/http/operation.ts";
import type { Authentication, Confirmation } from "../../../src/http/principal.ts";
import { mountOperations } from "../../../src/http/router.ts";
import { AppError } from "../../../src/kernel/errors/app-error.ts";

const REQUEST_ID = `req_${"0".repeat(32)}`;
const bearer = { authorization: "Bearer a" };
const revoked: Confirmation = { kind: "rejected", code: "INVALID_AUTH", message: "Revoked." };

/** A service whose account object confirms as it is told to. */
function serve(operations: Operation[], confirm: () => Promise<Confirmation>) {
	const recognised = async (): Promise<Authentication> => ({
		kind: "recognised",
		principal: { kind: "developer", developerId: "dev", via: "session", sessionId: "ses" },
		confirm,
	});
	const app = new Hono<HonoEnv>();
	app.use(async (c, next) => {
		c.set("requestId", REQUEST_ID);
		const authenticator = { authenticateKeyPair: recognised, authenticateToken: recognised };
		c.set("services", {
			authenticator,
			requireGeneration: async () => {},
			config: {
				appOrigin: "https://replevin.test",
				ratesPerMinute: { public: 60, login: 20, credential: 600 },
			},
		} as unknown as HonoEnv["Variables"]["services"]);
		await next();
	});
	mountOperations(app, "", operations);
	app.onError(respondWithError);
	return (method: string, path: string, headers: Record<string, string> = bearer, body?: string) =>
		app.request(path, { method, headers, ...(body !== undefined && { body }) });
}

const row = (changes: object): Operation =>
	defineOperation({
		operationId: "row",
		method: "GET",
		path: "/things",
		tag: "Things",
		summary: "A row of these tests",
		policy: "developer",
		responses: {},
		errors: [],
		handler: () => ({ status: 200, body: {} }),
		...changes,
	});

const unavailable = () => {
	throw new AppError({ code: "SERVICE_UNAVAILABLE", message: "Away.", retryAfterSeconds: 7 });
};

beforeAll(() => {
	vi.spyOn(console, "error").mockImplementation(() => {});
});

describe("a read that runs beside the confirmation of its credential", () => {
	test("leaves nothing in the rejection of a revoked one, not even a header", async () => {
		const request = serve([row({ readOnly: true, handler: unavailable })], async () => {
			await new Promise((resolve) => setTimeout(resolve, 5));
			return revoked;
		});
		const response = await request("GET", "/things");
		expect(response.status).toBe(401);
		expect(response.headers.get("Retry-After")).toBeNull();
		expect(await response.json()).toMatchObject({ error: { code: "INVALID_AUTH" } });
	});

	test("is a 500 where the confirmation itself fails", async () => {
		const request = serve([row({ readOnly: true })], () => Promise.reject(new Error("object reset")));
		expect((await request("GET", "/things")).status).toBe(500);
	});
});

describe("a write", () => {
	const body = () => z.strictObject({ name: z.string() });

	test("is not run, nor its body judged, before the credential is confirmed", async () => {
		let runs = 0;
		const handler = () => {
			runs++;
			return { status: 200, body: {} };
		};
		const request = serve([row({ method: "POST", body, handler })], async () => revoked);
		for (const type of ["application/json", "text/plain"]) {
			const headers = { ...bearer, "content-type": type };
			expect((await request("POST", "/things", headers, "{")).status).toBe(401);
		}
		expect(runs).toBe(0);
	});
});
