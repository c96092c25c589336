/** What is down is said to be down: 503 with Retry-After, no query and no value in body or log. */
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
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
	["health", "recovery_cases", () => call("/health")],
	["register", "developers", () => call("/auth/register", { body: { email, password: PASSWORD } })],
	["login", "developers", () => call("/auth/login", { body: { email, password: PASSWORD } })],
	[
		"issuing a key",
		"api_keys",
		() =>
			call("/auth/api-keys", { body: { label: "x" }, headers: { Authorization: `Bearer ${partner.token}` } }),
	],
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
