/**
 * Issuing, listing and revoking API keys, and calls with them (auth.md "API keys").
 *
 * Over 300 lines: every file of this tier starts by emptying the store, so one file is faster than two.
 */
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { configOf } from "../../../src/config/config.ts";
import { createKeyRows } from "../../../src/developers/api-keys/api-keys.d1.ts";
import { lookupOf } from "../../../src/developers/api-keys/key-digests.ts";
import { generateKeyPair, isApiKey, isApiSecret } from "../../../src/developers/api-keys/key-format.ts";
import { createKeyHints } from "../../../src/developers/api-keys/key-hints.kv.ts";
import {
	apiKeyListResponse,
	issuedKeyResponse,
	revokedKeyResponse,
} from "../../../src/developers/api-keys/operations.ts";
import { createProvenKeys } from "../../../src/developers/api-keys/proven-keys.ts";
import { createAuthenticator } from "../../../src/developers/authenticator.ts";
import { createPeppers } from "../../../src/kernel/crypto/pepper.ts";
import { runEveryMinute } from "../../../src/scheduled.ts";
import { newDeveloper, newKey } from "../../support/auth/accounts.ts";
import { bearer, keyPairHeaders } from "../../support/auth/credentials.ts";
import { call, errorOf } from "../../support/contract/worker-client.ts";
import { accountStub, callWithKey } from "./support.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length));
const peppers = () => createPeppers(configOf(env).peppers);
const hintName = (apiKey: string) => `ak:${lookupOf(peppers(), 1, apiKey)}`;
const listOf = async (headers: Record<string, string>) =>
	apiKeyListResponse().parse(await (await call("/auth/api-keys", { headers })).json()).data;
const revoke = (keyId: string, headers: Record<string, string>) =>
	call("/auth/api-keys", { method: "DELETE", body: { keyId }, headers });
const refusedPair = { status: 401, code: "INVALID_AUTH" };

describe("issuing an API key", () => {
	it("returns a pair that works at once", async () => {
		const { headers } = await newDeveloper();
		const response = await call("/auth/api-keys", { body: { label: "backend 🔑" }, headers });
		expect(response.status).toBe(201);
		const text = await response.text();
		const key = issuedKeyResponse().parse(JSON.parse(text));
		expect(key).toMatchObject({ label: "backend 🔑", expiresAt: null });
		expect([isApiKey(key.apiKey), isApiSecret(key.apiSecret)]).toEqual([true, true]);
		expect((await callWithKey(key)).status).toBe(200);
	});

	it("says how to send the key, if it was sent as an access token", async () => {
		const { headers } = await newDeveloper();
		const { apiKey } = await newKey(headers);
		const error = await errorOf(await call("/recovery-cases", { headers: bearer(apiKey) }));
		expect(error).toMatchObject({ status: 401, code: "INVALID_TOKEN" });
		expect(error.message).toContain("x-api-key");
	});

	it("rejects the sixty-first key of an account within a day, although the others are revoked", async () => {
		const { developerId, headers } = await newDeveloper();
		const [stub, now] = [accountStub(developerId), Date.now()];
		const unused = { developerId, hint: "h", secretMac: "m", pepperVersion: 1 };
		for (let count = 0; count < 60; count++) {
			const keyId = crypto.randomUUID();
			const terms = { label: "k", expiresAt: null };
			expect((await stub.issueKey({ ...unused, keyId, lookup: keyId, terms, now })).kind).toBe("issued");
			await stub.revokeKey({ keyId, now });
		}
		const response = await call("/auth/api-keys", { body: { label: "one more" }, headers });
		const wait = Number(response.headers.get("Retry-After"));
		expect(wait).toBeGreaterThan(60);
		expect(response.headers.get("RateLimit")).toBe(`"issued_keys";r=0;t=${wait}`);
		const { status, message } = await errorOf(response);
		expect([status, message]).toEqual([429, expect.stringMatching(/issue 60 API keys .* in Retry-After\.$/)]);
		expect(await listOf(headers)).toEqual([]);
		const other = await newDeveloper();
		expect((await call("/auth/api-keys", { body: { label: "k" }, headers: other.headers })).status).toBe(201);
	});

	it("issues exactly five keys to fifty parallel requests", async () => {
		const { headers } = await newDeveloper();
		const responses = await Promise.all(
			Array.from({ length: 50 }, (_, index) =>
				call("/auth/api-keys", { body: { label: `k${index}` }, headers }),
			),
		);
		const refused = responses.filter((response) => response.status !== 201);
		expect(refused).toHaveLength(45);
		for (const response of refused) {
			expect(await errorOf(response)).toMatchObject({ status: 409, code: "EXCEEDED_API_KEY_AMOUNT" });
		}
		expect(await listOf(headers)).toHaveLength(5);
		for (const response of responses) {
			if (response.status === 201) {
				const key = issuedKeyResponse().parse(await response.json());
				expect((await callWithKey(key)).status).toBe(200);
			}
		}
	});

	it("frees the slot of a revoked key", async () => {
		const { headers } = await newDeveloper();
		const keys = await Promise.all(Array.from({ length: 5 }, () => newKey(headers)));
		expect((await call("/auth/api-keys", { body: { label: "x" }, headers })).status).toBe(409);
		expect((await revoke(keys[0]?.keyId ?? "", headers)).status).toBe(200);
		expect((await call("/auth/api-keys", { body: { label: "x" }, headers })).status).toBe(201);
	});

	it.each([
		["an empty label", { label: "" }],
		["a label of 65 characters", { label: "a".repeat(65) }],
		["a control character", { label: "a\u0000b" }],
		["no days", { label: "a", expiresInDays: 0 }],
		["3651 days", { label: "a", expiresInDays: 3651 }],
		["half a day", { label: "a", expiresInDays: 0.5 }],
	])("rejects %s", async (_, body) => {
		const { headers } = await sharedDeveloper();
		const error = await errorOf(await call("/auth/api-keys", { body, headers }));
		expect(error).toMatchObject({ status: 400, code: "INPUT_VALIDATION_ERROR" });
		expect(error.details).not.toHaveLength(0);
	});

	it("states when a key expires, and rejects it from then on", async () => {
		const { headers, developerId } = await newDeveloper();
		const response = await call("/auth/api-keys", { body: { label: "a", expiresInDays: 1 }, headers });
		const key = issuedKeyResponse().parse(await response.json());
		const expiresAt = Date.parse(key.expiresAt ?? "");
		expect(expiresAt - Date.parse(key.createdAt)).toBe(DAY_MS);
		const stub = accountStub(developerId);
		const confirmAt = async (now: number) => (await stub.confirmKey({ keyId: key.keyId, now })).kind;
		expect(await confirmAt(expiresAt - 1)).toBe("active");
		expect(await confirmAt(expiresAt)).toBe("expired");
		expect(await stub.listKeys({ now: expiresAt })).toEqual([]);
	});

	it("does not wait for D1, and the key works by its copy in KV", async () => {
		const { headers } = await newDeveloper();
		await env.DB.prepare("ALTER TABLE api_keys RENAME TO api_keys_away").run();
		try {
			const key = await newKey(headers);
			expect((await callWithKey(key)).status).toBe(200);
		} finally {
			await env.DB.prepare("ALTER TABLE api_keys_away RENAME TO api_keys").run();
		}
	});
});

