// Password hashes hold the isolate that everything else runs in, so they run one at a time with room between:
// while people log in as fast as they can, no other request waits longer than one hash (auth.md "Passwords").
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Service, startService } from "../support/service.ts";

const PASSWORD = "correct Horse 7 battery";
const LOGINS_AT_ONCE = 8;
const DURATION_MS = 6_000;

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
			// As many people, each at home.
			"CF-Connecting-IP": `198.18.${++addresses >> 8}.${addresses & 255}`,
			...headers,
		},
	});
}

async function timed(run: () => Promise<Response>): Promise<{ status: number; ms: number }> {
	const startedAt = performance.now();
	const response = await run();
	await response.arrayBuffer();
	return { status: response.status, ms: performance.now() - startedAt };
}

const sorted = (values: number[]) => values.toSorted((a, b) => a - b);
const median = (values: number[]) => sorted(values)[values.length >> 1] ?? Number.NaN;

async function newAccount(): Promise<{ email: string; password: string }> {
	const account = { email: `load-${crypto.randomUUID()}@example.com`, password: PASSWORD };
	expect((await send("/auth/register", account)).status).toBe(201);
	return account;
}

/** Reads with an API key, one after the other, until told to stop. */
async function readUntil(isOver: () => boolean, pair: Record<string, string>): Promise<number[]> {
	const times: number[] = [];
	while (!isOver()) {
		const { status, ms } = await timed(() => send("/recovery-cases", undefined, pair));
		expect(status).toBe(200);
		times.push(ms);
	}
	return times;
}

test("authenticated reads go on while logins run: most meet no hash, and none is starved", async () => {
	const accounts = await Promise.all(Array.from({ length: LOGINS_AT_ONCE }, newAccount));
	const [first] = accounts;
	const { accessToken } = (await (await send("/auth/login", first)).json()) as { accessToken: string };
	const issued = await send("/auth/api-keys", { label: "load" }, { Authorization: `Bearer ${accessToken}` });
	const { apiKey, apiSecret } = (await issued.json()) as { apiKey: string; apiSecret: string };
	const pair = { "x-api-key": apiKey, "x-api-secret": apiSecret };

	const alone: number[] = [];
	for (let round = 0; round < 5; round++) alone.push((await timed(() => send("/auth/login", first))).ms);
	const oneHash = median(alone);
	let quietReads = 0;
	const quiet = await readUntil(() => ++quietReads > 200, pair);

	const endsAt = performance.now() + DURATION_MS;
	const isOver = () => performance.now() > endsAt;
	let logins = 0;
	const people = accounts.map(async (account) => {
		while (!isOver()) {
			expect((await timed(() => send("/auth/login", account))).status).toBe(200);
			logins++;
		}
	});
	const busy = await readUntil(isOver, pair);
	await Promise.all(people);

	const [p90 = Number.NaN, worst = Number.NaN] = [
		sorted(busy)[Math.floor(busy.length * 0.9)],
		sorted(busy).at(-1),
	];
	console.info(
		`one login ${oneHash.toFixed(0)} ms; reads alone ${median(quiet).toFixed(1)} ms; ` +
			`beside ${logins} logins: ${busy.length} reads, median ${median(busy).toFixed(1)} ms, ` +
			`p90 ${p90.toFixed(0)} ms, worst ${worst.toFixed(0)} ms`,
	);
	expect(logins).toBeGreaterThan(5);
	// Two hashes in a row would take twice one. The margins are for a machine that has other things to do: there
	// a read takes longer than the gap between two hashes, and now and then one of them meets a second.
	expect(median(busy)).toBeLessThan(oneHash * 1.2 + 50);
	expect(p90).toBeLessThan(oneHash * 2 + 100);
	expect(worst).toBeLessThan(oneHash * LOGINS_AT_ONCE);
});
