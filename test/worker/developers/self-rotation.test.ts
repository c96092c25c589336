// A key pair that rotates itself (auth.md "Rotation by the pair itself"), and what a stolen pair gains by it.
//
// Over 300 lines: every file of this tier starts by emptying the store, so one file is faster than two.
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { configOf } from "../../../src/config/config.ts";
import { lookupOf } from "../../../src/developers/api-keys/key-digests.ts";
import {
	apiKeyListResponse,
	issuedKeyResponse,
	repeatedKeyResponse,
	revokedKeyResponse,
} from "../../../src/developers/api-keys/operations.ts";
import { createPeppers } from "../../../src/kernel/crypto/pepper.ts";
import { newDeveloper, newKey } from "../../support/auth/accounts.ts";
import { keyPairHeaders } from "../../support/auth/credentials.ts";
import { call, errorOf } from "../../support/contract/worker-client.ts";
import { accountStub, callWithKey } from "./support.ts";

type Headers = Record<string, string>;
type Key = { keyId: string; apiKey: string; apiSecret: string };

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const refusedPair = { status: 401, code: "INVALID_AUTH" };
const tooMany = { status: 429, code: "RATE_LIMITED" };

const rotate = (keyId: string, headers: Headers, body: object = {}) =>
	call(`/auth/api-keys/${keyId}/rotate`, { body, headers });
const rotateItself = (key: Key, body: object = {}) => rotate(key.keyId, keyPairHeaders(key), body);
const issuedBy = async (response: Response) => {
	expect(response.status).toBe(201);
	return issuedKeyResponse().parse(await response.json());
};
const newSuccessor = async (key: Key, body: object = {}) => issuedBy(await rotateItself(key, body));
const revoke = async (keyId: string, headers: Headers) => {
	const response = await call("/auth/api-keys", { method: "DELETE", body: { keyId }, headers });
	expect(response.status).toBe(200);
	return revokedKeyResponse().parse(await response.json()).revokedSuccessors;
};
const listOf = async (headers: Headers) =>
	apiKeyListResponse().parse(await (await call("/auth/api-keys", { headers })).json()).data;
const actionsOn = async (keyId: string) => {
	const select = env.DB.prepare("SELECT action, actor FROM audit_events WHERE target = ? ORDER BY seq");
	return (await select.bind(keyId).all<{ action: string; actor: string }>()).results;
};
const hintName = (apiKey: string) => `ak:${lookupOf(createPeppers(configOf(env).peppers), 1, apiKey)}`;

