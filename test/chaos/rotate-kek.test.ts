/**
 * webhooks.md "Secrets at rest".
 *
 * The key-encryption key is changed under a running service, as docs/operations.md says: `npm run rotate-kek`
 * beside it, a restart with other keys at each step, and a kill in the middle. What is served is what `npm start`
 * serves; only the clock of its cron handler is the test's.
 */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod";
import { until } from "../../scripts/until.ts";
import type { Infer } from "../../src/kernel/once.ts";
import { listDeliveriesResponse } from "../../src/webhooks/delivery/operations.ts";
import { endpointWithSecretResponse } from "../../src/webhooks/endpoint/endpoint-schemas.ts";
import { environment } from "../support/service/service.ts";
import { registerPartner, type ServicePartner } from "../support/service/service-client.ts";
import { type ServiceHere, startServiceHere } from "../support/service/service-here.ts";
import { newCaseBody, newIntent } from "../support/signing/signing.ts";
import { type Receiver, startReceiver } from "../support/webhooks/webhook-receiver.ts";

const ROOT = join(import.meta.dirname, "../..");
const NAME = "partner";
const WITHIN_MS = 60_000;
/** Endpoints that are gone: more than one run of the cron handler goes through. */
const GONE = 150;
const PER_RUN = 100;

const key = (byte: number) => Buffer.alloc(32, byte).toString("base64");
const OLD = { "1": key(1) };
const NEW = { "2": key(2) };
const BOTH = { ...OLD, ...NEW };

const jobRow = z.object({ done: z.number(), failed: z.number(), key_version: z.number().nullable() });

let stateDir: string;
let receiver: Receiver;
let partner: ServicePartner;
let endpoint: Infer<typeof endpointWithSecretResponse>;
let running: ServiceHere | undefined;

/** Ends what runs as a power cut would (the runtime is killed), and starts it with these keys on the same state. */
async function restartWith(keys: Record<string, string>): Promise<void> {
	await running?.stop();
	running = await startServiceHere({ stateDir, env: { KEY_ENCRYPTION_KEYS: JSON.stringify(keys) } });
	partner = partner?.at(running.url) ?? (await registerPartner(running.url));
}

/** A new case, whose event goes to the endpoint. */
async function fileCase(): Promise<void> {
	const response = await partner.send("/recovery-cases/new-case", await newCaseBody(newIntent()));
	expect(response.status).toBe(201);
	await response.arrayBuffer();
}

/** Resolves when so many webhooks have come, and the last one is signed with the endpoint's first secret. */
async function receivedInAll(count: number): Promise<void> {
	await until(() => receiver.received(NAME).length === count, WITHIN_MS);
	const { body, headers } = receiver.received(NAME).at(-1) ?? { body: "", headers: {} };
	new Webhook(endpoint.secret).verify(body, headers);
}

function rotateKek(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
	const command = ["run", "--silent", "rotate-kek", "--", "--state", stateDir, ...args];
	return new Promise((resolve) => {
		execFile("npm", command, { cwd: ROOT, env: environment() }, (error, stdout, stderr) => {
			resolve({ code: typeof error?.code === "number" ? error.code : error ? -1 : 0, stdout, stderr });
		});
	});
}

const sql = async (query: string) => (await running?.runtime.getD1Database("DB"))?.prepare(query);

/** The operator's command has the database's file open in a process of its own, and now and then in the way. */
async function newestJob() {
	let row: unknown;
	await until(async () => {
		try {
			const select = await sql(
				"SELECT done, failed, key_version FROM maintenance_jobs ORDER BY requested_at DESC",
			);
			row = await select?.first();
			return true;
		} catch {
			return false;
		}
	}, WITHIN_MS);
	return row ? jobRow.parse(row) : undefined;
}

/** A run that finds the database locked by the command leaves its work to the next one. */
const fireCronUntilDone = (count: number) =>
	until(async () => {
		await running?.fireCron();
		return ((await newestJob())?.done ?? 0) >= count;
	}, WITHIN_MS);

beforeAll(async () => {
	stateDir = await mkdtemp(join(tmpdir(), "replevin-kek-"));
	receiver = await startReceiver();
	await restartWith(OLD);
	const response = await partner.send("/webhook-endpoints", { url: receiver.hook(NAME) });
	endpoint = endpointWithSecretResponse().parse(await response.json());
	const gone = `WITH RECURSIVE ghost(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM ghost WHERE n < ${GONE})
		INSERT INTO webhook_endpoints (endpoint_id, developer_id, created_at) SELECT printf('we_%032d', n), 'dev_gone', 1 FROM ghost`;
	await (await sql(gone))?.run();
});
afterAll(async () => {
	await running?.stop();
	await receiver?.stop();
	await rm(stateDir, { recursive: true, force: true });
});

it("before: webhooks are signed, with a secret that is under version 1", async () => {
	await fileCase();
	await receivedInAll(1);
});

it("without the old key nothing can be signed, and nothing is lost: it is sent when the key is back", async () => {
	await restartWith(NEW);
	await fileCase();
	const attempts = async () => {
		const response = await partner.send(`/webhook-endpoints/${endpoint.endpointId}/deliveries?limit=1`);
		return listDeliveriesResponse().parse(await response.json()).data[0]?.attempts ?? [];
	};
	await until(async () => (await attempts()).some(({ error }) => error === "secret_unavailable"), WITHIN_MS);
	expect(receiver.received(NAME)).toHaveLength(1);
	await restartWith(BOTH);
	await receivedInAll(2);
});

it("npm run rotate-kek seals everything anew, through a kill in the middle, and says what may be removed", async () => {
	const ended = rotateKek();
	await until(async () => (await newestJob()) !== undefined, WITHIN_MS);
	await fireCronUntilDone(PER_RUN);
	expect(await newestJob()).toMatchObject({ done: PER_RUN, failed: 0 });
	await restartWith(BOTH);
	expect(await newestJob()).toMatchObject({ done: PER_RUN, failed: 0 });
	await fireCronUntilDone(GONE + 1);
	expect(await newestJob()).toEqual({ done: GONE + 1, failed: 0, key_version: 2 });
	const { code, stdout, stderr } = await ended;
	expect([code, stderr]).toEqual([0, ""]);
	expect(stdout).toContain(`Done: ${GONE + 1} webhook endpoints and documents were resealed.`);
	expect(stdout).toContain("Versions before 2 may be removed now.");
});

it("after: the old key is gone, and webhooks are signed with the same secret as ever", async () => {
	await restartWith(NEW);
	await fileCase();
	await receivedInAll(3);
});

it("npm run rotate-kek refuses a wrong command line, and says what is right", async () => {
	const { code, stdout, stderr } = await rotateKek("--remote");
	expect([code, stdout]).toEqual([2, ""]);
	expect(stderr).toContain("Pass either --state or --remote");
	expect(stderr).toContain("Usage: npm run rotate-kek");
});
