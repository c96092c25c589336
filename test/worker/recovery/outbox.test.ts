/**
 * Delivery from a case to D1 and the queue loses nothing, whatever fails (recovery.md "The outbox").
 *
 * Over 300 lines, because each file of this tier empties the storage first, so one file costs less than two.
 */
import {
	createExecutionContext,
	createMessageBatch,
	createScheduledController,
	evictDurableObject,
	getQueueResult,
	runDurableObjectAlarm,
	runInDurableObject,
	waitOnExecutionContext,
} from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { createOutbox } from "../../../durable/outbox/outbox.ts";
import { caseListResponse } from "../../../src/recovery/case/list-operations.ts";
import { consumeCaseEvents } from "../../../src/webhooks/consumer/consumer.ts";
import { consumerPorts } from "../../../src/webhooks/consumer/wire.ts";
import worker from "../../../src/worker.ts";
import { errorOf } from "../../support/contract/worker-client.ts";
import { claimant, newCaseBody, newIntent, owner } from "../../support/signing/signing.ts";
import { caseObject, close, eventsOf, eventually, newPartner, type Partner } from "./support.ts";

let partner: Partner;
let accounts = 0;
beforeAll(async () => {
	partner = await newPartner();
});

const fileCase = () =>
	partner.file(newIntent({ lostAccount: `0x${(++accounts).toString(16).padStart(40, "0")}` }));
const isConfirmed = async (caseId: string) => {
	const events = await eventsOf(caseId);
	return events.length > 0 && events.every((event) => event.confirmed_at !== null);
};
const topics = (caseId: string) =>
	runInDurableObject(caseObject(caseId), (_, state) =>
		state.storage.sql
			.exec("SELECT topic, attempts FROM outbox ORDER BY id")
			.toArray()
			.map((row) => z.object({ topic: z.string(), attempts: z.number() }).parse(row)),
	);
const makeDue = (caseId: string) =>
	runInDurableObject(caseObject(caseId), (_, state) => {
		state.storage.sql.exec("UPDATE outbox SET due_at = 0");
	});
const alarmOf = (caseId: string) =>
	runInDurableObject(caseObject(caseId), (_, state) => state.storage.getAlarm());
const indexed = async (caseId: string) =>
	(await env.DB.prepare("SELECT status, version FROM recovery_cases WHERE case_id = ?")
		.bind(caseId)
		.first()) ?? null;

/** Makes D1 fail by renaming the tables of the copies. */
async function withoutTables<T>(run: () => Promise<T>): Promise<T> {
	const rename = (from: string, to: string) => env.DB.prepare(`ALTER TABLE ${from} RENAME TO ${to}`).run();
	await rename("events", "events_away");
	await rename("recovery_cases", "recovery_cases_away");
	try {
		return await run();
	} finally {
		await rename("events_away", "events");
		await rename("recovery_cases_away", "recovery_cases");
	}
}

