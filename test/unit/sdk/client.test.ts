/**
 * sdk.md "Requests" and "Credentials": what the client sends, and what it makes of responses.
 *
 * Over 300 lines, because each request is checked with its response.
 */
import { inspect } from "node:util";
import { afterEach, describe, expect, expectTypeOf, it, vi } from "vitest";
import {
	ApiError,
	type ErrorDetail,
	type OtherServiceDetail,
	Replevin,
	type ReplevinOptions,
	type SignerDetail,
} from "../../../sdk/src/index.ts";
import { BASE_URL, json, problem, scriptedClient } from "../../support/sdk/scripted-fetch.ts";

const PAIR = { apiKey: "sk_a", apiSecret: "ss_b" };

afterEach(() => vi.unstubAllGlobals());

describe("credentials", () => {
	it("sends a key pair", async () => {
		const { replevin, sent } = scriptedClient([json({})], PAIR);
		await replevin.health();
		expect(sent[0]?.headers.get("x-api-key")).toBe("sk_a");
		expect(sent[0]?.headers.get("x-api-secret")).toBe("ss_b");
	});

	it("sends no credential from a page to operations that take none, whose preflight allows none", async () => {
		vi.stubGlobal("document", {});
		const { replevin, sent } = scriptedClient([json({}), json({})], { accessToken: "t" });
		await replevin.health();
		await replevin.keys.list();
		expect(sent.map(({ headers }) => headers.get("Authorization"))).toEqual([null, "Bearer t"]);
	});

	it("asks for the session's token at each request, because it may be renewed", async () => {
		let count = 0;
		const { replevin, sent } = scriptedClient([json({}), json({})], {
			accessToken: async () => `t${++count}`,
		});
		await replevin.health();
		await replevin.health();
		expect(sent.map(({ headers }) => headers.get("Authorization"))).toEqual(["Bearer t1", "Bearer t2"]);
	});

	it.each([
		["a page", { document: {} }],
		["a worker of a page", { navigator: { userAgent: "Mozilla/5.0 (X11; Linux x86_64)" } }],
		["an app of React Native", { navigator: { product: "ReactNative" } }],
	])("refuses a secret in %s", (_, globals) => {
		for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
		expect(() => new Replevin({ baseUrl: BASE_URL, ...PAIR })).toThrow("everybody who opens it");
		expect(() => new Replevin({ baseUrl: BASE_URL, accessToken: "t" })).not.toThrow();
	});

	it.each([["Cloudflare-Workers"], ["Node.js/24"], ["Deno/2.5"], ["Bun/1.3"]])(
		"takes a secret where the user agent is %s",
		(userAgent) => {
			vi.stubGlobal("navigator", { userAgent });
			expect(() => new Replevin({ baseUrl: BASE_URL, ...PAIR })).not.toThrow();
		},
	);

	it("never sends cookies or its own headers from a page", async () => {
		vi.stubGlobal("document", {});
		const { replevin, sent } = scriptedClient([json({})]);
		await replevin.health();
		expect(sent[0]?.init).toHaveProperty("credentials", "omit");
		expect([...(sent[0]?.headers.keys() ?? [])]).toEqual([]);
	});

	it.each(["baseUrl", "apiKey", "apiSecret"])(
		"rejects an undefined %s, as of a variable that is not set",
		(name) => {
			const options = { baseUrl: BASE_URL, ...PAIR, [name]: undefined };
			expect(() => new Replevin(options)).toThrow(`${name} is undefined.`);
		},
	);

	it("rejects a key pair that is undefined as a whole, but not beside an access token", () => {
		const nothing = { apiKey: undefined, apiSecret: undefined };
		expect(() => new Replevin({ baseUrl: BASE_URL, ...nothing })).toThrow("apiKey is undefined.");
		const options = { baseUrl: BASE_URL, ...nothing, accessToken: "t" } as unknown as ReplevinOptions;
		expect(() => new Replevin(options)).not.toThrow();
	});

	it.each([
		["half a pair", { apiKey: "sk_a" }, "two halves"],
		["the other half", { apiSecret: "ss_b" }, "two halves"],
		["two credentials", { ...PAIR, accessToken: "t" }, "one credential"],
		["http to another machine", { baseUrl: "http://replevin.example" }, "https"],
		["a path", { baseUrl: "https://replevin.example/api/v1" }, "origin"],
		["a password", { baseUrl: "https://a:b@replevin.example" }, "origin"],
		["no URL", { baseUrl: "replevin.example" }, "origin"],
		["another scheme", { baseUrl: "file:///etc" }, "origin"],
	])("rejects %s", (_, options, words) => {
		expect(() => new Replevin({ baseUrl: BASE_URL, ...options } as ReplevinOptions)).toThrow(words);
	});

	it.each([
		["a secret", { apiKey: "sk_a", apiSecret: "ss_b\nss_c" }],
		["a secret with a sign of another alphabet", { apiKey: "sk_a", apiSecret: "ss_b\u2026" }],
		["a token", { accessToken: "ss_b\r\nx-evil: 1" }],
		["no secret", { apiKey: "sk_a", apiSecret: "" }],
	])("rejects %s that no header can carry, and never repeats it", (_, options) => {
		const create = () => new Replevin({ baseUrl: BASE_URL, ...options } as ReplevinOptions);
		expect(create).toThrow("visible ASCII");
		expect(create).not.toThrow("ss_");
	});

	it("rejects such a token of a function, and takes one with a line break at its end", async () => {
		const accessToken = () => "t_secret\n2";
		const { replevin, sent } = scriptedClient([], { accessToken });
		const error = (await replevin.health().catch((caught: unknown) => caught)) as Error;
		expect(error).toBeInstanceOf(TypeError);
		expect(error.message).not.toContain("t_secret");
		expect(sent).toEqual([]);
		const ended = scriptedClient([json({})], { accessToken: "t_1\n" });
		await ended.replevin.health();
		expect(ended.sent[0]?.headers.get("Authorization")).toBe("Bearer t_1");
	});

	it.each(["http://localhost:8787", "http://127.0.0.1:8787", "http://[::1]:8787"])("takes %s", (baseUrl) => {
		expect(() => new Replevin({ baseUrl })).not.toThrow();
	});
});

