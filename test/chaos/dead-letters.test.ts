/**
 * webhooks.md "Dead letters".
 *
 * A message that keeps failing becomes a dead-letter message after the retries that wrangler.toml sets, and a reviewer
 * requeues it. The built Worker runs on the runtime's own queues; only the wait between two attempts is shortened.
 */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { convertV4MiniflareOptions, type Miniflare } from "miniflare";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod";
import { openRuntime } from "../../scripts/start/open-runtime.ts";
import { until } from "../../scripts/until.ts";
import { deadLetterResponse, listDeadLettersResponse } from "../../src/webhooks/dead-letters/operations.ts";
import { testSecrets } from "../support/service/secrets.ts";
import { newCaseBody, newIntent } from "../support/signing/signing.ts";

const API = `${testSecrets.BASE_URL}/api/v1`;
const WITHIN_MS = 30_000;

/** A Worker that sends its request's body to the queue. */
const OPERATOR = `
export default {
	async fetch(request, env) {
		await env.CASE_EVENTS.send(await request.json());
		return new Response(null, { status: 204 });
	},
};`;

const consumerSchema = z.looseObject({
	maxRetries: z.number(),
	retryDelay: z.number(),
	deadLetterQueue: z.string().optional(),
});
const consumersSchema = z.object({ "case-events": consumerSchema, "case-events-dlq": consumerSchema });
const lineSchema = z.object({ event: z.literal("case-events"), messageId: z.string() });
const keySchema = z.object({ apiKey: z.string(), apiSecret: z.string() });
const loginSchema = z.object({ accessToken: z.string(), user: z.object({ id: z.string() }) });

let stateDir: string;
let miniflare: Miniflare;
let consumers: z.infer<typeof consumersSchema>;
let reviewer: Record<string, string>;
/** How often each message has failed. */
const failures = new Map<string, number>();

function noteFailure(message: string): void {
	try {
		const { messageId } = lineSchema.parse(JSON.parse(message));
		failures.set(messageId, (failures.get(messageId) ?? 0) + 1);
	} catch {
		// Another log line.
	}
}

async function start(): Promise<Miniflare> {
	const queueProducers = { CASE_EVENTS: "case-events" };
	const operator = convertV4MiniflareOptions({
		name: "operator",
		modules: true,
		script: OPERATOR,
		queueProducers,
	});
	const started = await openRuntime({
		stateDir,
		settings: ({ vars }) => ({ ...vars, ...testSecrets }),
		onLog: (_, message) => noteFailure(message),
		change: ({ queueConsumers }) => {
			consumers = consumersSchema.parse(queueConsumers);
			return {
				queueConsumers: { ...consumers, "case-events": { ...consumers["case-events"], retryDelay: 0 } },
			};
		},
		others: operator.workers,
	});
	await started.ready;
	return started;
}

async function post(path: string, body: object | undefined, headers: Record<string, string> = {}) {
	const response = await miniflare.dispatchFetch(API + path, {
		method: "POST",
		headers: { ...headers, ...(body && { "Content-Type": "application/json" }) },
		...(body && { body: JSON.stringify(body) }),
	});
	expect(response.ok, `${path} responded with ${response.status}`).toBe(true);
	return response.json();
}

async function newAccount() {
	const credentials = { email: `${crypto.randomUUID()}@example.com`, password: "Correct-horse-7" };
	await post("/auth/register", credentials);
	const { accessToken, user } = loginSchema.parse(await post("/auth/login", credentials));
	return { developerId: user.id, headers: { Authorization: `Bearer ${accessToken}` } };
}

const sql = async (query: string, ...values: string[]) =>
	(await miniflare.getD1Database("DB"))
		.prepare(query)
		.bind(...values)
		.all();

beforeAll(async () => {
	stateDir = await mkdtemp(join(tmpdir(), "replevin-dead-letters-"));
	miniflare = await start();
	const { developerId, headers } = await newAccount();
	await sql("UPDATE developers SET role = 'reviewer' WHERE developer_id = ?", developerId);
	reviewer = headers;
});
afterAll(async () => {
	await miniflare?.dispose();
	await rm(stateDir, { recursive: true, force: true });
});

