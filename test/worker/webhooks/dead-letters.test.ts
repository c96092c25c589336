/**
 * webhooks.md "Dead letters".
 *
 * Dead-letter messages: stored once, listed to reviewers, requeued by them, and deleted when they are settled.
 *
 * Over 300 lines, because each file of this tier begins with an emptied store, and one file costs less than two.
 */

import { createExecutionContext, createMessageBatch, getQueueResult } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterAll, beforeAll, beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import type { Infer } from "../../../src/kernel/once.ts";
import { storeDeadLetters } from "../../../src/webhooks/dead-letters/dead-letter-consumer.ts";
import { createDeadLetterService } from "../../../src/webhooks/dead-letters/dead-letter-service.ts";
import { createDeadLetterRows } from "../../../src/webhooks/dead-letters/dead-letters.d1.ts";
import {
	deadLetterResponse,
	listDeadLettersResponse,
} from "../../../src/webhooks/dead-letters/operations.ts";
import worker from "../../../src/worker.ts";
import { type newDeveloper, newReviewer } from "../../support/auth/accounts.ts";
import { call, errorOf } from "../../support/contract/worker-client.ts";
import { newIntent } from "../../support/signing/signing.ts";
import { eventsOf, eventually, newPartner } from "../recovery/support.ts";

type DeadLetter = Infer<typeof deadLetterResponse>;
type Message = { id: string; body: unknown };

const SENT_AT = new Date("2027-01-15T08:00:00.000Z");
const QUEUE = "case-events-dlq";
const rows = createDeadLetterRows(env.DB);
let errors: MockInstance<typeof console.error>;
let warnings: MockInstance<typeof console.warn>;
let reviewer: Awaited<ReturnType<typeof newDeveloper>>;

let ids = 0;
const newId = (prefix: string) => `${prefix}_${String(++ids).padStart(32, "0")}`;
// The consumer acknowledges it once it is requeued, because the event is unknown. It would retry an unreadable message
// ten times, which would arrive in the middle of a later test file.
const newPointer = () => ({ v: 1, caseId: newId("rc"), sequence: 1, eventId: newId("evt") });
const batchOf = (messages: Message[]) =>
	createMessageBatch(
		QUEUE,
		messages.map((message) => ({ ...message, timestamp: SENT_AT, attempts: 1 })),
	);

/** Hands messages to the Worker as the queue does. @returns the ids of acknowledged and of retried messages */
async function arrive(...messages: Message[]) {
	const batch = batchOf(messages);
	const context = createExecutionContext();
	await worker.queue(batch, env);
	const { explicitAcks, retryMessages } = await getQueueResult(batch, context);
	return { acked: explicitAcks.toSorted(), again: retryMessages.map(({ msgId }) => msgId) };
}

async function list(query = ""): Promise<Infer<typeof listDeadLettersResponse>> {
	const response = await call(`/review/dead-letters${query}`, { headers: reviewer.headers });
	expect(response.status).toBe(200);
	return listDeadLettersResponse().parse(await response.json());
}

const requeue = (deadLetterId: string, headers = reviewer.headers) =>
	call(`/review/dead-letters/${deadLetterId}/requeue`, { method: "POST", headers });

async function newDeadLetter(body: unknown = newPointer()): Promise<DeadLetter> {
	await arrive({ id: newId("msg"), body });
	const [deadLetter] = (await list("?limit=1")).data;
	if (!deadLetter) throw new Error("the message was not stored");
	return deadLetter;
}

const linesOf = (spy: typeof errors | typeof warnings) =>
	spy.mock.calls.map(([line]) => JSON.parse(String(line)));

beforeAll(async () => {
	reviewer = await newReviewer();
});
beforeEach(async () => {
	await env.DB.prepare("DELETE FROM dead_letters").run();
	errors = vi
		.spyOn(console, "error")
		.mockClear()
		.mockImplementation(() => {});
	warnings = vi
		.spyOn(console, "warn")
		.mockClear()
		.mockImplementation(() => {});
});
afterAll(() => vi.restoreAllMocks());

