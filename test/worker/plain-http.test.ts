// A deployed service rejects requests that came without TLS, and never redirects them (auth.md "Plain http").
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, expect, it } from "vitest";
import { createApp } from "../../src/app.ts";
import { newDeveloper, newKey } from "../support/auth/accounts.ts";
import { keyPairHeaders } from "../support/auth/credentials.ts";

const HOST = "api.example.com";
/** Cloudflare sets it on every request. */
const ON_CLOUDFLARE = { "CF-Ray": "8f00000000000000-FRA" };

let pair: Record<string, string>;
beforeAll(async () => {
	pair = keyPairHeaders(await newKey((await newDeveloper()).headers));
});

async function send(url: string, init: RequestInit, baseUrl = `https://${HOST}`): Promise<Response> {
	const context = createExecutionContext();
	const response = await createApp().fetch(
		new Request(url, { redirect: "manual", ...init }),
		{ ...env, BASE_URL: baseUrl } as Env,
		context,
	);
	await waitOnExecutionContext(context);
	return response;
}

it.each([
	["a call with a key pair", "/api/v1/recovery-cases", () => ({ headers: { ...pair, ...ON_CLOUDFLARE } })],
	["a public call", "/api/v1/health", () => ({ headers: ON_CLOUDFLARE })],
	[
		"a login",
		"/api/v1/auth/login",
		() => ({ method: "POST", body: "{}", headers: { "Content-Type": "application/json", ...ON_CLOUDFLARE } }),
	],
	["a page", "/developers/reset", () => ({ headers: ON_CLOUDFLARE })],
	["a path that does not exist", "/nothing", () => ({ headers: ON_CLOUDFLARE })],
])("rejects %s over plain http, and says that its secrets were readable", async (_, path, init) => {
	const response = await send(`http://${HOST}${path}`, init());
	expect(response.status).toBe(403);
	expect(response.headers.get("Location")).toBeNull();
	expect(await response.json()).toMatchObject({
		error: {
			code: "FORBIDDEN",
			message: expect.stringMatching(/plain http.*https:\/\/api\.example\.com.*replace/),
		},
	});
});

it("serves the same call over https", async () => {
	const response = await send(`https://${HOST}/api/v1/recovery-cases`, {
		headers: { ...pair, ...ON_CLOUDFLARE },
	});
	expect(response.status).toBe(200);
});

it("serves plain http behind another proxy, which ends TLS itself", async () => {
	const response = await send(`http://${HOST}/api/v1/recovery-cases`, { headers: pair });
	expect(response.status).toBe(200);
});

it("serves plain http on its own machine", async () => {
	const local = "http://127.0.0.1:8787";
	const response = await send(
		`${local}/api/v1/recovery-cases`,
		{ headers: { ...pair, ...ON_CLOUDFLARE } },
		local,
	);
	expect(response.status).toBe(200);
});
