/**
 * The audit: each action writes its entry, reviewers read it, and a failed entry stops no action (auth.md "Audit").
 *
 * Over 300 lines: a file of this tier begins with an emptied store, so one of its slice costs less than two.
 */
import { env, exports } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import * as z from "zod";
import type { AuditEntry } from "../../src/audit/audit-event.ts";
import { createAuditRows } from "../../src/audit/audit-events.d1.ts";
import { type AuditPorts, createAuditService } from "../../src/audit/audit-service.ts";
import { listAuditEventsResponse } from "../../src/audit/operations.ts";
import { configOf } from "../../src/config/config.ts";
import { accountCodeOf } from "../../src/developers/account/account-code.ts";
import { createPeppers } from "../../src/kernel/crypto/pepper.ts";
import { newDeveloper, newKey, newReviewer } from "../support/auth/accounts.ts";
import { keyPairHeaders, PASSWORD } from "../support/auth/credentials.ts";
import { failTenTimes } from "../support/auth/login-guards.ts";
import { call, errorOf } from "../support/contract/worker-client.ts";
import { callWithKey, registerDeveloper } from "./developers/support.ts";

const row = z.object({
	action: z.string(),
	actor: z.string().nullable(),
	target: z.string().nullable(),
	request_id: z.string().regex(/^req_[0-9a-f]{32}$/),
	ip_hash: z.string().regex(/^[0-9a-f]{16}$/),
	at: z.int(),
});

async function entriesOf(target: string) {
	const { results } = await env.DB.prepare("SELECT * FROM audit_events WHERE target = ? ORDER BY seq")
		.bind(target)
		.all();
	return results.map((entry) => row.parse(entry));
}

const actionsOf = async (target: string) => (await entriesOf(target)).map(({ action }) => action);