describe("arriving dead-letter messages", () => {
	it("stores messages unchanged, acknowledges each and logs it", async () => {
		const pointer = newPointer();
		const unreadable = { v: 2, from: "a later version" };
		const outcome = await arrive({ id: "m1", body: pointer }, { id: "m2", body: unreadable });
		expect(outcome).toEqual({ acked: ["m1", "m2"], again: [] });
		const { data } = await list();
		const { caseId, eventId } = pointer;
		const open = { sentAt: SENT_AT.toISOString(), requeuedAt: null, requeuedBy: null, confirmedAt: null };
		expect(data).toHaveLength(2);
		expect(data).toContainEqual(expect.objectContaining({ ...open, body: pointer, caseId, eventId }));
		expect(data).toContainEqual(
			expect.objectContaining({ ...open, body: unreadable, caseId: null, eventId: null }),
		);
		expect(linesOf(errors).map(({ level, event, messageId }) => [level, event, messageId])).toEqual(
			expect.arrayContaining([
				["error", "dead-letter", "m1"],
				["error", "dead-letter", "m2"],
			]),
		);
		const named = new Set(linesOf(errors).map(({ deadLetterId }) => deadLetterId));
		expect(named).toEqual(new Set(data.map(({ deadLetterId }) => deadLetterId)));
	});

	it("shows the event of a message of a later version", async () => {
		const { caseId, eventId } = await newDeadLetter({ ...newPointer(), v: 2, more: "fields" });
		expect([caseId?.slice(0, 3), eventId?.slice(0, 4)]).toEqual(["rc_", "evt_"]);
	});

	it.each([["text"], [17], [null], [{ caseId: "rc_1", eventId: "x".repeat(50_000) }]])(
		"stores any JSON value (%#)",
		async (body) => {
			expect(await newDeadLetter(body)).toMatchObject({ body, caseId: null, eventId: null });
		},
	);

	it("stores a repeated message, and an event's repeated messages, once", async () => {
		const pointer = newPointer();
		const other = newPointer();
		await arrive({ id: "first", body: pointer }, { id: "first", body: pointer });
		expect(await arrive({ id: "first", body: pointer })).toEqual({ acked: ["first"], again: [] });
		const again = await arrive({ id: "second", body: pointer }, { id: "third", body: other });
		expect(again.acked).toEqual(["second", "third"]);
		expect((await list()).data.map(({ body }) => body)).toEqual([other, pointer]);
		expect(errors).toHaveBeenCalledTimes(2);
	});

	it("retries only the message that cannot be stored", async () => {
		const batch = batchOf([
			{ id: "good", body: newPointer() },
			{ id: "bad", body: newPointer() },
		]);
		const context = createExecutionContext();
		await storeDeadLetters(batch, {
			insert: async (deadLetter) => {
				if (deadLetter.messageId === "bad") throw new Error("D1 is down");
				return rows.insert(deadLetter);
			},
		});
		const { explicitAcks, retryMessages } = await getQueueResult(batch, context);
		expect([explicitAcks, retryMessages.map(({ msgId }) => msgId)]).toEqual([["good"], ["bad"]]);
		expect((await list()).data).toHaveLength(1);
		expect(linesOf(warnings)).toMatchObject([
			{ event: "dead-letter-not-stored", messageId: "bad", cause: "Error: D1 is down" },
		]);
	});
});

describe("the list of dead-letter messages", () => {
	it("lists messages in pages, newest first, each once", async () => {
		const deadLetters: DeadLetter[] = [];
		for (let at = 0; at < 5; at++) deadLetters.unshift(await newDeadLetter());
		const seen: DeadLetter[] = [];
		let cursor: string | null = "";
		for (let page = 0; cursor !== null && page < 9; page++) {
			const { data, nextCursor } = await list(`?limit=2${cursor && `&cursor=${cursor}`}`);
			seen.push(...data);
			cursor = nextCursor;
		}
		expect(seen).toEqual(deadLetters);
	});

	it.each(["abc", "YS4x", btoa("d.0"), btoa("d.x")])("rejects a foreign cursor: %s", async (cursor) => {
		const response = await call(`/review/dead-letters?cursor=${encodeURIComponent(cursor)}`, {
			headers: reviewer.headers,
		});
		expect(await errorOf(response)).toMatchObject({
			status: 400,
			code: "INPUT_VALIDATION_ERROR",
			details: [{ field: "cursor" }],
		});
	});

	it("filters messages by status", async () => {
		const waiting = await newDeadLetter();
		const other = await newDeadLetter();
		const done = deadLetterResponse().parse(await (await requeue(other.deadLetterId)).json());
		expect((await list()).data).toEqual([waiting]);
		expect((await list("?status=open")).data).toEqual([waiting]);
		expect((await list("?status=requeued")).data).toEqual([done]);
	});
});

