/**
 * Requests that are repeated with the same Idempotency-Key (auth.md "Idempotency keys").
 *
 * Over 300 lines: every file of this tier starts by emptying the store, so one file is faster than two.
 */
import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { operations } from "../../../src/operations.ts";
import { newDeveloper, newDeveloperWithKey, newKey } from "../../support/auth/accounts.ts";
import { type CheckedResponse, call, codeOf } from "../../support/contract/openapi-client.ts";
import { receiver } from "../webhooks/support.ts";
import { accountStub, callWithKey } from "./support.ts";

type Headers = Record<string, string>;

const newHeader = (key: string = crypto.randomUUID()) => ({ "idempotency-key": key });
const isReplayed = ({ headers }: CheckedResponse) => headers.get("idempotent-replayed") === "true";

const issue = (headers: Headers, body: object = { label: "backend" }) =>
	call("POST", "/auth/api-keys", { body, headers });
const keyIdsOf = async (headers: Headers): Promise<string[]> =>
	(await call("GET", "/auth/api-keys", { headers })).body.data.map(({ keyId }: { keyId: string }) => keyId);
const createEndpoint = (headers: Headers, name: string = crypto.randomUUID()) =>
	call("POST", "/webhook-endpoints", { body: { url: receiver.hook(name) }, headers });
const endpointIdsOf = async (headers: Headers): Promise<string[]> =>
	(await call("GET", "/webhook-endpoints", { headers })).body.data.map(
		({ endpointId }: { endpointId: string }) => endpointId,
	);
const countAudit = async (action: string, actor: string) =>
	(await env.DB.prepare("SELECT count(*) AS n FROM audit_events WHERE action = ? AND actor = ?")
		.bind(action, actor)
		.first<number>("n")) ?? 0;

const sql = (developerId: string, query: string) =>
	runInDurableObject(accountStub(developerId), (_, { storage }) => storage.sql.exec(query).toArray());

/** The state after a crash between the creation and its record. */
async function loseOutcome(developerId: string): Promise<void> {
	await sql(developerId, "UPDATE idempotent_requests SET is_completed = 0, response = NULL");
	await evictDurableObject(accountStub(developerId));
}

describe("a repeated request for an API key", () => {
	it("issues one key, and returns its id without the secret", async () => {
		const { headers, developerId } = await newDeveloper();
		const withKey = { ...headers, ...newHeader() };
		const first = await issue(withKey);
		expect([first.status, isReplayed(first)]).toEqual([201, false]);
		const { keyId, label, createdAt, expiresAt, apiKey, apiSecret } = first.body;
		const again = await issue(withKey);
		expect([again.status, isReplayed(again)]).toEqual([200, true]);
		expect(again.body).toEqual({ keyId, label, createdAt, expiresAt, notice: expect.any(String) });
		expect(again.body.notice).toContain("revoke this key");
		expect(await keyIdsOf(headers)).toEqual([keyId]);
		expect((await callWithKey({ apiKey, apiSecret })).status).toBe(200);
		expect(await countAudit("api_key.issued", developerId)).toBe(1);
	});

	it("may write the key with or without quotes, and the body in another order", async () => {
		const { headers } = await newDeveloper();
		const body = { label: "a", expiresInDays: 7 };
		const first = await issue({ ...headers, ...newHeader("abc") }, body);
		const again = await issue({ ...headers, ...newHeader('"abc"') }, { expiresInDays: 7, label: "a" });
		expect(again.body.keyId).toBe(first.body.keyId);
	});

	it("is rejected with another body; the same key of another account or operation is another", async () => {
		const { headers, developerId } = await newDeveloper();
		const key = newHeader();
		expect((await issue({ ...headers, ...key })).status).toBe(201);
		expect(codeOf(await issue({ ...headers, ...key }, { label: "other" }))).toBe(
			"409 IDEMPOTENCY_KEY_REUSED",
		);
		expect((await createEndpoint({ ...headers, ...key })).status).toBe(201);
		const other = await newDeveloper();
		expect((await issue({ ...other.headers, ...key })).status).toBe(201);
		expect(await keyIdsOf(headers)).toHaveLength(1);
		expect(await countAudit("api_key.issued", developerId)).toBe(1);
	});

	it("does not use up the key of a request that was rejected", async () => {
		const { headers } = await newDeveloper();
		const keys = await Promise.all(Array.from({ length: 5 }, () => newKey(headers)));
		const withKey = { ...headers, ...newHeader() };
		expect(codeOf(await issue(withKey, { label: "" }))).toBe("400 INPUT_VALIDATION_ERROR");
		expect(codeOf(await issue(withKey))).toBe("409 EXCEEDED_API_KEY_AMOUNT");
		await call("DELETE", "/auth/api-keys", { body: { keyId: keys[0]?.keyId }, headers });
		expect((await issue(withKey, { label: "another" })).status).toBe(201);
	});

	it("issues one key to ten concurrent requests; the others are told to wait, or get its id", async () => {
		const { headers } = await newDeveloper();
		const withKey = { ...headers, ...newHeader() };
		const responses = await Promise.all(Array.from({ length: 10 }, () => issue(withKey)));
		const [first, ...more] = responses.filter(({ status }) => status === 201);
		expect(more).toEqual([]);
		for (const response of responses.filter((one) => one !== first)) {
			if (response.status === 200) expect(response.body.keyId).toBe(first?.body.keyId);
			else {
				expect(codeOf(response)).toBe("409 IDEMPOTENCY_KEY_IN_PROGRESS");
				expect(response.headers.get("retry-after")).toBe("2");
			}
		}
		expect(await keyIdsOf(headers)).toEqual([first?.body.keyId]);
		expect((await issue(withKey)).body.keyId).toBe(first?.body.keyId);
	});

	it("does not issue another key after the first was revoked", async () => {
		const { headers } = await newDeveloper();
		const withKey = { ...headers, ...newHeader() };
		const { keyId } = (await issue(withKey)).body;
		await call("DELETE", "/auth/api-keys", { body: { keyId }, headers });
		expect(codeOf(await issue(withKey))).toBe("404 API_KEY_NOT_FOUND");
		expect(await keyIdsOf(headers)).toEqual([]);
	});

	it("finds the key of a request that was interrupted after its commit", async () => {
		const { headers, developerId } = await newDeveloper();
		const withKey = { ...headers, ...newHeader() };
		const { keyId } = (await issue(withKey)).body;
		await loseOutcome(developerId);
		expect(await issue(withKey)).toMatchObject({ status: 200, body: { keyId } });
		expect(await keyIdsOf(headers)).toEqual([keyId]);
	});

	it("rotates once, even if the old key ends at once", async () => {
		const { headers } = await newDeveloper();
		const { keyId } = await newKey(headers);
		const withKey = { ...headers, ...newHeader() };
		const rotate = () =>
			call("POST", `/auth/api-keys/${keyId}/rotate`, { body: { overlapSeconds: 0 }, headers: withKey });
		const first = await rotate();
		expect(first.status).toBe(201);
		expect(await rotate()).toMatchObject({ status: 200, body: { keyId: first.body.keyId } });
		expect(await keyIdsOf(headers)).toEqual([first.body.keyId]);
	});
});

