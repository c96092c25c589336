import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { createCaseSlotStore } from "../../../durable/account/case-slot-store.ts";
import { createKeyStore } from "../../../durable/account/key-store.ts";
import { accountMigrations } from "../../../durable/account/migrations/account-migrations.ts";
import { createSessionStore } from "../../../durable/account/session-store.ts";
import { migrate } from "../../../durable/storage/migrate.ts";
import { createKeyRows } from "../../../src/developers/adapters/api-keys.d1.ts";
import { createDeveloperRows } from "../../../src/developers/adapters/developers.d1.ts";
import { accountStub } from "./support.ts";

const developer = { developerId: "dev_1", email: "a@b.co", role: "developer", createdAt: 1 } as const;
const keyId = "0b9c7a52-6a3e-4f0e-9d43-7b1a5c2f8e10";
const key = {
	keyId,
	label: "a",
	hint: "h",
	lookup: "l",
	secretMac: "m",
	pepperVersion: 1,
	createdAt: 1,
	expiresAt: null,
};

/** Calls through to `target`, and keeps the first argument of every call of `method`. */
function recording<T extends object>(target: T, method: keyof T, seen: Set<string>): T {
	return new Proxy(target, {
		get(object, name) {
			const value: unknown = Reflect.get(object, name);
			if (typeof value !== "function") return value;
			return (...args: unknown[]) => {
				if (name === method) seen.add(String(args[0]));
				return Reflect.apply(value, object, args);
			};
		},
	});
}

it("no query on developers or API keys reads a whole table of D1", async () => {
	const seen = new Set<string>();
	const database = recording(env.DB, "prepare", seen);
	const developers = createDeveloperRows(database);
	const keys = createKeyRows(database);
	await developers.insert({ ...developer, passwordHash: "x" });
	await developers.findByEmail(developer.email);
	await developers.findById(developer.developerId);
	await developers.replaceHash({ developerId: developer.developerId, from: "x", to: "y" });
	await keys.insert({ ...key, developerId: developer.developerId });
	await keys.findByLookup(["l", "m"]);
	expect(seen.size).toBe(6);
	for (const query of seen) {
		const count = query.split("?").length - 1;
		const statement = env.DB.prepare(`EXPLAIN QUERY PLAN ${query}`).bind(...Array(count).fill("1"));
		const { results } = await statement.all();
		expect(results.map((row) => row.detail).join("; "), query).not.toMatch(/SCAN/);
	}
});

it("no query of the account object reads a whole table", async () => {
	await runInDurableObject(accountStub("dev_plans"), (_, { storage }) => {
		storage.transactionSync(() => migrate(storage, accountMigrations));
		const seen = new Set<string>();
		const sql = recording(storage.sql, "exec", seen);
		const keys = createKeyStore(sql);
		keys.reserve(key);
		keys.commit(keyId);
		keys.confirm(keyId, 1);
		keys.recordUse(keyId, 1);
		keys.list(1);
		keys.end(keyId, "active", 1);
		keys.endAbandoned(1);
		keys.nextAbandonmentAt();
		keys.forgetDead(1);
		const sessions = createSessionStore(sql);
		sessions.open("ses_1", 1);
		sessions.confirm("ses_1", 1);
		sessions.recordUse("ses_1", 1);
		sessions.forgetDead(1);
		sessions.close("ses_1");
		const cases = createCaseSlotStore(sql);
		cases.reserve({ caseId: "rc_1", lostAccount: "0x1", limit: 1, now: 1 });
		cases.release(["rc_1"]);
		expect(seen.size).toBeGreaterThan(18);
		for (const query of seen) {
			const count = query.split("?").length - 1;
			const rows = storage.sql.exec(`EXPLAIN QUERY PLAN ${query}`, ...Array(count).fill("1")).toArray();
			const plan = rows.map((row) => row.detail).join("; ");
			// The slots' index holds five rows at most, so reading all of it is no scan of the table.
			expect(plan.replaceAll(/SCAN api_keys USING (COVERING )?INDEX api_keys_slot/g, ""), query).not.toMatch(
				/SCAN/,
			);
		}
	});
});
