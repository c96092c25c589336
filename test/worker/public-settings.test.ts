/** `GET /config`: what a client reads before its first call (specification.md "Client configuration"). */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { createApp } from "../../src/app.ts";
import { currentAgreement } from "../../src/estates/agreement/agreement.ts";
import { publicSettingsResponse } from "../../src/public-settings/operations.ts";
import { call, errorOf } from "../support/contract/worker-client.ts";

const CONFIG = "https://replevin.test/api/v1/config";
const NODE = "https://node.example/v2/secret-key-of-the-node";

/** The response of a service whose settings are others. */
async function readWith(changed: object, headers: Record<string, string> = {}, method = "GET") {
	const context = createExecutionContext();
	const request = new Request(CONFIG, { method, headers });
	const response = await createApp().fetch(request, { ...env, ...changed } as Env, context);
	await waitOnExecutionContext(context);
	return response;
}

describe("the client configuration", () => {
	it("names service, operator, periods, chains and terms, and no URL of a node", async () => {
		const response = await readWith({
			BRAND: "Acme",
			BASE_URL: "https://probate.example/some/path",
			OPERATOR_NAME: "Example Probate Trust",
			OPERATOR_CONTACT: "help@probate.example",
			RPC_URLS: JSON.stringify({ 8453: NODE, 1: NODE }),
			CHALLENGE_PERIOD_SECONDS: "7",
			RELEASE_CHALLENGE_SECONDS: "8",
			CASE_EXPIRY_SECONDS: "9",
		});
		expect(response.status).toBe(200);
		const text = await response.text();
		const { limits: _, ...config } = publicSettingsResponse().parse(JSON.parse(text));
		const { version, documentHash } = currentAgreement;
		expect(config).toEqual({
			version: "1.0.0",
			brand: "Acme",
			baseUrl: "https://probate.example/api/v1",
			appUrl: "https://probate.example",
			operator: { name: "Example Probate Trust", contact: "help@probate.example" },
			challengePeriods: { recoverySeconds: 7, releaseSeconds: 8 },
			caseExpirySeconds: 9,
			chainsWithNode: [1, 8453],
			recoveryModule: { address: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/), chains: [] },
			terms: { version, documentHash, url: `https://probate.example/terms/${version}.txt` },
		});
		expect(text).not.toContain("node.example");
		for (const secret of [env.PEPPERS, env.KEY_ENCRYPTION_KEYS, env.UI_CLIENT_SECRET, env.UI_CLIENT_ID]) {
			expect(text).not.toContain(secret);
		}
	});

	it("says null for an operator who is not named", async () => {
		const response = await call("/config");
		expect(await response.json()).toMatchObject({ operator: { name: null, contact: null } });
	});

	it("has the limits that operators set", async () => {
		const changed = {
			OPEN_CASES_PER_ACCOUNT: "3",
			BUDGETS: JSON.stringify({ cases: { origin: 4 } }),
			WILL_VERSIONS_PER_ESTATE: "5",
			NEW_PROFILES_PER_DAY: "9",
			PUBLIC_RATE_PER_MINUTE: "6",
			LOGIN_RATE_PER_MINUTE: "7",
			CREDENTIAL_RATE_PER_MINUTE: "8",
		};
		expect(await (await readWith(changed)).json()).toMatchObject({
			limits: {
				requests: { publicPerMinute: 6, loginsPerMinute: 7, perCredentialPerMinute: 8 },
				recoveryCases: { openPerLostAccount: 3, openPerOrigin: 4 },
				estateProfiles: { willVersions: 5, newProfilesPerDay: 9 },
			},
		});
	});

	it("may be cached, and responds with 304 while nothing has changed", async () => {
		const first = await call("/config");
		expect(first.headers.get("Cache-Control")).toBe("public, max-age=300");
		const tag = first.headers.get("ETag") ?? "";
		expect(tag).not.toBe("");
		for (const names of [tag, `W/${tag}`, `"other", ${tag}`]) {
			const again = await call("/config", { headers: { "If-None-Match": names } });
			expect([again.status, await again.text(), again.headers.get("ETag")]).toEqual([304, "", tag]);
			expect(again.headers.get("Cache-Control")).toBe("public, max-age=300");
			expect(again.headers.get("X-Content-Type-Options")).toBe("nosniff");
		}
		const other = await readWith({ OPERATOR_NAME: "Another" }, { "If-None-Match": tag });
		expect(other.status).toBe(200);
		expect(other.headers.get("ETag")).not.toBe(tag);
		const head = await call("/config", { method: "HEAD" });
		expect([head.status, head.headers.get("ETag")]).toEqual([200, tag]);
	});

	it("is open to pages of every origin, also when it has not changed", async () => {
		const page = { Origin: "https://page.example" };
		const first = await call("/config", { headers: page });
		expect(first.headers.get("Access-Control-Allow-Origin")).toBe("*");
		const unchanged = { ...page, "If-None-Match": first.headers.get("ETag") ?? "" };
		const again = await call("/config", { headers: unchanged });
		expect([again.status, again.headers.get("Access-Control-Allow-Origin")]).toEqual([304, "*"]);
		const preflight = await readWith({}, { ...page, "Access-Control-Request-Method": "GET" }, "OPTIONS");
		expect([preflight.status, preflight.headers.get("Access-Control-Allow-Origin")]).toEqual([204, "*"]);
	});

	it("does not let an error be cached", async () => {
		const exhausted = { limit: async () => ({ success: false }) };
		const response = await readWith({ PUBLIC_RATE_LIMIT: exhausted });
		expect(response.headers.get("Cache-Control")).toBe("no-store");
		expect(response.headers.get("ETag")).toBeNull();
		expect(await errorOf(response)).toMatchObject({ status: 429 });
	});
});