describe("the outbox of a case", () => {
	it("is empty once the copies are written and the event is confirmed; the alarm waits for the expiry", async () => {
		const { caseId, expiresAt } = await fileCase();
		await eventually(() => isConfirmed(caseId));
		await eventually(async () => (await topics(caseId)).length === 0);
		await eventually(async () => (await alarmOf(caseId)) === Date.parse(expiresAt ?? ""));
	});

	it("does not fail a creation while D1 is down; the alarm writes the copies later", async () => {
		const { caseId } = await withoutTables(async () => {
			const record = await fileCase();
			await makeDue(record.caseId);
			await runDurableObjectAlarm(caseObject(record.caseId)); // fails; must neither throw nor drop entries
			return record;
		});
		expect(await indexed(caseId)).toBeNull();
		expect((await topics(caseId)).map((entry) => entry.topic)).toContain("copies");
		expect(await alarmOf(caseId)).toBeGreaterThan(Date.now());

		await makeDue(caseId);
		expect(await runDurableObjectAlarm(caseObject(caseId))).toBe(true);
		expect(await indexed(caseId)).toEqual({ status: "created", version: 1 });
		await makeDue(caseId);
		await runDurableObjectAlarm(caseObject(caseId));
		await eventually(() => isConfirmed(caseId));
		expect(await topics(caseId)).toEqual([]);
	});

	it("gives a copy that comes late its place among the changes by its arrival", async () => {
		const changes = async (changedSince: number) => {
			const response = await partner.send(`/recovery-cases?changedSince=${changedSince}&limit=100`);
			const { data, nextChangedSince } = caseListResponse().parse(await response.json());
			return { caseIds: data.map((summary) => summary.caseId), next: nextChangedSince ?? expect.fail() };
		};
		const late = await withoutTables(fileCase);
		const prompt = await fileCase();
		const first = await changes(0);
		expect(first.caseIds).toContain(prompt.caseId);
		expect(first.caseIds).not.toContain(late.caseId);
		await makeDue(late.caseId);
		await runDurableObjectAlarm(caseObject(late.caseId));
		const second = await changes(first.next);
		expect(second.caseIds).toEqual([late.caseId]);
		// The same copy again is no change.
		await runInDurableObject(caseObject(late.caseId), (instance) => instance.alarm());
		expect(await changes(second.next)).toEqual({ caseIds: [], next: second.next });
	});

	it("survives an eviction of the object", async () => {
		const { caseId } = await withoutTables(fileCase);
		await evictDurableObject(caseObject(caseId));
		await makeDue(caseId);
		await runDurableObjectAlarm(caseObject(caseId));
		expect(await eventsOf(caseId)).toHaveLength(1);
	});

	it("retries a pointer with back-off until the consumer confirms it", async () => {
		const { caseId } = await fileCase();
		await eventually(() => isConfirmed(caseId));
		// This runtime's consumer is too fast to lose a message, so the test restores the pointer.
		await runInDurableObject(caseObject(caseId), (_, state) => {
			state.storage.sql.exec(
				"INSERT INTO outbox (topic, key, payload, attempts, due_at) VALUES ('pointer', 'evt_lost', ?, 0, 0)",
				JSON.stringify({ v: 1, caseId, sequence: 9, eventId: "evt_lost" }),
			);
		});
		for (const [at, seconds] of [5, 15, 60].entries()) {
			const before = Date.now();
			await runInDurableObject(caseObject(caseId), (instance) => instance.alarm());
			const after = Date.now();
			const [entry] = await topics(caseId);
			expect(entry).toEqual({ topic: "pointer", attempts: at + 1 });
			const due = (await alarmOf(caseId)) ?? 0;
			expect(due).toBeGreaterThanOrEqual(before + seconds * 1000);
			expect(due).toBeLessThanOrEqual(after + seconds * 1200);
			await makeDue(caseId);
		}
	});

	it("responds to a repeated filing with 200 only when D1 has the case", async () => {
		const intent = newIntent({ lostAccount: `0x${(++accounts).toString(16).padStart(40, "0")}` });
		const body = await newCaseBody(intent);
		const repeat = () => partner.send("/recovery-cases/new-case", body);
		const caseId = await withoutTables(async () => {
			const { caseId } = await partner.file(intent);
			const refused = await errorOf(await repeat());
			expect(refused).toMatchObject({ status: 503, code: "SERVICE_UNAVAILABLE" });
			expect(refused.message).toContain("You filed this case before");
			return caseId;
		});
		expect(await indexed(caseId)).toBeNull();
		// As after a crash, the copies are claimed and not due for seconds.
		expect((await repeat()).status).toBe(200);
		expect(await indexed(caseId)).toEqual({ status: "created", version: 1 });
		expect(await eventsOf(caseId)).toHaveLength(1);
	});

	it("writes the copies before it responds to a repeated contest", async () => {
		const intent = newIntent({ lostAccount: owner.address });
		const { caseId } = await partner.file(intent);
		await withoutTables(async () => {
			expect((await close(intent, "contest", owner)).status).toBe(200);
		});
		expect(await indexed(caseId)).toEqual({ status: "created", version: 1 });
		expect((await close(intent, "contest", owner)).status).toBe(200);
		expect(await indexed(caseId)).toEqual({ status: "rejected", version: 2 });
	});

	it("writes the events of a case to D1 in order, even after an outage", async () => {
		const intent = newIntent({ lostAccount: `0x${"ed".repeat(20)}` });
		const { caseId } = await withoutTables(() => partner.file(intent));
		// The first copy waits for its retry when the second move's copy is due at once.
		await partner.attach(intent);
		expect((await eventsOf(caseId)).map((event) => event.sequence)).toEqual([1, 2]);
	});

	it("removes only delivered entries, even if an entry is replaced during its delivery", async () => {
		const { caseId } = await fileCase();
		await eventually(async () => (await topics(caseId)).length === 0);
		await runInDurableObject(caseObject(caseId), async (_, { storage }) => {
			const outbox = createOutbox(storage.sql);
			outbox.add("copies", "k", "old");
			const forgetOld = await outbox.deliver({ copies: async () => "done" });
			outbox.add("copies", "k", "new");
			await outbox.deliver({
				copies: async () => {
					throw new Error("not yet");
				},
			});
			forgetOld();
			expect(storage.sql.exec("SELECT payload FROM outbox").toArray()).toEqual([{ payload: "new" }]);
			outbox.remove("copies", "k");
		});
	});

	it("never lets an older copy overwrite a newer one", async () => {
		const { caseId } = await fileCase();
		const old = await runInDurableObject(caseObject(caseId), (_, state) =>
			z.string().parse(state.storage.sql.exec("SELECT state FROM case_state").one().state),
		);
		expect(JSON.parse(old).version).toBe(1);
		await env.DB.prepare("UPDATE recovery_cases SET version = 7, status = 'executed' WHERE case_id = ?")
			.bind(caseId)
			.run();
		await runInDurableObject(caseObject(caseId), async (instance) => {
			await instance.move(
				{ kind: "withdraw", reason: "r", signature: "0x00", proof: { kind: "key" } },
				{ kind: "signer" },
			);
		});
		expect(await indexed(caseId)).toEqual({ status: "executed", version: 7 });
	});
});