describe("requests", () => {
	it("sends an empty body for a link without settings", async () => {
		const { replevin, sent } = scriptedClient([json({ linkId: "l" }, 201)]);
		await replevin.links.create();
		expect(sent[0]).toMatchObject({ body: {} });
		expect(sent[0]?.headers.get("Content-Type")).toBe("application/json");
	});

	it("encode path, query and body", async () => {
		const { replevin, sent } = scriptedClient([json({}), json({ data: [], nextCursor: null })]);
		await replevin.webhooks.update("ep_ab/../c", { enabled: true });
		await replevin.cases.list({ status: "pending", reference: "a b&c" }).page();
		expect(sent[0]).toMatchObject({
			method: "PATCH",
			url: `${BASE_URL}/api/v1/webhook-endpoints/ep_ab%2F..%2Fc`,
			body: { enabled: true },
		});
		expect(sent[0]?.headers.get("Content-Type")).toBe("application/json");
		expect(sent[1]?.url).toBe(`${BASE_URL}/api/v1/recovery-cases?status=pending&reference=a+b%26c`);
		expect(sent[1]?.init.body).toBeUndefined();
	});

	it.each(["", ".", "..", undefined as never])("reject the id %j, which would lead elsewhere", async (id) => {
		const { replevin, sent } = scriptedClient([json({})]);
		await expect(replevin.cases.get(id)).rejects.toThrow("caseId must be an id");
		expect(sent).toEqual([]);
	});

	it("send a file as a form, with objects as JSON", async () => {
		const { replevin, sent } = scriptedClient([json({})]);
		const file = new Blob(["%PDF-1.7"], { type: "application/pdf" });
		const courtInfo = { title: "t", fullCaseNumber: "n", courtId: "c", docketNumber: 1 };
		await replevin.estates.releases.request("0x1", { file, code: "c", courtInfo, applicant: "a" });
		const form = sent[0]?.init.body as FormData;
		expect(form.get("courtInfo")).toBe(JSON.stringify(courtInfo));
		expect(await (form.get("file") as File).text()).toBe("%PDF-1.7");
		expect(sent[0]?.headers.has("Content-Type")).toBe(false);
	});

	it("are not sent if the caller has ended the call while the token was asked for", async () => {
		const caller = new AbortController();
		const accessToken = async () => {
			caller.abort(new Error("changed my mind"));
			return "t";
		};
		const { replevin, sent } = scriptedClient([json({})], { accessToken });
		const call = replevin.keys.create({ label: "x" }, { signal: caller.signal });
		await expect(call).rejects.toThrow("changed my mind");
		expect(sent).toEqual([]);
	});

	it("end with the caller's signal while the token is asked for", async () => {
		const accessToken = () => new Promise<string>(() => {});
		const { replevin, sent } = scriptedClient([json({})], { accessToken });
		const caller = new AbortController();
		const call = replevin.health({ signal: caller.signal });
		caller.abort(new Error("changed my mind"));
		await expect(call).rejects.toThrow("changed my mind");
		expect(sent).toEqual([]);
	});

	it.each(["a\nb", "", "schlüssel"])(
		"reject the idempotencyKey %j, which no header can carry",
		async (key) => {
			const { replevin, sent } = scriptedClient([json({})]);
			const call = replevin.keys.create({ label: "x" }, { idempotencyKey: key });
			await expect(call).rejects.toThrow(TypeError);
			expect(sent).toEqual([]);
		},
	);

	it.each([
		[{ timeoutMs: Number.NaN }],
		[{ maxRetries: Number.NaN }],
		[{ maxRetries: -1 }],
		[{ timeoutMs: null as never }],
		[{ timeoutMs: "1000" as never }],
	])("reject %j, in a call and in a client", async (options) => {
		const { replevin, sent } = scriptedClient([json({})]);
		await expect(replevin.health(options)).rejects.toThrow(TypeError);
		expect(sent).toEqual([]);
		expect(() => new Replevin({ baseUrl: BASE_URL, ...options })).toThrow("must be a number from 0 on");
		expect(() => new Replevin({ baseUrl: BASE_URL, maxRetryWaitMs: Number.NaN })).toThrow(TypeError);
	});

	it("release the body of a redirect, which nobody reads", async () => {
		const cancel = vi.fn();
		const { replevin } = scriptedClient([new Response(new ReadableStream({ cancel }), { status: 302 })]);
		await expect(replevin.health()).rejects.toThrow("redirects");
		expect(cancel).toHaveBeenCalled();
	});

	it("are not sent on to where a redirect leads, since they hold a secret", async () => {
		const { replevin, sent } = scriptedClient(
			[new Response(null, { status: 307, headers: { Location: "https://evil.example" } })],
			PAIR,
		);
		await expect(replevin.health()).rejects.toThrow("redirects");
		expect(sent[0]?.init.redirect).toBe("manual");
		expect(sent).toHaveLength(1);
	});
});

