/**
 * recovery.md "Open-case quota".
 *
 * The Account object: keys, their copies, and open-case slots.
 *
 * Over 300 lines: every file of this tier starts by emptying the store, so one file is faster than two.
 */
import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { Account } from "../../durable/account/account.ts";
import type { IssueKeyInput } from "../../durable/account/account-messages.ts";
import { hasSchema, migrate } from "../../durable/storage/migrate.ts";
import { newDeveloper, newKey } from "../support/auth/accounts.ts";
import { accountStub, usesNoted } from "./developers/support.ts";

const MINUTE_MS = 60_000;
const lostAccount = "0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A";

type Stub = DurableObjectStub<Account>;

function newAccount(): Stub {
	const name = `dev_${crypto.randomUUID().replaceAll("-", "")}`;
	return (env.ACCOUNTS as DurableObjectNamespace<Account>).getByName(name);
}

function keyAt(now: number, { expiresAt = null }: { expiresAt?: number | null } = {}): IssueKeyInput {
	return {
		keyId: crypto.randomUUID(),
		developerId: "dev_1",
		hint: "sk_…abcd",
		lookup: crypto.randomUUID(),
		secretMac: "0".repeat(64),
		pepperVersion: 1,
		terms: { label: "a", expiresAt },
		now,
	};
}

async function issue(stub: Stub, key: IssueKeyInput) {
	expect((await stub.issueKey(key)).kind).toBe("issued");
	return key;
}

const revokedAtOf = (keyId: string) =>
	env.DB.prepare("SELECT revoked_at FROM api_keys WHERE key_id = ?").bind(keyId).first("revoked_at");

const tablesOf = (stub: Stub) =>
	runInDurableObject(stub, (_, { storage }) =>
		storage.sql
			.exec("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\'")
			.toArray()
			.map((row) => row.name)
			.filter((name) => !String(name).startsWith("sqlite_")),
	);

const outboxOf = (stub: Stub) =>
	runInDurableObject(stub, (_, { storage }) =>
		storage.sql.exec("SELECT key, attempts FROM outbox").toArray(),
	);

describe("an account object that was never written to", () => {
	it("finds nothing, and creates no table", async () => {
		const stub = newAccount();
		const now = Date.now();
		const keyId = crypto.randomUUID();
		const sessionId = `ses_${"0".repeat(32)}`;
		expect(await stub.confirmKey({ keyId, now })).toEqual({ kind: "unknown" });
		expect(await stub.revokeKey({ keyId, now })).toEqual({ kind: "unknown" });
		expect(await stub.listKeys({ now })).toEqual([]);
		expect(await stub.confirmSession({ sessionId, now })).toEqual({ kind: "unknown" });
		await stub.closeSession({ sessionId });
		await stub.releaseCases({ caseIds: ["rc_1"] });
		expect(await tablesOf(stub)).toEqual([]);
	});
});

it.each(["developerId", "lookup", "secretMac", "pepperVersion", "now"] as const)(
	"stores nothing of a message from another version without %s",
	async (field) => {
		const { [field]: _, ...incomplete } = keyAt(Date.now());
		await runInDurableObject(newAccount(), async (account: Account, { storage }) => {
			await expect(account.issueKey(incomplete as IssueKeyInput)).rejects.toThrow();
			expect(hasSchema(storage)).toBe(false);
		});
	},
);