describe("a key pair that rotates itself", () => {
	it("gets a successor with its label, which the list names as its own, audited", async () => {
		const { headers, developerId } = await newDeveloper();
		const old = await newKey(headers, "backend");
		const successor = await newSuccessor(old);
		expect(successor).toMatchObject({ label: "backend", expiresAt: null });
		for (const pair of [old, successor]) expect((await callWithKey(pair)).status).toBe(200);
		expect(await listOf(headers)).toMatchObject([
			{ keyId: old.keyId, rotatedFrom: null },
			{ keyId: successor.keyId, rotatedFrom: old.keyId },
		]);
		expect((await actionsOn(old.keyId)).at(-1)).toEqual({
			action: "api_key.rotated_itself",
			actor: developerId,
		});
		expect(await actionsOn(successor.keyId)).toEqual([{ action: "api_key.issued", actor: developerId }]);
	});

	it("is named by the list also after a session's rotation and after the old key has ended", async () => {
		const { headers } = await newDeveloper();
		const old = await newKey(headers);
		const second = await issuedBy(await rotate(old.keyId, headers, { overlapSeconds: 0 }));
		const third = await newSuccessor(second, { overlapSeconds: 0 });
		expect(await listOf(headers)).toMatchObject([{ keyId: third.keyId, rotatedFrom: second.keyId }]);
	});

	it("cannot rotate another key, of its own account or of another", async () => {
		const [{ headers }, stranger] = [await newDeveloper(), await newDeveloper()];
		const [own, sibling] = [await newKey(headers), await newKey(headers)];
		const foreign = await newKey(stranger.headers);
		for (const keyId of [sibling.keyId, foreign.keyId, crypto.randomUUID()]) {
			const error = await errorOf(await rotate(keyId, keyPairHeaders(own)));
			expect(error).toMatchObject({
				status: 403,
				code: "FORBIDDEN",
				message: expect.stringMatching("itself only"),
			});
		}
		expect((await listOf(headers)).length).toBe(2);
		expect((await listOf(stranger.headers)).length).toBe(1);
	});

	it("can do nothing else to keys", async () => {
		const { headers } = await newDeveloper();
		const key = await newKey(headers);
		const pair = keyPairHeaders(key);
		const attempts = [
			await call("/auth/api-keys", { headers: pair }),
			await call("/auth/api-keys", { body: { label: "more" }, headers: pair }),
			await call("/auth/api-keys", { method: "DELETE", body: { keyId: key.keyId }, headers: pair }),
		];
		for (const response of attempts) expect(await errorOf(response)).toMatchObject({ code: "FORBIDDEN" });
	});

	it("needs a free slot of the five", async () => {
		const { headers } = await newDeveloper();
		const keys = await Promise.all(Array.from({ length: 5 }, () => newKey(headers)));
		const [first] = keys;
		if (!first) throw new Error("no key");
		expect(await errorOf(await rotateItself(first, { overlapSeconds: 0 }))).toMatchObject({
			status: 409,
			code: "EXCEEDED_API_KEY_AMOUNT",
			message: expect.stringMatching(/until its overlap ends.*in a session/),
		});
		for (const key of keys) expect((await callWithKey(key)).status).toBe(200);
	});

	it("may do so three times a day, counted over its successors", async () => {
		const { headers, developerId } = await newDeveloper();
		const first = await newKey(headers);
		const second = await newSuccessor(first, { overlapSeconds: 0 });
		const third = await newSuccessor(second);
		const fourth = await newSuccessor(third, { overlapSeconds: 0 });
		for (const key of [second, fourth]) {
			const response = await rotateItself(key);
			const wait = Number(response.headers.get("Retry-After"));
			expect([wait > 86_000, wait <= 86_400]).toEqual([true, true]);
			expect(response.headers.get("RateLimit")).toBe(`"self_rotations";r=0;t=${wait}`);
			expect(response.headers.get("RateLimit-Policy")).toContain('"self_rotations";q=3;w=86400');
			expect(await errorOf(response)).toMatchObject(tooMany);
		}
		// Another line, and a session, are not counted with it.
		expect((await rotateItself(await newKey(headers), { overlapSeconds: 0 })).status).toBe(201);
		await runInDurableObject(accountStub(developerId), (_, { storage }) => {
			storage.sql.exec("UPDATE api_keys SET created_at = created_at - ?", DAY_MS);
		});
		expect((await rotateItself(fourth, { overlapSeconds: 0 })).status).toBe(201);
	});

	it("gets one successor of ten parallel requests that lasts longer than the overlap", async () => {
		const { headers } = await newDeveloper();
		const key = await newKey(headers);
		const responses = await Promise.all(Array.from({ length: 10 }, () => rotateItself(key)));
		expect(responses.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(3);
		const lasting = (await listOf(headers)).filter(({ expiresAt }) => expiresAt === null);
		expect(lasting.length).toBe(1);
	});
});

describe("a pair whose rotation's response was lost", () => {
	const lose = async (key: Key, overlapSeconds: number) => {
		const headers = { ...keyPairHeaders(key), "Idempotency-Key": crypto.randomUUID() };
		expect((await rotate(key.keyId, headers, { overlapSeconds })).status).toBe(201);
		return rotate(key.keyId, headers, { overlapSeconds });
	};

	it("works until the overlap ends, and its next successor does not outlast it", async () => {
		const { headers } = await newDeveloper();
		const old = await newKey(headers);
		const repeated = await lose(old, 3600);
		expect(repeated.status).toBe(200);
		expect(repeatedKeyResponse().parse(await repeated.json()).notice).toMatch(/in a session/);
		const successor = await newSuccessor(old);
		expect((await callWithKey(successor)).status).toBe(200);
		const [listed] = await listOf(headers);
		expect([listed?.keyId, successor.expiresAt]).toEqual([old.keyId, listed?.expiresAt]);
	});

	it("is dead without an overlap, and an Idempotency-Key does not help", async () => {
		const old = await newKey((await newDeveloper()).headers);
		expect(await errorOf(await lose(old, 0))).toMatchObject({
			...refusedPair,
			message: expect.stringMatching(/has expired, was rotated or was revoked/),
		});
	});
});

describe("the expiry", () => {
	it("passes to every successor unchanged", async () => {
		const { headers } = await newDeveloper();
		const response = await call("/auth/api-keys", { body: { label: "a", expiresInDays: 30 }, headers });
		const first = await issuedBy(response);
		const second = await newSuccessor(first, { overlapSeconds: 0 });
		const third = await newSuccessor(second, { overlapSeconds: 604_800 });
		expect([second.expiresAt, third.expiresAt]).toEqual([first.expiresAt, first.expiresAt]);
	});

	it("of a key that is being replaced is the end of its overlap", async () => {
		const { headers } = await newDeveloper();
		const stolen = await newKey(headers);
		// The owner replaces a stolen key; the thief uses the overlap.
		await issuedBy(await rotate(stolen.keyId, headers, { overlapSeconds: 60 }));
		const [listed] = await listOf(headers);
		const successor = await newSuccessor(stolen, { overlapSeconds: 604_800 });
		expect(successor.expiresAt).toBe(listed?.expiresAt);
	});
});

describe("revoking a key", () => {
	it("revokes every successor that it issued, also through others, and no key that a session issued", async () => {
		const { headers } = await newDeveloper();
		const first = await newKey(headers);
		const second = await newSuccessor(first);
		const third = await newSuccessor(second);
		const bySession = await issuedBy(await rotate(third.keyId, headers));
		expect((await revoke(first.keyId, headers)).sort()).toEqual([second.keyId, third.keyId].sort());
		for (const key of [first, second, third]) {
			expect(await errorOf(await callWithKey(key))).toMatchObject(refusedPair);
			expect(await errorOf(await rotateItself(key))).toMatchObject(refusedPair);
			expect((await actionsOn(key.keyId)).map(({ action }) => action)).toContain("api_key.revoked");
		}
		expect((await callWithKey(bySession)).status).toBe(200);
		expect((await listOf(headers)).map(({ keyId }) => keyId)).toEqual([bySession.keyId]);
	});

	it("is done to a thief's successors when the owner rotates the key without an overlap", async () => {
		const { headers } = await newDeveloper();
		const stolen = await newKey(headers);
		const thief = await newSuccessor(await newSuccessor(stolen));
		const kept = await issuedBy(await rotate(stolen.keyId, headers, { overlapSeconds: 60 }));
		expect((await callWithKey(thief)).status).toBe(200);
		const owner = await issuedBy(await rotate(stolen.keyId, headers, { overlapSeconds: 0 }));
		for (const key of [stolen, thief]) {
			expect(await errorOf(await callWithKey(key))).toMatchObject(refusedPair);
		}
		for (const key of [kept, owner]) expect((await callWithKey(key)).status).toBe(200);
	});

	it("leaves the ancestors of a key and its sisters alone", async () => {
		const { headers } = await newDeveloper();
		const first = await newKey(headers);
		const [second, sister] = [await newSuccessor(first), await newSuccessor(first)];
		expect(await revoke(second.keyId, headers)).toEqual([]);
		for (const key of [first, sister]) expect((await callWithKey(key)).status).toBe(200);
	});

	it("revokes the successors of a key that a thief has let end", async () => {
		const { headers } = await newDeveloper();
		const stolen = await newKey(headers);
		const second = await newSuccessor(stolen, { overlapSeconds: 0 });
		const third = await newSuccessor(second, { overlapSeconds: 0 });
		expect(await errorOf(await callWithKey(stolen))).toMatchObject(refusedPair);
		expect(await revoke(stolen.keyId, headers)).toEqual([third.keyId]);
		expect(await errorOf(await callWithKey(third))).toMatchObject(refusedPair);
		const again = await call("/auth/api-keys", { method: "DELETE", body: { keyId: stolen.keyId }, headers });
		expect(await errorOf(again)).toMatchObject({ status: 404, code: "API_KEY_NOT_FOUND" });
	});

	it("finds the successors of a key whose successor's row is older than the retention", async () => {
		const { headers, developerId } = await newDeveloper();
		const first = await newKey(headers);
		const second = await newSuccessor(first);
		const third = await newSuccessor(second, { overlapSeconds: 0 });
		await runInDurableObject(accountStub(developerId), (_, { storage }) => {
			storage.sql.exec("UPDATE api_keys SET revoked_at = 1, expires_at = 1 WHERE key_id = ?", second.keyId);
		});
		// Issuing a key deletes old rows.
		await newKey(headers);
		expect(await revoke(first.keyId, headers)).toEqual([third.keyId]);
		expect(await errorOf(await callWithKey(third))).toMatchObject(refusedPair);
	});

	it("stops a successor that KV still holds", async () => {
		const { headers } = await newDeveloper();
		const first = await newKey(headers);
		const second = await newSuccessor(first);
		expect((await callWithKey(second)).status).toBe(200);
		const cached = await env.API_KEYS.get(hintName(second.apiKey));
		await revoke(first.keyId, headers);
		await expect.poll(() => env.API_KEYS.get(hintName(second.apiKey))).toBeNull();
		await env.API_KEYS.put(hintName(second.apiKey), cached ?? "");
		expect(cached).not.toBeNull();
		expect(await errorOf(await callWithKey(second))).toMatchObject(refusedPair);
	});
});
