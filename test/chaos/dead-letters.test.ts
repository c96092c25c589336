/**
 * A message that keeps failing ends in the dead-letter queue, after the retries that wrangler.toml names and
 * no sooner; its neighbours are done. The built Worker on the runtime's own queues: only the wait between two
 * attempts is shortened.
 */
import { join } from "node:path";
import { convertV4MiniflareOptions, Miniflare, type V4WorkerOptions } from "miniflare";
import { afterAll, beforeAll, expect, it } from "vitest";
import { unstable_getMiniflareWorkerOptions } from "wrangler";
import * as z from "zod";
import { buildWorker } from "../../scripts/start/build.ts";
import { readLocalConfig } from "../../scripts/start/worker-options.ts";
import { testSecrets } from "../support/secrets.ts";
import { until } from "../support/service.ts";

const root = join(import.meta.dirname, "../..");
const ARRIVED_WITHIN_MS = 30_000;

/** Puts what it is sent into the queue as it is, and notes what arrives among the dead letters. */
const OPERATOR = `
const letters = [];
export default {
	async fetch(request, env) {
		if (request.method === "GET") return Response.json(letters);
		await env.CASE_EVENTS.send(await request.json());
		return new Response(null, { status: 204 });
	},
	async queue(batch) {
		for (const { body } of batch.messages) letters.push({ queue: batch.queue, body });
	},
};`;

const consumerSchema = z.looseObject({
	maxRetries: z.number(),
	retryDelay: z.number(),
	deadLetterQueue: z.string(),
});
const lineSchema = z.object({ event: z.literal("case-events"), messageId: z.string() });

let miniflare: Miniflare;
let operator: { fetch(url: string, init?: object): Promise<{ json(): Promise<unknown>; status: number }> };
let consumer: z.infer<typeof consumerSchema>;
/** How often each message was tried in vain. */
const failures = new Map<string, number>();

function noteFailure(message: string): void {
	try {
		const { messageId } = lineSchema.parse(JSON.parse(message));
		failures.set(messageId, (failures.get(messageId) ?? 0) + 1);
	} catch {
		// A line of another kind.
	}
}

beforeAll(async () => {
	const { main, name, vars } = readLocalConfig(root);
	const modules = await buildWorker(root, main, () => {});
	const { workerOptions } = unstable_getMiniflareWorkerOptions(join(root, "wrangler.toml"));
	const { modulesRules: _, ...fromConfig } = workerOptions;
	consumer = consumerSchema.parse(Object(fromConfig.queueConsumers)["case-events"]);
	const service = {
		...fromConfig,
		name,
		modules,
		bindings: { ...vars, ...testSecrets },
		queueConsumers: { "case-events": { ...consumer, retryDelay: 0 } },
	} as V4WorkerOptions;
	miniflare = new Miniflare(
		convertV4MiniflareOptions({
			cf: false,
			telemetry: { enabled: false },
			handleStructuredLogs: ({ message }) => noteFailure(message),
			workers: [
				service,
				{
					name: "operator",
					modules: true,
					script: OPERATOR,
					queueProducers: { CASE_EVENTS: "case-events" },
					queueConsumers: { "case-events-dlq": { maxBatchTimeout: 0 } },
				},
			],
		}),
	);
	await miniflare.ready;
	operator = await miniflare.getWorker("operator");
});
afterAll(() => miniflare?.dispose());

const send = (message: object) =>
	operator.fetch("http://operator", { method: "POST", body: JSON.stringify(message) });
const letters = async () => (await operator.fetch("http://operator")).json();

it("wrangler.toml says how often, with what wait, and where to", () => {
	expect(consumer).toMatchObject({ maxRetries: 10, retryDelay: 5, deadLetterQueue: "case-events-dlq" });
});

it("what keeps failing arrives there as it was sent, and nothing else does", async () => {
	const unreadable = { v: 2, from: "a later version" };
	const pointer = { v: 1, caseId: `rc_${"0".repeat(32)}`, sequence: 1, eventId: `evt_${"0".repeat(32)}` };
	for (const message of [pointer, unreadable, pointer]) expect((await send(message)).status).toBe(204);
	await until(async () => JSON.stringify(await letters()) !== "[]", ARRIVED_WITHIN_MS);
	expect(await letters()).toEqual([{ queue: "case-events-dlq", body: unreadable }]);
	expect([...failures.values()]).toEqual([1 + consumer.maxRetries]);
});