describe("an account object without content", () => {
	const HOUR_MS = 60 * MINUTE_MS;
	const openSession = async (stub: Stub, openedAt: number) => {
		const sessionId = `ses_${crypto.randomUUID().replaceAll("-", "")}`;
		await stub.openSession({ sessionId, now: openedAt, lifetimeMs: HOUR_MS });
		return sessionId;
	};
	const isGone = async (stub: Stub) => (await tablesOf(stub)).length === 0;

	it("deletes itself by its alarm when its last session has expired", async () => {
		const stub = newAccount();
		await openSession(stub, Date.now() - 2 * HOUR_MS);
		await openSession(stub, Date.now());
		await runDurableObjectAlarm(stub);
		expect(await isGone(stub)).toBe(false);
		await runInDurableObject(stub, (_, { storage }) => {
			storage.sql.exec("UPDATE sessions SET expires_at = 1");
		});
		await runDurableObjectAlarm(stub);
		expect(await isGone(stub)).toBe(true);
	});

	it("deletes itself by its alarm after a log-out, and works again afterwards", async () => {
		const stub = newAccount();
		await stub.closeSession({ sessionId: await openSession(stub, Date.now()) });
		await expect.poll(() => isGone(stub)).toBe(true);
		const sessionId = await openSession(stub, Date.now());
		expect(await stub.confirmSession({ sessionId, now: Date.now() })).toEqual({ kind: "live" });
	});

	it("stays while it has a key or a case", async () => {
		const [withKey, withCase] = [newAccount(), newAccount()];
		await issue(withKey, keyAt(Date.now()));
		const slot = { caseId: "rc_1", lostAccount, limit: 1, now: Date.now() };
		await withCase.reserveCase(slot);
		for (const stub of [withKey, withCase]) {
			await openSession(stub, Date.now() - 2 * HOUR_MS);
			await runDurableObjectAlarm(stub);
			expect(await isGone(stub)).toBe(false);
		}
	});

	it("deletes itself after its last case was released", async () => {
		const stub = newAccount();
		await stub.reserveCase({ caseId: "rc_1", lostAccount, limit: 1, now: Date.now() });
		await stub.releaseCases({ caseIds: ["rc_1"] });
		await expect.poll(() => isGone(stub)).toBe(true);
	});

	it("stays deleted when the last use of its session is noted late", async () => {
		const stub = newAccount();
		const sessionId = await openSession(stub, Date.now() - 2 * MINUTE_MS);
		await runInDurableObject(stub, async (object, { storage }) => {
			const account = object as unknown as Account;
			account.confirmSession({ sessionId, now: Date.now() });
			storage.sql.exec("DELETE FROM sessions");
			await account.alarm();
			await scheduler.wait(20);
		});
		expect(await isGone(stub)).toBe(true);
	});

	it("deletes itself ninety days after its last key was revoked", async () => {
		const stub = newAccount();
		const key = await issue(stub, keyAt(Date.now()));
		await stub.revokeKey({ keyId: key.keyId, now: Date.now() });
		await expect.poll(() => outboxOf(stub)).toEqual([]);
		await runDurableObjectAlarm(stub);
		expect(await isGone(stub)).toBe(false);
		await runInDurableObject(stub, (_, { storage }) => {
			storage.sql.exec("UPDATE api_keys SET revoked_at = revoked_at - ?", 90 * 24 * HOUR_MS + 1000);
			storage.sql.exec("UPDATE origin_uses SET full_at = 1");
		});
		await runDurableObjectAlarm(stub);
		expect(await isGone(stub)).toBe(true);
	});
});

describe("migrate", () => {
	it("applies only missing migrations, and none of a failed transaction", async () => {
		await runInDurableObject(newAccount(), (_, { storage }) => {
			const steps = ["CREATE TABLE a (x INTEGER)", "ALTER TABLE a ADD COLUMN y INTEGER"];
			expect(() =>
				storage.transactionSync(() => {
					migrate(storage, [steps[0] ?? "", "CREATE nonsense"]);
				}),
			).toThrow();
			expect(hasSchema(storage)).toBe(false);
			migrate(storage, steps.slice(0, 1));
			storage.sql.exec("INSERT INTO a VALUES (1)");
			migrate(storage, steps);
			migrate(storage, steps);
			expect(storage.sql.exec("SELECT * FROM a").toArray()).toEqual([{ x: 1, y: null }]);
			expect(storage.sql.exec("SELECT * FROM schema_steps").toArray()).toEqual([{ applied: 2 }]);
			expect(hasSchema(storage)).toBe(true);
		});
	});

	it("refuses the storage of a build before the first release, which stays as it is", async () => {
		await runInDurableObject(newAccount(), (_, { storage }) => {
			storage.sql.exec("CREATE TABLE schema_version (applied INTEGER NOT NULL)");
			expect(() => migrate(storage, ["CREATE TABLE a (x INTEGER)"])).toThrow("from before the first release");
			expect(hasSchema(storage)).toBe(false);
		});
	});
});

