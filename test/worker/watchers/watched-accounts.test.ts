// Accounts that developers watch, and what they are told (webhooks.md "Watched accounts"), with a real receiver.
import { env } from "cloudflare:workers";
import { getAddress } from "viem";
import { beforeAll, describe, expect, it } from "vitest";
import { createApp } from "../../../src/app.ts";
import { runEveryMinute } from "../../../src/scheduled.ts";
import { createWatchedAccountRows } from "../../../src/watchers/watched-accounts.d1.ts";
import { continueWatchedAccounts } from "../../../src/watchers/wire.ts";
import { newDeveloper } from "../../support/auth/accounts.ts";
import { PASSWORD } from "../../support/auth/credentials.ts";
import { call } from "../../support/contract/worker-client.ts";
import { newIntent } from "../../support/signing/signing.ts";
import { newOrigin, newWallet } from "../access/support.ts";
import { eventsOf, eventually, newPartner, type Partner } from "../recovery/support.ts";
import { receiver } from "../webhooks/support.ts";

type Told = { type: string; data: Record<string, unknown> };

let filer: Partner;
let addresses = 0;
const newAccount = () => `0xcc${(++addresses).toString(16).padStart(38, "0")}` as const;
const manyAccounts = (count: number) => Array.from({ length: count }, newAccount);

beforeAll(async () => {
	filer = await newPartner();
});

const watch = (partner: Partner, body: unknown) => partner.send("/watched-accounts", body);
const unwatch = (partner: Partner, body: unknown) => partner.send("/watched-accounts", body, "DELETE");
const read = (partner: Partner, path: string) => call(path, { headers: partner.headers });
const jsonOf = async (response: Response) => response.json<Record<string, never>>();

/** @returns the name of its receiver */
async function newEndpoint(partner: Partner, eventTypes?: string[]): Promise<string> {
	const hook = crypto.randomUUID();
	const made = await partner.send("/webhook-endpoints", { url: receiver.hook(hook), eventTypes });
	expect(made.status).toBe(201);
	return hook;
}

const receivedBy = async (hook: string): Promise<Told[]> =>
	(await receiver.received(hook)).map(({ body }) => JSON.parse(body));

/** A case that names the account, whose events have all been delivered. */
async function file(lostAccount: string) {
	const intent = newIntent({ lostAccount: lostAccount as `0x${string}` });
	const { caseId } = await filer.file(intent);
	await settled(caseId, 1);
	return { intent, caseId };
}

async function settled(caseId: string, events: number): Promise<void> {
	const rows = async () => (await eventsOf(caseId)).filter(({ sequence }) => sequence > 0);
	await eventually(async () => (await rows()).length === events);
	await continueWatchedAccounts(Date.now(), env);
	await eventually(async () => (await eventsOf(caseId)).every(({ confirmed_at }) => confirmed_at !== null));
}

const feedOf = async (partner: Partner) => {
	const response = await read(partner, "/events?limit=100");
	return (await response.json<{ data: { event: Told }[] }>()).data.map(({ event }) => event);
};