describe("confirming an event", () => {
	it("changes nothing the second time, or for an event of another case", async () => {
		const { caseId } = await fileCase();
		await eventually(() => isConfirmed(caseId));
		const before = await eventsOf(caseId);
		await caseObject(caseId).confirmEvent(before[0]?.event_id ?? "");
		expect(await caseObject(caseId).confirmEvent("evt_of_somebody_else")).toBe("unknown");
		await eventually(async () => (await topics(caseId)).length === 0);
		expect(await eventsOf(caseId)).toEqual(before);
	});

	it("is written to D1 later if the event's row is not there yet", async () => {
		const { caseId, history } = await withoutTables(async () => {
			const record = await fileCase();
			await caseObject(record.caseId).confirmEvent(record.history[0]?.eventId ?? "");
			return record;
		});
		expect(history[0]?.eventId).toMatch(/^evt_[0-9a-f]{32}$/);
		for (let round = 0; round < 2; round++) {
			await makeDue(caseId);
			await runDurableObjectAlarm(caseObject(caseId));
		}
		await eventually(() => isConfirmed(caseId));
	});

	it("returns unknown for a case that does not exist, and leaves no trace", async () => {
		const caseId = `rc_${"f".repeat(32)}`;
		expect(await caseObject(caseId).confirmEvent("evt_x")).toBe("unknown");
		expect(await caseObject(caseId).openness()).toBe("absent");
		expect(await alarmOf(caseId)).toBeNull();
	});
});

