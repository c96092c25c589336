// recovery-module.md "What the service does with events".
import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { describe, expect, it } from "vitest";
import { mails, watchers } from "../../../src/db/schema.ts";
import { createModuleRows } from "../../../src/recovery/module/module-rows.d1.ts";

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
		expect(await rows.alarm(schedule, NOW)).toBe(true);
		expect(await rows.alarm(schedule, NOW)).toBe(false);
		expect(await rows.alarm({ ...schedule, account: `0x${"a8".repeat(20)}` }, NOW)).toBe(true);
		expect(await rows.alarm({ ...schedule, round: 1 }, NOW)).toBe(true);
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

	it("is forgotten when it has ended, and by a new generation", async () => {
		const rows = createModuleRows(env.DB);
		const left = async () =>
			(await env.DB.prepare("SELECT account, round FROM foreign_schedules ORDER BY account, round").all())
				.results.length;
		expect(await left()).toBe(3);
		await rows.end({ chainId: 31_337, account: ACCOUNT, below: 1 });
		expect(await left()).toBe(3);
		await rows.end({ chainId: 31_337, account: ACCOUNT, below: 2 });
		expect(await left()).toBe(1);
		await rows.forgetOld(schedule.endsAt);
		expect(await left()).toBe(0);
	});
});
