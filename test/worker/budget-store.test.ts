/** The budgets of an account object, which counts in memory and writes ahead (auth.md "Who pays"). */
import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import type { Account } from "../../durable/account/account.ts";
import type { Charge } from "../../durable/account/account-messages.ts";

const HOUR_MS = 3_600_000;
const AMOUNT = 1_000;

const newAccount = () =>
	(env.ACCOUNTS as DurableObjectNamespace<Account>).getByName(`dev_${crypto.randomUUID()}`);

const charge = (cost: number, part = "cases"): Charge => ({
	part,
	budget: { amount: AMOUNT, windowMs: HOUR_MS },
	cost,
});
const input = (cost: number, part?: string) => ({ charges: [charge(cost, part)], now: Date.now() });

const rowsOf = (stub: DurableObjectStub<Account>) =>
	runInDurableObject(stub, (_, { storage }) =>
		storage.sql.exec<{ part: string; full_at: number }>("SELECT part, full_at FROM origin_uses").toArray(),
	);

it("writes once for the charges of a hundredth of the budget", async () => {
	const stub = newAccount();
	const written = new Set<number>();
	for (let spent = 0; spent < 100; spent++) {
		expect(await stub.spend(input(1))).toEqual({ kind: "spent" });
		for (const { full_at } of await rowsOf(stub)) written.add(full_at);
	}
	expect(written.size).toBeGreaterThan(1);
	expect(written.size).toBeLessThan(20);
});

it("counts at least what was spent after the object has lost its memory, and at most a hundredth more", async () => {
	const stub = newAccount();
	for (let spent = 0; spent < 90; spent++) await stub.spend(input(10));
	await evictDurableObject(stub);
	expect((await stub.spend(input(101))).kind).toBe("exhausted");
	expect(await stub.spend(input(89))).toEqual({ kind: "spent" });
	expect((await stub.spend(input(20))).kind).toBe("exhausted");
});

it("rejects what exceeds the budget by one, whatever was written ahead", async () => {
	const stub = newAccount();
	expect(await stub.spend(input(AMOUNT))).toEqual({ kind: "spent" });
	expect(await stub.spend(input(5))).toMatchObject({ kind: "exhausted", part: "cases" });
	await stub.refund({ charges: [charge(5)] });
	expect(await stub.spend(input(5))).toEqual({ kind: "spent" });
});

it("leaves no row after everything was refunded, also if another isolate's memory is gone", async () => {
	const stub = newAccount();
	await stub.spend(input(3));
	await stub.refund({ charges: [charge(3)] });
	await expect(rowsOf(stub)).rejects.toThrow("no such table");
	await stub.spend(input(3));
	expect(await rowsOf(stub)).toHaveLength(1);
});

it("does not count charges of a transaction that failed", async () => {
	const stub = newAccount();
	await stub.spend(input(1, "kept"));
	await runInDurableObject(stub, (account, { storage }) => {
		storage.sql.exec("ALTER TABLE open_cases RENAME TO hidden");
		const now = Date.now();
		expect(() =>
			account.reserveCase({
				...{ caseId: "rc_1", lostAccount: "0x1", limit: 5, now },
				charges: [charge(AMOUNT)],
			}),
		).toThrow("no such table");
		storage.sql.exec("ALTER TABLE hidden RENAME TO open_cases");
	});
	expect(await stub.spend(input(AMOUNT))).toEqual({ kind: "spent" });
});