describe("a repeated request for a webhook endpoint", () => {
	it("creates one endpoint, and returns it without the secret", async () => {
		const { headers, developerId } = await newDeveloper();
		const withKey = { ...headers, ...newHeader() };
		const first = await createEndpoint(withKey, "once");
		const { secret: _, ...shown } = first.body;
		for (const prepare of [() => undefined, () => loseOutcome(developerId)]) {
			await prepare();
			const again = await createEndpoint(withKey, "once");
			expect([again.status, isReplayed(again)]).toEqual([200, true]);
			expect(again.body).toEqual({ ...shown, notice: expect.stringContaining("rotate") });
			expect(await endpointIdsOf(headers)).toEqual([shown.endpointId]);
		}
		expect(await countAudit("webhook_endpoint.created", developerId)).toBe(1);
	});

	it("completes an endpoint whose row was not written", async () => {
		const { headers, developerId } = await newDeveloper();
		const withKey = { ...headers, ...newHeader() };
		const { endpointId } = (await createEndpoint(withKey, "torn")).body;
		await env.DB.prepare("DELETE FROM webhook_endpoints WHERE endpoint_id = ?").bind(endpointId).run();
		await loseOutcome(developerId);
		expect((await createEndpoint(withKey, "torn")).status).toBe(200);
		expect(await endpointIdsOf(headers)).toEqual([endpointId]);
	});

	it("finds the last of ten endpoints, and creates none after it was deleted", async () => {
		const { headers, developerId } = await newDeveloper();
		for (let count = 1; count < 10; count++) await createEndpoint(headers);
		const withKey = { ...headers, ...newHeader() };
		const { endpointId } = (await createEndpoint(withKey, "tenth")).body;
		await loseOutcome(developerId);
		expect((await createEndpoint(withKey, "tenth")).status).toBe(200);
		await call("DELETE", `/webhook-endpoints/${endpointId}`, { headers });
		const repeated = await createEndpoint(withKey, "tenth");
		expect(codeOf(repeated)).toBe("404 RESOURCE_NOT_FOUND");
		expect(repeated.body.error.message).toContain("send a new key");
		expect(await endpointIdsOf(headers)).toHaveLength(9);
	});

	it("rotates a secret once", async () => {
		const { headers, developerId } = await newDeveloper();
		const { endpointId } = (await createEndpoint(headers)).body;
		const withKey = { ...headers, ...newHeader() };
		const rotate = () =>
			call("POST", `/webhook-endpoints/${endpointId}/rotate-secret`, { body: {}, headers: withKey });
		const { secret, ...shown } = (await rotate()).body;
		expect(secret).toMatch(/^whsec_/);
		for (const prepare of [() => undefined, () => loseOutcome(developerId)]) {
			await prepare();
			const again = await rotate();
			expect([again.status, isReplayed(again)]).toEqual([200, true]);
			expect(again.body).toEqual({ ...shown, notice: expect.any(String) });
		}
		expect(await countAudit("webhook_endpoint.secret_rotated", developerId)).toBe(1);
	});

	it("sends one sample, and returns its result again", async () => {
		const name = crypto.randomUUID();
		const { headers } = await newDeveloper();
		const { endpointId } = (await createEndpoint(headers, name)).body;
		const withKey = { ...headers, ...newHeader() };
		const test = () => call("POST", `/webhook-endpoints/${endpointId}/test`, { headers: withKey });
		const first = await test();
		const again = await test();
		expect([first.status, isReplayed(first)]).toEqual([200, false]);
		expect([again.status, isReplayed(again), again.body]).toEqual([200, true, first.body]);
		expect(await receiver.received(name)).toHaveLength(1);
	});
});

