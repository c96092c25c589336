/** The audit of refused credentials and accesses (auth.md "Refusals"). */
import { env, exports } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { listAuditEventsResponse } from "../../src/audit/operations.ts";
import { createRefusalRows, MAX_ROWS_PER_HOUR } from "../../src/audit/refusals.d1.ts";
import { HOUR_MS, MANY_NETWORKS } from "../../src/audit/refusals.ts";
import { generateKeyPair } from "../../src/developers/api-keys/key-format.ts";
import { BASE_PATH } from "../../src/services.ts";
import { newDeveloperWithKey, newReviewer } from "../support/auth/accounts.ts";
import { bearer } from "../support/auth/credentials.ts";
import { call } from "../support/contract/worker-client.ts";
import { rowsReadBy } from "../support/storage/query-plans.ts";
import { filed } from "./recovery/review-support.ts";
import { newPartner } from "./recovery/support.ts";

const row = z.object({
	action: z.string(),
	actor: z.string().nullable(),
	target: z.string().nullable(),
	ip_hash: z.string(),
	hour: z.int(),
	count: z.int(),
});

async function refusals() {
	const { results } = await env.DB.prepare(
		"SELECT * FROM audit_events WHERE hour IS NOT NULL ORDER BY seq",
	).all();
	return results.map((found) => row.parse(found));
}

const counted = async (action: string) =>
	(await refusals()).filter((found) => found.action === action).reduce((sum, { count }) => sum + count, 0);

/** Well-formed, but of no key. */
const wrongSecret = () =>
	generateKeyPair((length) => crypto.getRandomValues(new Uint8Array(length))).apiSecret;

const network = (host: number) => ({ "CF-Connecting-IP": `198.51.100.${host}` });

async function send(path: string, headers: Record<string, string>, body?: object): Promise<number> {
	const response = await exports.default.fetch(`https://replevin.test${BASE_PATH}${path}`, {
		method: body ? "POST" : "GET",
		headers: { ...headers, ...(body && { "Content-Type": "application/json" }) },
		...(body && { body: JSON.stringify(body) }),
	});
	await response.text();
	return response.status;
}

async function repeat(times: number, work: () => Promise<number>): Promise<number[]> {
	const statuses = new Set<number>();
	for (let done = 0; done < times; done += 20) {
		for (const status of await Promise.all(Array.from({ length: 20 }, work))) statuses.add(status);
	}
	return [...statuses].sort();
}

// The isolate may still hold the counts of an earlier test file. The write that holds this refusal holds them too.
beforeAll(async () => {
	const { keyPair, keyId } = await newDeveloperWithKey();
	await send("/recovery-cases", { ...keyPair, "x-api-secret": wrongSecret(), ...network(9) });
	const written = async () =>
		expect(await refusals()).toContainEqual(expect.objectContaining({ target: keyId }));
	await vi.waitFor(written, { timeout: 20_000, interval: 250 });
});

beforeEach(() => env.DB.prepare("DELETE FROM audit_events WHERE hour IS NOT NULL").run());

