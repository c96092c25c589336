/** Who may read the metrics, what they show, and what reading them costs (operations.md "Metrics"). */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { createApp } from "../../src/app.ts";
import { createBacklogReader } from "../../src/health/metrics/backlog.d1.ts";
import { parseOpenMetrics } from "../support/metrics/parse-open-metrics.ts";
import { plansOf } from "../support/storage/query-plans.ts";

const TOKEN = "t0ken-".repeat(6);
const bearer = { Authorization: `Bearer ${TOKEN}` };

type Call = { path?: string; method?: string; headers?: Record<string, string> };

/** An isolate of its own, which has collected nothing yet. */
function isolate(changes: object = {}) {
	const bindings = { ...env, METRICS_TOKEN: TOKEN, ...changes };
	return ({ path = "/metrics", method = "GET", headers = {} }: Call = {}) =>
		createApp().request(`https://replevin.test${path}`, { method, headers }, bindings);
}

/** `text()` warns of a media type that it does not know as text. */
const textOf = async (response: Response) => new TextDecoder().decode(await response.arrayBuffer());

/** Without what differs between any two responses. */
async function shape(response: Response) {
	const headers = [...response.headers].filter(([name]) => name !== "x-request-id");
	return { status: response.status, headers, text: (await response.text()).replace(/req_\w+/, "") };
}

describe("without a token in the settings", () => {
	it.each(["GET", "HEAD", "POST", "PUT", "OPTIONS"])(
		"%s responds exactly like an unknown path",
		async (method) => {
			for (const METRICS_TOKEN of [undefined, ""]) {
				const ask = isolate({ METRICS_TOKEN });
				for (const headers of [{}, bearer, { Origin: "https://a.example" }]) {
					const metrics = await shape(await ask({ method, headers }));
					expect(metrics).toEqual(await shape(await ask({ path: "/no-such-path", method, headers })));
					expect(metrics.status).toBe(404);
				}
			}
		},
	);
});

describe("with a token", () => {
	it.each<[string, Record<string, string>]>([
		["no token", {}],
		["another token", { Authorization: `Bearer ${"x".repeat(36)}` }],
		["a part of it", { Authorization: `Bearer ${TOKEN.slice(0, -1)}` }],
		["a longer one", { Authorization: `Bearer ${TOKEN}x` }],
		["another case", { Authorization: `Bearer ${TOKEN.toUpperCase()}` }],
		["an empty one", { Authorization: "Bearer " }],
		["another scheme", { Authorization: `Basic ${TOKEN}` }],
		["the token elsewhere", { "x-api-key": TOKEN, cookie: `access_token=${TOKEN}` }],
	])("rejects %s, and collects nothing", async (_, headers) => {
		const DB = new Proxy(env.DB, { get: () => expect.fail("D1 was asked") });
		const response = await isolate({ DB })({ headers });
		expect(response.status).toBe(401);
		expect(response.headers.get("WWW-Authenticate")).toBe("Bearer");
		expect(await response.text()).not.toContain(TOKEN);
	});

	it("rejects the token in the address, and other methods", async () => {
		expect((await isolate()({ path: `/metrics?token=${TOKEN}` })).status).toBe(401);
		const post = await isolate()({ method: "POST", headers: bearer });
		expect([post.status, post.headers.get("Allow")]).toEqual([405, "GET, HEAD"]);
	});

	it("slows guesses from one address down", async () => {
		const limit = vi.fn(async () => ({ success: false }));
		const ask = isolate({ PUBLIC_RATE_LIMIT: { limit } });
		expect((await ask({ headers: { Authorization: "Bearer x" } })).status).toBe(429);
		expect((await ask({ headers: bearer })).status).toBe(200);
		expect(limit).toHaveBeenCalledTimes(1);
	});

	it("responds with OpenMetrics that no cache keeps", async () => {
		const response = await isolate()({ headers: bearer });
		expect(response.status).toBe(200);
		expect(response.headers.get("Content-Type")).toBe(
			"application/openmetrics-text; version=1.0.0; charset=utf-8",
		);
		expect(response.headers.get("Cache-Control")).toBe("no-store");
		expect(parseOpenMetrics(await textOf(response)).size).toBe(15);
		const head = await isolate()({ method: "HEAD", headers: bearer });
		expect([head.status, await textOf(head)]).toEqual([200, ""]);
	});

	it("is rejected as a setting when it is short, without its value", async () => {
		vi.spyOn(console, "error").mockImplementation(() => {});
		const response = await isolate({ METRICS_TOKEN: "short-token" })({ path: "/api/v1/health" });
		expect(response.status).toBe(503);
		expect(await response.text()).not.toContain("short-token");
	});
});