describe("what is written down", () => {
	it("of an account, with the id of each request", async () => {
		const { developerId, email, token, headers } = await registerDeveloper();
		const wrong = { email, password: "Wrong-ipsum-7" };
		const refused = await errorOf(await call("/auth/login", { body: wrong }));
		await expect
			.poll(() => actionsOf(developerId))
			.toEqual(["developer.registered", "session.opened", "session.refused"]);
		const [registered, , refusal] = await entriesOf(developerId);
		expect(registered?.actor).toBe(developerId);
		// Nobody knows who it was; only whom it was tried against.
		expect(refusal).toMatchObject({ actor: null, request_id: refused.requestId });
		expect(Math.abs((refusal?.at ?? 0) - Date.now())).toBeLessThan(10_000);
		await call("/auth/logout", { method: "POST", headers });
		const { sid } = JSON.parse(atob((token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/")));
		await expect.poll(() => entriesOf(sid)).toMatchObject([{ action: "session.closed", actor: developerId }]);
	});

	it.each([
		[
			"a password change",
			"/auth/password",
			"POST",
			{ currentPassword: "Wrong-ipsum-7", newPassword: PASSWORD },
		],
		["a deletion", "/auth/me", "DELETE", { password: "Wrong-ipsum-7" }],
	])("of %s with a wrong password, and of the session that ends", async (_, path, method, body) => {
		const { developerId, headers, token } = await newDeveloper();
		const { sid } = JSON.parse(atob((token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/")));
		for (let round = 0; round < 6; round++) {
			expect((await call(path, { method, body, headers })).status).toBe(401);
		}
		await expect.poll(() => actionsOf(developerId)).toEqual(Array(5).fill("password.refused"));
		for (const { actor } of await entriesOf(developerId)) expect(actor).toBe(developerId);
		await expect.poll(() => entriesOf(sid)).toMatchObject([{ action: "session.closed", actor: developerId }]);
	});

	it("of bad reset codes, and of one too many", async () => {
		const address = "203.0.113.80";
		const body = JSON.stringify({ newPassword: PASSWORD, token: accountCodeOf(new Uint8Array(25)) });
		const ids: (string | null)[] = [];
		const statuses: number[] = [];
		for (let round = 0; round < 4; round++) {
			if (round === 2) await failTenTimes("address", address);
			const response = await exports.default.fetch("https://replevin.test/api/v1/auth/password-reset", {
				method: "POST",
				headers: { "Content-Type": "application/json", "CF-Connecting-IP": address },
				body,
			});
			await response.text();
			statuses.push(response.status);
			ids.push(response.headers.get("X-Request-Id"));
		}
		const actionOf = async (id: string | null | undefined) =>
			env.DB.prepare("SELECT action FROM audit_events WHERE request_id = ?")
				.bind(id ?? "")
				.first("action");
		expect(statuses).toEqual([401, 401, 429, 429]);
		await expect.poll(() => actionOf(ids[0])).toBe("password.refused");
		await expect.poll(() => actionOf(ids[1])).toBe("password.refused");
		await expect.poll(() => actionOf(ids[2])).toBe("password.throttled");
	});

	it("of a key: issued, seen in a browser, revoked, used after that", async () => {
		const { developerId, headers } = await newDeveloper();
		const key = await newKey(headers);
		const address = { "CF-Connecting-IP": "203.0.113.77" };
		for (let round = 0; round < 3; round++) {
			const seen = { ...keyPairHeaders(key), ...address, Origin: "https://page.example" };
			expect((await call("/recovery-cases", { headers: seen })).status).toBe(403);
		}
		await expect.poll(() => actionsOf(key.keyId)).toEqual(["api_key.issued", "api_key.seen_in_browser"]);
		await call("/auth/api-keys", { method: "DELETE", body: { keyId: key.keyId }, headers });
		for (let round = 0; round < 3; round++) {
			const used = { ...keyPairHeaders(key), ...address };
			expect((await call("/recovery-cases", { headers: used })).status).toBe(401);
		}
		const all = [
			"api_key.issued",
			"api_key.seen_in_browser",
			"api_key.revoked",
			"api_key.used_after_revocation",
		];
		await expect.poll(() => actionsOf(key.keyId)).toEqual(all);
		const [issued, , , used] = await entriesOf(key.keyId);
		expect(issued?.actor).toBe(developerId);
		expect(used?.actor).toBe(developerId);
	});

	it("of a revoked key also when its copies have gone, and from each address anew", async () => {
		const { headers } = await newDeveloper();
		const key = await newKey(headers);
		await call("/auth/api-keys", { method: "DELETE", body: { keyId: key.keyId }, headers });
		await expect
			.poll(async () =>
				env.DB.prepare("SELECT revoked_at FROM api_keys WHERE key_id = ?")
					.bind(key.keyId)
					.first("revoked_at"),
			)
			.toBeTypeOf("number");
		const { keys } = await env.API_KEYS.list();
		for (const { name } of keys) await env.API_KEYS.delete(name);
		for (let round = 0; round < 2; round++) expect((await callWithKey(key)).status).toBe(401);
		await expect
			.poll(() => actionsOf(key.keyId))
			.toEqual([
				"api_key.issued",
				"api_key.revoked",
				"api_key.used_after_revocation",
				"api_key.used_after_revocation",
			]);
		// A hint would send every later call to the object for nothing.
		expect((await env.API_KEYS.list()).keys).toEqual([]);
	});

	it("of a secret in a browser that belongs to no key, once a minute", async () => {
		const headers = {
			"x-api-secret": "ss_nonsense",
			Origin: "https://a.test",
			"CF-Connecting-IP": "203.0.113.78",
		};
		for (let round = 0; round < 5; round++) await call("/auth/me", { headers });
		const count = () =>
			env.DB.prepare("SELECT COUNT(*) AS n FROM audit_events WHERE target IS NULL AND action = ?")
				.bind("api_key.seen_in_browser")
				.first("n");
		await expect.poll(count).toBe(1);
	});

	it("tells calls of one address together, of one /64 too, and others apart", async () => {
		const hashes: (string | undefined)[] = [];
		for (const address of ["2001:db8:5:6::1", "2001:db8:5:6:ffff::2", "2001:db8:5:7::1", "203.0.113.5"]) {
			const { developerId, email } = await newDeveloper();
			const body = { email, password: PASSWORD };
			const spoofed = { "X-Forwarded-For": "1.1.1.1", "X-Real-IP": "1.1.1.1", Forwarded: "for=1.1.1.1" };
			await call("/auth/login", { body, headers: { "CF-Connecting-IP": address, ...spoofed } });
			hashes.push((await entriesOf(developerId)).at(-1)?.ip_hash);
		}
		expect(hashes[0]).toBe(hashes[1]);
		expect(new Set(hashes).size).toBe(3);
	});
});

describe("the reader", () => {
	const read = async (query: string, headers: Record<string, string>) => {
		const response = await call(`/review/audit${query}`, { headers });
		expect(response.status).toBe(200);
		return listAuditEventsResponse().parse(await response.json());
	};

	it("pages from the newest to the oldest, each entry once", async () => {
		const { headers } = await newReviewer();
		const { developerId } = await newDeveloper();
		const statement = env.DB.prepare(
			"INSERT INTO audit_events (at, action, actor, target, request_id, ip_hash) VALUES (?, 'origin.allowed', ?, ?, 'req_0', 'a')",
		);
		await env.DB.batch(
			Array.from({ length: 60 }, (_, at) =>
				statement.bind(1_000 + Math.floor(at / 7), developerId, `org_${at}`),
			),
		);
		const targets: (string | null)[] = [];
		let cursor: string | null = null;
		do {
			const query: string = `?actor=${developerId}&action=origin.allowed&limit=25${cursor ? `&cursor=${cursor}` : ""}`;
			const page = await read(query, headers);
			expect(page.data.length).toBeLessThanOrEqual(25);
			targets.push(...page.data.map(({ target }) => target));
			cursor = page.nextCursor;
		} while (cursor);
		expect(targets).toEqual(Array.from({ length: 60 }, (_, at) => `org_${59 - at}`));
	});

	it("filters by action, actor and target, together too", async () => {
		const { headers } = await newReviewer();
		const { developerId, headers: theirs } = await registerDeveloper();
		const key = await newKey(theirs);
		const one = await read(`?target=${key.keyId}`, headers);
		expect(one.data).toMatchObject([{ action: "api_key.issued", actor: developerId, target: key.keyId }]);
		const all = await read(`?actor=${developerId}`, headers);
		expect(all.data.map(({ action }) => action)).toEqual([
			"api_key.issued",
			"session.opened",
			"developer.registered",
		]);
		const both = await read(`?actor=${developerId}&action=session.opened&target=${developerId}`, headers);
		expect(both.data).toHaveLength(1);
		expect((await read(`?actor=${developerId}&action=password.reset`, headers)).data).toEqual([]);
		expect((await read("?limit=1", headers)).data).toHaveLength(1);
	});

	it("filters by time, whatever else it filters by, and in pages", async () => {
		const { headers } = await newReviewer();
		const { developerId } = await registerDeveloper();
		const rows = createAuditRows(env.DB);
		const START = Date.UTC(2100, 0, 1);
		const at = (minutes: number) => START + minutes * 60_000;
		// The last was written late, so its number is out of order.
		for (const minutes of [0, 60, 120, 180, 240, 90]) {
			const entry = { action: "session.closed", actor: developerId, target: null } as const;
			await rows.insert({ ...entry, at: at(minutes), requestId: `req_${minutes}`, ipHash: "a" });
		}
		const iso = (minutes: number) => encodeURIComponent(new Date(at(minutes)).toISOString());
		const found = async (query: string) =>
			(await read(`?${query}`, headers)).data.map(({ requestId }) => requestId);
		const range = `from=${iso(60)}&to=${iso(180)}`;
		expect(await found(range)).toEqual(["req_90", "req_120", "req_60"]);
		expect(await found(`${range}&actor=${developerId}`)).toEqual(["req_90", "req_120", "req_60"]);
		expect(await found(`${range}&action=password.reset`)).toEqual([]);
		expect(await found(`to=${iso(60)}&actor=${developerId}&action=session.closed`)).toEqual(["req_0"]);
		expect(await found(`from=${iso(240)}&actor=${developerId}&limit=1`)).toHaveLength(1);
		const zone = encodeURIComponent("2100-01-01T02:00:00+01:00");
		expect(await found(`from=${zone}&to=${iso(61)}`)).toEqual(["req_60"]);
		const first = await read(`?${range}&limit=2`, headers);
		const rest = await read(`?${range}&limit=2&cursor=${first.nextCursor}`, headers);
		expect(rest.data.map(({ requestId }) => requestId)).toEqual(["req_60"]);
	});

	it.each([
		["from=yesterday", "from"],
		["to=2024-01-01T00:00:00", "to"],
		["limit=0", "limit"],
		["action=nothing", "action"],
		["actor=a%40b.co", "actor"],
		["target=", "target"],
		["cursor=nonsense", "cursor"],
		["cursor=YS4w", "cursor"],
		["cursor=YS4tMQ", "cursor"],
		["page=2", "page"],
	])("rejects the query %s", async (query, field) => {
		const { headers } = await newReviewer();
		const error = await errorOf(await call(`/review/audit?${query}`, { headers }));
		expect(error).toMatchObject({ status: 400, code: "INPUT_VALIDATION_ERROR" });
		expect(error.details?.map((detail) => detail.field)).toEqual([field]);
	});
});

describe("writing it down", () => {
	const context = { requestId: "req_1", clientAddress: "a", caller: undefined, at: 1 };
	const entry: AuditEntry = { action: "session.opened", target: "dev_1" };
	const service = (ports: Partial<AuditPorts>) =>
		createAuditService({
			peppers: createPeppers(configOf(env).peppers),
			rows: createAuditRows(env.DB),
			refusalRows: { add: async () => {} },
			runLater: () => {},
			wait: (milliseconds) => scheduler.wait(milliseconds),
			...ports,
		});
	const rows = (insert: () => Promise<void>) => ({
		insert,
		list: async () => ({ rows: [], next: undefined }),
	});

	it("never fails the action, and says in the log what is missing", async () => {
		const log = vi.spyOn(console, "error").mockImplementation(() => {});
		await service({ rows: rows(() => Promise.reject(new Error("D1 is away"))) }).record(entry, context);
		expect(log.mock.calls.map(([line]) => JSON.parse(String(line)))).toEqual([
			{
				level: "error",
				event: "audit-not-written",
				action: "session.opened",
				requestId: "req_1",
				at: 1,
				cause: "Error: D1 is away",
			},
		]);
		log.mockRestore();
	});

	it("delays the response by a second at most, and continues after it", async () => {
		const waits: number[] = [];
		const later: Promise<unknown>[] = [];
		const audit = service({
			rows: rows(() => new Promise(() => {})),
			runLater: (work) => later.push(work),
			wait: async (milliseconds) => waits.push(milliseconds),
		});
		await audit.record(entry, context);
		expect(waits).toEqual([1_000]);
		expect(later).toHaveLength(1);
	});

	it.each(["dev@example.com", "sk_abc", "ss_abc", "a.b.c", "x y", "", "x".repeat(97), "whsec_1"])(
		"leaves %j out, which is no id, and tells the log that it did",
		async (target) => {
			const log = vi.spyOn(console, "error").mockImplementation(() => {});
			const inserted: unknown[] = [];
			const insert = async (row?: unknown) => void inserted.push(row);
			await service({ rows: { insert, list: async () => ({ rows: [], next: undefined }) } }).record(
				{ ...entry, target },
				context,
			);
			expect(inserted).toMatchObject([{ target: null }]);
			const line = String(log.mock.calls[0]?.[0]);
			expect(JSON.parse(line).event).toBe("audit-value-refused");
			if (target.length > 4) expect(line).not.toContain(target);
			log.mockRestore();
		},
	);
});
