// operations.md "Health".
/** What a load balancer and an operator learn from the health, and what they cannot cause by asking. */
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createApp } from "../../src/app.ts";
import { SCHEMA_GENERATION } from "../../src/db/generation.ts";

afterEach(() => vi.restoreAllMocks());

/** An isolate of its own, which has asked nothing yet. */
function isolate(changes: object = {}) {
	const bindings = { ...env, ...changes };
	return async () => {
		const response = await createApp().request("https://replevin.test/api/v1/health", {}, bindings);
		return { status: response.status, text: await response.text() };
	};
}

const failing = () => {
	throw new Error("https://internal.example/secret-key failed");
};
const silent = () => new Promise(() => {});

it("everything responds: ok, with the version and the deployment", async () => {
	const { status, text } = await isolate()();
	expect(status).toBe(200);
	expect(JSON.parse(text)).toEqual({
		status: "ok",
		database: "ok",
		keyValue: "ok",
		objects: "ok",
		documents: "ok",
		queue: "ok",
		mail: "ok",
		rpc: {},
		version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
		deployment: env.CF_VERSION_METADATA.id || null,
		schemaGeneration: SCHEMA_GENERATION,
	});
});

describe("a part without which the service works makes it degraded", () => {
	it.each<[string, object, object]>([
		["documents that fail", { DOCUMENTS: { head: failing } }, { documents: "failing" }],
		["documents that are silent", { DOCUMENTS: { head: silent } }, { documents: "failing" }],
		["a queue that fails", { CASE_EVENTS: { metrics: failing } }, { queue: "failing" }],
		[
			"a chain's node that fails",
			{ RPC_URLS: '{"8453":"http://127.0.0.1:1/secret-key"}', ALLOW_LOCAL_WEBHOOKS: "true" },
			{ rpc: { "8453": "failing" } },
		],
	])("%s", async (_, changes, expected) => {
		const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
		const { status, text } = await isolate(changes)();
		expect([status, JSON.parse(text)]).toMatchObject([
			200,
			{ status: "degraded", database: "ok", ...expected },
		]);
		expect(text).not.toMatch(/secret-key|internal\.example|127\.0\.0\.1/);
		const levels = warn.mock.calls.map(([line]) => JSON.parse(String(line)).event);
		expect(levels).toEqual(["health"]);
	});
});

describe("a part without which nobody is served makes it unavailable", () => {
	it.each<[string, object, string]>([
		["KV that fails", { API_KEYS: { get: failing } }, "keyValue"],
		[
			"KV that is silent, beside a failing queue",
			{ API_KEYS: { get: silent }, CASE_EVENTS: { metrics: failing } },
			"keyValue, queue",
		],
		["objects that fail", { RECOVERY_CASES: { getByName: failing } }, "objects"],
	])("%s", async (_, changes, parts) => {
		vi.spyOn(console, "error").mockImplementation(() => {});
		vi.spyOn(console, "warn").mockImplementation(() => {});
		const { status, text } = await isolate(changes)();
		expect(status).toBe(503);
		expect(JSON.parse(text).error.message).toBe(
			`These parts do not respond: ${parts}. Try again in a moment.`,
		);
		expect(text).not.toMatch(/secret-key|internal\.example/);
	});
});

it("asks each part once, however often it is asked, and again after five seconds", async () => {
	const head = vi.fn(async () => null);
	const get = vi.fn(async () => null);
	const ask = isolate({ DOCUMENTS: { head }, API_KEYS: { get } });
	await Promise.all(Array.from({ length: 20 }, ask));
	for (let round = 0; round < 5; round++) await ask();
	expect([head.mock.calls.length, get.mock.calls.length]).toEqual([1, 1]);
	const now = Date.now();
	vi.spyOn(Date, "now").mockImplementation(() => now + 5_000);
	await ask();
	expect([head.mock.calls.length, get.mock.calls.length]).toEqual([2, 2]);
});

it("sees a repaired part after a second", async () => {
	vi.spyOn(console, "warn").mockImplementation(() => {});
	const head = vi.fn<() => Promise<unknown>>().mockImplementationOnce(failing).mockResolvedValue(null);
	const ask = isolate({ DOCUMENTS: { head } });
	expect(JSON.parse((await ask()).text).status).toBe("degraded");
	const now = Date.now();
	vi.spyOn(Date, "now").mockImplementation(() => now + 1_000);
	expect(JSON.parse((await ask()).text).status).toBe("ok");
});