describe("responses", () => {
	it("come with status, headers and request id if the caller asks", async () => {
		const { replevin } = scriptedClient([json({ a: 1 }, 201, { Location: "/x" }), json({ a: 2 })]);
		const { data, response, requestId } = await replevin.cases.create({} as never).withResponse();
		expect([data, response.status, response.headers.get("Location"), requestId]).toEqual([
			{ a: 1 },
			201,
			"/x",
			"req_1",
		]);
		expect(await (await replevin.health().asResponse()).text()).toBe('{"a":2}');
	});

	it("are bytes with their type where the operation returns a file", async () => {
		const bytes = new Uint8Array([37, 80, 68, 70, 255]);
		const { replevin } = scriptedClient([
			new Response(bytes, { headers: { "Content-Type": "application/pdf" } }),
		]);
		const blob = await replevin.cases.documents.read("rc_1", "doc_1");
		expect(blob.type).toBe("application/pdf");
		expect(new Uint8Array(await blob.arrayBuffer())).toEqual(bytes);
	});

	it("become errors with code, details and request id", async () => {
		const details = [
			{ field: "signature", rule: "signer", message: "must be signed", recoveredSigner: "0x9" },
		];
		const { replevin } = scriptedClient([problem("INVALID_SIGNER", 403, { details })]);
		const error: unknown = await replevin.cases.create({} as never).catch((caught) => caught);
		expect(error).toBeInstanceOf(ApiError);
		expect(error).toMatchObject({ requestId: "req_1", status: 403, operation: "createRecoveryCase" });
		expect(String(error)).toBe("ApiError: It failed. signature: must be signed. (INVALID_SIGNER, req_1)");
		expect(inspect(error)).toMatch(/^ApiError: It failed\./);
		if (error instanceof ApiError && error.code === "INVALID_SIGNER") {
			expectTypeOf(error.details).toEqualTypeOf<[SignerDetail | OtherServiceDetail]>();
			const [detail] = error.details;
			expect(detail.rule === "signer" && detail.recoveredSigner).toBe("0x9");
		}
		if (error instanceof ApiError && error.code === "FORBIDDEN")
			expectTypeOf(error.details).toEqualTypeOf<ErrorDetail[]>();
		expect(JSON.stringify(error)).not.toContain("response");
	});

	it.each([[null], [{ a: 1 }], ["text"], [[null]], [[{ field: 1, message: "" }]]])(
		"with details of another service (%j) are not those of the service, nor a broken connection",
		async (details) => {
			const { replevin, sent } = scriptedClient([problem("DENIED", 403, { details })]);
			await expect(replevin.health()).rejects.toMatchObject({ name: "UnexpectedResponseError", status: 403 });
			expect(sent).toHaveLength(1);
		},
	);

	it.each([[null], ["text"], [1], [[]]])("that are no object (%j) are unexpected", async (body) => {
		const { replevin } = scriptedClient([json(body)]);
		await expect(replevin.health()).rejects.toMatchObject({ name: "UnexpectedResponseError", status: 200 });
	});

	it("without a request id are not errors of the service", async () => {
		const { replevin } = scriptedClient([json({ error: { code: "not_found", message: "No." } }, 404)]);
		await expect(replevin.health()).rejects.toMatchObject({ name: "UnexpectedResponseError", status: 404 });
	});

	it("without details have none", async () => {
		const { replevin } = scriptedClient([problem("FORBIDDEN", 403)]);
		await expect(replevin.health()).rejects.toMatchObject({ details: [] });
	});
});

