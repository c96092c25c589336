// data-map.md "WebhookEndpoint".
// Each file of the worker tier begins with empty storage, and every test in it must assert something.
import { evictAllDurableObjects, listDurableObjectIds, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { emptyStorage } from "../support/storage/empty-storage.ts";

const OBJECTS = ["ACCOUNTS", "RECOVERY_CASES", "LOGIN_GUARDS", "WEBHOOK_ENDPOINTS"] as const;
const namespace = (binding: (typeof OBJECTS)[number]): DurableObjectNamespace => env[binding];
const one = (binding: (typeof OBJECTS)[number]) =>
	namespace(binding).get(namespace(binding).idFromName("one and the same"));

async function store(): Promise<void> {
	await env.API_KEYS.put("key", "value");
	await env.DOCUMENTS.put("small", "value");
	await env.DOCUMENTS.put("large", "value".repeat(100_000));
	await env.DB.prepare("INSERT INTO d1_migrations (name) VALUES ('one of a test')").run();
	for (const binding of OBJECTS) {
		await runInDurableObject(one(binding), async (_, { storage }) => {
			await storage.put("key", "value");
			await storage.setAlarm(Date.now() + 3_600_000);
		});
	}
}

async function stored() {
	const ids = await Promise.all(OBJECTS.map((binding) => listDurableObjectIds(namespace(binding))));
	const kept = OBJECTS.map((binding) =>
		runInDurableObject(one(binding), async (_, { storage }) => [
			(await storage.get("key")) ?? null,
			await storage.getAlarm(),
		]),
	);
	const { results } = await env.DB.prepare("SELECT name FROM d1_migrations ORDER BY id").all();
	return {
		ids: ids.map(({ length }) => length),
		objects: await Promise.all(kept),
		keys: (await env.API_KEYS.list()).keys.length,
		documents: (await env.DOCUMENTS.list()).objects.map(({ key }) => key),
		migrations: results.map(({ name }) => name),
	};
}

const nothing = {
	ids: [0, 0, 0, 0],
	objects: OBJECTS.map(() => [null, null]),
	keys: 0,
	documents: [],
	migrations: env.TEST_MIGRATIONS.map(({ name }) => name),
};

it.fails("a test of the worker tier fails if it makes no assertion", () => {});

it.each([
	["in memory", async () => {}],
	["on disk after an eviction", () => evictAllDurableObjects()],
])("the next test file finds nothing of what objects of an earlier file left %s", async (_, wait) => {
	expect(await stored()).toEqual(nothing);
	await store();
	expect(await stored()).toMatchObject({ ids: [1, 1, 1, 1], keys: 1, documents: ["large", "small"] });
	await wait();
	await emptyStorage();
	expect(await stored()).toEqual(nothing);
	await emptyStorage();
});
