// auth.md "Rotation by the pair itself".
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { deliverClosedAccounts } from "../../../durable/account/account-deliveries.ts";
import { erasePage, FIRST_WALK } from "../../../durable/account/case-erasure.ts";
import { createCaseSlotStore } from "../../../durable/account/case-slot-store.ts";
import { createClosureStore } from "../../../durable/account/closure-store.ts";
import { deliverKeyCopies } from "../../../durable/account/key-deliveries.ts";
import { createKeyLines } from "../../../durable/account/key-lines.ts";
import { createKeyStore } from "../../../durable/account/key-store.ts";
import { accountMigrations } from "../../../durable/account/migrations/account-migrations.ts";
import { createSessionStore } from "../../../durable/account/session-store.ts";
import { migrate } from "../../../durable/storage/migrate.ts";
import { configOf } from "../../../src/config/config.ts";
import { createAccountCodes } from "../../../src/developers/account/account-codes.d1.ts";
import { UNCONFIRMED } from "../../../src/developers/account/developer.ts";
import { createDeveloperRows } from "../../../src/developers/account/developers.d1.ts";
import { createEmailChanges } from "../../../src/developers/account/email-changes.d1.ts";
import { createKeyRows } from "../../../src/developers/api-keys/api-keys.d1.ts";
import { createPeppers } from "../../../src/kernel/crypto/pepper.ts";
import { createSealer } from "../../../src/kernel/crypto/sealing.ts";
import { createAddressBook } from "../../../src/mail/address-book.d1.ts";
import { removeExpiredCodes } from "../../../src/mail/address-codes.d1.ts";
import { createClockMails } from "../../../src/mail/clock-mails.d1.ts";
import { createMailRows, type NewMail } from "../../../src/mail/mails.d1.ts";
import { createOptOuts } from "../../../src/mail/opt-outs.d1.ts";
import { createSuppressions } from "../../../src/mail/suppressions.d1.ts";
import { createWatcherNews } from "../../../src/watchers/watcher-news.d1.ts";
import { accountStub } from "./support.ts";

const developer = {
	developerId: "dev_1",
	email: "a@b.co",
	role: "developer",
	createdAt: 1,
	...UNCONFIRMED,
} as const;
const letter: NewMail = {
	mailId: "mail_1",
	kind: "password_changed",
	recipient: "dev_1",
	facts: {},
	now: 1,
	expiresAt: 2,
};
const keyId = "0b9c7a52-6a3e-4f0e-9d43-7b1a5c2f8e10";
const key = { keyId, developerId: "dev_1", lookup: "l", secretMac: "m", pepperVersion: 1 };
const keyTerms = { label: "a", expiresAt: null };

const outboxEntry = (payload: object) => ({
	id: 1,
	topic: "t",
	key: keyId,
	payload: JSON.stringify(payload),
	attempts: 1,
});

/** Counts `?`, or the highest of `?1`, `?2`, …; no query mixes both forms. */
function parameterCount(query: string): number {
	const numbers = [...query.matchAll(/\?(\d+)/g)].map(([, number]) => Number(number));
	return numbers.length > 0 ? Math.max(...numbers) : query.split("?").length - 1;
}

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

