// auth.md "Plain http".
/** Every response of the service keeps browsers from doing more with it than show it. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { createApp } from "../../src/app.ts";
import { newDeveloper, newKey } from "../support/auth/accounts.ts";
import { bearer, keyPairHeaders } from "../support/auth/credentials.ts";
import { call } from "../support/contract/worker-client.ts";

let developer: Awaited<ReturnType<typeof newDeveloper>>;
let pair: Awaited<ReturnType<typeof newKey>>;
beforeAll(async () => {
	developer = await newDeveloper();
	pair = await newKey(developer.headers);
});

/** A request to an app of its own, whose settings or bindings are others. */
async function send(path: string, init: RequestInit = {}, changed: object = {}): Promise<Response> {
	const context = createExecutionContext();
	const app = createApp();
	const request = new Request(
		new URL(path, "BASE_URL" in changed ? `${changed.BASE_URL}` : env.BASE_URL),
		init,
	);
	const response = await app.fetch(request, { ...env, ...changed } as Env, context);
	await waitOnExecutionContext(context);
	return response;
}

const api = (path: string) => `/api/v1${path}`;

const responses: [string, number, () => Promise<Response>][] = [
	["a success", 200, () => call("/auth/me", { headers: developer.headers })],
	["a read with a key", 200, () => call("/recovery-cases", { headers: keyPairHeaders(pair) })],
	["a public read", 200, () => call("/health")],
	["no credential", 401, () => call("/auth/me")],
	["a bad token", 401, () => call("/auth/me", { headers: bearer("a.b.c") })],
	[
		"a secret in a browser",
		403,
		() => call("/recovery-cases", { headers: { ...keyPairHeaders(pair), Origin: "https://a.test" } }),
	],
	["a bad body", 400, () => call("/auth/login", { body: "{" })],
	["another type", 415, () => call("/auth/login", { body: "{}", headers: { "Content-Type": "text/plain" } })],
	["too large a body", 413, () => call("/auth/login", { body: "x".repeat(1024 * 1024 + 1) })],
	["no such path", 404, () => call("/nothing")],
	["no such page", 404, () => send("/nothing")],
	["the home page", 200, () => send("/")],
	["another method", 405, () => call("/health", { method: "DELETE" })],
	["HEAD", 200, () => call("/health", { method: "HEAD" })],
	["OPTIONS", 405, () => call("/health", { method: "OPTIONS" })],
	["too many calls", 429, tooMany],
	["the public keys", 200, () => send("/.well-known/jwks.json")],
	["the public keys of evidence", 200, () => send("/.well-known/evidence-jwks.json")],
	["the document", 200, () => send(api("/openapi.json"))],
	["bad settings", 503, () => send(api("/health"), {}, { PEPPERS: "{}" })],
	["a page", 200, () => send("/developers/reset")],
	["a page's other methods", 405, () => send("/developers/reset", { method: "PUT" })],
];

function tooMany(): Promise<Response> {
	const refuse = { limit: async () => ({ success: false }) };
	return send(api(`/notices?chainId=1&account=0x${"11".repeat(20)}`), {}, { PUBLIC_RATE_LIMIT: refuse });
}

describe("the headers of", () => {
	it.each(responses)("%s (%i)", async (kind, status, request) => {
		const log = vi.spyOn(console, "error").mockImplementation(() => {});
		const { headers, status: actual } = await request();
		log.mockRestore();
		expect(actual).toBe(status);
		expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
		expect(headers.get("X-Frame-Options")).toBe("DENY");
		expect(headers.get("Cross-Origin-Resource-Policy")).toBe("same-origin");
		expect(headers.get("Referrer-Policy")).toMatch(/^(same-origin|strict-origin)$/);
		expect(headers.get("Content-Security-Policy")).toMatch(
			/^default-src 'none'(;.*)?; frame-ancestors 'none'(;.*)?$/,
		);
		expect(headers.get("Content-Security-Policy")).toMatch(/; base-uri 'none';/);
		expect(headers.get("Content-Security-Policy")).toMatch(/; form-action '(none|self)';/);
		expect(headers.get("Content-Security-Policy")).not.toMatch(/unsafe|\*|https?:|data:/);
		expect(headers.get("X-Request-Id")).toMatch(/^req_[0-9a-f]{32}$/);
		// Without good settings nobody knows whether the service is reached by https.
		const isKnown = kind !== "bad settings";
		expect(headers.get("Strict-Transport-Security")).toBe(isKnown ? "max-age=31536000" : null);
		const isForAll = kind.startsWith("the public keys") || kind === "the document";
		if (!isForAll) expect(headers.get("Cache-Control")).toBe("no-store");
	});

	it("a service on http say nothing of https", async () => {
		const { headers } = await send(api("/health"), {}, { BASE_URL: "http://127.0.0.1:8787" });
		expect(headers.get("Strict-Transport-Security")).toBeNull();
	});

	it("one response are its own: none leaks into the next", async () => {
		const notices = api(`/notices?chainId=1&account=0x${"11".repeat(20)}`);
		const first = await send(notices);
		expect(first.headers.get("RateLimit-Policy")).toBe('"public";q=60;w=60');
		const second = await send(api("/health"));
		expect(second.headers.get("RateLimit-Policy")).toBeNull();
		expect(second.headers.get("X-Request-Id")).not.toBe(first.headers.get("X-Request-Id"));
		const third = await send(api("/nothing"));
		for (const name of ["RateLimit-Policy", "Allow", "Set-Cookie"])
			expect(third.headers.get(name)).toBeNull();
	});
});