describe("keys", () => {
	it("leave no trace in the budget if there is no room, however long the request has waited", async () => {
		const stub = newAccount();
		for (let taken = 0; taken < 5; taken++) await issue(stub, keyAt(Date.now()));
		await runInDurableObject(stub, (_, { storage }) => void storage.sql.exec("DELETE FROM origin_uses"));
		await evictDurableObject(stub);
		expect((await stub.issueKey(keyAt(Date.now() - 5_000))).kind).toBe("full");
		const charged = await runInDurableObject(stub, (_, { storage }) =>
			storage.sql.exec("SELECT part FROM origin_uses").toArray(),
		);
		expect(charged).toEqual([]);
	});

	it("cannot exceed five even if the code is wrong, because of the unique index", async () => {
		const stub = newAccount();
		await issue(stub, keyAt(Date.now()));
		await runInDurableObject(stub, (_, { storage }) => {
			const insert = (slot: number) => () =>
				storage.sql.exec(
					`INSERT INTO api_keys
					(key_id, developer_id, label, hint, lookup, secret_mac, pepper_version, status, slot, created_at)
					VALUES (?, '', '', '', '', '', 1, 'active', ?, 1)`,
					crypto.randomUUID(),
					slot,
				);
			expect(insert(1)).toThrow(/UNIQUE/);
			expect(insert(6)).toThrow(/CHECK/);
		});
	});

	it("are issued once, however often the same message arrives", async () => {
		const stub = newAccount();
		const key = keyAt(Date.now());
		for (let again = 0; again < 6; again++) await issue(stub, key);
		expect(await stub.listKeys({ now: key.now })).toMatchObject([{ keyId: key.keyId }]);
	});

	it("free their slot when they expire or are revoked", async () => {
		const stub = newAccount();
		const now = Date.now();
		const expiring = await issue(stub, keyAt(now, { expiresAt: now + 1000 }));
		const revoked = await issue(stub, keyAt(now));
		for (let more = 0; more < 3; more++) await issue(stub, keyAt(now));
		expect((await stub.issueKey(keyAt(now + 999))).kind).toBe("full");
		await issue(stub, keyAt(now + 1000));
		expect((await stub.confirmKey({ keyId: expiring.keyId, now: now + 1000 })).kind).toBe("expired");
		await stub.revokeKey({ keyId: revoked.keyId, now });
		await issue(stub, keyAt(now + 1000));
		expect((await stub.issueKey(keyAt(now + 1000))).kind).toBe("full");
	});

	it("record their last use at most once a minute", async () => {
		const stub = newAccount();
		const start = Date.now();
		const { keyId } = await issue(stub, keyAt(start));
		const useAt = async (now: number) => {
			expect(await stub.confirmKey({ keyId, now })).toEqual({ kind: "active" });
			await usesNoted(stub);
			return (await stub.listKeys({ now }))[0]?.lastUsedAt;
		};
		expect(await useAt(start)).toBe(start);
		expect(await useAt(start + MINUTE_MS - 1)).toBe(start);
		expect(await useAt(start + MINUTE_MS)).toBe(start + MINUTE_MS);
	});

	it("stay revoked after an eviction of the object", async () => {
		const stub = newAccount();
		const now = Date.now();
		const kept = await issue(stub, keyAt(now));
		const revoked = await issue(stub, keyAt(now));
		await stub.revokeKey({ keyId: revoked.keyId, now });
		await evictDurableObject(stub);
		expect(await stub.confirmKey({ keyId: kept.keyId, now })).toEqual({ kind: "active" });
		expect(await stub.confirmKey({ keyId: revoked.keyId, now })).toEqual({ kind: "revoked" });
	});
});