describe("refused credentials and accesses", () => {
	it("leave a handful of rows, however many there are", async () => {
		const partner = await newPartner();
		const { caseId, jrcHash } = await filed(partner);
		const stranger = await newDeveloperWithKey();
		const wrong = { ...stranger.keyPair, "x-api-secret": wrongSecret() };
		const [head = "", claims = ""] = stranger.token.split(".");
		const forged = bearer(`${head}.${claims}.${"A".repeat(86)}`);

		// 429 after too many look-ups within a minute, which a slow machine does not reach.
		const wrongKey = await repeat(100, () => send("/recovery-cases", { ...wrong, ...network(1) }));
		expect([401, 429]).toEqual(expect.arrayContaining(wrongKey));
		expect(await repeat(200, () => send("/auth/me", { ...forged, ...network(2) }))).toEqual([401]);
		const foreign = { ...stranger.keyPair, ...network(3) };
		const byHash = () => send(`/recovery-cases/${jrcHash}/execution`, foreign);
		expect(await repeat(80, () => send(`/recovery-cases/${caseId}`, foreign))).toEqual([404]);
		expect(await repeat(20, byHash)).toEqual([404]);
		const reviewers = { ...stranger.headers, ...network(4) };
		expect(await repeat(100, () => send("/review/recovery-cases", reviewers))).toEqual([403]);

		await expect.poll(() => counted("access.refused")).toBe(200);
		expect(await counted("api_key.refused")).toBe(100);
		expect(await counted("session_token.refused")).toBe(200);
		const rows = await refusals();
		// Twice as many if the hour ends meanwhile.
		expect(rows.length).toBeLessThanOrEqual(8);
		const refused = rows.filter(({ action }) => action === "access.refused");
		expect(new Set(refused.map(({ target }) => target))).toEqual(new Set([caseId, null]));
		const found = (action: string, target: string | null) =>
			rows.find((one) => one.action === action && one.target === target);
		expect(found("api_key.refused", null) ?? found("api_key.refused", stranger.keyId)).toBeDefined();
		expect(found("access.refused", caseId)).toMatchObject({ actor: stranger.developerId });
		expect(found("access.refused", null)).toMatchObject({ actor: stranger.developerId });
		for (const secret of [wrong["x-api-key"], wrong["x-api-secret"], claims])
			expect(JSON.stringify(rows)).not.toContain(secret);
		expect(new Set(rows.map(({ ip_hash }) => ip_hash)).size).toBe(4);
	});

	it("are counted together with the sessions of visitors, which every guess of a hosted link opens", async () => {
		const issued = "SELECT count(*) AS rows FROM audit_events WHERE action = 'anonymous_session.issued'";
		const rowsOf = () => env.DB.prepare(issued).first<number>("rows");
		const before = await rowsOf();
		const guess = async () => {
			const token = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64url");
			const url = `https://replevin.test/l/${token}`;
			const response = await exports.default.fetch(url, { headers: network(11) });
			await response.text();
			return response.status;
		};
		expect(await repeat(40, guess)).toEqual([404]);
		await expect.poll(() => counted("anonymous_session.issued"), { timeout: 10_000 }).toBe(40);
		// Two if the hour ends meanwhile.
		expect(Number(await rowsOf()) - Number(before)).toBeLessThanOrEqual(2);
	});

	it("name the key whose secret was wrong, and show their number to reviewers", async () => {
		const { keyPair, keyId } = await newDeveloperWithKey();
		const reviewer = await newReviewer();
		const wrong = { ...keyPair, "x-api-secret": wrongSecret(), ...network(5) };
		for (let round = 0; round < 3; round++) expect(await send("/recovery-cases", wrong)).toBe(401);
		await expect.poll(() => counted("api_key.refused")).toBe(3);
		const path = `/review/audit?action=api_key.refused&target=${keyId}`;
		const { data } = listAuditEventsResponse().parse(
			await (await call(path, { headers: reviewer.headers })).json(),
		);
		expect(data).toMatchObject([{ action: "api_key.refused", actor: null, target: keyId, count: 3 }]);
	});

	it("leave no row if the credential is malformed or absent", async () => {
		const { keyPair } = await newDeveloperWithKey();
		for (const headers of [
			{ "x-api-key": "sk_short", "x-api-secret": "ss_short" },
			{ "x-api-key": keyPair["x-api-key"] },
			bearer("not-a-token"),
			{ Authorization: "Basic abc" },
			{},
		]) {
			expect(await send("/recovery-cases", { ...headers, ...network(6) })).toBe(401);
		}
		// A later refusal shows that a flush has happened.
		expect(await send("/recovery-cases", { ...bearer("a.b.c"), ...network(7) })).toBe(401);
		await expect.poll(refusals).toMatchObject([{ action: "session_token.refused", count: 1 }]);
	});

	it("count tokens that open no evidence, and do not keep them", async () => {
		const token = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64url");
		for (let round = 0; round < 3; round++) {
			expect(await send("/evidence-links/read", network(10), { token })).toBe(404);
		}
		await expect.poll(() => counted("evidence_link.refused")).toBe(3);
		expect(JSON.stringify(await refusals())).not.toContain(token);
	});

	it("count a wallet login with a message that was not issued", async () => {
		const signature = `0x${"11".repeat(65)}`;
		const body = { message: "a", signature };
		expect(await send("/auth/wallet/session", network(8), body)).toBe(401);
		await expect.poll(() => counted("wallet_session.refused")).toBe(1);
	});
});

describe("the rows of refusals", () => {
	const hour = 500_000;
	const refusal = {
		...{ at: hour * HOUR_MS, action: "api_key.refused" as const, actor: null, target: "key_1" },
		...{ requestId: "req_1", ipHash: "a", hour, count: 2 },
	};

	it("add up over isolates, actions, networks and hours", async () => {
		const { add } = createRefusalRows(env.DB);
		await add([refusal, { ...refusal, ipHash: "b" }]);
		await add([
			{ ...refusal, target: "key_2", count: 3 },
			{ ...refusal, hour: hour + 1 },
		]);
		expect(
			(await refusals()).map(({ target, ip_hash, hour, count }) => [target, ip_hash, hour, count]),
		).toEqual([
			["key_2", "a", hour, 5],
			["key_1", "b", hour, 2],
			["key_1", "a", hour + 1, 2],
		]);
	});

	it("end at a ceiling per hour, above which new networks share a row", async () => {
		const { add } = createRefusalRows(env.DB);
		for (let flush = 0; flush < 15; flush++) {
			await add(Array.from({ length: 100 }, (_, index) => ({ ...refusal, ipHash: `${flush}.${index}` })));
		}
		await add([{ ...refusal, ipHash: "0.0" }]);
		const rows = await refusals();
		expect(rows).toHaveLength(MAX_ROWS_PER_HOUR + 1);
		expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(2 * 1_501);
		expect(rows.find(({ ip_hash }) => ip_hash === MANY_NETWORKS)).toMatchObject({
			target: null,
			count: 1_000,
		});
		expect(rows.find(({ ip_hash }) => ip_hash === "0.0")).toMatchObject({ count: 4 });
	});

	it("go after ninety days, and no other entry with them", async () => {
		const { add, removeOld } = createRefusalRows(env.DB);
		await env.DB.prepare(
			"INSERT INTO audit_events (at, action, request_id, ip_hash) VALUES (1, 'session.opened', 'req_old', 'a')",
		).run();
		await add([refusal, { ...refusal, hour: hour + 1 }]);
		const inNinetyDays = (hour + 90 * 24 + 1) * HOUR_MS;
		expect(await removeOld(inNinetyDays - 1, 100)).toBe(0);
		expect(await removeOld(inNinetyDays, 100)).toBe(1);
		expect(await refusals()).toMatchObject([{ hour: hour + 1 }]);
		const kept = env.DB.prepare("SELECT count FROM audit_events WHERE request_id = 'req_old'");
		expect(await kept.first("count")).toBe(1);
		// The deletion finds no row in its index.
		const [read = Infinity] = await rowsReadBy((db) => createRefusalRows(db).removeOld(1, 100));
		expect(read).toBeLessThan(10);
	});
});