describe("a requeued dead-letter message", () => {
	it("is sent unchanged, and its event is confirmed", async () => {
		const { caseId } = await (await newPartner()).file(newIntent());
		const confirmed = async () => (await eventsOf(caseId))[0]?.confirmed_at ?? null;
		await eventually(async () => (await confirmed()) !== null);
		const [event] = await eventsOf(caseId);
		await env.DB.prepare("UPDATE events SET confirmed_at = NULL WHERE case_id = ?").bind(caseId).run();
		const deadLetter = await newDeadLetter({ v: 1, caseId, sequence: 1, eventId: event?.event_id });
		expect(deadLetter.confirmedAt).toBeNull();
		const response = await requeue(deadLetter.deadLetterId);
		expect(response.status).toBe(200);
		const { requeuedAt, requeuedBy, ...rest } = deadLetterResponse().parse(await response.json());
		expect({ ...rest, requeuedAt: null, requeuedBy: null }).toEqual(deadLetter);
		expect(requeuedBy).toBe(reviewer.developerId);
		expect(Math.abs(Date.parse(requeuedAt ?? "") - Date.now())).toBeLessThan(30_000);
		await eventually(async () => (await confirmed()) !== null, 15_000);
		const [shown] = (await list("?status=requeued")).data;
		expect(Date.parse(shown?.confirmedAt ?? "")).toBe(await confirmed());
	});

	it("is audited once, with the reviewer", async () => {
		const { deadLetterId } = await newDeadLetter();
		const [first, second] = [await requeue(deadLetterId), await requeue(deadLetterId)];
		expect(await second.json()).toEqual(await first.json());
		const entries = () =>
			env.DB.prepare("SELECT actor FROM audit_events WHERE action = 'dead_letter.requeued' AND target = ?")
				.bind(deadLetterId)
				.all();
		await expect.poll(async () => (await entries()).results).toEqual([{ actor: reviewer.developerId }]);
	});

	it("becomes a new dead-letter message if it fails again", async () => {
		const pointer = newPointer();
		const { deadLetterId } = await newDeadLetter(pointer);
		await requeue(deadLetterId);
		const again = await newDeadLetter(pointer);
		expect(again.deadLetterId).not.toBe(deadLetterId);
		expect((await list()).data).toEqual([again]);
		expect((await list("?status=requeued")).data).toMatchObject([{ deadLetterId }]);
	});

	it("is rejected if its id is unknown or invalid", async () => {
		const unknown = `dl_${"0".repeat(32)}`;
		expect(await errorOf(await requeue(unknown))).toMatchObject({ status: 404, code: "RESOURCE_NOT_FOUND" });
		expect(await errorOf(await requeue("dl_1"))).toMatchObject({ status: 400 });
	});
});

