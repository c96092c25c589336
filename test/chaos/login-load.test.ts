// Password hashes hold the isolate that everything else runs in. They run one at a time, and the pause after each is
// long enough for the reads that waited for it (auth.md "Password hashing"). The test counts logins and takes no times, so that
// it holds on a busy machine. Every login that finishes while a read waits had a hash, which the read waited for unless it
// had just ended. So there are one or two such logins, and more if a read meets a second hash.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Service, startService } from "../support/service/service.ts";

const PASSWORD = "correct Horse 7 battery";
const LOGINS_AT_ONCE = 8;
const DURATION_MS = 8_000;
const READERS = 6;
const READ_EVERY_MS = 30;
/** Each has a hash that a read may have waited for, or that was over when it was sent. */
const MOST_LOGINS_PER_READ = 2;

let service: Service;
const stateDir = mkdtempSync(join(tmpdir(), "replevin-login-load-"));
beforeAll(async () => {
	service = await startService({ stateDir });
});
afterAll(async () => {
	await service?.stop();
	rmSync(stateDir, { recursive: true, force: true });
});

let addresses = 0;

function send(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> {
	return fetch(`${service.url}/api/v1${path}`, {
		...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
		headers: {
			"Content-Type": "application/json",
			// Each call comes from a network of its own.
			"CF-Connecting-IP": `198.18.${++addresses >> 8}.${addresses & 255}`,
			...headers,
		},
	});
}

async function awaitResponse(response: Promise<Response>): Promise<void> {
	const { status } = await response;
	expect(status).toBe(200);
	await (await response).arrayBuffer();
}

type Account = { email: string; password: string };

async function newAccount(): Promise<Account> {
	const account = { email: `load-${crypto.randomUUID()}@example.com`, password: PASSWORD };
	expect((await send("/auth/register", account)).status).toBe(201);
	return account;
}

async function newKey(account: Account): Promise<Record<string, string>> {
	const { accessToken } = (await (await send("/auth/login", account)).json()) as { accessToken: string };
	const issued = await send("/auth/api-keys", { label: "load" }, { Authorization: `Bearer ${accessToken}` });
	const { apiKey, apiSecret } = (await issued.json()) as { apiKey: string; apiSecret: string };
	return { "x-api-key": apiKey, "x-api-secret": apiSecret };
}

test("reads beside eight people who log in all the time meet one hash at most", async () => {
	const accounts = await Promise.all(Array.from({ length: LOGINS_AT_ONCE }, newAccount));
	const pair = await newKey(accounts[0] as Account);
	const endsAt = performance.now() + DURATION_MS;
	const isOver = () => performance.now() > endsAt;
	let logins = 0;
	const people = accounts.map(async (account) => {
		while (!isOver()) {
			await awaitResponse(send("/auth/login", account));
			logins++;
		}
	});
	const loginsPerRead: number[] = [];
	const waits: number[] = [];
	const readers = Array.from({ length: READERS }, async () => {
		while (!isOver()) {
			const [pause, loginsBefore, sentAt] = [wait(READ_EVERY_MS), logins, performance.now()];
			await awaitResponse(send("/recovery-cases", undefined, pair));
			loginsPerRead.push(logins - loginsBefore);
			waits.push(performance.now() - sentAt);
			await pause;
		}
	});
	await Promise.all([...people, ...readers]);

	const reads = loginsPerRead.length;
	const howOften = [...Map.groupBy(loginsPerRead, (count) => count)].map(([count, all]) => [
		count,
		all.length,
	]);
	console.info(
		`${logins} logins, ${reads} reads, the longest ${Math.max(...waits).toFixed(0)} ms; ` +
			`reads by the logins that ended meanwhile: ${JSON.stringify(howOften.toSorted())}`,
	);
	expect(logins).toBeGreaterThan(LOGINS_AT_ONCE);
	expect(reads).toBeGreaterThan(logins);
	const tooMany = loginsPerRead.filter((count) => count > MOST_LOGINS_PER_READ);
	expect(tooMany.length).toBeLessThan(reads / 100);
});
