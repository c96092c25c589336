// webhooks.md "Where requests may go".
// Deliveries from one endpoint's object to a real receiver. The tests move time by changing times in storage, and run
// the alarm as the platform would.
import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { secretBytesOf } from "../../../src/webhooks/delivery/signing.ts";
import { eventually } from "../recovery/support.ts";
import { attempted, newEndpoint, newEvent, statuses, timePasses } from "./support.ts";

const MINUTE_MS = 60_000;

describe("webhook requests", () => {
	it("sends the event's bytes with all headers, signed in both forms", async () => {
		const endpoint = await newEndpoint();
		const event = newEvent();
		expect(await endpoint.enqueue(event)).toEqual({ kind: "accepted" });
		await eventually(async () => (await statuses(endpoint))[0] === "delivered");
		const [sent, ...more] = await endpoint.received();
		expect(more).toEqual([]);
		expect(sent?.body).toBe(event.body);
		const timestamp = sent?.headers["webhook-timestamp"] ?? "";
		expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(10);
		const mac = (text: string) => createHmac("sha256", secretBytesOf(endpoint.secret)).update(text);
		expect(sent?.headers).toMatchObject({
			"content-type": "application/json",
			"replevin-webhook-id": event.eventId,
			"replevin-webhook-timestamp": timestamp,
			"replevin-webhook-signature": `v1=${mac(`${timestamp}.${event.body}`).digest("hex")}`,
			"webhook-id": event.eventId,
			"webhook-signature": `v1,${mac(`${event.eventId}.${timestamp}.${event.body}`).digest("base64")}`,
		});
		const named = Object.keys(sent?.headers ?? {}).filter((name) => name.includes("webhook-"));
		const parts = ["id", "signature", "timestamp"];
		expect(named.sort()).toEqual(
			["replevin-webhook-", "webhook-"].flatMap((form) => parts.map((part) => form + part)),
		);
	});

	it("sends an event once that is enqueued several times in parallel", async () => {
		const endpoint = await newEndpoint();
		const event = newEvent();
		await Promise.all([endpoint.enqueue(event, event), endpoint.enqueue(event), endpoint.enqueue(event)]);
		await eventually(async () => (await statuses(endpoint))[0] === "delivered");
		await endpoint.enqueue(event);
		await endpoint.alarm();
		expect(await endpoint.received()).toHaveLength(1);
		expect(await endpoint.deliveries()).toHaveLength(1);
	});

	it("ignores events of types that the endpoint has not chosen", async () => {
		const endpoint = await newEndpoint([], { eventTypes: ["recovery_case.executed"] });
		await endpoint.enqueue(newEvent(), newEvent({ type: "recovery_case.executed" }));
		await eventually(async () => (await statuses(endpoint))[0] === "delivered");
		expect((await endpoint.deliveries()).map(({ type }) => type)).toEqual(["recovery_case.executed"]);
	});

	it("delivers all of sixty events", async () => {
		const endpoint = await newEndpoint();
		const events = Array.from({ length: 60 }, () => newEvent());
		await endpoint.enqueue(...events);
		await eventually(async () => (await endpoint.received()).length === events.length);
		const ids = (await endpoint.received()).map(({ headers }) => headers["webhook-id"]);
		expect(new Set(ids)).toEqual(new Set(events.map(({ eventId }) => eventId)));
	});

	it("sends waiting events before new ones, however many arrive", async () => {
		const endpoint = await newEndpoint([{ delayMs: 20 }]);
		const first = Array.from({ length: 8 }, () => newEvent());
		await endpoint.enqueue(...first);
		const sent = async () => (await endpoint.received()).map(({ headers }) => headers["webhook-id"]);
		let isEnough = false;
		const keepComing = async () => {
			for (let count = 1; count <= 400 && !isEnough; count++) {
				await endpoint.enqueue(newEvent());
				// A runtime that is never idle serves neither sockets nor timers.
				if (count % 50 === 0) await scheduler.wait(1);
			}
		};
		const coming = Array.from({ length: 40 }, keepComing);
		await eventually(async () => (await sent()).length >= 13).finally(() => {
			isEnough = true;
		});
		await Promise.all(coming);
		// With five attempts in parallel, five others may overtake the last of them.
		expect((await sent()).slice(0, 13)).toEqual(expect.arrayContaining(first.map(({ eventId }) => eventId)));
	});

	it("keeps an event whose URL is no longer allowed, without sending it", async () => {
		const endpoint = await newEndpoint();
		await endpoint.object.update({ ...endpoint.owner(), url: "https://10.0.0.1/hook" });
		await endpoint.enqueue(newEvent());
		await attempted(endpoint, 1);
		expect((await endpoint.deliveries())[0]).toMatchObject({
			status: "waiting",
			attempts: [{ error: "target_refused", httpStatus: null }],
		});
	});
});

