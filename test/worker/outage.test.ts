// recovery.md "Endpoints".
/** What is down is said to be down: 503 with Retry-After, no query and no value in body or log. */
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createApp } from "../../src/app.ts";
import { newEmail } from "../support/auth/accounts.ts";
import { PASSWORD } from "../support/auth/credentials.ts";
import { call, errorOf } from "../support/contract/worker-client.ts";
import { newIntent } from "../support/signing/signing.ts";
import { newPartner, type Partner } from "./recovery/support.ts";

let partner: Partner;
beforeAll(async () => {
	partner = await newPartner();
});
afterEach(() => vi.restoreAllMocks());

/** The health as an isolate sees it that has not asked before. */
async function newIsolateHealth(): Promise<Response> {
	return createApp().request("https://replevin.test/api/v1/health", {}, { ...env });
}

it("no cache keeps the failure of a page's file", async () => {
	const ASSETS = { fetch: async () => new Response("down", { status: 500 }) };
	const response = await createApp().request(
		`${env.BASE_URL}/assets/app/verify-0.js`,
		{},
		{ ...env, ASSETS },
	);
	expect([response.status, response.headers.get("Cache-Control")]).toEqual([500, "no-store"]);
});

async function withoutTable<T>(table: string, run: () => Promise<T>): Promise<T> {
	await env.DB.prepare(`ALTER TABLE ${table} RENAME TO ${table}_away`).run();
	try {
		return await run();
	} finally {
		await env.DB.prepare(`ALTER TABLE ${table}_away RENAME TO ${table}`).run();
	}
}

const email = newEmail();

it.each([
	["the list", "recovery_cases", () => partner.send(`/recovery-cases?account=0x${"ab".repeat(20)}`)],
	["exists", "recovery_cases", () => partner.send("/recovery-cases/exists", newIntent())],
	["notices", "recovery_cases", () => call(`/notices?chainId=1&account=0x${"ab".repeat(20)}`)],
	["health", "recovery_cases", () => newIsolateHealth()],
	["register", "developers", () => call("/auth/register", { body: { email, password: PASSWORD } })],
	["login", "developers", () => call("/auth/login", { body: { email, password: PASSWORD } })],
])("%s without its database", async (_, table, request) => {
	const log = vi.spyOn(console, "error").mockImplementation(() => {});
	const response = await withoutTable(table, request);
	expect(response.headers.get("Retry-After")).toMatch(/^\d+$/);
	const error = await errorOf(response);
	expect(error).toMatchObject({ status: 503, code: "SERVICE_UNAVAILABLE" });
	expect(error.message).not.toMatch(/select|insert|table|SQLITE/i);
	const logged = JSON.stringify(log.mock.calls);
	expect(logged).not.toContain(email);
	expect(logged).not.toContain("abababab");
});

it("reading a case needs no database at all", async () => {
	const { caseId } = await partner.file(newIntent());
	const response = await withoutTable("recovery_cases", () => partner.send(`/recovery-cases/${caseId}`));
	expect(response.status).toBe(200);
});

describe("health", () => {
	const migrations = env.TEST_MIGRATIONS.map(({ name }) => name.replace(/\.sql$/, ""));
	const last = migrations.at(-1) ?? "";

	it("names the migration that the database lacks, and the command that applies it", async () => {
		const row = await env.DB.prepare("DELETE FROM d1_migrations WHERE name = ? RETURNING *")
			.bind(`${last}.sql`)
			.first();
		const error = await errorOf(await newIsolateHealth());
		await env.DB.prepare("INSERT INTO d1_migrations (id, name) VALUES (?, ?)").bind(row?.id, row?.name).run();
		expect(error).toMatchObject({ status: 503, code: "SERVICE_UNAVAILABLE" });
		expect(error.message).toContain(`migration ${last} is not applied`);
		expect(error.message).toContain("npx wrangler d1 migrations apply DB");
		expect((await newIsolateHealth()).status).toBe(200);
	});

	it("names the first migration of a database without any", async () => {
		const error = await withoutTable("d1_migrations", async () => errorOf(await newIsolateHealth()));
		expect(error.message).toContain(`migration ${migrations[0]} `);
	});

	it("accepts a database that is newer than the service", async () => {
		await env.DB.prepare("INSERT INTO d1_migrations (name) VALUES ('9999_next.sql')").run();
		const { status } = await newIsolateHealth();
		await env.DB.prepare("DELETE FROM d1_migrations WHERE name = '9999_next.sql'").run();
		expect(status).toBe(200);
	});
});