describe("the queue consumer", () => {
	const pointer = (caseId: string, eventId: string) => ({ v: 1, caseId, sequence: 1, eventId });
	const message = (id: string, body: unknown) => ({ id, timestamp: new Date(), attempts: 1, body });

	it("acknowledges each message separately and retries only a bad one", async () => {
		const { caseId, history } = await fileCase();
		const batch = createMessageBatch("case-events", [
			message("good", pointer(caseId, history[0]?.eventId ?? "")),
			message("no-pointer", { v: 1 }),
			message("of-the-future", { ...pointer(caseId, "evt_1"), v: 2 }),
			message("good-too", pointer(caseId, history[0]?.eventId ?? "")),
		]);
		const context = createExecutionContext();
		await worker.queue(batch, env);
		const result = await getQueueResult(batch, context);
		expect([...result.explicitAcks].sort()).toEqual(["good", "good-too"]);
		expect(result.retryMessages.map((retry) => retry.msgId).sort()).toEqual(["no-pointer", "of-the-future"]);
	});

	it("delivers an event to the endpoints of its case's developer, even if the pointer names another", async () => {
		const { caseId, history } = await fileCase();
		const to = pointer(caseId, history[0]?.eventId ?? "");
		const ports = consumerPorts(env);
		const named = [partner.developerId, `dev_${"9".repeat(32)}`, null, undefined];
		for (const developerId of named) {
			const asked: string[] = [];
			const handed: string[] = [];
			const messages = [message("one", { ...to, developerId })];
			await consumeCaseEvents(createMessageBatch("case-events", messages), {
				...ports,
				cachedEndpoints: new Map(),
				findEndpoints: async (ids) => {
					asked.push(...ids);
					return new Map(ids.map((id) => [id, [`endpoint of ${id}`]]));
				},
				enqueue: async (endpointId) => handed.push(endpointId),
			});
			expect(handed).toEqual([`endpoint of ${partner.developerId}`]);
			// The right developer's endpoints are looked up once.
			expect(asked).toEqual([...new Set([developerId ?? partner.developerId, partner.developerId])]);
		}
	});

	it("delivers it even if the developer that the pointer names has no endpoint", async () => {
		const { caseId, history } = await fileCase();
		const another = `dev_${"8".repeat(32)}`;
		const handed: string[] = [];
		const messages = [
			message("one", { ...pointer(caseId, history[0]?.eventId ?? ""), developerId: another }),
		];
		const batch = createMessageBatch("case-events", messages);
		await consumeCaseEvents(batch, {
			...consumerPorts(env),
			cachedEndpoints: new Map([[another, []]]),
			findEndpoints: async (ids) =>
				new Map(ids.map((id) => [id, id === another ? [] : [`endpoint of ${id}`]])),
			enqueue: async (endpointId) => handed.push(endpointId),
		});
		expect(handed).toEqual([`endpoint of ${partner.developerId}`]);
		expect((await getQueueResult(batch, createExecutionContext())).explicitAcks).toEqual(["one"]);
	});

	it("asks no case for an event that nobody receives, and confirms it", async () => {
		const { caseId, history } = await fileCase();
		await eventually(() => isConfirmed(caseId));
		await env.DB.prepare("UPDATE events SET confirmed_at = NULL WHERE case_id = ?").bind(caseId).run();
		const to = { ...pointer(caseId, history[0]?.eventId ?? ""), developerId: partner.developerId };
		const batch = createMessageBatch("case-events", [message("one", to)]);
		await consumeCaseEvents(batch, {
			...consumerPorts(env),
			cachedEndpoints: new Map([[partner.developerId, []]]),
			readEvent: () => Promise.reject(new Error("the case was asked")),
		});
		expect((await getQueueResult(batch, createExecutionContext())).explicitAcks).toEqual(["one"]);
		expect(await isConfirmed(caseId)).toBe(true);
	});

	it("delivers to the first endpoint of a developer who had none the last time", async () => {
		const { caseId, history } = await fileCase();
		const { developerId } = partner;
		const messages = [message("one", { ...pointer(caseId, history[0]?.eventId ?? ""), developerId })];
		const handed: string[] = [];
		await consumeCaseEvents(createMessageBatch("case-events", messages), {
			...consumerPorts(env),
			cachedEndpoints: new Map([[developerId, []]]),
			findEndpoints: async () => new Map([[developerId, ["new"]]]),
			enqueue: async (endpointId) => handed.push(endpointId),
		});
		expect(handed).toEqual(["new"]);
	});

	it("delivers to cached endpoints at once and to new endpoints after the look-up", async () => {
		const { caseId, history } = await fileCase();
		const { developerId } = partner;
		const messages = [message("one", { ...pointer(caseId, history[0]?.eventId ?? ""), developerId })];
		const cachedEndpoints = new Map([[developerId, ["removed since", "kept"]]]);
		const handed: string[] = [];
		const batch = createMessageBatch("case-events", messages);
		await consumeCaseEvents(batch, {
			...consumerPorts(env),
			cachedEndpoints,
			findEndpoints: async () => {
				await eventually(async () => handed.length === 2);
				return new Map([[developerId, ["kept", "new"]]]);
			},
			enqueue: async (endpointId) => {
				handed.push(endpointId);
				if (endpointId === "removed since") throw new Error("it does not respond");
			},
		});
		expect(handed).toEqual(["removed since", "kept", "new"]);
		expect(cachedEndpoints.get(developerId)).toEqual(["kept", "new"]);
		expect((await getQueueResult(batch, createExecutionContext())).explicitAcks).toEqual(["one"]);
	});

	it("retries a message if its endpoints cannot be looked up", async () => {
		const { caseId, history } = await fileCase();
		const to = { ...pointer(caseId, history[0]?.eventId ?? ""), developerId: partner.developerId };
		const batch = createMessageBatch("case-events", [message("one", to)]);
		const findEndpoints = () => Promise.reject(new Error("D1 is not there"));
		await consumeCaseEvents(batch, { ...consumerPorts(env), findEndpoints });
		const result = await getQueueResult(batch, createExecutionContext());
		expect(result.retryMessages.map((retry) => retry.msgId)).toEqual(["one"]);
	});

	it("confirms a batch in D1 with one write; if that fails, each case confirms its own event", async () => {
		const cases = [await fileCase(), await fileCase()];
		await eventually(async () =>
			(await Promise.all(cases.map(({ caseId }) => isConfirmed(caseId)))).every(Boolean),
		);
		const messages = cases.map(({ caseId, history }) =>
			message(caseId, pointer(caseId, history[0]?.eventId ?? "")),
		);
		const unconfirm = () => env.DB.prepare("UPDATE events SET confirmed_at = NULL").run();
		const ports = consumerPorts(env);
		const told: number[] = [];
		await unconfirm();
		await consumeCaseEvents(createMessageBatch("case-events", messages), {
			...ports,
			recordConfirmations: async (eventIds, at) => {
				told.push(eventIds.length);
				const written = await ports.recordConfirmations(eventIds, at);
				expect([...written].sort()).toEqual([...eventIds].sort());
				return written;
			},
		});
		expect(told).toEqual([2]);
		for (const { caseId } of cases) {
			expect(await isConfirmed(caseId)).toBe(true);
			expect(await topics(caseId)).toEqual([]);
		}
		await unconfirm();
		const batch = createMessageBatch("case-events", messages);
		await consumeCaseEvents(batch, {
			...ports,
			recordConfirmations: () => Promise.reject(new Error("D1 is not there")),
		});
		const result = await getQueueResult(batch, createExecutionContext());
		expect(result.explicitAcks).toHaveLength(2);
		await eventually(async () =>
			(await Promise.all(cases.map(({ caseId }) => isConfirmed(caseId)))).every(Boolean),
		);
	});
});

