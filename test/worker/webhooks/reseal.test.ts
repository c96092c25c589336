// webhooks.md "Secrets at rest".
/** `npm run rotate-kek`: the cron handler seals secrets again that are under an older key-encryption key. */
import { createScheduledController, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { createHmac } from "node:crypto";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { WebhookEndpoint } from "../../../durable/webhook-endpoint/webhook-endpoint.ts";
import { sealedSchema } from "../../../src/kernel/crypto/sealing.ts";
import { StorageError } from "../../../src/kernel/errors/storage-error.ts";
import { continueReseal, type Reseal } from "../../../src/operator-jobs/reseal.ts";
import { resealJobsIn } from "../../../src/operator-jobs/reseal-jobs.d1.ts";
import { secretBytesOf } from "../../../src/webhooks/delivery/signing.ts";
import { createEndpointRows } from "../../../src/webhooks/endpoint/endpoints.d1.ts";
import worker from "../../../src/worker.ts";
import { endpointObject, newEndpoint, newEvent, newSecret } from "./support.ts";

type TestEndpoint = Awaited<ReturnType<typeof newEndpoint>>;
type Keys = Record<string, string>;

const NOW = 1_800_000_000_000;
const OLD: Keys = JSON.parse(env.KEY_ENCRYPTION_KEYS);
const NEW: Keys = { "2": Buffer.alloc(32, 9).toString("base64") };
const BOTH: Keys = { ...OLD, ...NEW };

let endpoints: TestEndpoint[];

async function newDeveloper(): Promise<string> {
	const developerId = `dev_${crypto.randomUUID()}`;
	await env.DB.prepare(
		"INSERT INTO developers (developer_id, email, password_hash, role, created_at) VALUES (?, ?, 'x', 'developer', 1)",
	)
		.bind(developerId, `${developerId}@example.com`)
		.run();
	return developerId;
}
let jobs = 0;

async function newJob(): Promise<string> {
	const jobId = `job_${++jobs}`;
	await env.DB.prepare("INSERT INTO maintenance_jobs (job_id, kind, requested_at) VALUES (?, 'reseal', ?)")
		.bind(jobId, jobs)
		.run();
	return jobId;
}
const jobRow = (jobId: string) =>
	env.DB.prepare("SELECT done, failed, key_version, finished_at FROM maintenance_jobs WHERE job_id = ?")
		.bind(jobId)
		.first();

/** Runs the object as a deployment with these keys would start it, on its present storage. */
const under = <T>(keys: Keys, endpointId: string, run: (object: WebhookEndpoint) => T | Promise<T>) =>
	runInDurableObject(endpointObject(endpointId), (_, state) =>
		run(new WebhookEndpoint(state, { ...env, KEY_ENCRYPTION_KEYS: JSON.stringify(keys) })),
	);
const resealUnder =
	(keys: Keys): Reseal =>
	(endpointId) =>
		under(keys, endpointId, (object) => object.reseal());

async function versionsOf({ sql }: TestEndpoint): Promise<number[]> {
	const rows = await sql("SELECT sealed FROM secrets ORDER BY number");
	return rows.map(({ sealed }) => sealedSchema().parse(JSON.parse(String(sealed))).keyVersion);
}
const allVersions = async () => (await Promise.all(endpoints.map(versionsOf))).flat();

/** The sample that the object sends under these keys; null if it cannot sign. */
async function signedUnder(keys: Keys, { endpointId, developerId, received }: TestEndpoint) {
	const before = (await received()).length;
	const { eventId, body } = newEvent();
	const response = await under(keys, endpointId, (object) =>
		object.sendTest({ developerId, eventId, body, now: Date.now() }),
	);
	if ("attempt" in response && response.attempt.error === "secret_unavailable") return null;
	return (await received())[before];
}

beforeEach(async () => {
	await env.DB.batch([
		env.DB.prepare("DELETE FROM maintenance_jobs"),
		env.DB.prepare("DELETE FROM webhook_endpoints"),
	]);
	endpoints = await Promise.all([1, 2, 3, 4, 5].map(() => newEndpoint()));
	endpoints.sort((a, b) => (a.endpointId < b.endpointId ? -1 : 1));
	for (const { register } of endpoints) await register();
});
afterAll(() => vi.restoreAllMocks());

describe("a rotation of the key-encryption key", () => {
	it("seals every secret under the new key, and signatures stay the same", async () => {
		const jobId = await newJob();
		await continueReseal(NOW, resealJobsIn(env.DB, 2), resealUnder(BOTH));
		expect(await jobRow(jobId)).toEqual({ done: 5, failed: 0, key_version: 2, finished_at: NOW });
		expect(await allVersions()).toEqual([2, 2, 2, 2, 2]);
		for (const endpoint of endpoints) {
			const sent = await signedUnder(NEW, endpoint);
			const timestamp = sent?.headers["webhook-timestamp"];
			const mac = createHmac("sha256", secretBytesOf(endpoint.secret)).update(`${timestamp}.${sent?.body}`);
			expect(sent?.headers["replevin-webhook-signature"]).toBe(`v1=${mac.digest("hex")}`);
		}
	});

	it("seals both secrets of an endpoint during a secret rotation", async () => {
		const [endpoint] = endpoints as [TestEndpoint];
		const { secret } = await newSecret(endpoint.endpointId);
		await endpoint.object.rotateSecret({ ...endpoint.owner(), secret, overlapMs: 60_000 });
		await newJob();
		await continueReseal(NOW, resealJobsIn(env.DB, 2), resealUnder(BOTH));
		expect(await versionsOf(endpoint)).toEqual([2, 2]);
		expect((await signedUnder(NEW, endpoint))?.headers["replevin-webhook-signature"]).toMatch(/^v1=.+,v1=/);
	});

	it("changes nothing when it runs a second time", async () => {
		await newJob();
		await continueReseal(NOW, resealJobsIn(env.DB, 2), resealUnder(BOTH));
		const seals = () => Promise.all(endpoints.map(({ sql }) => sql("SELECT sealed FROM secrets")));
		const before = await seals();
		const jobId = await newJob();
		await continueReseal(NOW, resealJobsIn(env.DB, 2), resealUnder(BOTH));
		expect(await jobRow(jobId)).toMatchObject({ done: 0, failed: 0, key_version: 2 });
		expect(await seals()).toEqual(before);
	});

	it("loses nothing if the old key is removed too early and put back", async () => {
		vi.spyOn(console, "error").mockImplementation(() => {});
		vi.spyOn(console, "warn").mockImplementation(() => {});
		const [endpoint] = endpoints as [TestEndpoint];
		expect(await signedUnder(NEW, endpoint)).toBeNull();
		const jobId = await newJob();
		await continueReseal(NOW, resealJobsIn(env.DB, 2), resealUnder(NEW));
		expect(await jobRow(jobId)).toEqual({ done: 0, failed: 5, key_version: 2, finished_at: NOW });
		expect(await allVersions()).toEqual([1, 1, 1, 1, 1]);
		expect(await signedUnder(BOTH, endpoint)).not.toBeNull();
	});
});

describe("the reseal job", () => {
	it("continues after an interrupted run, and asks no endpoint twice", async () => {
		const jobId = await newJob();
		const asked: string[] = [];
		const noting: Reseal = (endpointId) => {
			asked.push(endpointId);
			return resealUnder(BOTH)(endpointId);
		};
		const jobsIn = resealJobsIn(env.DB, 2);
		const run = (adapter = jobsIn) => continueReseal(NOW, adapter, noting, { pageSize: 2, maxPages: 1 });
		await run();
		expect(await jobRow(jobId)).toEqual({ done: 2, failed: 0, key_version: 2, finished_at: null });
		const dying = {
			...jobsIn,
			advance: async () => {
				throw new Error("the process ended");
			},
		};
		await expect(run(dying)).rejects.toThrow("ended");
		expect(await jobRow(jobId)).toMatchObject({ done: 2, finished_at: null });
		await run();
		// The endpoints of the interrupted page are done, but not counted.
		expect(await jobRow(jobId)).toEqual({ done: 3, failed: 0, key_version: 2, finished_at: NOW });
		await run();
		expect(asked).toEqual(endpoints.map(({ endpointId }) => endpointId));
		expect(await allVersions()).toEqual([2, 2, 2, 2, 2]);
	});

	it("counts an endpoint whose instance lacks the new key as failed, and seals it the next time", async () => {
		const [late] = endpoints as [TestEndpoint];
		const spreading: Reseal = (endpointId) =>
			resealUnder(endpointId === late.endpointId ? OLD : BOTH)(endpointId);
		const jobId = await newJob();
		vi.spyOn(console, "warn").mockImplementation(() => {});
		await continueReseal(NOW, resealJobsIn(env.DB, 2), spreading, { pageSize: 2, maxPages: 3 });
		expect(await jobRow(jobId)).toMatchObject({ done: 4, failed: 1, key_version: 2, finished_at: NOW });
		const again = await newJob();
		await continueReseal(NOW, resealJobsIn(env.DB, 2), resealUnder(BOTH));
		expect(await jobRow(again)).toMatchObject({ done: 1, failed: 0, key_version: 2 });
	});

	it("waits for an instance that knows its key version", async () => {
		const jobId = await newJob();
		await continueReseal(NOW, resealJobsIn(env.DB, 2), resealUnder(BOTH), { pageSize: 2 });
		await continueReseal(NOW, resealJobsIn(env.DB, 1), resealUnder(OLD), { pageSize: 2 });
		expect(await jobRow(jobId)).toMatchObject({ done: 2, finished_at: null });
		const next = await newJob();
		await env.DB.prepare("UPDATE maintenance_jobs SET finished_at = 1 WHERE job_id = ?").bind(jobId).run();
		await continueReseal(NOW, resealJobsIn(env.DB, 1), resealUnder(OLD), { pageSize: 2 });
		expect(await jobRow(next)).toMatchObject({ key_version: null, finished_at: null });
	});

	it("ends with nothing under the old key, also if endpoints are created and changed during the job", async () => {
		await newJob();
		const run = () =>
			continueReseal(NOW, resealJobsIn(env.DB, 2), resealUnder(BOTH), { pageSize: 3, maxPages: 1 });
		await run();
		const [seen] = endpoints as [TestEndpoint];
		const { secret } = await newSecret(seen.endpointId);
		expect(secret.sealed.keyVersion).toBe(1);
		const rotated = await under(BOTH, seen.endpointId, (object) =>
			object.rotateSecret({ ...seen.owner(), secret, overlapMs: 60_000 }),
		);
		expect(rotated).toMatchObject({ ok: false, reason: "older_key" });
		const partner = await newDeveloper();
		const made = { developerId: partner, endpointId: `we_${"0".repeat(32)}`, createdAt: 1 };
		const rows = createEndpointRows(env.DB);
		await expect(rows.insert({ ...made, keyVersion: 1 }, 10)).rejects.toThrow(StorageError);
		await run();
		expect(await allVersions()).toEqual([2, 2, 2, 2, 2]);
		expect(await rows.list(partner)).toEqual([]);
		expect(await rows.insert({ ...made, keyVersion: 2 }, 10)).toBe("inserted");
	});

	it("counts and logs an endpoint that fails, and counts a deleted one as done", async () => {
		const log = vi.spyOn(console, "warn").mockImplementation(() => {});
		log.mockClear();
		const [broken, removed] = endpoints as [TestEndpoint, TestEndpoint];
		await removed.object.close(removed.owner());
		const jobId = await newJob();
		await continueReseal(NOW, resealJobsIn(env.DB, 2), async (endpointId) => {
			if (endpointId === broken.endpointId) throw new Error("the object is overloaded");
			return resealUnder(BOTH)(endpointId);
		});
		expect(await jobRow(jobId)).toEqual({ done: 4, failed: 1, key_version: 2, finished_at: NOW });
		expect(log.mock.calls.map(([line]) => JSON.parse(String(line)))).toEqual([
			{ level: "warn", event: "reseal", id: broken.endpointId, cause: "the object is overloaded" },
		]);
	});

	it("runs from the cron handler", async () => {
		const jobId = await newJob();
		const at = { scheduledTime: new Date(NOW), cron: "* * * * *" };
		await worker.scheduled(createScheduledController(at), env);
		expect(await jobRow(jobId)).toEqual({ done: 5, failed: 0, key_version: 1, finished_at: NOW });
	});
});
