// One endpoint's object and a real receiver: what is sent, when it is sent again, and what is kept of it. Time is
// moved by changing what the object's storage says of it, and the alarm run as the platform would.
import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { secretBytesOf } from "../../../src/webhooks/core/signing.ts";
import { eventually } from "../recovery/support.ts";
import { newEndpoint, newEvent, newSecret } from "./support.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

type TestEndpoint = Awaited<ReturnType<typeof newEndpoint>>;

const statuses = async (endpoint: TestEndpoint) => (await endpoint.deliveries()).map(({ status }) => status);

/** Resolves when the newest event has had so many attempts. */
const attempted = (endpoint: TestEndpoint, times: number) =>
	eventually(async () => (await endpoint.deliveries())[0]?.attempts.length === times);

/** Lets all that waits be due now, as time would, and wakes the object. */
async function timePasses(endpoint: TestEndpoint) {
	await endpoint.sql("UPDATE deliveries SET due_at = 1 WHERE due_at IS NOT NULL AND leased_at IS NULL");
	await endpoint.alarm();
}

describe("a webhook", () => {
	it("is the event's bytes, with the headers that the design promises, signed for both kinds of verifier", async () => {
		const endpoint = await newEndpoint();
		const event = newEvent({ sequence: 7 });
		expect(await endpoint.enqueue(event)).toEqual({ kind: "taken" });
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
			"replevin-webhook-sequence": "7",
			"replevin-webhook-history-hash": event.historyHash,
			"webhook-id": event.eventId,
			"webhook-signature": `v1,${mac(`${event.eventId}.${timestamp}.${event.body}`).digest("base64")}`,
		});
		expect(sent?.headers).not.toHaveProperty("replevin-webhook-test");
	});

	it("that comes twice, also at once, is sent once", async () => {
		const endpoint = await newEndpoint();
		const event = newEvent();
		await Promise.all([endpoint.enqueue(event, event), endpoint.enqueue(event), endpoint.enqueue(event)]);
		await eventually(async () => (await statuses(endpoint))[0] === "delivered");
		await endpoint.enqueue(event);
		await endpoint.alarm();
		expect(await endpoint.received()).toHaveLength(1);
		expect(await endpoint.deliveries()).toHaveLength(1);
	});

	it("of a type that the endpoint does not want is not stored", async () => {
		const endpoint = await newEndpoint([], { eventTypes: ["recovery_case.executed"] });
		await endpoint.enqueue(newEvent(), newEvent({ type: "recovery_case.executed" }));
		await eventually(async () => (await statuses(endpoint))[0] === "delivered");
		expect((await endpoint.deliveries()).map(({ type }) => type)).toEqual(["recovery_case.executed"]);
	});

	it("goes out a few at a time, and all of many arrive", async () => {
		const endpoint = await newEndpoint();
		const events = Array.from({ length: 60 }, () => newEvent());
		await endpoint.enqueue(...events);
		await eventually(async () => (await endpoint.received()).length === events.length);
		const ids = (await endpoint.received()).map(({ headers }) => headers["webhook-id"]);
		expect(new Set(ids)).toEqual(new Set(events.map(({ eventId }) => eventId)));
	});

	it("is not sent where requests may no longer go, and is kept", async () => {
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

describe("a failure", () => {
	it("is tried again after five seconds with the same bytes and a fresh time, and then it is over", async () => {
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

	it("is a redirect too, which is not followed", async () => {
		const endpoint = await newEndpoint([{ status: 307, headers: { Location: "/hooks/elsewhere" } }]);
		await endpoint.enqueue(newEvent());
		await attempted(endpoint, 1);
		expect((await endpoint.deliveries())[0]).toMatchObject({
			status: "waiting",
			attempts: [{ httpStatus: 307 }],
		});
		expect(await endpoint.received()).toHaveLength(1);
	});

	it("is a connection that closes before the answer is whole", async () => {
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

	it("waits for as long as the receiver asks", async () => {
		const endpoint = await newEndpoint([{ status: 429, headers: { "Retry-After": "3600" } }]);
		await endpoint.enqueue(newEvent());
		await attempted(endpoint, 1);
		const nextAttemptAt = (await endpoint.deliveries())[0]?.nextAttemptAt ?? 0;
		expect(nextAttemptAt).toBeGreaterThan(Date.now() + 59 * MINUTE_MS);
		expect(nextAttemptAt).toBeLessThanOrEqual(Date.now() + 61 * MINUTE_MS);
	});

	it("is given up after ten attempts, and can be sent again by hand", async () => {
		const endpoint = await newEndpoint([{ status: 503 }]);
		const event = newEvent();
		await endpoint.enqueue(event);
		for (let attempt = 1; attempt < 10; attempt++) {
			await attempted(endpoint, attempt);
			// The breaker would let only one through in a while; here every attempt has its turn.
			await endpoint.sql(
				"UPDATE endpoint SET health = json_set(health, '$.failuresInARow', 0, '$.probeAt', NULL)",
			);
			await endpoint.sql("UPDATE deliveries SET due_at = 1");
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

	it("keeps the first 4 KiB of the answer and reads little more of it", async () => {
		const endpoint = await newEndpoint([{ status: 500, manner: "flood" }]);
		await endpoint.enqueue(newEvent());
		await attempted(endpoint, 1);
		const [attempt] = (await endpoint.deliveries())[0]?.attempts ?? [];
		expect(attempt).toMatchObject({ httpStatus: 500, error: null, responseExcerpt: "x".repeat(4096) });
		expect(attempt?.durationMs).toBeLessThan(2_000);
	});

	it("that a crash cut off is written down, counted, and made good when its lease has run out", async () => {
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
});

describe("an endpoint that fails", () => {
	async function brokenEndpoint() {
		const endpoint = await newEndpoint([{ status: 500 }]);
		await endpoint.enqueue(...Array.from({ length: 5 }, () => newEvent()));
		await eventually(async () => (await endpoint.received()).length === 5);
		await eventually(async () => (await endpoint.describe()).status === "failing");
		return endpoint;
	}

	it("is spared after five failures in a row: what comes then waits and uses up no attempt", async () => {
		const endpoint = await brokenEndpoint();
		await endpoint.enqueue(...Array.from({ length: 3 }, () => newEvent()));
		await endpoint.alarm();
		expect(await endpoint.received()).toHaveLength(5);
		const waiting = (await endpoint.deliveries()).filter(({ attempts }) => attempts.length === 0);
		expect(waiting.map(({ status }) => status)).toEqual(["waiting", "waiting", "waiting"]);
		const [{ probe } = { probe: 0 }] = await endpoint.sql(
			"SELECT json_extract(health, '$.probeAt') AS probe FROM endpoint",
		);
		expect(Number(probe) - Date.now()).toBeGreaterThan(3_000);
		expect(await endpoint.alarmAt()).toBeLessThanOrEqual(Number(probe) + 20_000);
	});

	it("is tried with one delivery at a time, after twice the wait, until one gets through; then all are due", async () => {
		const endpoint = await brokenEndpoint();
		await endpoint.enqueue(newEvent(), newEvent());
		await endpoint.sql("UPDATE endpoint SET health = json_set(health, '$.probeAt', 1)");
		await endpoint.evict();
		await endpoint.alarmNow();
		await eventually(async () => (await endpoint.received()).length === 6);
		await eventually(async () => {
			const [row] = await endpoint.sql("SELECT json_extract(health, '$.probeWaitMs') AS wait FROM endpoint");
			return row?.wait === 10_000;
		});
		await endpoint.script([{}]);
		await endpoint.sql("UPDATE endpoint SET health = json_set(health, '$.probeAt', 1)");
		await endpoint.evict();
		await endpoint.alarmNow();
		await eventually(async () => (await statuses(endpoint)).every((status) => status === "delivered"));
		expect(await endpoint.describe()).toMatchObject({ status: "healthy", enabled: true });
	});

	it("is tried five seconds after a restart, however long it was to be left alone", async () => {
		const endpoint = await brokenEndpoint();
		await endpoint.sql("UPDATE endpoint SET health = json_set(health, '$.probeAt', ?)", Date.now() + DAY_MS);
		await endpoint.evict();
		await endpoint.describe();
		const [row] = await endpoint.sql("SELECT json_extract(health, '$.probeAt') AS probe FROM endpoint");
		expect(Number(row?.probe)).toBeLessThanOrEqual(Date.now() + 5_000);
	});

	it("lets through at once what its owner asks for", async () => {
		const endpoint = await brokenEndpoint();
		await endpoint.script([{}]);
		const { eventId = "" } = (await endpoint.deliveries())[0] ?? {};
		await endpoint.object.redeliver({ ...endpoint.owner(), eventId });
		await eventually(async () => (await statuses(endpoint)).every((status) => status === "delivered"));
	});

	it("is disabled after five days and ten failed events, and what waits is kept as skipped", async () => {
		const endpoint = await brokenEndpoint();
		await endpoint.sql(
			"UPDATE endpoint SET health = json_set(health, '$.failingSince', ?, '$.failedEvents', 10, '$.probeAt', 1)",
			Date.now() - 5 * DAY_MS,
		);
		await endpoint.evict();
		await endpoint.alarmNow();
		await timePasses(endpoint);
		await eventually(async () => (await endpoint.describe()).status === "disabled");
		expect(await endpoint.describe()).toMatchObject({ enabled: false, disabledReason: "failing" });
		expect(new Set(await statuses(endpoint))).toEqual(new Set(["skipped"]));
	});

	it("is disabled by an answer 410, keeps what comes as skipped, and recovers it when it is enabled again", async () => {
		const endpoint = await newEndpoint([{ status: 410 }]);
		await endpoint.enqueue(newEvent());
		await eventually(async () => (await endpoint.describe()).disabledReason === "gone");
		await endpoint.enqueue(newEvent());
		await endpoint.alarm();
		expect(await endpoint.received()).toHaveLength(1);
		expect(await statuses(endpoint)).toEqual(["skipped", "skipped"]);
		const all = { ...endpoint.owner(), since: 0, dryRun: true };
		expect(await endpoint.object.recover(all)).toEqual({ kind: "recovered", count: 2, hasMore: false });
		expect(await endpoint.object.recover({ ...all, dryRun: false })).toEqual({ kind: "disabled" });
		await endpoint.script([{}]);
		await endpoint.object.update({ ...endpoint.owner(), enabled: true });
		expect(await endpoint.object.recover({ ...all, since: Date.now() + 1, dryRun: false })).toMatchObject({
			count: 0,
		});
		await endpoint.object.recover({ ...all, dryRun: false });
		await eventually(async () => (await statuses(endpoint)).every((status) => status === "delivered"));
	});
});

describe("an endpoint", () => {
	it("signs with both secrets while one takes the other's place, and forgets the old one then", async () => {
		const endpoint = await newEndpoint();
		const next = await newSecret(endpoint.endpointId);
		await endpoint.object.rotateSecret({ ...endpoint.owner(), secret: next.secret, overlapMs: DAY_MS });
		const sign = async () => {
			const event = newEvent();
			await endpoint.enqueue(event);
			await eventually(async () => (await statuses(endpoint))[0] === "delivered");
			const sent = (await endpoint.received()).find(({ body }) => body === event.body);
			const text = `${sent?.headers["webhook-timestamp"]}.${event.body}`;
			const mac = (secret: string) => createHmac("sha256", secretBytesOf(secret)).update(text).digest("hex");
			return { sent: sent?.headers["replevin-webhook-signature"], mac };
		};
		const during = await sign();
		expect(during.sent).toBe(`v1=${during.mac(next.text)},v1=${during.mac(endpoint.secret)}`);
		expect((await endpoint.describe()).previousSecretEndsAt).toBeGreaterThan(Date.now() + DAY_MS - MINUTE_MS);
		await endpoint.sql("UPDATE secrets SET ends_at = 1 WHERE ends_at IS NOT NULL");
		await endpoint.alarmNow();
		expect(await endpoint.sql("SELECT secret_id FROM secrets")).toEqual([
			{ secret_id: next.secret.secretId },
		]);
		const after = await sign();
		expect(after.sent).toBe(`v1=${after.mac(next.text)}`);
	});

	it("keeps the end that was promised to a secret over a second rotation, unless all are to end now", async () => {
		const endpoint = await newEndpoint();
		const rotate = async (overlapMs: number) =>
			endpoint.object.rotateSecret({
				...endpoint.owner(),
				secret: (await newSecret(endpoint.endpointId)).secret,
				overlapMs,
			});
		const ends = async () =>
			(await endpoint.sql("SELECT ends_at FROM secrets ORDER BY number")).map((row) => row.ends_at);
		await rotate(DAY_MS);
		const [promised] = await ends();
		await rotate(2 * DAY_MS);
		expect(await ends()).toEqual([promised, expect.any(Number), null]);
		await rotate(DAY_MS);
		expect(await ends()).toHaveLength(3);
		await rotate(0);
		expect(await ends()).toEqual([null]);
	});

	it("forgets deliveries that have been finished for thirty days", async () => {
		const endpoint = await newEndpoint();
		await endpoint.enqueue(newEvent());
		await eventually(async () => (await statuses(endpoint))[0] === "delivered");
		await endpoint.sql("UPDATE deliveries SET finished_at = ?", Date.now() - 30 * DAY_MS);
		await endpoint.alarmNow();
		expect(await endpoint.deliveries()).toEqual([]);
		expect(await endpoint.sql("SELECT * FROM attempts")).toEqual([]);
	});

	it("that is closed sends nothing more and keeps nothing, and is not there for anybody", async () => {
		const endpoint = await newEndpoint([{ delayMs: 300 }]);
		await endpoint.enqueue(...Array.from({ length: 10 }, () => newEvent()));
		expect(await endpoint.object.close(endpoint.owner())).toEqual({ kind: "closed" });
		const sent = (await endpoint.received()).length;
		await scheduler.wait(600);
		expect((await endpoint.received()).length).toBeLessThanOrEqual(Math.max(sent, 6));
		expect(await endpoint.enqueue(newEvent())).toEqual({ kind: "gone" });
		expect(await endpoint.object.describe(endpoint.owner())).toEqual({ kind: "gone" });
		expect(
			await endpoint.sql("SELECT name FROM sqlite_master WHERE name NOT LIKE '\\_%' ESCAPE '\\'"),
		).toEqual([]);
		expect(await endpoint.alarmAt()).toBeNull();
	});

	it("is not there for another developer, and nothing changes", async () => {
		const endpoint = await newEndpoint();
		await endpoint.enqueue(newEvent());
		await eventually(async () => (await statuses(endpoint))[0] === "delivered");
		const before = await endpoint.describe();
		const stranger = { developerId: "dev_of_another", now: Date.now() };
		const { object } = endpoint;
		const { secret } = await newSecret(endpoint.endpointId);
		const answers = await Promise.all([
			object.describe(stranger),
			object.update({ ...stranger, enabled: false }),
			object.close(stranger),
			object.rotateSecret({ ...stranger, secret, overlapMs: 0 }),
			object.enqueue({ ...stranger, events: [newEvent()] }),
			object.sendTest({ ...stranger, eventId: "evt_x", body: "{}" }),
			object.listDeliveries({ ...stranger, limit: 10 }),
			object.redeliver({ ...stranger, eventId: (await endpoint.deliveries())[0]?.eventId ?? "" }),
			object.recover({ ...stranger, since: 0, dryRun: false }),
		]);
		for (const answer of answers) expect(answer).toEqual({ kind: "gone" });
		expect(await endpoint.describe()).toEqual(before);
		expect(await endpoint.deliveries()).toHaveLength(1);
		expect(await endpoint.received()).toHaveLength(1);
	});

	it("that D1 never came to know of forgets itself, and stays where D1 knows of it", async () => {
		const [unknown, known] = await Promise.all([newEndpoint(), newEndpoint()]);
		await known.register();
		for (const endpoint of [unknown, known]) {
			await endpoint.sql("UPDATE endpoint SET registration_due_at = 1");
			await endpoint.evict();
			await endpoint.alarmNow();
		}
		expect(await unknown.object.describe(unknown.owner())).toEqual({ kind: "gone" });
		expect((await known.describe()).endpointId).toBe(known.endpointId);
		expect(await known.sql("SELECT registration_due_at FROM endpoint")).toEqual([
			{ registration_due_at: null },
		]);
	});

	it("starts with a clean record at another URL", async () => {
		const endpoint = await newEndpoint([{ status: 500 }]);
		await endpoint.enqueue(...Array.from({ length: 6 }, () => newEvent()));
		await eventually(async () => (await endpoint.describe()).status === "failing");
		const elsewhere = await newEndpoint();
		await endpoint.object.update({ ...endpoint.owner(), url: (await elsewhere.describe()).url });
		await eventually(async () => (await statuses(endpoint)).every((status) => status === "delivered"));
		expect(await elsewhere.received()).toHaveLength(6);
	});

	it("answers the result of a test, marked as one, and keeps nothing of it", async () => {
		const endpoint = await newEndpoint([{ status: 418, body: "teapot" }]);
		const { eventId, body } = newEvent();
		const answer = await endpoint.object.sendTest({ ...endpoint.owner(), eventId, body });
		expect(answer).toMatchObject({
			kind: "tried",
			delivered: false,
			attempt: { httpStatus: 418, responseExcerpt: "teapot" },
		});
		expect((await endpoint.received())[0]?.headers).toMatchObject({ "replevin-webhook-test": "true" });
		expect(await endpoint.deliveries()).toEqual([]);
		const more = await Promise.all(
			Array.from({ length: 12 }, () => endpoint.object.sendTest({ ...endpoint.owner(), eventId, body })),
		);
		expect(more.filter(({ kind }) => kind === "too_many")).toHaveLength(3);
	});
});