async function send(message: object): Promise<void> {
	const operator = await miniflare.getWorker("operator");
	const response = await operator.fetch("http://operator", { method: "POST", body: JSON.stringify(message) });
	expect(response.status).toBe(204);
}

async function deadLetters(status: "open" | "requeued" = "open") {
	const path = `/review/dead-letters?status=${status}`;
	const response = await miniflare.dispatchFetch(API + path, { headers: reviewer });
	return listDeadLettersResponse().parse(await response.json()).data;
}

const failureCounts = () => [...failures.values()].join();
const requeue = async (deadLetterId: string) =>
	deadLetterResponse().parse(await post(`/review/dead-letters/${deadLetterId}/requeue`, undefined, reviewer));

it("wrangler.toml sets retries, their wait and the dead-letter queue", () => {
	const { "case-events": events, "case-events-dlq": dead } = consumers;
	expect(events).toMatchObject({ maxRetries: 10, retryDelay: 5, deadLetterQueue: "case-events-dlq" });
	// Bridges a failure of D1 of an hour and a half.
	expect(dead.maxRetries * dead.retryDelay).toBeGreaterThan(5_000);
});

it("a message that keeps failing is listed unchanged, and retried in full after it is requeued", async () => {
	const unreadable = { v: 2, from: "a later version" };
	const pointer = { v: 1, caseId: `rc_${"0".repeat(32)}`, sequence: 1, eventId: `evt_${"0".repeat(32)}` };
	for (const message of [pointer, unreadable, pointer]) await send(message);
	await until(async () => (await deadLetters()).length > 0, WITHIN_MS);
	const [deadLetter, ...more] = await deadLetters();
	expect(deadLetter).toMatchObject({ body: unreadable, caseId: null, eventId: null, requeuedAt: null });
	expect(more).toEqual([]);
	const tries = 1 + consumers["case-events"].maxRetries;
	await until(() => failureCounts() === `${tries}`, WITHIN_MS);

	const { deadLetterId = "" } = deadLetter ?? {};
	expect((await requeue(deadLetterId)).requeuedAt).not.toBeNull();
	await until(async () => (await deadLetters()).length > 0, WITHIN_MS);
	const [again] = await deadLetters();
	expect(again?.deadLetterId).not.toBe(deadLetterId);
	expect(again?.body).toEqual(unreadable);
	await until(() => failureCounts() === `${tries},${tries}`, WITHIN_MS);
	expect((await deadLetters("requeued")).map((one) => one.deadLetterId)).toEqual([deadLetterId]);
});

it("an event that could not be enqueued is delivered after its message is requeued", async () => {
	const { headers } = await newAccount();
	const { apiKey, apiSecret } = keySchema.parse(await post("/auth/api-keys", { label: "chaos" }, headers));
	await sql("ALTER TABLE webhook_endpoints RENAME TO endpoints_away");
	const keyPair = { "x-api-key": apiKey, "x-api-secret": apiSecret };
	const filed = z
		.object({ caseId: z.string() })
		.parse(await post("/recovery-cases/new-case", await newCaseBody(newIntent()), keyPair));
	const deadLetterOfCase = async (status: "open" | "requeued" = "open") =>
		(await deadLetters(status)).find(({ caseId }) => caseId === filed.caseId);
	await until(async () => (await deadLetterOfCase()) !== undefined, WITHIN_MS);
	const deadLetter = await deadLetterOfCase();
	expect(deadLetter?.confirmedAt).toBeNull();
	await sql("ALTER TABLE endpoints_away RENAME TO webhook_endpoints");
	await requeue(deadLetter?.deadLetterId ?? "");
	await until(async () => typeof (await deadLetterOfCase("requeued"))?.confirmedAt === "string", WITHIN_MS);
});
