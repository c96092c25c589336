// A KV hint may save a D1 read, but it decides nothing (auth.md "Rotation by the pair itself").
import { beforeEach, expect, test, vi } from "vitest";
import type { KeyRow } from "../../../src/developers/api-keys/api-keys.d1.ts";
import { lookupOf, secretMacOf } from "../../../src/developers/api-keys/key-digests.ts";
import { generateKeyPair } from "../../../src/developers/api-keys/key-format.ts";
import type { KeyHint } from "../../../src/developers/api-keys/key-hint.ts";
import { createProvenKeys, type ProvenKeys } from "../../../src/developers/api-keys/proven-keys.ts";
import { type AuthenticatorPorts, createAuthenticator } from "../../../src/developers/authenticator.ts";
import { createPeppers } from "../../../src/kernel/crypto/pepper.ts";

const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length));
const peppers = createPeppers({ currentVersion: 1, byVersion: new Map([[1, new Uint8Array(32).fill(7)]]) });
const pair = generateKeyPair(randomBytes);
const keyId = "0b9c7a52-6a3e-4f0e-9d43-7b1a5c2f8e10";
const lookup = lookupOf(peppers, 1, pair.apiKey) ?? "";
const row = {
	keyId,
	developerId: `dev_${"1".repeat(32)}`,
	secretMac: secretMacOf(peppers, 1, { keyId, apiSecret: pair.apiSecret }) ?? "",
	pepperVersion: 1,
	label: "test",
	hint: "",
	lookup,
	createdAt: 1,
	expiresAt: null,
	revokedAt: null,
} satisfies KeyRow & { revokedAt: null };

const find = vi.fn<(lookup: string) => Promise<KeyHint | undefined>>();
const put = vi.fn(async () => {});
const findByLookup = vi.fn(async (lookups: readonly string[]) =>
	lookups.includes(lookup) ? row : undefined,
);
let time = 2;
const authenticatorWith = (proven: ProvenKeys) =>
	createAuthenticator({
		peppers,
		proven,
		hints: { find, put },
		rows: { findByLookup },
		accountOf: () => ({ confirmKey: async () => ({ kind: "active" }) }),
		now: () => time,
		runLater: () => {},
	} as unknown as AuthenticatorPorts);
let authenticator = authenticatorWith(createProvenKeys());

beforeEach(() => {
	time = 2;
	authenticator = authenticatorWith(createProvenKeys());
	for (const mock of [find, put, findByLookup]) mock.mockClear();
});

const wrongSecret = () => ({ ...pair, apiSecret: generateKeyPair(randomBytes).apiSecret });

test("rejects a wrong secret by the D1 row if the KV hint is right, and writes no hint", async () => {
	find.mockResolvedValue(row);
	const result = await authenticator.authenticateKeyPair(wrongSecret(), async () => true);
	expect(result).toMatchObject({ kind: "rejected", code: "INVALID_AUTH" });
	expect(findByLookup).toHaveBeenCalledTimes(1);
	expect(put).not.toHaveBeenCalled();
});

test("rejects a pair whose hint was forged", async () => {
	const { apiSecret } = generateKeyPair(randomBytes);
	// The MAC of a secret is valid only with the key id that it was made for.
	find.mockResolvedValue({ ...row, secretMac: secretMacOf(peppers, 1, { keyId: "x", apiSecret }) ?? "" });
	expect(await authenticator.authenticateKeyPair({ ...pair, apiSecret }, async () => true)).toMatchObject({
		kind: "rejected",
	});
});

test("does not query D1 for a key if the caller may not search", async () => {
	find.mockResolvedValue(undefined);
	const result = await authenticator.authenticateKeyPair(pair, async () => false);
	expect(result).toMatchObject({ kind: "rejected", code: "RATE_LIMITED" });
	expect(await authenticator.identifyKey(pair.apiKey, async () => false)).toBeUndefined();
	expect(findByLookup).not.toHaveBeenCalled();
});

test("accepts a key known to KV without a search", async () => {
	find.mockResolvedValue(row);
	const result = await authenticator.authenticateKeyPair(pair, () => {
		throw new Error("asked for nothing");
	});
	expect(result).toMatchObject({ kind: "recognised" });
	expect(findByLookup).not.toHaveBeenCalled();
});

test("caches a key proven by D1 for a minute while KV keeps missing it", async () => {
	find.mockResolvedValue(undefined);
	const search = vi.fn(async () => true);
	for (let count = 0; count < 70; count++) {
		expect(await authenticator.authenticateKeyPair(pair, search)).toMatchObject({ kind: "recognised" });
	}
	expect(await authenticator.identifyKey(pair.apiKey, search)).toBe(keyId);
	expect([search.mock.calls.length, findByLookup.mock.calls.length]).toEqual([1, 1]);
	// The secret is still checked.
	const wrong = await authenticator.authenticateKeyPair(wrongSecret(), async () => false);
	expect(wrong).toMatchObject({ kind: "rejected" });
	time += 60_000;
	expect(await authenticator.authenticateKeyPair(pair, async () => false)).toMatchObject({
		kind: "rejected",
	});
});

test("does not cache a revoked key", async () => {
	find.mockResolvedValue(undefined);
	const revoked = { ...row, revokedAt: 1 } as unknown as typeof row;
	for (let count = 0; count < 2; count++) {
		findByLookup.mockResolvedValueOnce(revoked);
		await authenticator.authenticateKeyPair(pair, async () => true);
	}
	expect(findByLookup).toHaveBeenCalledTimes(2);
});

test("caches the latest thousand keys only", () => {
	const proven = createProvenKeys();
	for (let count = 0; count <= 1_000; count++) proven.remember(`l${count}`, row, 1);
	expect([proven.find(["l0"], 2), proven.find(["l1"], 2)?.keyId]).toEqual([undefined, keyId]);
	expect(proven.find(["other", "l1000"], 2)?.keyId).toBe(keyId);
});