describe("listing API keys", () => {
	it("shows the active keys without secrets, with their last use", async () => {
		const { headers } = await newDeveloper();
		const first = await newKey(headers, "first");
		const second = await newKey(headers, "second");
		await callWithKey(second);
		await expect.poll(async () => (await listOf(headers))[1]?.lastUsedAt).not.toBeNull();
		const [a, b] = await listOf(headers);
		expect(a).toMatchObject({ keyId: first.keyId, label: "first", lastUsedAt: null, expiresAt: null });
		expect(a?.hint).toBe(`sk_…${first.apiKey.slice(-4)}`);
		expect(b).toMatchObject({ keyId: second.keyId, label: "second" });
	});
});

describe("revoking an API key", () => {
	it("takes effect on the next call while KV and D1 still hold the key", async () => {
		const { headers } = await newDeveloper();
		const key = await newKey(headers);
		const name = hintName(key.apiKey);
		const hint = (await env.API_KEYS.get(name)) ?? "";
		const response = await revoke(key.keyId, headers);
		expect(response.status).toBe(200);
		expect(revokedKeyResponse().parse(await response.json()).keyId).toBe(key.keyId);
		await env.API_KEYS.put(name, hint);
		await env.DB.prepare("UPDATE api_keys SET revoked_at = NULL WHERE key_id = ?").bind(key.keyId).run();
		expect(await errorOf(await callWithKey(key))).toMatchObject(refusedPair);
		expect(await listOf(headers)).toEqual([]);
	});

	it("removes the copies through the outbox", async () => {
		const { headers } = await newDeveloper();
		const key = await newKey(headers);
		await revoke(key.keyId, headers);
		const revokedAt = () =>
			env.DB.prepare("SELECT revoked_at FROM api_keys WHERE key_id = ?").bind(key.keyId).first("revoked_at");
		await expect.poll(revokedAt).toBeTypeOf("number");
		await expect.poll(() => env.API_KEYS.get(hintName(key.apiKey))).toBeNull();
	});

	it("responds 404 for unknown, foreign and already revoked keys", async () => {
		const owner = await newDeveloper();
		const stranger = await newDeveloper();
		const key = await newKey(owner.headers);
		const notFound = { status: 404, code: "API_KEY_NOT_FOUND" };
		expect(await errorOf(await revoke(crypto.randomUUID(), owner.headers))).toMatchObject(notFound);
		expect(await errorOf(await revoke(key.keyId, stranger.headers))).toMatchObject(notFound);
		expect((await callWithKey(key)).status).toBe(200);
		// A UUID is the same in either letter case (RFC 9562 section 4).
		expect((await revoke(key.keyId.toUpperCase(), owner.headers)).status).toBe(200);
		expect(await errorOf(await revoke(key.keyId, owner.headers))).toMatchObject(notFound);
		expect(await errorOf(await revoke("not-a-uuid", owner.headers))).toMatchObject({
			status: 400,
			details: [{ field: "keyId" }],
		});
	});
});

