// recovery.md "Beyond the specification".
/** Rate limits: the key that each call is counted by, the response headers, and failing bindings. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { createApp } from "../../src/app.ts";
import { generateKeyPair } from "../../src/developers/api-keys/key-format.ts";
import { newDeveloper, newEmail, newKey } from "../support/auth/accounts.ts";
import { keyPairHeaders, PASSWORD } from "../support/auth/credentials.ts";
import { errorOf } from "../support/contract/worker-client.ts";

let developer: Awaited<ReturnType<typeof newDeveloper>>;
let pair: Awaited<ReturnType<typeof newKey>>;
beforeAll(async () => {
	developer = await newDeveloper();
	pair = await newKey(developer.headers);
});

type Counted = { binding: string; key: string };

/** Calls the service with bindings that record their keys. The binding named by `refuse` rejects. */
async function sendTo(path: string, init: RequestInit & { refuse?: string } = {}) {
	const counted: Counted[] = [];
	const binding = (name: string) => ({
		limit: async ({ key }: { key: string }) => {
			counted.push({ binding: name, key });
			return { success: init.refuse !== name };
		},
	});
	const names = ["PUBLIC_RATE_LIMIT", "LOGIN_RATE_LIMIT", "CREDENTIAL_RATE_LIMIT"];
	const bindings = Object.fromEntries(names.map((name) => [name, binding(name)]));
	const context = createExecutionContext();
	const request = new Request(`https://replevin.test${path}`, init);
	const response = await createApp().fetch(request, { ...env, ...bindings } as Env, context);
	await waitOnExecutionContext(context);
	return { response, counted };
}

const send = (path: string, init?: Parameters<typeof sendTo>[1]) => sendTo(`/api/v1${path}`, init);

const notices = `/notices?chainId=1&account=0x${"11".repeat(20)}`;
const from = (address: string) => ({ "CF-Connecting-IP": address });
const credentials = (email = newEmail()) => ({
	method: "POST",
	headers: { "Content-Type": "application/json", ...from("203.0.113.9") },
	body: JSON.stringify({ email, password: PASSWORD }),
});

describe("a page is counted", () => {
	const open = (headers: Record<string, string>, refuse?: string) =>
		sendTo("/privacy", {
			headers: { ...from("203.0.113.9"), ...headers },
			...(refuse && { refuse }),
		});

	it("by client address, apart from the API's calls", async () => {
		const { response, counted } = await open({});
		expect(response.status).toBe(200);
		expect(counted).toEqual([{ binding: "PUBLIC_RATE_LIMIT", key: "page:203.0.113.9" }]);
	});

	it("by session, which the key does not reveal, so that the people of an office have a limit each", async () => {
		const keys = [];
		for (const cookie of ["__Host-wallet=one", "__Host-wallet=two", "access_token=one"]) {
			const { counted } = await open({ Cookie: cookie });
			expect(counted[0]).toEqual({ binding: "CREDENTIAL_RATE_LIMIT", key: "page:203.0.113.9" });
			expect(counted[1]).toEqual({
				binding: "PUBLIC_RATE_LIMIT",
				key: expect.stringMatching(/^page:0x[0-9a-f]{64}$/),
			});
			keys.push(counted[1]?.key);
		}
		expect(new Set(keys).size).toBe(2);
	});

	it("by client address as well if its session may be invented", async () => {
		const { response, counted } = await open({ Cookie: "__Host-wallet=invented" }, "CREDENTIAL_RATE_LIMIT");
		expect(response.status).toBe(429);
		expect(counted).toHaveLength(1);
	});
});

describe("a call is counted", () => {
	it("by client address if it needs no credential", async () => {
		const { response, counted } = await send(notices, { headers: from("2001:db8:1:2:3::4") });
		expect(response.headers.get("RateLimit-Policy")).toBe('"public";q=60;w=60');
		expect(response.headers.get("RateLimit")).toBeNull();
		expect(counted).toEqual([{ binding: "PUBLIC_RATE_LIMIT", key: "2001:db8:1:2::/64" }]);
	});

	it("against a stricter limit if it checks a password or creates an account", async () => {
		for (const path of ["/auth/login", "/auth/register"]) {
			const { response, counted } = await send(path, credentials());
			expect(response.headers.get("RateLimit-Policy")).toBe('"login";q=20;w=60');
			expect(counted).toEqual([{ binding: "LOGIN_RATE_LIMIT", key: "203.0.113.9" }]);
		}
	});

	it("by the id of its credential, without revealing the credential", async () => {
		const { response, counted } = await send("/recovery-cases", { headers: keyPairHeaders(pair) });
		expect(response.headers.get("RateLimit-Policy")).toBe('"credential";q=600;w=60');
		expect(counted).toEqual([{ binding: "CREDENTIAL_RATE_LIMIT", key: `key:${pair.keyId}` }]);
		const { counted: ofSession } = await send("/auth/me", { headers: developer.headers });
		expect(ofSession).toEqual([
			{ binding: "CREDENTIAL_RATE_LIMIT", key: expect.stringMatching(/^session:ses_[0-9a-f]{32}$/) },
		]);
	});

	it("not at all if the credential is rejected or it is a health check", async () => {
		expect((await send("/auth/me")).counted).toEqual([]);
		expect((await send("/health")).counted).toEqual([]);
	});
});