describe("the sweep of unconfirmed events", () => {
	it("sends a pointer again for events that were unconfirmed for five minutes, and for no newer ones", async () => {
		const [old, young] = [await fileCase(), await fileCase()];
		await eventually(async () => (await isConfirmed(old.caseId)) && (await isConfirmed(young.caseId)));
		await env.DB.prepare("UPDATE events SET confirmed_at = NULL WHERE case_id IN (?, ?)")
			.bind(old.caseId, young.caseId)
			.run();
		await env.DB.prepare("UPDATE events SET created_at = created_at - 360000 WHERE case_id = ?")
			.bind(old.caseId)
			.run();
		const context = createExecutionContext();
		await worker.scheduled(createScheduledController({ scheduledTime: new Date(), cron: "* * * * *" }), env);
		await waitOnExecutionContext(context);
		await eventually(() => isConfirmed(old.caseId));
		expect(await isConfirmed(young.caseId)).toBe(false);
	});

	it("is not held up by events that can never be confirmed", async () => {
		const { caseId } = await fileCase();
		await eventually(() => isConfirmed(caseId));
		const stuck = env.DB.prepare(
			"INSERT INTO events (case_id, event_id, sequence, type, body, created_at) VALUES (?, ?, 1, 'recovery_case.created', '{}', 1)",
		);
		await env.DB.batch(
			Array.from({ length: 1_100 }, (_, at) => stuck.bind(`rc_${"d".repeat(32)}`, `evt_stuck_${at}`)),
		);
		await env.DB.prepare("UPDATE events SET confirmed_at = NULL, created_at = 2 WHERE case_id = ?")
			.bind(caseId)
			.run();
		for (let sweep = 1; sweep <= 2; sweep++) {
			const scheduledTime = new Date(Date.now() + sweep * 60_000);
			await worker.scheduled(createScheduledController({ scheduledTime, cron: "* * * * *" }), env);
		}
		await eventually(() => isConfirmed(caseId));
		await env.DB.prepare("DELETE FROM events WHERE event_id LIKE 'evt_stuck_%'").run();
	});
});

