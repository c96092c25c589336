// Every route rejects an API secret that comes with an `Origin`, and the audit names its key (auth.md "Principals").
import { env } from "cloudflare:workers";
import { beforeAll, expect, it } from "vitest";
import { operations } from "../../src/operations.ts";
import { type DeveloperWithKey, newDeveloperWithKey } from "../support/auth/accounts.ts";
import { exampleBody, pathOf } from "../support/contract/contract-operations.ts";
import { call } from "../support/contract/openapi-client.ts";

let developer: DeveloperWithKey;
beforeAll(async () => {
	developer = await newDeveloperWithKey();
});

const origin = { origin: "https://page.example" };
const named = operations.map((operation) => [`${operation.method} ${operation.path}`, operation] as const);
const open = named.filter(([, { policy, cors }]) => policy === "public" && cors !== "signed");

it.each(named)("%s rejects an API secret that comes with an Origin header", async (_, operation) => {
	const response = await call(operation.method, pathOf(operation), {
		headers: { ...developer.keyPair, ...origin },
		...(operation.body && { body: exampleBody(operation) }),
	});
	expect([response.status, response.body.error?.code]).toEqual([403, "FORBIDDEN"]);
	// The message names both causes, because only one of them exposes the secret.
	expect(response.body.error.message).toMatch(
		/^An API secret was sent with an `Origin` header.*revoke this key.*your server forwarded.*remove that header/,
	);
});

it.each(open)("%s is public and ignores every other credential of a browser", async (_, operation) => {
	const { "x-api-key": apiKey, "x-api-secret": apiSecret } = developer.keyPair;
	for (const headers of [origin, { "x-api-key": apiKey, ...origin }, { "x-api-secret": apiSecret }]) {
		const body = operation.body && { surprise: true };
		const response = await call(operation.method, pathOf(operation), { headers, body });
		expect(response.status).not.toBe(403);
	}
});

it("the audit names the key whose secret a browser sent", async () => {
	const { key_id } = (await env.DB.prepare("SELECT key_id FROM api_keys WHERE developer_id = ?")
		.bind(developer.developerId)
		.first<{ key_id: string }>()) ?? { key_id: "" };
	const headers = { ...developer.keyPair, ...origin, "cf-connecting-ip": "192.0.2.44" };
	expect((await call("GET", "/health", { headers })).status).toBe(403);
	const seen = env.DB.prepare("SELECT target FROM audit_events WHERE action = 'api_key.seen_in_browser'");
	await expect
		.poll(async () => (await seen.all<{ target: string }>()).results.map(({ target }) => target))
		.toContain(key_id);
});