describe("the copies of keys", () => {
	it("are brought up by the alarm if the first attempt failed, and remove what was revoked meanwhile", async () => {
		const { headers, developerId } = await newDeveloper();
		const stub = accountStub(developerId);
		const live = await newKey(headers);
		const [revoked, late] = [await newKey(headers), { ...keyAt(Date.now()), developerId }];
		await env.DB.prepare("ALTER TABLE api_keys RENAME TO api_keys_away").run();
		await stub.revokeKey({ keyId: revoked.keyId, now: Date.now() });
		await issue(stub, late);
		await expect.poll(async () => (await outboxOf(stub)).map(({ attempts }) => attempts)).toEqual([1, 1]);
		await env.DB.prepare("ALTER TABLE api_keys_away RENAME TO api_keys").run();
		await runInDurableObject(stub, async (_, { storage }) => {
			expect(await storage.getAlarm()).toBeGreaterThan(Date.now());
			storage.sql.exec("UPDATE outbox SET due_at = 0");
		});
		expect(await runDurableObjectAlarm(stub)).toBe(true);
		expect(await revokedAtOf(revoked.keyId)).toBeTypeOf("number");
		expect([await revokedAtOf(live.keyId), await revokedAtOf(late.keyId)]).toEqual([null, null]);
		expect(await env.API_KEYS.get(`ak:${late.lookup}`)).toContain(late.keyId);
		expect(await outboxOf(stub)).toEqual([]);
		// The next alarm is for the budget of keys, which is whole again 24 minutes after a key was issued.
		const nextAlarm = await runInDurableObject(stub, (_, { storage }) => storage.getAlarm());
		expect(nextAlarm).toBeGreaterThan(Date.now() + 20 * MINUTE_MS);
	});

	it("are not written for an account that D1 has deleted", async () => {
		const key = await issue(newAccount(), keyAt(Date.now()));
		const row = env.DB.prepare("SELECT key_id FROM api_keys WHERE key_id = ?").bind(key.keyId);
		expect(await row.first()).toBeNull();
	});

	it("are retried after a broken outbox entry, without an alarm that throws", async () => {
		const stub = newAccount();
		await issue(stub, keyAt(Date.now()));
		await runInDurableObject(stub, async (_, { storage }) => {
			storage.sql.exec(
				"INSERT INTO outbox (topic, key, payload, attempts, due_at) VALUES ('closed-account', 'x', '{', 0, 0)",
			);
			await storage.setAlarm(Date.now() + MINUTE_MS);
		});
		expect(await runDurableObjectAlarm(stub)).toBe(true);
		expect(await outboxOf(stub)).toEqual([{ key: "x", attempts: 1 }]);
		const alarm = await runInDurableObject(stub, (_, { storage }) => storage.getAlarm());
		expect(alarm).toBeGreaterThan(Date.now());
	});
});

