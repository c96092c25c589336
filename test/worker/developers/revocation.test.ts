// auth.md "Rotation by the pair itself".
// A revoked key is rejected on its next request, even while copies of it exist.
import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { Account } from "../../../durable/account/account.ts";
import { configOf } from "../../../src/config/config.ts";
import { createKeyRows } from "../../../src/developers/api-keys/api-keys.d1.ts";
import { lookupOf } from "../../../src/developers/api-keys/key-digests.ts";
import { createKeyHints } from "../../../src/developers/api-keys/key-hints.kv.ts";
import { apiKeyListResponse, issuedKeyResponse } from "../../../src/developers/api-keys/operations.ts";
import { createProvenKeys } from "../../../src/developers/api-keys/proven-keys.ts";
import { createPeppers } from "../../../src/kernel/crypto/pepper.ts";
import type { Infer } from "../../../src/kernel/once.ts";
import { newDeveloper, newKey } from "../../support/auth/accounts.ts";
import { keyPairHeaders } from "../../support/auth/credentials.ts";
import { call, errorOf } from "../../support/contract/worker-client.ts";
import { newCaseBody, newIntent } from "../../support/signing/signing.ts";
import { accountStub, callWithKey } from "./support.ts";

const BASE_URL = "https://replevin.test/api/v1";
const refusedPair = { status: 401, code: "INVALID_AUTH" };
const peppers = createPeppers(configOf(env).peppers);
const hintName = (apiKey: string) => `ak:${lookupOf(peppers, 1, apiKey)}`;

const revoke = (keyId: string, headers: Record<string, string>) =>
	call("/auth/api-keys", { method: "DELETE", body: { keyId }, headers });
const listOf = async (headers: Record<string, string>) =>
	apiKeyListResponse().parse(await (await call("/auth/api-keys", { headers })).json()).data;

/** Makes deletes of the object's KV binding fail, as in an outage, until the object is evicted. */
async function breakDeletes(stub: DurableObjectStub<Account>): Promise<void> {
	await runInDurableObject(stub, (account) => {
		const { env: bindings } = account as unknown as { env: Env };
		const API_KEYS = new Proxy(bindings.API_KEYS, {
			get: (target, name) =>
				name === "delete"
					? () => Promise.reject(new Error("KV DELETE failed: 500"))
					: Reflect.get(target, name).bind(target),
		});
		Object.defineProperty(account, "env", { value: { ...bindings, API_KEYS } });
	});
}

const attemptsOf = (stub: DurableObjectStub<Account>) =>
	runInDurableObject(stub, (_, { storage }) =>
		storage.sql.exec("SELECT attempts FROM outbox WHERE topic = 'key-copy'").toArray(),
	);