it("no query on developers or API keys scans a D1 table", async () => {
	const seen = new Set<string>();
	const database = recording(env.DB, "prepare", seen);
	const developers = createDeveloperRows(database);
	const keys = createKeyRows(database);
	await developers.insert({ ...developer, passwordHash: "x" });
	await developers.findByEmail(developer.email);
	await developers.findById(developer.developerId);
	await developers.replaceHash({ developerId: developer.developerId, from: "x", to: "y" });
	const change = { developerId: developer.developerId, from: "y", to: "z", roleHeldUntil: 1 };
	await developers.changePassword(change, letter);
	await keys.findByLookup(["l", "m"]);
	await keys.deleteEnded(1);
	await developers.findWithHash(developer.developerId);
	const codes = createAccountCodes(database);
	const use = { codeHash: "t", purpose: "reset_password", now: 1 } as const;
	await codes.isOnItsWay({ ...use, developerId: "dev_1" });
	await codes.mail({ ...use, developerId: "dev_1", language: "en" }, letter);
	await codes.mailShared({ ...use, codeHash: "u", developerId: "dev_1", language: "en" }, "mac", letter);
	await removeExpiredCodes(database, 1);
	await codes.find(use);
	await codes.redeem({ ...use, passwordHash: "x", roleHeldUntil: 1 }, letter);
	await codes.confirm("dev_1", 1);
	const mails = createMailRows(database);
	await mails.queue(letter);
	await mails.takeDue(1, 1, false);
	await mails.end("mail_1", "sent", 1);
	await mails.uncount("mail_1");
	await mails.deleteEnded(1, 1);
	await mails.oldestWaiting();
	const suppressions = createSuppressions(database, createPeppers(configOf(env).peppers));
	await suppressions.find("a@b.co");
	await suppressions.suppress("a@b.co", "bounced", 1);
	await suppressions.lift("a@b.co");
	const emailChanges = createEmailChanges(database);
	const move = {
		...{ changeId: "chg_1", developerId: "dev_1", newEmail: "b@b.co", language: "en" as const },
		...{
			currentCodeHash: "a",
			newCodeHash: "b",
			addressMac: "mac",
			roleHeldUntil: 0,
			withPasskey: 0,
			expiresAt: 1,
		},
	};
	await emailChanges.begin(
		move,
		{ current: { ...letter, mailId: "mail_2" }, fresh: { ...letter, mailId: "mail_3" } },
		1,
	);
	await emailChanges.find(move, "dev_1", 1);
	const told = { former: letter, present: letter };
	const finishing = { owner: "dev_1", roleHeldUntil: 1, now: 1, toldUntil: 1 };
	await emailChanges.finish({ changeId: "chg_1", email: "a@b.co" }, told, finishing);
	await emailChanges.removeExpired(1);
	await database
		.prepare("INSERT INTO developers VALUES ('dev_2', 'r@b.co', 'x', 'reviewer', 1, 1, 'en', 0)")
		.run();
	const clock = { digestHour: 0, overdueHours: 1, hasOperator: true, evidenceKeyEndsAt: 1 };
	await createClockMails(database, clock)(Date.UTC(2026, 10, 27, 12));
	await createWatcherNews(database, 1).tellOfExpiries(1);
	await createWatcherNews(database, 1).tellOfAnswers(1);
	const optOuts = createOptOuts(database);
	const optOut = { recipient: "dev_1", kind: "endpoint_disabled" } as const;
	await optOuts.add(optOut);
	await optOuts.has(optOut);
	await optOuts.list("dev_1");
	await optOuts.remove(optOut);
	const sealer = createSealer(configOf(env).keyEncryptionKeys, "watcher-address");
	await createAddressBook(database, sealer, null)("dev_1");
	await createAddressBook(database, sealer, null)("chg_1");
	const keyCopy = { ...key, expiresAt: null, revokedAt: 1 };
	await deliverKeyCopies({ DB: database, API_KEYS: env.API_KEYS }, () => keyCopy)([outboxEntry({})]);
	await deliverClosedAccounts({ DB: database, WEBHOOK_ENDPOINTS: env.WEBHOOK_ENDPOINTS })([
		outboxEntry({ developerId: "dev_1" }),
	]);
	const position = { list: "indexed", createdAt: 0, caseId: "" } as const;
	const erasure = { developerId: "dev_1", closedAt: 1, state: { walk: 0, position } };
	const { RECOVERY_CASES } = env;
	await erasePage({ DB: database, RECOVERY_CASES, openCasesAfter: () => [] }, erasure, 1);
	expect(seen.size).toBe(82);
	for (const query of seen) {
		const count = parameterCount(query);
		const statement = env.DB.prepare(`EXPLAIN QUERY PLAN ${query}`).bind(...Array(count).fill("1"));
		const { results } = await statement.all();
		// A part of the query in brackets is bounded, and its own plan follows.
		expect(results.map((row) => row.detail).join("; "), query).not.toMatch(/SCAN (?!CONSTANT ROW|\()/);
	}
});

it("no query of the account object scans a table", async () => {
	await runInDurableObject(accountStub("dev_plans"), (_, { storage }) => {
		storage.transactionSync(() => migrate(storage, accountMigrations));
		const seen = new Set<string>();
		const sql = recording(storage.sql, "exec", seen);
		const keys = createKeyStore(sql);
		const newKey = { ...key, hint: "h", terms: keyTerms, now: 1 };
		const rotation = { predecessorId: keyId, endsAt: 1, isSelfIssued: true };
		keys.insert(newKey, keyTerms);
		keys.findIssued({ ...newKey, creation: { id: "c", earlier: "none" } });
		keys.copyOf(keyId);
		keys.confirm(keyId, 1);
		keys.recordUse(keyId, 1);
		keys.list(1);
		keys.deleteOld(1);
		keys.termsOf(rotation, 1);
		keys.retire(rotation);
		keys.endRetired(1);
		keys.end(keyId, 1);
		keys.nextRetirementAt();
		keys.nextDeletionAt();
		const lines = createKeyLines(sql);
		lines.successorsOf(keyId);
		lines.dailyLimitOf(keyId, 1);
		const sessions = createSessionStore(sql);
		sessions.open("ses_1", 1, 2);
		sessions.confirm("ses_1", 1);
		sessions.recordUse("ses_1", 1);
		sessions.deleteExpired(1);
		sessions.countPassword("ses_1");
		sessions.uncountPassword("ses_1");
		sessions.failPassword("ses_1");
		sessions.list(1);
		sessions.closeOthers("ses_1", 1);
		sessions.close("ses_1");
		const cases = createCaseSlotStore(sql);
		cases.reserve({ caseId: "rc_1", lostAccount: "0x1", limit: 1, now: 1 });
		cases.release(["rc_1"]);
		cases.casesAfter("", 1);
		const closure = createClosureStore(sql);
		closure.close("dev_1", 1);
		closure.isClosed();
		closure.nextDueAt();
		closure.claim(1, 0);
		closure.advance(FIRST_WALK, 1);
		// `endAll` and `closeAll` change all rows, so they read all.
		expect(seen.size).toBeGreaterThan(28);
		for (const query of seen) {
			const count = parameterCount(query);
			const rows = storage.sql.exec(`EXPLAIN QUERY PLAN ${query}`, ...Array(count).fill("1")).toArray();
			const plan = rows.map((row) => row.detail).join("; ");
			// The index of slots has at most five rows, so reading all of it is not a table scan.
			// `above` and `below` are one line of keys. An account has twenty sessions at most.
			const harmless =
				/SCAN (?:api_keys USING (?:COVERING )?INDEX api_keys_slot|above|below|sessions)\b|SCAN CONSTANT ROW/g;
			expect(plan.replaceAll(harmless, ""), query).not.toMatch(/SCAN/);
		}
	});
});