describe("open-case slots", () => {
	const now = Date.now();
	const reserve = (stub: Stub, caseId: string, at = now, account = lostAccount) =>
		stub.reserveCase({ caseId, lostAccount: account, limit: 2, now: at });

	const reserved = { kind: "reserved", reservation: expect.objectContaining({ caseId: expect.any(String) }) };
	const reservedBefore = { kind: "reserved", reservation: null };

	/** @param settled per case, in the order of their reservation */
	const full = (settled: Record<string, boolean>) => ({
		kind: "full",
		slots: Object.entries(settled).map(([caseId, isSettled]) => ({ caseId, settled: isSettled })),
	});

	it("are counted per lost account in any letter case, and once per case", async () => {
		const stub = newAccount();
		expect(await reserve(stub, "rc_1")).toEqual(reserved);
		expect(await reserve(stub, "rc_1")).toEqual(reservedBefore);
		expect(await reserve(stub, "rc_2", now, lostAccount.toLowerCase())).toEqual(reserved);
		expect(await reserve(stub, "rc_3")).toEqual(full({ rc_1: false, rc_2: false }));
		expect(await reserve(stub, "rc_2")).toEqual(reservedBefore);
		expect(await reserve(stub, "rc_3", now, `0x${"1".repeat(40)}`)).toEqual(reserved);
	});

	it("are listed when all are taken, with whether they are settled, and can be released", async () => {
		const stub = newAccount();
		await reserve(stub, "rc_1");
		await reserve(stub, "rc_2", now + 1);
		expect(await reserve(stub, "rc_3", now + MINUTE_MS)).toEqual(full({ rc_1: false, rc_2: false }));
		expect(await reserve(stub, "rc_3", now + MINUTE_MS + 1)).toEqual(full({ rc_1: true, rc_2: false }));
		await stub.releaseCases({ caseIds: ["rc_1", "rc_unknown"] });
		expect(await reserve(stub, "rc_3", now + MINUTE_MS + 1)).toEqual(reserved);
	});

	it("take their charges with them, or nothing", async () => {
		const stub = newAccount();
		const charges = [{ part: "cases", budget: { amount: 3, windowMs: 86_400_000 }, cost: 1 }];
		const file = (caseId: string, account: string) =>
			stub.reserveCase({ caseId, lostAccount: account, limit: 2, now, charges });
		const [first, second] = [`0x${"1".repeat(40)}`, `0x${"2".repeat(40)}`];
		expect(await file("rc_1", first)).toEqual(reserved);
		expect(await file("rc_2", first)).toEqual(reserved);
		expect((await file("rc_3", first)).kind).toBe("full");
		expect(await file("rc_3", second)).toEqual(reserved);
		expect(await file("rc_4", second)).toMatchObject({ kind: "exhausted", part: "cases" });
		expect(await reserve(stub, "rc_5", now, second)).toEqual(reserved);
		await stub.refund({ charges });
		expect((await file("rc_4", second)).kind).toBe("full");
		expect(await file("rc_4", `0x${"3".repeat(40)}`)).toEqual(reserved);
	});

	it("are given back by the request that reserved them, unless another has reserved them since", async () => {
		const stub = newAccount();
		const first = await reserve(stub, "rc_1");
		if (first.kind !== "reserved" || !first.reservation) throw new Error(first.kind);
		await reserve(stub, "rc_1");
		await stub.releaseReservation(first.reservation);
		await reserve(stub, "rc_2");
		expect((await reserve(stub, "rc_3")).kind).toBe("full");
		await stub.releaseCases({ caseIds: ["rc_1"] });
		const third = await reserve(stub, "rc_3");
		if (third.kind !== "reserved" || !third.reservation) throw new Error(third.kind);
		await stub.releaseReservation(third.reservation);
		expect(await reserve(stub, "rc_4")).toEqual(reserved);
	});

	it("never exceed the limit in parallel", async () => {
		const stub = newAccount();
		const results = await Promise.all(Array.from({ length: 20 }, (_, index) => reserve(stub, `rc_${index}`)));
		expect(results.filter(({ kind }) => kind === "reserved")).toHaveLength(2);
	});
});

describe("the last use of a key", () => {
	it("is written once by concurrent calls that find it due", async () => {
		const stub = newAccount();
		const { keyId } = await issue(stub, keyAt(Date.now()));
		await runInDurableObject(stub, (_, { storage }) => {
			storage.sql.exec("CREATE TABLE uses (n INTEGER)");
			storage.sql.exec(
				"CREATE TRIGGER count_uses AFTER UPDATE OF last_used_at ON api_keys BEGIN INSERT INTO uses VALUES (1); END",
			);
		});
		const now = Date.now();
		await Promise.all(Array.from({ length: 20 }, () => stub.confirmKey({ keyId, now })));
		await usesNoted(stub);
		const uses = await runInDurableObject(stub, (_, { storage }) =>
			storage.sql.exec("SELECT n FROM uses").toArray(),
		);
		expect(uses).toHaveLength(1);
	});
});