describe("the D1 rows of ended keys", () => {
	const keyIdsOf = async (developerId: string) => {
		const rows = env.DB.prepare("SELECT key_id FROM api_keys WHERE developer_id = ?").bind(developerId);
		return (await rows.all()).results.map(({ key_id }) => key_id).sort();
	};
	const daysFromNow = (days: number) => Date.now() + days * DAY_MS;
	async function untilRevoked(...keyIds: string[]): Promise<void> {
		const row = env.DB.prepare("SELECT revoked_at FROM api_keys WHERE key_id = ?");
		for (const keyId of keyIds) {
			await expect.poll(() => row.bind(keyId).first("revoked_at")).toBeTypeOf("number");
		}
	}

	it("go 90 days after a revocation, and those of live keys stay", async () => {
		const { headers, developerId } = await newDeveloper();
		const live = await newKey(headers);
		const revoked = [await newKey(headers), await newKey(headers)].map(({ keyId }) => keyId);
		for (const keyId of revoked) await revoke(keyId, headers);
		await untilRevoked(...revoked);
		await runEveryMinute(daysFromNow(89.9), env);
		expect(await keyIdsOf(developerId)).toEqual([live.keyId, ...revoked].sort());
		await runEveryMinute(daysFromNow(90.1), env);
		expect(await keyIdsOf(developerId)).toEqual([live.keyId]);
		await env.API_KEYS.delete(hintName(live.apiKey));
		expect((await callWithKey(live)).status).toBe(200);
		const { results } = await env.DB.prepare(
			"SELECT target FROM audit_events WHERE action = 'api_key.revoked'",
		).all();
		expect(results.map(({ target }) => target)).toEqual(expect.arrayContaining(revoked));
	});

	it("go 90 days after the term of a key", async () => {
		const { headers, developerId } = await newDeveloper();
		const response = await call("/auth/api-keys", { body: { label: "a", expiresInDays: 1 }, headers });
		const { keyId } = issuedKeyResponse().parse(await response.json());
		await runEveryMinute(daysFromNow(90.9), env);
		expect(await keyIdsOf(developerId)).toEqual([keyId]);
		await runEveryMinute(daysFromNow(91.1), env);
		expect(await keyIdsOf(developerId)).toEqual([]);
	});

	it("stay while a late use is audited, also for the predecessor of a rotated key", async () => {
		const { headers, developerId } = await newDeveloper();
		const old = await newKey(headers);
		const rotation = { body: { overlapSeconds: 0 }, headers: keyPairHeaders(old) };
		const rotated = await call(`/auth/api-keys/${old.keyId}/rotate`, rotation);
		const next = issuedKeyResponse().parse(await rotated.json());
		await untilRevoked(old.keyId);
		await runEveryMinute(daysFromNow(89.9), env);
		await env.API_KEYS.delete(hintName(old.apiKey));
		expect(await errorOf(await callWithKey(old))).toMatchObject(refusedPair);
		const late = env.DB.prepare(
			"SELECT COUNT(*) AS n FROM audit_events WHERE action = 'api_key.used_after_revocation' AND target = ?",
		);
		await expect.poll(() => late.bind(old.keyId).first("n")).toBe(1);
		await runEveryMinute(daysFromNow(90.1), env);
		expect(await keyIdsOf(developerId)).toEqual([next.keyId]);
		// The object still knows the line, so revoking the old key reaches its successor.
		const revoked = revokedKeyResponse().parse(await (await revoke(old.keyId, headers)).json());
		expect(revoked.revokedSuccessors).toEqual([next.keyId]);
		expect(await errorOf(await callWithKey(next))).toMatchObject(refusedPair);
	});
});

