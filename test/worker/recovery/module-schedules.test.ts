// recovery-module.md "What the service does with events".
import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { getAddress } from "viem";
import { describe, expect, it } from "vitest";
import { mails, watchers } from "../../../src/db/schema.ts";
import { createModuleRows } from "../../../src/recovery/module/module-rows.d1.ts";
import { accountEvent } from "../../../src/webhooks/delivery/webhook-event.ts";
import { call } from "../../support/contract/worker-client.ts";
import { newPartner } from "./support.ts";

const NOW = Date.UTC(2026, 10, 21);
const ACCOUNT = `0x${"a7".repeat(20)}`;
const schedule = {
	...{ chainId: 31_337, account: ACCOUNT, jrcHash: `0x${"5a".repeat(32)}`, generation: 1, round: 0 },
	...{ txHash: `0x${"7c".repeat(32)}`, readyAt: NOW + 86_400_000, endsAt: NOW + 2 * 86_400_000 },
};

describe("a schedule that no case allows", () => {
	it("mails each address that watches the account, once for each schedule", async () => {
		const db = drizzle(env.DB);
		await db.insert(watchers).values({
			...{ watcherId: "wat_1", account: ACCOUNT, chainId: 0, sealed: "{}", keyVersion: 1, addressMac: "mac" },
			...{ masked: "a…@e….com", language: "en", network: "n", createdAt: 1, confirmedAt: 1, removedAt: null },
			...{ codeHash: null, codeExpiresAt: 1 },
		});
		const rows = createModuleRows(env.DB);
		expect(await rows.isKnown(ACCOUNT, 31_337)).toBe(true);
		expect(await rows.isKnown(`0x${"a8".repeat(20)}`, 31_337)).toBe(false);
		expect(await rows.alarm(schedule, NOW)).toEqual([]);
		expect(await rows.alarm(schedule, NOW)).toBeNull();
		expect(await rows.alarm({ ...schedule, account: `0x${"a8".repeat(20)}` }, NOW)).toEqual([]);
		expect(await rows.alarm({ ...schedule, round: 1 }, NOW)).toEqual([]);
		const told = await db.select().from(mails);
		expect(told.map(({ kind, recipient }) => [kind, recipient])).toEqual([
			["recovery_scheduled", "wat_1"],
			["recovery_scheduled", "wat_1"],
		]);
		expect(JSON.parse(told[0]?.facts ?? "")).toEqual({
			account: ACCOUNT,
			chainId: "31337",
			until: new Date(schedule.readyAt).toISOString(),
		});
	});

	it("tells each developer who watches the account by an event, once, with or without a case", async () => {
		const partner = await newPartner();
		const account = `0x${"a9".repeat(20)}`;
		const body = JSON.stringify({ accounts: [account] });
		const added = await call("/watched-accounts", { method: "POST", headers: partner.headers, body });
		expect(added.status).toBe(200);
		const rows = createModuleRows(env.DB);
		expect(await rows.isKnown(account, 31_337)).toBe(true);
		const ofIt = { ...schedule, account };
		const of = { caseId: `rc_${"1".repeat(32)}`, status: "rejected" } as const;
		for (let at = 0; at < 2; at++) {
			const told = [await rows.alarm(ofIt, NOW), await rows.alarm({ ...ofIt, round: 1 }, NOW, of)];
			expect(told.map((pointers) => pointers?.length)).toEqual(at === 0 ? [1, 1] : [undefined, undefined]);
		}
		const feed = await call("/events", { headers: partner.headers });
		const { data } = await feed.json<{ data: { event: unknown }[] }>();
		const told = { jrcHash: schedule.jrcHash, chainId: 31_337, account: getAddress(account) };
		const times = {
			readyAt: new Date(schedule.readyAt).toISOString(),
			endsAt: new Date(schedule.endsAt).toISOString(),
		};
		expect(data.map(({ event }) => event)).toEqual(
			[{ caseId: null, status: null }, of].map((found) => ({
				id: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
				type: "account.recovery_scheduled",
				createdAt: new Date(NOW).toISOString(),
				data: { ...found, ...told, ...times },
			})),
		);
		for (const event of data) expect(accountEvent().safeParse(event.event).success).toBe(true);
		await rows.end({ chainId: 31_337, account });
	});

	it("tells every developer, however many others watch the account", async () => {
		const account = `0x${"aa".repeat(20)}`;
		const others = 1_200;
		await env.DB.prepare(
			`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
			INSERT INTO watched_accounts (account, chain_id, developer_id, added_at, added_seq) SELECT ?, 0, 'dev_!' || i, 1, 0 FROM n`,
		)
			.bind(others, account)
			.run();
		const partner = await newPartner();
		const body = JSON.stringify({ accounts: [account] });
		await call("/watched-accounts", { method: "POST", headers: partner.headers, body });
		const rows = createModuleRows(env.DB);
		expect(await rows.alarm({ ...schedule, account }, NOW)).toHaveLength(others + 1);
		const feed = await call("/events", { headers: partner.headers });
		expect((await feed.json<{ data: unknown[] }>()).data).toHaveLength(1);
		await rows.end({ chainId: 31_337, account });
	});

	it("is forgotten when it has ended, and by a new generation", async () => {
		const rows = createModuleRows(env.DB);
		const left = async () =>
			(await env.DB.prepare("SELECT account, round FROM foreign_schedules ORDER BY account, round").all())
				.results.length;
		expect(await left()).toBe(3);
		await rows.end({ chainId: 31_337, account: ACCOUNT, belowGeneration: 1 });
		expect(await left()).toBe(3);
		await rows.end({ chainId: 31_337, account: ACCOUNT, belowGeneration: 2 });
		expect(await left()).toBe(1);
		await rows.forgetOld(schedule.endsAt);
		expect(await left()).toBe(0);
	});
});