describe("the gauges", () => {
	const NOW = Date.now();
	const run = (query: string, ...values: unknown[]) =>
		env.DB.prepare(query)
			.bind(...values)
			.run();
	const event = (id: string, createdAt: number, confirmedAt: number | null) =>
		run(
			"INSERT INTO events (case_id, event_id, sequence, type, body, created_at, confirmed_at) VALUES ('rc_1', ?, 1, 't', '{}', ?, ?)",
			id,
			createdAt,
			confirmedAt,
		);
	const letter = (id: string, eventId: string, requeuedAt: number | null) =>
		run(
			"INSERT INTO dead_letters (dead_letter_id, message_id, body, event_id, sent_at, received_at, requeued_at) VALUES (?1, ?1, '{}', ?2, 1, 1, ?3)",
			id,
			eventId,
			requeuedAt,
		);
	const notWatched = (id: string, because: string, since: number) =>
		run(
			"UPDATE recovery_cases SET not_watched_because = ?, not_watched_since = ? WHERE case_id = ?",
			because,
			since,
			id,
		);
	const filed = (id: string, status: string) =>
		run(
			`INSERT INTO recovery_cases (case_id, jrc_hash, source, lost_account, recovery_account, chain_id, reason, status, created_at, updated_at, version)
			VALUES (?, '0x', 'api', '0x', '0x', 1, 'other', ?, 1, 1, 1)`,
			id,
			status,
		);

	beforeAll(async () => {
		for (const table of [
			"events",
			"dead_letters",
			"mails",
			"recovery_cases",
			"sweeps",
			"webhook_endpoints",
		]) {
			await env.DB.exec(`DELETE FROM ${table}`);
		}
		await event("evt_old", NOW - 90_000, null);
		await event("evt_new", NOW - 1_000, null);
		await event("evt_done", NOW - 900_000, NOW);
		await letter("dl_1", "evt_old", null);
		await letter("dl_2", "evt_done", null);
		await letter("dl_3", "evt_new", NOW);
		await letter("dl_4", "evt_unknown", null);
		for (const [index, status] of [
			"created",
			"pending",
			"pending",
			"executed",
			"action_required",
		].entries()) {
			await filed(`rc_${index}`, status);
		}
		await run(
			"INSERT INTO mails (mail_id, kind, recipient, facts, state, created_at, due_at, expires_at) VALUES ('mail_1', 'new_device', 'dev_1', '{}', 'waiting', ?, 1, 1), ('mail_2', 'new_device', 'dev_1', '{}', 'sent', 1, 1, 1)",
			NOW - 120_000,
		);
		await notWatched("rc_0", "node_outage", NOW - 500_000);
		await notWatched("rc_1", "node_outage", NOW - 400_000);
		await notWatched("rc_4", "reserve_used_up", NOW - 300_000);
		await run(
			"INSERT INTO sweeps (name, cursor, held) VALUES ('orphans:documents/', '', 11), ('other', '', 5)",
		);
		await run(
			"INSERT INTO webhook_endpoints (endpoint_id, developer_id, created_at) VALUES ('we_1', 'dev_1', 1), ('we_2', 'dev_1', 1), ('we_3', 'dev_1', 1), ('we_4', 'dev_1', 1)",
		);
	});

	const states: Record<string, object> = {
		we_1: { status: "failing", disabledReason: null },
		we_2: { status: "disabled", disabledReason: "gone" },
		we_3: { status: "disabled", disabledReason: "by_owner" },
	};
	const WEBHOOK_ENDPOINTS = {
		getByName: (id: string) => ({
			describe: async () => {
				if (!states[id]) throw new Error("does not respond");
				return { kind: "endpoint", endpoint: states[id] };
			},
		}),
	};

	it("show the events, letters and cases that wait", async () => {
		const text = await textOf(await isolate({ WEBHOOK_ENDPOINTS })({ headers: bearer }));
		const samples = [...parseOpenMetrics(text).values()].flatMap((family) => family.samples);
		const values = Object.fromEntries(
			samples.map(({ name, labels, value }) => [[name, ...Object.values(labels)].join(" "), value]),
		);
		expect(values).toMatchObject({
			replevin_unconfirmed_events: 2,
			replevin_dead_letters: 2,
			replevin_waiting_mails: 1,
			"replevin_open_cases created": 1,
			"replevin_open_cases pending": 2,
			"replevin_open_cases action_required": 1,
			"replevin_cases_not_watched node_outage": 2,
			"replevin_cases_not_watched reserve_used_up": 1,
			"replevin_troubled_webhook_endpoints failing": 1,
			"replevin_troubled_webhook_endpoints disabled": 1,
			replevin_checked_webhook_endpoints: 4,
			"replevin_held_documents documents/": 11,
			"replevin_held_documents case-documents/": 0,
		});
		const age = values.replevin_oldest_unconfirmed_event_age_seconds ?? 0;
		expect(age).toBeGreaterThanOrEqual(90);
		expect(age).toBeLessThan(900);
		const longest = values["replevin_longest_not_watched_seconds node_outage"] ?? 0;
		expect(longest).toBeGreaterThanOrEqual(500);
		expect(longest).toBeLessThan(900);
	});

	it("are collected once a minute, however often they are read", async () => {
		const describeOnce = vi.fn(async () => ({ ok: false, reason: "not_found", details: null }));
		const ask = isolate({ WEBHOOK_ENDPOINTS: { getByName: () => ({ describe: describeOnce }) } });
		await Promise.all(Array.from({ length: 10 }, () => ask({ headers: bearer })));
		await ask({ headers: bearer });
		expect(describeOnce).toHaveBeenCalledTimes(4);
		const now = Date.now();
		const clock = vi.spyOn(Date, "now").mockImplementation(() => now + 60_000);
		await ask({ headers: bearer });
		clock.mockRestore();
		expect(describeOnce).toHaveBeenCalledTimes(8);
	});

	it("read a bounded number of rows, each through its index", async () => {
		const plans = await plansOf((db) => createBacklogReader(db, ["documents/"])());
		const [events, letters, mails, held, foreign, suppressed, ...counts] = plans;
		const [cases, notWatched] = [counts.slice(0, 3), counts.slice(3)];
		expect(events).toMatch(/SEARCH events USING INDEX events_unconfirmed /);
		expect(letters).toMatch(/SEARCH dead_letters USING INDEX dead_letters_open /);
		expect(letters).toMatch(/SEARCH events USING INDEX events_event /);
		expect(mails).toMatch(/SEARCH mails USING COVERING INDEX mails_waiting /);
		expect(held).toMatch(/SEARCH sweeps USING INDEX sqlite_autoindex_sweeps_1 /);
		// Ends at its limit, in any order.
		expect(foreign).toMatch(/SCAN foreign_schedules\b/);
		expect(suppressed).toMatch(/SCAN mail_suppressions\b/);
		expect(notWatched).toHaveLength(2);
		for (const plan of notWatched) {
			expect(plan).toMatch(/SEARCH recovery_cases USING COVERING INDEX recovery_cases_not_watched /);
		}
		for (const plan of cases) {
			expect(plan).toMatch(/SEARCH recovery_cases USING COVERING INDEX recovery_cases_newest_status /);
		}
		for (const plan of plans)
			expect(plan).not.toMatch(/SCAN (events|dead_letters|mails|recovery_cases|sweeps)\b/);
	});

	it("end at the limit of a count", async () => {
		const bound: unknown[] = [];
		const DB = new Proxy(env.DB, {
			get: (target, name) => {
				if (name !== "prepare") return Reflect.get(target, name).bind(target);
				return (query: string) => {
					const statement = target.prepare(query);
					const bind = statement.bind.bind(statement);
					// The same queries with a limit that a test can reach.
					statement.bind = (...values: unknown[]) => {
						bound.push(...values.filter((value) => value === 10_000));
						return bind(...values.map((value) => (value === 10_000 ? 1 : value)));
					};
					return statement;
				};
			},
		});
		const backlog = await createBacklogReader(DB, [])();
		expect(bound).toHaveLength(10);
		expect(backlog).toMatchObject({
			unconfirmedEvents: 1,
			openCases: { created: 1, pending: 1, action_required: 1 },
			notWatched: { node_outage: { cases: 1, oldestAt: NOW - 500_000 } },
		});
		expect(backlog.deadLetters).toBeLessThanOrEqual(1);
	});
});
