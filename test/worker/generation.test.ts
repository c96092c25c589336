// operations.md "Upgrading and rolling back".
/** After a breaking migration an older build does nothing: it says so to callers and operators, and writes nothing. */
import { createExecutionContext, runInDurableObject, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RecoveryCase } from "../../durable/recovery-case/recovery-case.ts";
import { createApp } from "../../src/app.ts";
import { SCHEMA_GENERATION } from "../../src/db/generation.ts";
import worker from "../../src/worker.ts";
import { newIntent } from "../support/signing/signing.ts";
import { newPartner } from "./recovery/support.ts";

const MINUTE_MS = 60_000;
const required = SCHEMA_GENERATION + 1;
const refusal = new RegExp(
	`too old for its data: .* generation ${SCHEMA_GENERATION}, .* generation ${required} or later`,
);

const raiseTo = (generation: number) =>
	env.DB.prepare("UPDATE schema_generation SET generation = ?").bind(generation).run();

/** A request to an isolate that has not asked before. */
async function ask(path: string, init: RequestInit = {}) {
	const context = createExecutionContext();
	const response = await createApp().request(`https://replevin.test${path}`, init, { ...env }, context);
	const text = await response.text();
	await waitOnExecutionContext(context);
	return { status: response.status, text };
}

const form = {
	method: "POST",
	headers: { "Content-Type": "application/x-www-form-urlencoded", Origin: "https://replevin.test" },
	body: "code=x&newPassword=Dolor-sit-amet-8&repeated=Dolor-sit-amet-8",
};
const registration = {
	method: "POST",
	headers: { "Content-Type": "application/json", "CF-Connecting-IP": "203.0.113.9" },
	body: JSON.stringify({ email: "late@example.com", password: "Lorem-ipsum-7" }),
};

let logged: { work?: string }[];
beforeEach(() => {
	logged = [];
	vi.spyOn(console, "error").mockImplementation((line) => {
		logged.push(JSON.parse(String(line)));
	});
});
afterEach(async () => {
	vi.restoreAllMocks();
	await raiseTo(SCHEMA_GENERATION);
});

describe("a build that is too old for its data", () => {
	it.each([
		["the health", "/api/v1/health", {}],
		["a public read", `/api/v1/notices?chainId=1&account=0x${"ab".repeat(20)}`, {}],
		["a registration", "/api/v1/auth/register", registration],
	])("rejects %s with 503 and names both generations", async (_, path, init) => {
		await raiseTo(required);
		const { status, text } = await ask(path, init);
		expect(status).toBe(503);
		expect(text).toMatch(refusal);
		const late = env.DB.prepare("SELECT 1 FROM developers WHERE email = 'late@example.com'");
		expect(await late.first()).toBeNull();
	});

	it("shows a page with 503 for the reset page's form", async () => {
		await raiseTo(required);
		const { status, text } = await ask("/developers/reset", form);
		expect([status, text]).toEqual([503, expect.stringContaining("<!doctype html>")]);
	});

	it("still publishes the keys of what it has signed", async () => {
		await raiseTo(required);
		expect((await ask("/.well-known/evidence-jwks.json")).status).toBe(200);
	});

	it("takes no queue message and runs no scheduled task, and logs both", async () => {
		await raiseTo(required);
		const cold = { ...env };
		const batch = { queue: "case-events", messages: [], retryAll: vi.fn(), ackAll: vi.fn() };
		// biome-ignore lint/suspicious/noExplicitAny: only what the handler may touch.
		await worker.queue?.(batch as any, cold as any);
		expect(batch.retryAll).toHaveBeenCalledExactlyOnceWith({ delaySeconds: 60 });
		const sweeps = () => env.DB.prepare("SELECT COUNT(*) AS n FROM sweeps").first("n");
		const before = await sweeps();
		// biome-ignore lint/suspicious/noExplicitAny: as above.
		await worker.scheduled?.({ scheduledTime: Date.now() } as any, cold as any);
		expect(await sweeps()).toBe(before);
		expect(logged).toEqual([
			{ level: "error", event: "generation-refused", work: "queue case-events", generation: required },
			{ level: "error", event: "generation-refused", work: "scheduled", generation: required },
		]);
	});

	it("leaves the alarm of a case for a newer build", async () => {
		const partner = await newPartner();
		const { caseId } = await partner.file(newIntent());
		const stub = env.RECOVERY_CASES.getByName(caseId);
		await raiseTo(required);
		const now = Date.now();
		const alarmAt = await runInDurableObject(stub, async (_, state) => {
			// Not the stub's own object: the isolate would keep its result for later tests.
			await new RecoveryCase(state, { ...env }).alarm();
			return state.storage.getAlarm();
		});
		expect(logged.map(({ work }) => work)).toContain("case alarm");
		expect(alarmAt).toBeGreaterThan(now);
	});
});

it("a build whose database does not respond still reads a case", async () => {
	const partner = await newPartner();
	const { caseId } = await partner.file(newIntent());
	const DB = { prepare: () => ({ bind: () => ({ raw: () => new Promise(() => {}) }) }) };
	const context = createExecutionContext();
	const url = `https://replevin.test/api/v1/recovery-cases/${caseId}`;
	const response = await createApp().request(url, { headers: partner.headers }, { ...env, DB }, context);
	expect(response.status).toBe(200);
});

it("a running isolate notices a breaking migration within a minute", async () => {
	const app = createApp();
	const cold = { ...env };
	const health = async () =>
		(await app.request("https://replevin.test/api/v1/health", {}, cold, createExecutionContext())).status;
	expect(await health()).toBe(200);
	await raiseTo(required);
	expect(await health()).toBe(200);
	const now = Date.now();
	vi.spyOn(Date, "now").mockImplementation(() => now + MINUTE_MS);
	expect(await health()).toBe(503);
});