describe("failed attempts", () => {
	it("retries after five seconds with the same bytes and a new timestamp", async () => {
		const endpoint = await newEndpoint([{ status: 500, body: "no room" }, {}]);
		const event = newEvent();
		await endpoint.enqueue(event);
		await attempted(endpoint, 1);
		const [failed] = await endpoint.deliveries();
		expect(failed).toMatchObject({
			status: "waiting",
			attempts: [{ httpStatus: 500, error: null, responseExcerpt: "no room" }],
		});
		const waits = (failed?.nextAttemptAt ?? 0) - Date.now();
		expect(waits).toBeGreaterThan(3_000);
		expect(waits).toBeLessThanOrEqual(6_000);
		expect(await endpoint.alarmAt()).toBeLessThanOrEqual(failed?.nextAttemptAt ?? 0);
		await timePasses(endpoint);
		await eventually(async () => (await statuses(endpoint))[0] === "delivered");
		const [first, second] = await endpoint.received();
		expect(second?.body).toBe(first?.body);
		expect(second?.headers["webhook-id"]).toBe(event.eventId);
		expect((await endpoint.deliveries())[0]?.nextAttemptAt).toBeNull();
		expect(await endpoint.describe()).toMatchObject({ status: "healthy", successRate: 0.5 });
	});

	it("counts a redirect as a failure and does not follow it", async () => {
		const endpoint = await newEndpoint([{ status: 307, headers: { Location: "/hooks/elsewhere" } }]);
		await endpoint.enqueue(newEvent());
		await attempted(endpoint, 1);
		expect((await endpoint.deliveries())[0]).toMatchObject({
			status: "waiting",
			attempts: [{ httpStatus: 307 }],
		});
		expect(await endpoint.received()).toHaveLength(1);
	});

	it("counts a connection that closes early as a failure", async () => {
		const endpoint = await newEndpoint([{ manner: "reset" }, { manner: "half" }]);
		await endpoint.enqueue(newEvent());
		await attempted(endpoint, 1);
		await timePasses(endpoint);
		await attempted(endpoint, 2);
		expect((await endpoint.deliveries())[0]?.attempts).toMatchObject([
			{ httpStatus: null, error: "connection_failed" },
			{ httpStatus: 200, error: "connection_failed" },
		]);
	});

	it("waits as long as Retry-After asks", async () => {
		const endpoint = await newEndpoint([{ status: 429, headers: { "Retry-After": "3600" } }]);
		await endpoint.enqueue(newEvent());
		await attempted(endpoint, 1);
		const nextAttemptAt = (await endpoint.deliveries())[0]?.nextAttemptAt ?? 0;
		expect(nextAttemptAt).toBeGreaterThan(Date.now() + 59 * MINUTE_MS);
		expect(nextAttemptAt).toBeLessThanOrEqual(Date.now() + 61 * MINUTE_MS);
	});

	it("fails a delivery after ten attempts, which its owner can redeliver", async () => {
		const endpoint = await newEndpoint([{ status: 503 }]);
		const event = newEvent();
		await endpoint.enqueue(event);
		for (let attempt = 1; attempt < 10; attempt++) {
			await attempted(endpoint, attempt);
			// Closes the breaker, which would hold most attempts back.
			await endpoint.sql(
				"UPDATE endpoint SET health = json_set(health, '$.failuresInARow', 0, '$.probeAt', NULL)",
			);
			await endpoint.sql("UPDATE deliveries SET due_at = 1, scheduled_at = 1");
			await endpoint.evict();
			await endpoint.alarmNow();
		}
		await attempted(endpoint, 10);
		expect(await statuses(endpoint)).toEqual(["failed"]);
		await endpoint.script([{}]);
		const again = await endpoint.object.redeliver({ ...endpoint.owner(), eventId: event.eventId });
		expect(again).toMatchObject({ kind: "due", delivery: { status: "waiting" } });
		await eventually(async () => (await statuses(endpoint))[0] === "delivered");
		expect((await endpoint.deliveries())[0]?.attempts).toHaveLength(11);
	});

	it("stores the first 4 KiB of a response and stops reading soon after", async () => {
		const endpoint = await newEndpoint([{ status: 500, manner: "flood" }]);
		await endpoint.enqueue(newEvent());
		await attempted(endpoint, 1);
		const [attempt] = (await endpoint.deliveries())[0]?.attempts ?? [];
		expect(attempt).toMatchObject({ httpStatus: 500, error: null, responseExcerpt: "x".repeat(4096) });
		expect(attempt?.durationMs).toBeLessThan(2_000);
	});

	it("stores at most 4 KiB of a response whose Content-Length is too small", async () => {
		const endpoint = await newEndpoint([{ manner: "lie" }]);
		await endpoint.enqueue(newEvent());
		await attempted(endpoint, 1);
		const [attempt] = (await endpoint.deliveries())[0]?.attempts ?? [];
		expect(attempt?.responseExcerpt?.length ?? 0).toBeLessThanOrEqual(4096);
	});

	it("respects Retry-After and uses up no attempts when other events are delivered", async () => {
		const asked = Array.from({ length: 5 }, () => ({ status: 429, headers: { "Retry-After": "3600" } }));
		const endpoint = await newEndpoint([...asked, {}]);
		const patient = Array.from({ length: 5 }, () => newEvent());
		await endpoint.enqueue(...patient);
		await eventually(async () => (await endpoint.describe()).status === "failing");
		for (let round = 0; round < 3; round++) {
			const event = newEvent();
			await endpoint.enqueue(event);
			// The first one passes the open breaker and closes it.
			if (round === 0) await endpoint.object.redeliver({ ...endpoint.owner(), eventId: event.eventId });
			await eventually(async () => (await endpoint.deliveries())[0]?.status === "delivered");
		}
		expect(await endpoint.received()).toHaveLength(8);
		expect(await endpoint.sql("SELECT DISTINCT attempts FROM deliveries WHERE status = 'waiting'")).toEqual([
			{ attempts: 1 },
		]);
	});

	it("tries a waiting delivery once, uncounted, when another event is delivered", async () => {
		const endpoint = await newEndpoint(Array.from({ length: 5 }, () => ({ status: 500 })));
		await endpoint.enqueue(...Array.from({ length: 5 }, () => newEvent()));
		await eventually(async () => (await endpoint.describe()).status === "failing");
		await endpoint.script([{}, { status: 500 }]);
		const event = newEvent();
		await endpoint.enqueue(event);
		await endpoint.object.redeliver({ ...endpoint.owner(), eventId: event.eventId });
		await eventually(async () => (await endpoint.received()).length === 11);
		await eventually(async () =>
			(await endpoint.deliveries()).slice(1).every(({ attempts }) => attempts.length === 2),
		);
		expect(await endpoint.sql("SELECT DISTINCT attempts FROM deliveries WHERE status = 'waiting'")).toEqual([
			{ attempts: 1 },
		]);
		const next = (await endpoint.deliveries()).slice(1).map(({ nextAttemptAt }) => nextAttemptAt ?? 0);
		for (const at of next) expect(at).toBeGreaterThan(Date.now());
	});

	it("reschedules a delivery that is interrupted repeatedly, ten times at most", async () => {
		const endpoint = await newEndpoint([{ status: 500 }]);
		await endpoint.enqueue(newEvent());
		await attempted(endpoint, 1);
		const interrupt = async (attempts: number) => {
			await endpoint.sql(
				"UPDATE deliveries SET attempts = ?, leased_at = 1, due_at = 1, scheduled_at = 1",
				attempts,
			);
			await endpoint.evict();
			await endpoint.alarmNow();
		};
		await interrupt(4);
		expect(await endpoint.received()).toHaveLength(1);
		const [rescheduled] = await endpoint.deliveries();
		expect(rescheduled?.attempts.map(({ error }) => error)).toEqual([null, "interrupted"]);
		expect(rescheduled?.nextAttemptAt).toBeGreaterThan(Date.now() + 60 * MINUTE_MS);
		await interrupt(10);
		expect(await statuses(endpoint)).toEqual(["failed"]);
		expect(await endpoint.received()).toHaveLength(1);
	});

	it("records and repeats an attempt that a crash interrupted, after its lease", async () => {
		const endpoint = await newEndpoint();
		await endpoint.object.update({ ...endpoint.owner(), enabled: false });
		await endpoint.enqueue(newEvent());
		const startedAt = Date.now() - 30_000;
		await endpoint.sql("UPDATE endpoint SET disabled_reason = NULL");
		await endpoint.sql(
			"UPDATE deliveries SET status = 'waiting', attempts = 1, leased_at = ?1, due_at = ?1 + 20000, finished_at = NULL",
			startedAt,
		);
		await endpoint.evict();
		await endpoint.alarmNow();
		await eventually(async () => (await statuses(endpoint))[0] === "delivered");
		expect((await endpoint.deliveries())[0]?.attempts).toMatchObject([
			{ at: startedAt, error: "interrupted" },
			{ httpStatus: 200 },
		]);
		expect(await endpoint.sql("SELECT attempts FROM deliveries")).toEqual([{ attempts: 2 }]);
	});

	it("counts and reschedules each of several due deliveries by itself", async () => {
		const endpoint = await newEndpoint([{}]);
		await endpoint.object.update({ ...endpoint.owner(), enabled: false });
		await endpoint.enqueue(newEvent(), newEvent(), newEvent(), newEvent());
		await endpoint.sql("UPDATE endpoint SET disabled_reason = NULL");
		await endpoint.sql("UPDATE deliveries SET status = 'waiting', due_at = number, finished_at = NULL");
		// Interrupted once, interrupted repeatedly, pulled before its scheduled time, and simply due.
		await endpoint.sql("UPDATE deliveries SET attempts = 1, leased_at = 1 WHERE number = 1");
		await endpoint.sql("UPDATE deliveries SET attempts = 3, leased_at = 1 WHERE number = 2");
		await endpoint.sql(
			"UPDATE deliveries SET attempts = 4, scheduled_at = ? WHERE number = 3",
			Date.now() + 60 * MINUTE_MS,
		);
		await endpoint.evict();
		await endpoint.alarmNow();
		const isSent = async () => (await statuses(endpoint)).filter((one) => one === "delivered").length === 3;
		await eventually(isSent);
		expect(await endpoint.sql("SELECT attempts, status FROM deliveries ORDER BY number")).toEqual([
			{ attempts: 2, status: "delivered" },
			{ attempts: 3, status: "waiting" },
			{ attempts: 4, status: "delivered" },
			{ attempts: 1, status: "delivered" },
		]);
		expect(await endpoint.received()).toHaveLength(3);
	});
});
