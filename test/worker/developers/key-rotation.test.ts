// A successor for an API key, and the end of the old key (auth.md "Rotation by the pair itself").
import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { configOf } from "../../../src/config/config.ts";
import { createApiKeyService } from "../../../src/developers/api-keys/api-key-service.ts";
import { apiKeyListResponse, issuedKeyResponse } from "../../../src/developers/api-keys/operations.ts";
import { createPeppers } from "../../../src/kernel/crypto/pepper.ts";
import type { Infer } from "../../../src/kernel/once.ts";
import { newDeveloper, newKey } from "../../support/auth/accounts.ts";
import { call, errorOf } from "../../support/contract/worker-client.ts";
import { accountStub, callWithKey } from "./support.ts";

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const refusedPair = { status: 401, code: "INVALID_AUTH" };
const notFound = { status: 404, code: "API_KEY_NOT_FOUND" };

const rotate = (keyId: string, headers: Record<string, string>, body: object = {}) =>
	call(`/auth/api-keys/${keyId}/rotate`, { body, headers });
const issuedBy = async (response: Response) => {
	expect(response.status).toBe(201);
	return issuedKeyResponse().parse(await response.json());
};
const listOf = async (headers: Record<string, string>) =>
	apiKeyListResponse().parse(await (await call("/auth/api-keys", { headers })).json()).data;