describe("requeueing a dead-letter message", () => {
	const now = Date.now();
	const send = vi.fn(async (_message: unknown) => {});
	const requeueOnce = (deadLetterId: string) =>
		createDeadLetterService(rows, send).requeue({ deadLetterId, reviewerId: reviewer.developerId, now });
	beforeEach(() => send.mockReset());

	it("sends before it marks, so that a crash loses nothing", async () => {
		const body = { deeply: { nested: ["as", 1, null, "was"] } };
		const { deadLetterId } = await newDeadLetter(body);
		send.mockImplementationOnce(async () => {
			expect((await rows.find(deadLetterId))?.requeuedAt).toBeNull();
		});
		const crashing = createDeadLetterService(
			{
				...rows,
				markRequeued: async () => {
					throw new Error("the process ended");
				},
			},
			send,
		);
		await expect(crashing.requeue({ deadLetterId, reviewerId: "dev_1", now })).rejects.toThrow("ended");
		expect((await list()).data).toHaveLength(1);
		expect((await requeueOnce(deadLetterId)).isRepeated).toBe(false);
		expect(send.mock.calls).toEqual([[body], [body]]);
		expect((await requeueOnce(deadLetterId)).isRepeated).toBe(true);
		expect(send).toHaveBeenCalledTimes(2);
	});

	it("leaves the message unchanged if the queue fails", async () => {
		const deadLetter = await newDeadLetter();
		const broken = createDeadLetterService(rows, async () => {
			throw new Error("Queue send failed");
		});
		const { deadLetterId } = deadLetter;
		const requeueing = broken.requeue({ deadLetterId, reviewerId: reviewer.developerId, now });
		await expect(requeueing).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
		expect((await list()).data).toEqual([deadLetter]);
	});

	it("marks a message once for two reviewers in parallel", async () => {
		const { deadLetterId } = await newDeadLetter();
		const responses = await Promise.all([requeueOnce(deadLetterId), requeueOnce(deadLetterId)]);
		expect(responses.map(({ isRepeated }) => isRepeated).sort()).toEqual([false, true]);
	});

	it("marks a message without sending it if its event is confirmed", async () => {
		const pointer = newPointer();
		await env.DB.prepare(
			"INSERT INTO events (case_id, event_id, sequence, type, body, created_at, confirmed_at) VALUES (?, ?, 1, 'x', '{}', 1, 2)",
		)
			.bind(pointer.caseId, pointer.eventId)
			.run();
		const { deadLetterId, confirmedAt } = await newDeadLetter(pointer);
		expect(confirmedAt).toBe(new Date(2).toISOString());
		expect((await requeueOnce(deadLetterId)).isRepeated).toBe(false);
		expect(send).not.toHaveBeenCalled();
		expect((await list()).data).toEqual([]);
	});
});

describe("dead-letter messages after 90 days", () => {
	const NINETY_DAYS_MS = 90 * 86_400_000;

	it("deletes requeued and confirmed messages, and keeps open ones", async () => {
		const now = Date.now();
		const old = now - NINETY_DAYS_MS - 1;
		const [waiting, requeued, justRequeued, confirmed] = [
			newPointer(),
			newPointer(),
			newPointer(),
			newPointer(),
		];
		for (const pointer of [waiting, requeued, justRequeued, confirmed]) await newDeadLetter(pointer);
		const recent = await newDeadLetter();
		await requeue(recent.deadLetterId);
		const set = (pointer: typeof waiting, requeuedAt: number | null) =>
			env.DB.prepare("UPDATE dead_letters SET received_at = ?, requeued_at = ? WHERE event_id = ?")
				.bind(old, requeuedAt, pointer.eventId)
				.run();
		await Promise.all([set(waiting, null), set(requeued, old), set(justRequeued, now), set(confirmed, null)]);
		await env.DB.prepare(
			"INSERT INTO events (case_id, event_id, sequence, type, body, created_at, confirmed_at) VALUES (?, ?, 1, 'x', '{}', 1, ?)",
		)
			.bind(confirmed.caseId, confirmed.eventId, old)
			.run();
		expect(await rows.removeOld(now, 1_000)).toBe(2);
		expect((await list()).data.map(({ body }) => body)).toEqual([waiting]);
		expect((await list("?status=requeued")).data.map(({ body }) => body)).toEqual([
			recent.body,
			justRequeued,
		]);
		expect(await rows.removeOld(now, 1_000)).toBe(0);
	});

	it("deletes a limited number of messages at a time", async () => {
		for (let at = 0; at < 3; at++) await requeue((await newDeadLetter()).deadLetterId);
		expect(await rows.removeOld(Date.now() + NINETY_DAYS_MS + 1, 2)).toBe(2);
		expect(await rows.removeOld(Date.now() + NINETY_DAYS_MS + 1, 2)).toBe(1);
	});
});