describe("a revoked key", () => {
	it("is rejected on the next request even if its deletion from KV failed", async () => {
		const { headers, developerId } = await newDeveloper();
		const key = await newKey(headers);
		expect((await callWithKey(key)).status).toBe(200);
		const stub = accountStub(developerId);
		await breakDeletes(stub);
		expect((await revoke(key.keyId, headers)).status).toBe(200);
		expect(await errorOf(await callWithKey(key))).toMatchObject(refusedPair);
		expect(await env.API_KEYS.get(hintName(key.apiKey))).toContain(key.keyId);
		await expect.poll(() => attemptsOf(stub)).toEqual([{ attempts: 1 }]);
		expect(await errorOf(await callWithKey(key))).toMatchObject(refusedPair);
		// KV works again, and the next attempt deletes the copy.
		await evictDurableObject(stub);
		expect(await errorOf(await callWithKey(key))).toMatchObject(refusedPair);
		await runInDurableObject(stub, (_, { storage }) => void storage.sql.exec("UPDATE outbox SET due_at = 0"));
		await runDurableObjectAlarm(stub);
		await expect.poll(() => env.API_KEYS.get(hintName(key.apiKey))).toBeNull();
		expect(await attemptsOf(stub)).toEqual([]);
	});

	it("is rejected if it was looked up before the revocation", async () => {
		const { headers } = await newDeveloper();
		const key = await newKey(headers);
		const { createAuthenticator } = await import("../../../src/developers/authenticator.ts");
		const hints = createKeyHints(env.API_KEYS);
		const authenticator = createAuthenticator({
			proven: createProvenKeys(),
			peppers,
			tokens: { sign: () => Promise.reject(), verify: () => Promise.reject() },
			hints: {
				put: hints.put,
				find: async (lookup) => {
					const hint = await hints.find(lookup);
					expect((await revoke(key.keyId, headers)).status).toBe(200);
					return hint;
				},
			},
			rows: createKeyRows(env.DB),
			accountOf: accountStub,
			now: Date.now,
			runLater: () => {},
		});
		const found = await authenticator.authenticateKeyPair(key, async () => true);
		const verdict = found.kind === "recognised" ? await found.confirm() : found;
		expect(verdict).toMatchObject({ kind: "rejected", code: "INVALID_AUTH" });
	});

	/** Sends the first half of a body, revokes the key, and sends the rest. */
	async function revokeDuring(stream: TransformStream<Uint8Array, Uint8Array>, bytes: Uint8Array) {
		const { headers } = await newDeveloper();
		const [key, other] = [await newKey(headers), await newKey(headers)];
		const writer = stream.writable.getWriter();
		const slow = exports.default.fetch(`${BASE_URL}/recovery-cases/new-case`, {
			method: "POST",
			headers: { ...keyPairHeaders(key), "Content-Type": "application/json" },
			body: stream.readable,
		});
		await writer.write(bytes.slice(0, 100));
		// Waits long enough for a check of the credential before the rest of the body: until three calls with another
		// key have responded and its last use has been written.
		for (let count = 0; count < 3; count++) expect((await callWithKey(other)).status).toBe(200);
		await expect.poll(async () => (await listOf(headers))[1]?.lastUsedAt).not.toBeNull();
		const [before] = await listOf(headers);
		expect((await revoke(key.keyId, headers)).status).toBe(200);
		expect(await errorOf(await callWithKey(key))).toMatchObject(refusedPair);
		await writer.write(bytes.slice(100));
		await writer.close();
		const response = await slow;
		expect(await errorOf(await callWithKey(key))).toMatchObject(refusedPair);
		return { response, wasLetIn: before?.lastUsedAt !== null };
	}

	const bodyBytes = async () => new TextEncoder().encode(JSON.stringify(await newCaseBody(newIntent())));

	it("is rejected in a request whose body of unknown length is still being received", async () => {
		const { response, wasLetIn } = await revokeDuring(new TransformStream(), await bodyBytes());
		expect(wasLetIn).toBe(false);
		expect(await errorOf(response)).toMatchObject(refusedPair);
	});

	it("is rejected in a request whose body of known length is still being received", async () => {
		const bytes = await bodyBytes();
		const { response, wasLetIn } = await revokeDuring(new FixedLengthStream(bytes.length), bytes);
		expect(wasLetIn).toBe(false);
		expect(await errorOf(response)).toMatchObject(refusedPair);
	});

	it("is rejected in all of twenty concurrent requests after the revocation responded", async () => {
		const { headers } = await newDeveloper();
		const key = await newKey(headers);
		let isRevoked = false;
		const { promise: revocation, resolve: noteRevoked } = Promise.withResolvers<void>();
		const calls = Array.from({ length: 20 }, async (_, index) => {
			await scheduler.wait(index * 5);
			// However long the revocation takes, some calls come after it.
			if (index >= 15) await revocation;
			const wasRevoked = isRevoked;
			const { status } = await callWithKey(key);
			return { wasRevoked, status };
		});
		await scheduler.wait(30);
		expect((await revoke(key.keyId, headers)).status).toBe(200);
		isRevoked = true;
		noteRevoked();
		const responses = await Promise.all(calls);
		expect(responses.filter(({ wasRevoked, status }) => wasRevoked && status !== 401)).toEqual([]);
		expect(responses.filter(({ wasRevoked }) => wasRevoked).length).toBeGreaterThanOrEqual(5);
	});
});

it("keys issued and revoked in parallel never exceed five, and exactly the listed ones work", async () => {
	const { headers } = await newDeveloper();
	const issued: Infer<typeof issuedKeyResponse>[] = [];
	const issue = async () => {
		const response = await call("/auth/api-keys", { body: { label: "k" }, headers });
		if (response.status === 201) issued.push(issuedKeyResponse().parse(await response.json()));
		else expect(await errorOf(response)).toMatchObject({ status: 409, code: "EXCEEDED_API_KEY_AMOUNT" });
		expect((await listOf(headers)).length).toBeLessThanOrEqual(5);
	};
	const revokeOne = async (index: number) => {
		await scheduler.wait(index * 3);
		const key = issued[index];
		if (key) expect([200, 404]).toContain((await revoke(key.keyId, headers)).status);
	};
	const indexes = Array.from({ length: 15 }, (_, index) => index);
	await Promise.all(indexes.flatMap((index) => [issue(), revokeOne(index), issue()]));
	const listed = (await listOf(headers)).map(({ keyId }) => keyId).sort();
	const working: string[] = [];
	for (const key of issued) if ((await callWithKey(key)).status === 200) working.push(key.keyId);
	expect(working.sort()).toEqual(listed);
	expect(listed.length).toBeLessThanOrEqual(5);
	await expect
		.poll(async () => {
			const live =
				"SELECT COUNT(*) AS n FROM api_keys WHERE revoked_at IS NULL AND key_id IN (SELECT value FROM json_each(?))";
			return env.DB.prepare(live)
				.bind(JSON.stringify(issued.map(({ keyId }) => keyId)))
				.first("n");
		})
		.toBe(listed.length);
});
