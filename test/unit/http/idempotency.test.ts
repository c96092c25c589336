// auth.md "Idempotency keys".
import { Hono } from "hono";
import { describe, expect, it, vi } from "vitest";
import type { ClaimedRequest } from "../../../src/developers/idempotency/idempotency-service.ts";
import { respondWithError } from "../../../src/http/error-response.ts";
import type { HonoEnv } from "../../../src/http/hono-env.ts";
import { runOnce } from "../../../src/http/idempotency.ts";
import type { Operation } from "../../../src/http/operation.ts";
import type { Principal } from "../../../src/http/principal.ts";
import { AppError } from "../../../src/kernel/errors/app-error.ts";
import { StorageError } from "../../../src/kernel/errors/storage-error.ts";

const developer: Principal = { kind: "developer", developerId: "dev_1", via: "api_key", keyId: "key" };
/** An app with one operation, whose claims have this result. */
function appWith({
	principal = developer,
	earlier = "none" as "none" | "interrupted" | "completed",
	kind = "by_id" as "by_id" | "by_response" | "none",
	run = async () => ({ status: 201 as const, body: { id: 7 } }) as const,
} = {}) {
	const finished: unknown[] = [];
	const finish = (outcome: string) => async (response?: string) => void finished.push([outcome, response]);
	const claim = vi.fn(
		async (): Promise<ClaimedRequest> => ({
			kind: "claimed",
			creationId: "id",
			earlier,
			succeeded: finish("succeeded"),
			rejected: finish("rejected"),
			failed: finish("failed"),
		}),
	);
	const operation = { operationId: "create", ...(kind !== "none" && { idempotencyKey: kind }) } as Operation;
	const app = new Hono<HonoEnv>();
	app.use(async (c, next) => {
		c.set("principal", principal);
		c.set("services", { idempotency: { claim }, config: {} } as unknown as HonoEnv["Variables"]["services"]);
		await next();
	});
	app.post("/", async (c) => {
		const reply = await runOnce(c, operation, { params: {}, body: { a: 1 }, file: undefined }, run);
		return c.json("body" in reply ? (reply.body as object) : {}, reply.status);
	});
	app.onError(respondWithError);
	const post = (headers: Record<string, string> = {}) => app.request("/", { method: "POST", headers });
	return { post, claim, finished };
}

const KEY = { "Idempotency-Key": "k" };

describe("a request with an Idempotency-Key", () => {
	it.each<Principal>([
		{ kind: "origin", origin: "https://app.example", developerId: "dev_1" },
		{ kind: "anonymous", subject: "anon:1" },
		{ kind: "nobody" },
	])("is rejected if the caller has no account ($kind)", async (principal) => {
		const { post, claim } = appWith({ principal });
		const response = await post(KEY);
		expect(response.status).toBe(400);
		expect(await response.text()).toContain("only with an API key or a session");
		expect(claim).not.toHaveBeenCalled();
		expect((await post()).status).toBe(201);
	});

	it("is ignored by an operation that does not honour it", async () => {
		const { post, claim } = appWith({ kind: "none" });
		expect((await post(KEY)).status).toBe(201);
		expect(claim).not.toHaveBeenCalled();
	});

	it.each([
		[new AppError({ code: "USER_FOUND", message: "-" }), 409, "rejected"],
		[new AppError({ code: "SERVICE_UNAVAILABLE", message: "-" }), 503, "failed"],
		[new StorageError("-", "-"), 503, "failed"],
		[new TypeError("-"), 500, "failed"],
	])("that ends with %s is finished as such", async (thrown, status, outcome) => {
		vi.spyOn(console, "error").mockImplementation(() => {});
		const { post, finished } = appWith({ run: () => Promise.reject(thrown) });
		expect((await post(KEY)).status).toBe(status);
		expect(finished).toEqual([[outcome, undefined]]);
		vi.restoreAllMocks();
	});
});