describe("the header", () => {
	it.each(['""', "two words", "a".repeat(256), '"a", "b"'])("%s is rejected by name", async (value) => {
		const { keyPair } = await sharedDeveloper();
		const response = await createEndpoint({ ...keyPair, ...newHeader(value) });
		expect(codeOf(response)).toBe("400 INPUT_VALIDATION_ERROR");
		expect(response.body.error.details).toMatchObject([{ field: "Idempotency-Key" }]);
	});

	it("counts for the account, whichever of its credentials sends it", async () => {
		const { headers, keyPair } = await newDeveloperWithKey();
		const key = newHeader();
		const first = await createEndpoint({ ...headers, ...key }, "shared");
		const again = await createEndpoint({ ...keyPair, ...key }, "shared");
		expect([first.status, again.status]).toEqual([201, 200]);
		expect(again.body.endpointId).toBe(first.body.endpointId);
	});

	it("is in the document of exactly the operations that honour it", async () => {
		const marked = operations.filter(({ idempotencyKey }) => idempotencyKey);
		expect(marked.map(({ operationId }) => operationId).sort()).toEqual([
			"addCaseNote",
			"createEvidenceLink",
			"createHostedLink",
			"createWebhookEndpoint",
			"issueApiKey",
			"requestRelease",
			"rotateApiKey",
			"rotateWebhookSecret",
			"testWebhookEndpoint",
		]);
	});
});

describe("the records", () => {
	it("are deleted by the alarm after a day, and then the key creates again", async () => {
		const { headers, developerId } = await newDeveloper();
		const withKey = { ...headers, ...newHeader() };
		const { keyId } = (await issue(withKey)).body;
		const [row] = await sql(developerId, "SELECT expires_at FROM idempotent_requests");
		expect(Number(row?.expires_at) - Date.now()).toBeGreaterThan(23 * 3_600_000);
		await sql(developerId, "UPDATE idempotent_requests SET expires_at = 1");
		await runDurableObjectAlarm(accountStub(developerId));
		expect(await sql(developerId, "SELECT * FROM idempotent_requests")).toEqual([]);
		expect((await issue(withKey)).body.keyId).not.toBe(keyId);
	});

	it("are at most a thousand for each account", async () => {
		const { headers, developerId } = await newDeveloper();
		await sql(
			developerId,
			`INSERT INTO idempotent_requests (name, fingerprint, creation_id, is_completed, expires_at)
			SELECT value, '', '', 1, ${Date.now() + 60_000} FROM
			(WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 1000) SELECT value FROM n)`,
		);
		const rejected = await issue({ ...headers, ...newHeader() });
		expect(codeOf(rejected)).toBe("429 RATE_LIMITED");
		const wait = Number(rejected.headers.get("retry-after"));
		expect(wait).toBeLessThanOrEqual(60);
		expect(rejected.headers.get("ratelimit")).toBe(`"idempotency_keys";r=0;t=${wait}`);
		expect((await issue(headers)).status).toBe(201);
	});

	it("go with the account", async () => {
		const { headers, developerId, password } = await newDeveloper();
		await issue({ ...headers, ...newHeader() });
		expect((await call("DELETE", "/auth/me", { body: { password }, headers })).status).toBe(200);
		expect(await sql(developerId, "SELECT * FROM idempotent_requests")).toEqual([]);
	});
});

let shared: ReturnType<typeof newDeveloperWithKey> | undefined;
function sharedDeveloper() {
	shared ??= newDeveloperWithKey();
	return shared;
}