describe("expiry", () => {
	const expireNow = (caseId: string) =>
		runInDurableObject(caseObject(caseId), (_, state) => {
			state.storage.sql.exec("UPDATE case_state SET state = json_set(state, '$.expiresAt', 1)");
		});

	it("makes a case without an order action_required, and an order makes it pending", async () => {
		const intent = newIntent({ lostAccount: `0x${"e9".repeat(20)}` });
		const { caseId } = await partner.file(intent);
		await eventually(() => isConfirmed(caseId));
		await expireNow(caseId);
		await evictDurableObject(caseObject(caseId));
		expect(await runDurableObjectAlarm(caseObject(caseId))).toBe(true);
		expect(await (await partner.send(`/recovery-cases/${caseId}`)).json()).toMatchObject({
			status: "action_required",
			statusReason: "expired",
		});
		expect((await eventsOf(caseId)).map((event) => event.type)).toEqual([
			"recovery_case.created",
			"recovery_case.action_required",
		]);
		expect(await (await partner.attach(intent)).json()).toMatchObject({
			status: "pending",
			statusReason: null,
		});
	});

	it("is cancelled when the case is closed", async () => {
		const intent = newIntent({ lostAccount: `0x${"ea".repeat(20)}` });
		const { caseId } = await partner.file(intent);
		await close(intent, "withdraw", claimant);
		await eventually(() => isConfirmed(caseId));
		await eventually(async () => (await alarmOf(caseId)) === null);
	});
});

it("a case record is identical after an eviction", async () => {
	const { caseId } = await fileCase();
	const path = `/recovery-cases/${caseId}`;
	const before = await (await partner.send(path)).text();
	await evictDurableObject(caseObject(caseId));
	expect(await (await partner.send(path)).text()).toBe(before);
});