describe("authentication with a key pair", () => {
	it("falls back to D1 on a KV miss and restores the hint", async () => {
		const key = await newKey((await newDeveloper()).headers);
		const name = hintName(key.apiKey);
		await env.API_KEYS.delete(name);
		expect((await callWithKey(key)).status).toBe(200);
		await expect.poll(() => env.API_KEYS.get(name)).toContain(key.keyId);
	});

	it.each(["not json", "null", "{}", '{"keyId":"x","developerId":1}', '{"__proto__":{}}'])(
		"treats a broken hint as a miss: %s",
		async (value) => {
			const key = await newKey((await newDeveloper()).headers);
			await env.API_KEYS.put(hintName(key.apiKey), value);
			expect((await callWithKey(key)).status).toBe(200);
		},
	);

	it.each([
		["another secret's MAC", { secretMac: "0".repeat(64) }],
		["another key's id", { keyId: crypto.randomUUID() }],
		["an unknown pepper", { pepperVersion: 99 }],
	])("checks D1 if a well-formed hint has %s, and corrects the hint", async (_, change) => {
		const key = await newKey((await newDeveloper()).headers);
		const name = hintName(key.apiKey);
		const right = await env.API_KEYS.get(name);
		await env.API_KEYS.put(name, JSON.stringify({ ...JSON.parse(right ?? ""), ...change }));
		const { apiSecret } = generateKeyPair(randomBytes);
		expect(await errorOf(await callWithKey({ ...key, apiSecret }))).toMatchObject(refusedPair);
		expect((await callWithKey(key)).status).toBe(200);
		await expect.poll(() => env.API_KEYS.get(name)).toBe(right);
	});

	it("rejects mixed halves, an unknown pair and garbage identically", async () => {
		const { headers } = await newDeveloper();
		const [a, b] = [await newKey(headers), await newKey(headers)];
		const responses = await Promise.all([
			callWithKey({ apiKey: a.apiKey, apiSecret: b.apiSecret }),
			callWithKey(generateKeyPair(randomBytes)),
			callWithKey({ apiKey: `${a.apiKey.slice(0, -1)}!`, apiSecret: a.apiSecret }),
			callWithKey({ apiKey: a.apiSecret, apiSecret: a.apiKey }),
			callWithKey({ apiKey: `${a.apiKey}, ${a.apiKey}`, apiSecret: a.apiSecret }),
		]);
		const errors = await Promise.all(responses.map(errorOf));
		for (const error of errors) {
			expect(error).toMatchObject(refusedPair);
			expect(error.message).toBe(errors[0]?.message);
		}
	});

	it("accepts a key made with an older pepper", async () => {
		const old = configOf(env).peppers;
		const rotated = createPeppers({
			currentVersion: 2,
			byVersion: new Map([...old.byVersion, [2, new Uint8Array(32).fill(9)]]),
		});
		const key = await newKey((await sharedDeveloper()).headers);
		const ports = {
			proven: createProvenKeys(),
			peppers: rotated,
			tokens: { sign: () => Promise.reject(), verify: () => Promise.reject() },
			hints: createKeyHints(env.API_KEYS),
			rows: createKeyRows(env.DB),
			accountOf: accountStub,
			now: Date.now,
			runLater: () => {},
		};
		const byHint = await createAuthenticator(ports).authenticateKeyPair(key, async () => true);
		expect(byHint).toMatchObject({ kind: "recognised", principal: { keyId: key.keyId } });
		const noHints = { find: async () => undefined, put: async () => {} };
		const byRow = await createAuthenticator({ ...ports, hints: noHints }).authenticateKeyPair(
			key,
			async () => true,
		);
		expect(byRow).toMatchObject({ kind: "recognised", principal: { keyId: key.keyId } });
		for (const found of [byHint, byRow]) {
			if (found.kind === "recognised") expect(await found.confirm()).toEqual({ kind: "confirmed" });
		}
	});
});

let shared: ReturnType<typeof newDeveloper> | undefined;

/** One account for tests whose leftovers do not affect other tests. */
function sharedDeveloper() {
	shared ??= newDeveloper();
	return shared;
}

it("accepts a valid pair seventy times in a row while KV keeps missing it, and no other secret", async () => {
	const pair = await newKey((await newDeveloper()).headers);
	const callWithoutHint = async (keyPair: typeof pair) => {
		const { keys } = await env.API_KEYS.list();
		for (const { name } of keys) await env.API_KEYS.delete(name);
		const headers = { ...keyPairHeaders(keyPair), "CF-Connecting-IP": "203.0.113.90" };
		return call("/recovery-cases", { headers });
	};
	const statuses = new Set<number>();
	for (let count = 0; count < 70; count++) statuses.add((await callWithoutHint(pair)).status);
	expect([...statuses]).toEqual([200]);
	const { apiSecret } = generateKeyPair(randomBytes);
	expect(await errorOf(await callWithoutHint({ ...pair, apiSecret }))).toMatchObject(refusedPair);
});
