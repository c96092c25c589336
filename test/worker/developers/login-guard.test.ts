/** The login guard slows down every way of guessing passwords, without a hash (auth.md "Login"). */
import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import type { LoginGuard } from "../../../durable/login-guard/login-guard.ts";
import type { GuardKind } from "../../../src/quota/login-guard-rules.ts";
import { newDeveloper, newEmail } from "../../support/auth/accounts.ts";
import { PASSWORD } from "../../support/auth/credentials.ts";
import { failTenTimes, guardStateOf } from "../../support/auth/login-guards.ts";
import { call, errorOf } from "../../support/contract/worker-client.ts";

const WRONG = "Wrong-ipsum-7";

let addresses = 0;
/** A new address of TEST-NET-2, which no other test uses. */
const newAddress = () => `198.51.${100 + Math.floor(++addresses / 250)}.${addresses % 250}`;

const logIn = (email: string, password: string, address = newAddress()) =>
	call("/auth/login", { body: { email, password }, headers: { "CF-Connecting-IP": address } });

/** The number of responses per status. */
function countStatuses(responses: Response[]): Record<number, number> {
	const counts: Record<number, number> = {};
	for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
	return counts;
}

const repeat = <T>(count: number, run: (at: number) => Promise<T>) =>
	Promise.all(Array.from({ length: count }, (_, at) => run(at)));

/** Runs twenty attempts in parallel and expects no more checked passwords than the schedule allows by then. */
async function rush(kind: GuardKind, guarded: string, run: (at: number) => Promise<Response>) {
	const startedAt = Date.now();
	const responses = await repeat(20, run);
	const { 401: tried = 0, 429: refused = 0 } = countStatuses(responses);
	const { failures, lastAttemptAt } = await guardStateOf(kind, guarded);
	expect(failures).toBe(tried);
	// Within the first second, as on an idle machine, only the free failures are allowed.
	const waitsOver = Math.floor(Math.log2((lastAttemptAt - startedAt) / 1000 + 1));
	return { responses, tried, refused, most: 5 + waitsOver };
}

describe("twenty parallel wrong logins", () => {
	it("on one account from twenty addresses count as five attempts", async () => {
		const { email } = await newDeveloper();
		const { responses, tried, refused, most } = await rush("account", email, () => logIn(email, WRONG));
		expect(tried).toBeGreaterThanOrEqual(5);
		expect(tried).toBeLessThanOrEqual(most);
		expect(refused).toBe(20 - tried);
		for (const response of responses.filter(({ status }) => status === 429)) {
			expect(Number(response.headers.get("Retry-After"))).toBeGreaterThanOrEqual(1);
			expect(Number(response.headers.get("Retry-After"))).toBeLessThanOrEqual(60);
			expect(await errorOf(response)).toMatchObject({ code: "RATE_LIMITED" });
		}
	});

	const address = newAddress();
	const nobody = newEmail();
	it.each<[string, GuardKind, string, (at: number) => Promise<Response>]>([
		["on an e-mail that has no account, just the same", "account", nobody, () => logIn(nobody, WRONG)],
		["from one address, on as many accounts", "address", address, () => logIn(newEmail(), WRONG, address)],
		[
			"from one /64",
			"address",
			"2001:db8:7:8::/64",
			(at) => logIn(newEmail(), WRONG, `2001:db8:7:8::${at.toString(16)}`),
		],
	])("%s count as five attempts", async (_, kind, guarded, run) => {
		const { tried, refused, most } = await rush(kind, guarded, run);
		expect(tried).toBeGreaterThanOrEqual(5);
		expect(tried).toBeLessThanOrEqual(most);
		expect(refused).toBe(20 - tried);
	});

	it("from one /64 do not affect its neighbour", async () => {
		await repeat(6, (at) => logIn(newEmail(), WRONG, `2001:db8:7:a::${at}`));
		expect((await logIn(newEmail(), WRONG, "2001:db8:7:9::1")).status).toBe(401);
	});
});

const failuresOf = async (kind: GuardKind, guarded: string) => (await guardStateOf(kind, guarded)).failures;

it("makes the right password wait too, in any spelling of the e-mail address", async () => {
	const { email } = await newDeveloper();
	await failTenTimes("account", email);
	for (const spelling of [email, email.toUpperCase()]) {
		const response = await logIn(spelling, PASSWORD);
		expect(response.status).toBe(429);
		expect(Number(response.headers.get("Retry-After"))).toBeGreaterThan(20);
	}
});

it("ignores headers in which a caller claims another address", async () => {
	const address = newAddress();
	await failTenTimes("address", address);
	for (const name of ["X-Forwarded-For", "X-Real-IP", "True-Client-IP", "Forwarded", "X-Client-IP"]) {
		const headers = { "CF-Connecting-IP": address, [name]: "203.0.113.1" };
		const response = await call("/auth/login", { body: { email: newEmail(), password: WRONG }, headers });
		expect([name, response.status]).toEqual([name, 429]);
	}
});