describe("a developer who watches an account", () => {
	it("gets one webhook for a claim, of what the notices tell everybody, and one for each later event", async () => {
		const partner = await newPartner();
		const account = newAccount();
		const hook = await newEndpoint(partner, ["account.claimed", "account.claim_changed"]);
		const other = await newEndpoint(partner);
		expect(await jsonOf(await watch(partner, { accounts: [account, newAccount()] }))).toEqual({ watched: 2 });
		const { intent, caseId } = await file(account);
		await eventually(async () => (await receivedBy(hook)).length === 1);
		const notices = await read(partner, `/notices?account=${account}`);
		const [notice] = (await notices.json<{ data: { jrcHash: string; chainId: number }[] }>()).data;
		expect(await receivedBy(hook)).toEqual([
			{
				id: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
				type: "account.claimed",
				createdAt: expect.any(String),
				data: {
					caseId,
					jrcHash: notice?.jrcHash,
					chainId: notice?.chainId,
					account: getAddress(account),
					status: "created",
				},
			},
		]);
		expect((await filer.attach(intent)).status).toBe(200);
		await settled(caseId, 2);
		await eventually(async () => (await receivedBy(hook)).length === 2);
		expect((await feedOf(partner)).map(({ type, data }) => [type, data.status])).toEqual([
			["account.claimed", "created"],
			["account.claim_changed", "pending"],
		]);
		expect(await receivedBy(other)).toEqual([]);
	});

	it("is told once, although it is watched twice and the step runs five times at once", async () => {
		const partner = await newPartner();
		const account = newAccount();
		await watch(partner, { accounts: [account, account] });
		await watch(partner, { accounts: [account], chainId: newIntent().rec.chainId });
		const { caseId } = await filer.file(newIntent({ lostAccount: account }));
		await eventually(async () => (await eventsOf(caseId)).length > 0);
		await Promise.all(Array.from({ length: 5 }, () => continueWatchedAccounts(Date.now(), env)));
		expect(await feedOf(partner)).toHaveLength(1);
	});

	it("is not counted by somebody who reads the numbers of his own feed", async () => {
		const stranger = await newPartner();
		const account = newAccount();
		for (let at = 0; at < 3; at++) await watch(await newPartner(), { accounts: [account] });
		const before = filer;
		filer = stranger;
		for (const lost of [newAccount(), account, newAccount()]) await file(lost);
		filer = before;
		const feed = await read(stranger, "/events").then((response) =>
			response.json<{ data: { seq: number }[] }>(),
		);
		expect(feed.data.map(({ seq }) => seq)).toEqual([1, 2, 3]);
	});

	it("hears of each of many claims once, although a step takes two thousand at most", async () => {
		const partners = [await newPartner(), await newPartner(), await newPartner()];
		const account = newAccount();
		for (const partner of partners) await watch(partner, { accounts: [account] });
		const { caseId } = await file(account);
		// As many events as 900 moves would make.
		await env.DB.prepare(
			`INSERT INTO events (developer_id, position, case_id, event_id, sequence, type, body, created_at, confirmed_at)
			WITH RECURSIVE numbers (value) AS (SELECT 2 UNION ALL SELECT value + 1 FROM numbers WHERE value < 901)
			SELECT developer_id, value, case_id, printf('evt_many_%d', value), value, 'recovery_case.pending', body, created_at, 1
			FROM numbers, (SELECT * FROM events WHERE case_id = ? AND sequence = 1)`,
		)
			.bind(caseId)
			.run();
		await continueWatchedAccounts(Date.now(), env);
		for (const { developerId } of partners) {
			const told = await env.DB.prepare(
				"SELECT COUNT(*) AS told, COUNT(DISTINCT position) AS positions, MAX(position) AS last FROM events WHERE developer_id = ?",
			)
				.bind(developerId)
				.first();
			expect(told).toEqual({ told: 901, positions: 901, last: 901 });
		}
	});

	it("hears of no other account, of no other chain, of no earlier case and of nothing after it has stopped", async () => {
		const partner = await newPartner();
		const [elsewhere, earlier, stopped] = [newAccount(), newAccount(), newAccount()];
		await file(earlier);
		await watch(partner, { accounts: [elsewhere], chainId: 999_999 });
		await watch(partner, { accounts: [earlier, stopped] });
		expect(await jsonOf(await unwatch(partner, { accounts: [stopped, newAccount()] }))).toEqual({
			removed: 1,
			watched: 2,
		});
		for (const account of [elsewhere, stopped, newAccount()]) await file(account);
		expect(await feedOf(partner)).toEqual([]);
	});

	it("gets the webhook from the sweep if the queue never heard of the event", async () => {
		const partner = await newPartner();
		const account = newAccount();
		const hook = await newEndpoint(partner, ["account.claimed"]);
		await watch(partner, { accounts: [account] });
		const { caseId } = await filer.file(newIntent({ lostAccount: account }));
		await eventually(async () => (await eventsOf(caseId)).length > 0);
		const told = await createWatchedAccountRows(env.DB).tellOfNextEvents(Date.now() - 6 * 60_000);
		// The consumer of the case's own event may have been faster.
		if (told?.length) await runEveryMinute(Date.now(), env);
		await eventually(async () => (await receivedBy(hook)).length === 1);
	});

	it("leaves nothing in the case's evidence, and nothing after its account is deleted", async () => {
		const { headers, ...session } = await newDeveloper();
		const partner = await newPartner({ headers, ...session });
		const account = newAccount();
		await watch(partner, { accounts: [account] });
		const { caseId } = await file(account);
		expect(await feedOf(partner)).toHaveLength(1);
		const evidence = await (await read(filer, `/recovery-cases/${caseId}/evidence`)).text();
		expect(evidence).not.toContain("account.claimed");
		const rows = () =>
			env.DB.prepare(
				"SELECT (SELECT COUNT(*) FROM watched_accounts WHERE developer_id = ?1) + (SELECT COUNT(*) FROM watched_account_counts WHERE developer_id = ?1) + (SELECT COUNT(*) FROM events WHERE developer_id = ?1) AS rows",
			)
				.bind(partner.developerId)
				.first("rows");
		expect(await rows()).toBe(3);
		const deletion = { method: "DELETE", headers, body: { password: PASSWORD } };
		expect((await call("/auth/me", deletion)).status).toBe(200);
		await eventually(async () => (await rows()) === 0);
	});
});