describe("a call over the limit", () => {
	it("says that a credential changes nothing where the route ignores it", async () => {
		const refuse = { refuse: "PUBLIC_RATE_LIMIT" };
		const { response } = await send(notices, { headers: keyPairHeaders(pair), ...refuse });
		expect((await errorOf(response)).message).toMatch(/your network.*with or without a credential/);
	});

	const cases: [string, string, () => Promise<{ response: Response }>][] = [
		["public", "60", () => send(notices, { refuse: "PUBLIC_RATE_LIMIT" })],
		["login", "20", () => send("/auth/login", { ...credentials(), refuse: "LOGIN_RATE_LIMIT" })],
		[
			"credential",
			"600",
			() => send("/recovery-cases", { headers: keyPairHeaders(pair), refuse: "CREDENTIAL_RATE_LIMIT" }),
		],
	];
	it.each(cases)("for %s responds 429 with the rate-limit headers", async (name, quota, request) => {
		const { response } = await request();
		expect(response.headers.get("Retry-After")).toBe("60");
		expect(response.headers.get("RateLimit-Policy")).toBe(`"${name}";q=${quota};w=60`);
		expect(response.headers.get("RateLimit")).toBe(`"${name}";r=0;t=60`);
		expect(await errorOf(response)).toMatchObject({ status: 429, code: "RATE_LIMITED" });
	});

	it("creates no account", async () => {
		const email = newEmail();
		await send("/auth/register", { ...credentials(email), refuse: "LOGIN_RATE_LIMIT" });
		const row = await env.DB.prepare("SELECT 1 FROM developers WHERE email = ?").bind(email).first();
		expect(row).toBeNull();
	});

	it("issues no key", async () => {
		const body = JSON.stringify({ label: "x" });
		const headers = { ...developer.headers, "Content-Type": "application/json" };
		const init = { method: "POST", headers, body, refuse: "CREDENTIAL_RATE_LIMIT" };
		expect((await send("/auth/api-keys", init)).response.status).toBe(429);
		const keys = await env.ACCOUNTS.getByName(developer.developerId).listKeys({ now: Date.now() });
		expect(keys.map(({ label }) => label)).not.toContain("x");
	});
});

it("a rate-limit binding that fails or is missing lets calls pass", async () => {
	const log = vi.spyOn(console, "warn").mockImplementation(() => {});
	const broken = { limit: () => Promise.reject(new Error("internal error")) };
	for (const binding of [broken, undefined]) {
		const changed = { PUBLIC_RATE_LIMIT: binding, CREDENTIAL_RATE_LIMIT: binding };
		for (const [path, headers] of [
			[notices, {}],
			["/recovery-cases", keyPairHeaders(pair)],
		] as const) {
			const request = new Request(`https://replevin.test/api/v1${path}`, { headers });
			const context = createExecutionContext();
			const response = await createApp().fetch(request, { ...env, ...changed } as unknown as Env, context);
			await waitOnExecutionContext(context);
			expect(response.status).toBe(200);
		}
	}
	log.mockRestore();
});

describe("unknown API keys", () => {
	const madeUp = () =>
		keyPairHeaders(generateKeyPair((count) => crypto.getRandomValues(new Uint8Array(count))));

	it("are counted per address, separately from other calls, before a D1 query", async () => {
		const { counted } = await send("/recovery-cases", { headers: { ...madeUp(), ...from("203.0.113.10") } });
		expect(counted).toEqual([{ binding: "PUBLIC_RATE_LIMIT", key: "unknown-key:203.0.113.10" }]);
	});

	it("are rejected with Retry-After after too many, while a valid key is accepted", async () => {
		const headers = { ...madeUp(), ...from("203.0.113.11") };
		const { response } = await send("/recovery-cases", { headers, refuse: "PUBLIC_RATE_LIMIT" });
		expect(response.headers.get("Retry-After")).toBe("60");
		expect(await errorOf(response)).toMatchObject({ status: 429, code: "RATE_LIMITED" });
		const good = { ...keyPairHeaders(pair), ...from("203.0.113.11") };
		expect(
			(await send("/recovery-cases", { headers: good, refuse: "PUBLIC_RATE_LIMIT" })).response.status,
		).toBe(200);
	});
});