describe("rotating an API key", () => {
	it("issues a successor with the same label and keeps the old key for a day", async () => {
		const { headers } = await newDeveloper();
		const old = await newKey(headers, "backend");
		const successor = await issuedBy(await rotate(old.keyId, headers));
		expect(successor).toMatchObject({ label: "backend", expiresAt: null });
		for (const pair of [old, successor]) expect((await callWithKey(pair)).status).toBe(200);
		const [first, second] = await listOf(headers);
		expect([first?.keyId, second?.keyId]).toEqual([old.keyId, successor.keyId]);
		const life = Date.parse(first?.expiresAt ?? "") - Date.parse(successor.createdAt);
		expect(life).toBe(DAY_MS);
		const audited = env.DB.prepare(
			"SELECT COUNT(*) AS n FROM audit_events WHERE action = 'api_key.rotated' AND target = ?",
		);
		expect(await audited.bind(old.keyId).first("n")).toBe(1);
	});

	it("accepts the old key until the exact end of the overlap", async () => {
		const { headers, developerId } = await newDeveloper();
		const old = await newKey(headers);
		const successor = await issuedBy(await rotate(old.keyId, headers, { overlapSeconds: 60 }));
		const endsAt = Date.parse(successor.createdAt) + 60_000;
		const stub = accountStub(developerId);
		const kindAt = async (keyId: string, now: number) => (await stub.confirmKey({ keyId, now })).kind;
		expect(await kindAt(old.keyId, endsAt - 1)).toBe("active");
		expect(await kindAt(old.keyId, endsAt)).toBe("expired");
		expect(await kindAt(successor.keyId, endsAt)).toBe("active");
		await expect
			.poll(() =>
				env.DB.prepare("SELECT expires_at FROM api_keys WHERE key_id = ?")
					.bind(old.keyId)
					.first("expires_at"),
			)
			.toBe(endsAt);
	});

	it("removes the copies of the old key when the overlap ends", async () => {
		const { headers, developerId } = await newDeveloper();
		const old = await newKey(headers);
		await issuedBy(await rotate(old.keyId, headers, { overlapSeconds: 60 }));
		const stub = accountStub(developerId);
		await runInDurableObject(stub, (_, { storage }) => {
			const ended = Date.now() - 1;
			storage.sql.exec(
				"UPDATE api_keys SET retires_at = ?1, expires_at = ?1 WHERE retires_at IS NOT NULL",
				ended,
			);
		});
		expect(await runDurableObjectAlarm(stub)).toBe(true);
		const revokedAt = () =>
			env.DB.prepare("SELECT revoked_at FROM api_keys WHERE key_id = ?").bind(old.keyId).first("revoked_at");
		await expect.poll(revokedAt).toBeTypeOf("number");
		expect(await errorOf(await callWithKey(old))).toMatchObject(refusedPair);
	});

	it("ends the old key at once without an overlap", async () => {
		const { headers } = await newDeveloper();
		const old = await newKey(headers);
		const successor = await issuedBy(await rotate(old.keyId, headers, { overlapSeconds: 0 }));
		expect(await errorOf(await callWithKey(old))).toMatchObject(refusedPair);
		expect((await callWithKey(successor)).status).toBe(200);
		expect((await listOf(headers)).map(({ keyId }) => keyId)).toEqual([successor.keyId]);
	});

	it("gives every successor the lifetime of the first key", async () => {
		const { headers } = await newDeveloper();
		const response = await call("/auth/api-keys", { body: { label: "a", expiresInDays: 30 }, headers });
		const first = await issuedBy(response);
		const termOf = (key: Infer<typeof issuedKeyResponse>) =>
			Date.parse(key.expiresAt ?? "") - Date.parse(key.createdAt);
		const second = await issuedBy(await rotate(first.keyId, headers, { overlapSeconds: 60 }));
		const third = await issuedBy(await rotate(first.keyId, headers, { overlapSeconds: 120 }));
		expect([second, third].map(termOf)).toEqual([30 * DAY_MS, 30 * DAY_MS]);
		// A longer overlap does not extend a lifetime that was shortened before.
		const [listed] = await listOf(headers);
		expect(Date.parse(listed?.expiresAt ?? "")).toBe(Date.parse(second.createdAt) + 60_000);
	});

	it("needs a free slot", async () => {
		const { headers } = await newDeveloper();
		const keys = await Promise.all(Array.from({ length: 5 }, () => newKey(headers)));
		const error = await errorOf(await rotate(keys[0]?.keyId ?? "", headers, { overlapSeconds: 0 }));
		expect(error).toMatchObject({ status: 409, code: "EXCEEDED_API_KEY_AMOUNT" });
		for (const key of keys) expect((await callWithKey(key)).status).toBe(200);
		expect((await listOf(headers)).map(({ expiresAt }) => expiresAt)).toEqual([null, null, null, null, null]);
	});

	it("responds 404 for unknown, foreign and revoked keys, and issues nothing", async () => {
		const owner = await newDeveloper();
		const stranger = await newDeveloper();
		const key = await newKey(owner.headers);
		expect(await errorOf(await rotate(crypto.randomUUID(), owner.headers))).toMatchObject(notFound);
		expect(await errorOf(await rotate(key.keyId, stranger.headers))).toMatchObject(notFound);
		await call("/auth/api-keys", { method: "DELETE", body: { keyId: key.keyId }, headers: owner.headers });
		expect(await errorOf(await rotate(key.keyId, owner.headers))).toMatchObject(notFound);
		expect(await listOf(owner.headers)).toEqual([]);
		expect(await listOf(stranger.headers)).toEqual([]);
	});

	it.each([0, 60])(
		"happens once if the account's response is lost, with an overlap of %i s",
		async (overlapSeconds) => {
			const { headers, developerId } = await newDeveloper();
			const old = await newKey(headers);
			const { service, calls } = losing(accountStub(developerId), 1);
			const response = await service.rotateKey({
				developerId,
				keyId: old.keyId,
				overlapSeconds,
				now: Date.now(),
			});
			if (response.kind !== "issued") throw new Error(response.kind);
			expect(calls()).toBe(2);
			expect((await callWithKey(response.key)).status).toBe(200);
			expect((await callWithKey(old)).status).toBe(overlapSeconds === 0 ? 401 : 200);
		},
	);

	it("whose two responses are lost is 503, and a repetition of the request finds the successor", async () => {
		const { headers, developerId } = await newDeveloper();
		const old = await newKey(headers);
		const { service } = losing(accountStub(developerId), 2);
		const creation = { id: crypto.randomUUID(), earlier: "none" } as const;
		const rotation = { developerId, keyId: old.keyId, overlapSeconds: 0, creation, now: Date.now() };
		await expect(service.rotateKey(rotation)).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
		const [successor, ...more] = await listOf(headers);
		expect([successor?.rotatedFrom, more]).toEqual([old.keyId, []]);
		const repeated = { ...rotation, creation: { ...creation, earlier: "interrupted" } as const };
		const found = { kind: "issued_before", key: { keyId: successor?.keyId } };
		expect(await service.rotateKey(repeated)).toMatchObject(found);
	});

	it.each([-1, 604_801, 1.5, "60", null])("rejects an overlap of %j", async (overlapSeconds) => {
		const { headers } = await sharedDeveloper();
		const error = await errorOf(await rotate(crypto.randomUUID(), headers, { overlapSeconds }));
		expect(error).toMatchObject({ status: 400, details: [{ field: "overlapSeconds" }] });
	});
});

/** A service that gets no response to its first calls of `issueKey`, which the account has carried out. */
function losing(stub: ReturnType<typeof accountStub>, responses: number) {
	let calls = 0;
	const issueKey = async (input: Parameters<typeof stub.issueKey>[0]) => {
		const response = await stub.issueKey(input);
		if (++calls <= responses) throw new Error("Network connection lost.");
		return response;
	};
	const account = new Proxy(stub, {
		get: (target, name) => (name === "issueKey" ? issueKey : Reflect.get(target, name)),
	});
	const service = createApiKeyService({
		peppers: createPeppers(configOf(env).peppers),
		accountOf: () => account,
	});
	return { service, calls: () => calls };
}

let shared: ReturnType<typeof newDeveloper> | undefined;
function sharedDeveloper() {
	shared ??= newDeveloper();
	return shared;
}