describe("a partner who watches 100,000 accounts", () => {
	it("gets one webhook for one claim, and none above 3,600 in an hour, which are in the feed", async () => {
		const partner = await newPartner();
		const hook = await newEndpoint(partner, ["account.claimed"]);
		const numbers = (most: number) =>
			`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${most})`;
		await env.DB.prepare(
			`INSERT INTO watched_accounts ${numbers(100_000)} SELECT printf('0xee%038x', i), 0, ?, 1, (SELECT MAX(seq) FROM events) FROM n`,
		)
			.bind(partner.developerId)
			.run();
		const accountOf = (at: number) => `0xee${at.toString(16).padStart(38, "0")}`;
		await file(accountOf(77_777));
		await eventually(async () => (await receivedBy(hook)).length > 0);
		expect((await receivedBy(hook)).map(({ data }) => String(data.account).toLowerCase())).toEqual([
			accountOf(77_777),
		]);
		// A flood, as if it had been told within this hour.
		await env.DB.prepare(
			`INSERT INTO events (developer_id, position, case_id, event_id, sequence, type, body, created_at, confirmed_at)
			${numbers(3_600)} SELECT ?1, i + 1, 'rc_flood', 'evt_flood' || i, 0, 'account.claimed', '{}', ?2, ?2 FROM n`,
		)
			.bind(partner.developerId, Date.now())
			.run();
		const { caseId } = await file(accountOf(5));
		const stored = await env.DB.prepare(
			"SELECT COUNT(*) AS n FROM events WHERE developer_id = ? AND case_id = ?",
		)
			.bind(partner.developerId, caseId)
			.first("n");
		expect(stored).toBe(1);
		expect(await receivedBy(hook)).toHaveLength(1);
		await env.DB.prepare("DELETE FROM watched_accounts WHERE developer_id = ?")
			.bind(partner.developerId)
			.run();
	});
});

describe("the list", () => {
	it("holds a thousand accounts, and more with an allowed origin", async () => {
		const session = await newDeveloper();
		const partner = await newPartner(session);
		const [first = "", ...others] = manyAccounts(1_000);
		expect((await watch(partner, { accounts: others })).status).toBe(200);
		const two = { accounts: [first, newAccount()] };
		const refused = await watch(partner, two);
		expect(refused.status).toBe(429);
		expect((await jsonOf(refused)).error).toMatchObject({
			details: [{ field: "accounts", rule: "quota_full" }],
		});
		expect(await jsonOf(await watch(partner, { accounts: [first, ...others.slice(0, 9)] }))).toEqual({
			watched: 1_000,
		});
		await newOrigin(session, "https://watcher.example.com", "allow");
		expect(await jsonOf(await watch(partner, two))).toEqual({ watched: 1_001 });
	});

	it("is read in pages by address, with the chain", async () => {
		const partner = await newPartner();
		const accounts = manyAccounts(5);
		await watch(partner, { accounts });
		await watch(partner, { accounts: accounts.slice(0, 1), chainId: 8453 });
		const seen: unknown[] = [];
		for (let cursor: string | null = "", page = 0; cursor !== null && page < 9; page++) {
			const response = await read(partner, `/watched-accounts?limit=2${cursor && `&cursor=${cursor}`}`);
			const body = await response.json<{
				data: { account: string; chainId: number | null }[];
				nextCursor: string | null;
			}>();
			seen.push(...body.data.map(({ account, chainId }) => `${account.toLowerCase()} ${chainId}`));
			cursor = body.nextCursor;
		}
		const [first, ...others] = accounts;
		expect(seen).toEqual([`${first} null`, `${first} 8453`, ...others.map((account) => `${account} null`)]);
		expect((await read(partner, "/watched-accounts?cursor=rc_1")).status).toBe(400);
		expect(await jsonOf(await unwatch(partner, { accounts }))).toEqual({ removed: 5, watched: 1 });
	});

	it("is for a confirmed address where the service sends mail", async () => {
		const settings = { ...env, MAIL_SENDER: "cloudflare", MAIL_FROM: "mail@replevin.test" } as unknown as Env;
		const partner = await newPartner();
		const response = await createApp().request(
			`${env.BASE_URL}/api/v1/watched-accounts`,
			{
				method: "POST",
				headers: { ...partner.headers, "Content-Type": "application/json" },
				body: JSON.stringify({ accounts: [newWallet().address] }),
			},
			settings,
		);
		expect(response.status).toBe(403);
	});
});
