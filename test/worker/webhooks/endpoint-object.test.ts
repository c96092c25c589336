// webhooks.md "Attempts".
// What an endpoint's object stores and deletes, and which caller it accepts. The tests move time in its storage.
//
// Over 300 lines: every file of this tier starts by emptying the store, so one file is faster than two.
import { runInDurableObject } from "cloudflare:test";
import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createDeliveryList } from "../../../durable/webhook-endpoint/delivery-list.ts";
import { secretBytesOf } from "../../../src/webhooks/delivery/signing.ts";
import { eventually } from "../recovery/support.ts";
import { attempted, newEndpoint, newEvent, newSecret, statuses } from "./support.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

describe("the WebhookEndpoint object", () => {
	it("signs with both secrets during a rotation, then deletes the old one", async () => {
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

	it("keeps a secret's promised end over a second rotation, unless the overlap is 0", async () => {
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

	it("deletes deliveries that finished thirty days ago", async () => {
		const endpoint = await newEndpoint();
		const event = newEvent();
		await endpoint.enqueue(event);
		await eventually(async () => (await statuses(endpoint))[0] === "delivered");
		await endpoint.object.redeliver({ ...endpoint.owner(), eventId: event.eventId });
		await eventually(async () => (await endpoint.deliveries())[0]?.attempts.length === 2);
		expect(await endpoint.sql("SELECT * FROM attempts")).toHaveLength(1);
		await endpoint.sql("UPDATE deliveries SET finished_at = ?", Date.now() - 30 * DAY_MS);
		await endpoint.alarmNow();
		expect(await endpoint.deliveries()).toEqual([]);
		expect(await endpoint.sql("SELECT * FROM attempts")).toEqual([]);
	});

	it("sends and stores nothing after it is closed", async () => {
		const endpoint = await newEndpoint([{ delayMs: 300 }]);
		await endpoint.enqueue(...Array.from({ length: 10 }, () => newEvent()));
		expect(await endpoint.object.close(endpoint.owner())).toEqual({ kind: "closed" });
		const sent = (await endpoint.received()).length;
		await scheduler.wait(600);
		expect((await endpoint.received()).length).toBeLessThanOrEqual(Math.max(sent, 6));
		expect(await endpoint.enqueue(newEvent())).toMatchObject({ ok: false, reason: "not_found" });
		expect(await endpoint.object.describe(endpoint.owner())).toMatchObject({
			ok: false,
			reason: "not_found",
		});
		expect(
			await endpoint.sql("SELECT name FROM sqlite_master WHERE name NOT LIKE '\\_%' ESCAPE '\\'"),
		).toEqual([]);
		expect(await endpoint.alarmAt()).toBeNull();
	});

	it("returns not_found to another developer and changes nothing", async () => {
		const endpoint = await newEndpoint();
		await endpoint.enqueue(newEvent());
		await eventually(async () => (await statuses(endpoint))[0] === "delivered");
		const before = await endpoint.describe();
		const stranger = { developerId: "dev_of_another", now: Date.now() };
		const { object } = endpoint;
		const { secret } = await newSecret(endpoint.endpointId);
		const responses = await Promise.all([
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
		for (const response of responses) expect(response).toMatchObject({ ok: false, reason: "not_found" });
		expect(await endpoint.describe()).toEqual(before);
		expect(await endpoint.deliveries()).toHaveLength(1);
		expect(await endpoint.received()).toHaveLength(1);
	});

	it("keeps its secret if its creation is repeated, and names the key that this one is sealed under", async () => {
		const endpoint = await newEndpoint();
		const { secret } = await newSecret(endpoint.endpointId);
		const repeated = await endpoint.object.create({
			...(await endpoint.describe()),
			...endpoint.owner(),
			secret: { ...secret, sealed: { ...secret.sealed, keyVersion: 2 } },
		});
		expect(repeated).toMatchObject({ isExisting: true, keyVersion: 1 });
		expect(await endpoint.sql("SELECT count(*) AS secrets FROM secrets")).toEqual([{ secrets: 1 }]);
	});

	it("deletes itself if D1 has no row of it, and only then", async () => {
		const [unknown, known] = await Promise.all([newEndpoint(), newEndpoint()]);
		await known.register();
		for (const endpoint of [unknown, known]) {
			await endpoint.sql("UPDATE endpoint SET registration_due_at = 1");
			await endpoint.evict();
			await endpoint.alarmNow();
		}
		expect(await unknown.object.describe(unknown.owner())).toMatchObject({ ok: false, reason: "not_found" });
		expect((await known.describe()).endpointId).toBe(known.endpointId);
		expect(await known.sql("SELECT registration_due_at FROM endpoint")).toEqual([
			{ registration_due_at: null },
		]);
	});

	it("ignores a late 410 of the previous URL", async () => {
		const endpoint = await newEndpoint([{ status: 410, delayMs: 400 }]);
		const elsewhere = await newEndpoint();
		await endpoint.enqueue(newEvent());
		await eventually(async () => (await endpoint.received()).length === 1);
		await endpoint.object.update({ ...endpoint.owner(), url: (await elsewhere.describe()).url });
		await attempted(endpoint, 1);
		expect(await endpoint.describe()).toMatchObject({
			enabled: true,
			status: "healthy",
			lastFailureAt: null,
		});
		expect((await endpoint.deliveries())[0]).toMatchObject({ status: "waiting" });
	});

	it("redelivers an event that was requested during a failing attempt", async () => {
		const endpoint = await newEndpoint([{ status: 500, delayMs: 300 }, {}]);
		const event = newEvent();
		await endpoint.enqueue(event);
		await eventually(async () => (await endpoint.received()).length === 1);
		await endpoint.sql("UPDATE deliveries SET attempts = 10");
		await endpoint.object.redeliver({ ...endpoint.owner(), eventId: event.eventId });
		await eventually(async () => (await statuses(endpoint))[0] === "delivered");
		expect(await endpoint.received()).toHaveLength(2);
	});

	it("restarts the schedule of an event that is recovered or redelivered", async () => {
		const endpoint = await newEndpoint([{ status: 500, delayMs: 300 }, { status: 500 }]);
		const event = newEvent();
		await endpoint.enqueue(event);
		await eventually(async () => (await endpoint.received()).length === 1);
		// Its owner requests it during the attempt, then disables the endpoint.
		await endpoint.object.redeliver({ ...endpoint.owner(), eventId: event.eventId });
		await endpoint.object.update({ ...endpoint.owner(), enabled: false });
		await attempted(endpoint, 1);
		await endpoint.sql("UPDATE deliveries SET was_pulled = 1, not_before = ?", Date.now() + DAY_MS);
		await endpoint.object.update({ ...endpoint.owner(), enabled: true });
		await endpoint.object.recover({ ...endpoint.owner(), since: 0, dryRun: false });
		const past = "SELECT was_pulled, not_before, is_wanted FROM deliveries";
		expect(await endpoint.sql(past)).toEqual([{ was_pulled: 0, not_before: 0, is_wanted: 0 }]);
		await eventually(async () => ((await endpoint.deliveries())[0]?.nextAttemptAt ?? 0) > Date.now() + 4_000);
		expect(await endpoint.received()).toHaveLength(2);
		await endpoint.sql("UPDATE deliveries SET was_pulled = 1, not_before = ?", Date.now() + DAY_MS);
		await endpoint.script([{ delayMs: 300 }]);
		await endpoint.object.redeliver({ ...endpoint.owner(), eventId: event.eventId });
		expect(await endpoint.sql(past)).toEqual([{ was_pulled: 0, not_before: 0, is_wanted: 0 }]);
	});

	it("counts an event as failed once, however often its owner redelivers it, and keeps the probe's time", async () => {
		const endpoint = await newEndpoint([{ status: 500 }]);
		const event = newEvent();
		await endpoint.enqueue(event);
		for (let times = 1; times <= 12; times++) {
			await attempted(endpoint, times);
			await endpoint.object.redeliver({ ...endpoint.owner(), eventId: event.eventId });
		}
		await attempted(endpoint, 13);
		const [health] = await endpoint.sql(
			"SELECT json_extract(health, '$.failedEvents') AS events, json_extract(health, '$.probeWaitMs') AS wait FROM endpoint",
		);
		expect(health).toEqual({ events: 1, wait: 5_000 });
	});

	it("records every acceptance of an event, in order", async () => {
		const endpoint = await newEndpoint([{ status: 201 }, { status: 202 }, { status: 204 }]);
		const event = newEvent();
		await endpoint.enqueue(event);
		for (let times = 1; times <= 3; times++) {
			await eventually(async () => (await statuses(endpoint))[0] === "delivered");
			expect((await endpoint.deliveries())[0]?.attempts).toHaveLength(times);
			if (times < 3) await endpoint.object.redeliver({ ...endpoint.owner(), eventId: event.eventId });
		}
		const attempts = (await endpoint.deliveries())[0]?.attempts;
		expect(attempts?.map(({ httpStatus }) => httpStatus)).toEqual([201, 202, 204]);
		const receipts = await endpoint.object.receiptsOf({ ...endpoint.owner(), eventIds: [event.eventId] });
		expect(receipts).toMatchObject({
			receipts: [{ httpStatus: 201 }, { httpStatus: 202 }, { httpStatus: 204 }],
		});
	});

	it("records both responses if one arrives after its lease expired", async () => {
		const endpoint = await newEndpoint([
			{ status: 201, delayMs: 600 },
			{ status: 202, delayMs: 600 },
		]);
		await endpoint.enqueue(newEvent());
		await eventually(async () => (await endpoint.received()).length === 1);
		await endpoint.sql("UPDATE deliveries SET due_at = ?", Date.now());
		await endpoint.alarmNow();
		const shown = async () => (await endpoint.deliveries())[0]?.attempts ?? [];
		await eventually(async () => (await shown()).length === 3);
		const outcomes = (await shown()).map(({ httpStatus, error }) => httpStatus ?? error);
		expect(outcomes).toEqual(["interrupted", 201, 202]);
		expect(await statuses(endpoint)).toEqual(["delivered"]);
	});

	it("keeps the newest twenty attempts of a delivery", async () => {
		const endpoint = await newEndpoint();
		const event = newEvent();
		await endpoint.enqueue(event);
		for (let times = 1; times <= 23; times++) {
			await eventually(async () => (await endpoint.received()).length === times);
			await eventually(async () => (await statuses(endpoint))[0] === "delivered");
			await endpoint.object.redeliver({ ...endpoint.owner(), eventId: event.eventId });
		}
		expect((await endpoint.deliveries())[0]?.attempts.length).toBeLessThanOrEqual(20);
	});

	it.each([
		["waiting", ["delivered"]],
		["delivered", ["waiting"]],
		["failed", ["waiting"]],
		["skipped", ["delivered"]],
		["waiting", ["waiting"]],
		["delivered", ["failed", "delivered"]],
	] as const)(
		"lists the %s ones of 20,000 deliveries that are %j, a few thousand rows a page",
		async (status, others) => {
			const endpoint = await newEndpoint();
			await endpoint.object.update({ ...endpoint.owner(), enabled: false });
			const { found, expected, rowsOfPages } = await runInDurableObject(endpoint.object, (_, { storage }) => {
				const statusOf = (number: number) =>
					number % 7_000 === 1 ? status : (others[number % others.length] ?? others[0]);
				storage.transactionSync(() => {
					for (let number = 1; number <= 20_000; number++) {
						const isWaiting = statusOf(number) === "waiting";
						storage.sql.exec(
							`INSERT INTO deliveries (number, event_id, type, body, created_at, status, due_at, finished_at)
						VALUES (?1, 'evt_' || ?1, 'recovery_case.created', '', 1, ?2, ?3, ?4)`,
							...[number, statusOf(number), isWaiting ? 9e15 : null, isWaiting ? null : 9e15],
						);
					}
				});
				let cursors: { rowsRead: number }[] = [];
				const counting = {
					exec(query: string, ...bindings: unknown[]) {
						const cursor = storage.sql.exec(query, ...bindings);
						cursors.push(cursor);
						return cursor;
					},
				};
				const list = createDeliveryList(counting as unknown as SqlStorage);
				const found: string[] = [];
				const rowsOfPages: number[] = [];
				let before: number | undefined = Number.MAX_SAFE_INTEGER;
				while (before !== undefined && found.length < 2_000) {
					cursors = [];
					const page = list.page(status, before, 100, 0);
					rowsOfPages.push(cursors.reduce((sum, { rowsRead }) => sum + rowsRead, 0));
					found.push(...page.rows.map(({ eventId }) => eventId));
					before = page.next;
				}
				const all = storage.sql
					.exec("SELECT event_id FROM deliveries WHERE status = ? ORDER BY number DESC", status)
					.toArray();
				storage.sql.exec("DELETE FROM deliveries");
				return { found, expected: all.map((row) => row.event_id), rowsOfPages };
			});
			expect(found).toEqual(expected.slice(0, found.length));
			expect(found.length).toBe(Math.min(expected.length, 2_000));
			expect(Math.max(...rowsOfPages)).toBeLessThan(4_000);
		},
	);

	it("starts a new URL with a clean record", async () => {
		const endpoint = await newEndpoint([{ status: 500 }]);
		await endpoint.enqueue(...Array.from({ length: 6 }, () => newEvent()));
		await eventually(async () => (await endpoint.describe()).status === "failing");
		const elsewhere = await newEndpoint();
		await endpoint.object.update({ ...endpoint.owner(), url: (await elsewhere.describe()).url });
		await eventually(async () => (await statuses(endpoint)).every((status) => status === "delivered"));
		expect(await elsewhere.received()).toHaveLength(6);
	});

	it("returns the result of a sample, and stores nothing", async () => {
		const endpoint = await newEndpoint([{ status: 418, body: "teapot" }]);
		const { eventId, body } = newEvent();
		const response = await endpoint.object.sendTest({ ...endpoint.owner(), eventId, body });
		expect(response).toMatchObject({
			kind: "attempted",
			delivered: false,
			attempt: { httpStatus: 418, responseExcerpt: "teapot" },
		});
		expect((await endpoint.received())[0]?.body).toBe(body);
		expect(await endpoint.deliveries()).toEqual([]);
	});
});