describe("hooks", () => {
	it("see each attempt, without credentials", async () => {
		const seen: unknown[] = [];
		const note = (event: unknown) => void seen.push(event);
		const hooks = { onRequest: note, onResponse: note, onRetry: note };
		const { replevin } = scriptedClient(
			[problem("RATE_LIMITED", 429, {}, { "Retry-After": "0" }), json({})],
			{
				...PAIR,
				hooks,
			},
		);
		await replevin.health();
		const attempt = { operation: "getHealth", method: "GET", url: `${BASE_URL}/api/v1/health` };
		expect(seen).toMatchObject([
			{ ...attempt, attempt: 1 },
			{ ...attempt, attempt: 1, status: 429, requestId: "req_1", durationMs: expect.any(Number) },
			{ ...attempt, attempt: 1, error: { code: "RATE_LIMITED" } },
			{ ...attempt, attempt: 2 },
			{ ...attempt, attempt: 2, status: 200 },
		]);
		expect(JSON.stringify(seen)).not.toMatch(/sk_a|ss_b/);
	});

	it("cannot break a call", async () => {
		const onResponse = () => {
			throw new Error("the log is full");
		};
		const { replevin } = scriptedClient([json({ a: 1 })], { hooks: { onResponse } });
		expect(await replevin.health()).toEqual({ a: 1 });
	});

	it("cannot end the process by a promise that is rejected", async () => {
		const rejections: unknown[] = [];
		const note = (reason: unknown) => void rejections.push(reason);
		process.on("unhandledRejection", note);
		const onResponse = async () => {
			throw new Error("the log is full");
		};
		const { replevin } = scriptedClient([json({ a: 1 })], { hooks: { onResponse } });
		expect(await replevin.health()).toEqual({ a: 1 });
		// Node.js reports a rejection after the turn in which it happened.
		await new Promise((resolve) => setTimeout(resolve, 5));
		process.off("unhandledRejection", note);
		expect(rejections).toEqual([]);
	});
});