it("clears the account's failures after a success", async () => {
	const { email } = await newDeveloper();
	expect(countStatuses(await repeat(4, () => logIn(email, WRONG)))).toEqual({ 401: 4 });
	expect(await failuresOf("account", email)).toBe(4);
	expect((await logIn(email, PASSWORD)).status).toBe(200);
	expect(await failuresOf("account", email)).toBe(0);
});

it("keeps the address's failures unchanged after a success", async () => {
	const { email } = await newDeveloper();
	const address = newAddress();
	await repeat(3, () => logIn(newEmail(), WRONG, address));
	for (let round = 0; round < 3; round++) expect((await logIn(email, PASSWORD, address)).status).toBe(200);
	expect(await failuresOf("address", address)).toBe(3);
});

it("does not make accounts wait for a throttled address", async () => {
	const { email } = await newDeveloper();
	const address = newAddress();
	await failTenTimes("address", address);
	expect(countStatuses(await repeat(20, () => logIn(email, WRONG, address)))).toEqual({ 429: 20 });
	expect(await failuresOf("account", email)).toBe(0);
	expect((await logIn(email, PASSWORD)).status).toBe(200);
});

it("does not make addresses wait for a throttled account", async () => {
	const { email } = await newDeveloper();
	const address = newAddress();
	await failTenTimes("account", email);
	expect(countStatuses(await repeat(4, () => logIn(email, WRONG, address)))).toEqual({ 429: 4 });
	expect(await failuresOf("address", address)).toBe(0);
});

it("rejects a throttled attempt much faster than a hash takes", async () => {
	const { email } = await newDeveloper();
	const address = newAddress();
	const startedAt = performance.now();
	await logIn(newEmail(), WRONG, address);
	const oneHash = performance.now() - startedAt;
	await failTenTimes("account", email);
	const throttled: number[] = [];
	for (let round = 0; round < 5; round++) {
		const throttledAt = performance.now();
		expect((await logIn(email, WRONG, address)).status).toBe(429);
		throttled.push(performance.now() - throttledAt);
	}
	// Other load slows some of them down; a hash would slow all of them.
	expect(Math.min(...throttled)).toBeLessThan(oneHash / 2);
});

it("does not count an attempt that failed inside the service", async () => {
	const { email } = await newDeveloper();
	const log = vi.spyOn(console, "error").mockImplementation(() => {});
	await env.DB.prepare("ALTER TABLE developers RENAME TO developers_away").run();
	for (let round = 0; round < 6; round++) expect((await logIn(email, WRONG)).status).toBe(503);
	await env.DB.prepare("ALTER TABLE developers_away RENAME TO developers").run();
	log.mockRestore();
	expect((await logIn(email, PASSWORD)).status).toBe(200);
});

describe("the LoginGuard object", () => {
	const DAY_MS = 24 * 60 * 60 * 1000;
	const newGuard = () =>
		(env.LOGIN_GUARDS as DurableObjectNamespace<LoginGuard>).getByName(`address:${crypto.randomUUID()}`);
	const keysOf = (guard: DurableObjectStub<LoginGuard>) =>
		runInDurableObject(guard, async (_, { storage }) => [...storage.kv.list()].map(([key]) => key));

	it("deletes its state a day after the last attempt", async () => {
		const guard = newGuard();
		const now = Date.now();
		const alarmAt = () => runInDurableObject(guard, (_, { storage }) => storage.getAlarm());
		await guard.reserve({ kind: "address", now: now - DAY_MS + 60_000 });
		expect(await alarmAt()).toBe(now + 60_000);
		// A later attempt does not move the alarm. When it fires, the state is kept and the alarm set again.
		await guard.reserve({ kind: "address", now: now - DAY_MS + 120_000 });
		expect(await alarmAt()).toBe(now + 60_000);
		expect(await runDurableObjectAlarm(guard)).toBe(true);
		expect(await keysOf(guard)).toEqual(["state"]);
		expect(await alarmAt()).toBe(now + 120_000);
		await runInDurableObject(guard, (_, { storage }) =>
			storage.kv.put("state", { failures: 2, blockedUntil: 0, lastAttemptAt: Date.now() - DAY_MS }),
		);
		expect(await runDurableObjectAlarm(guard)).toBe(true);
		expect(await keysOf(guard)).toEqual([]);
		expect(await alarmAt()).toBe(null);
		expect(await guard.reserve({ kind: "address", now })).toMatchObject({ after: { failures: 1 } });
	});

	it("writes nothing for a throttled attempt", async () => {
		const guard = newGuard();
		const now = Date.now();
		for (let failure = 0; failure < 5; failure++) await guard.reserve({ kind: "address", now });
		const before = await runInDurableObject(guard, (_, { storage }) => storage.kv.get("state"));
		expect(await guard.reserve({ kind: "address", now })).toEqual({
			kind: "throttled",
			retryAfterSeconds: 1,
		});
		expect(await runInDurableObject(guard, (_, { storage }) => storage.kv.get("state"))).toEqual(before);
	});
});
