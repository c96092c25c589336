/**
 * The Account object, one per developer and one per wallet that signs in: single writer and truth for its API
 * keys and sessions, and the counter of its open cases; and one per browser origin, and per network that wallets
 * have sessions from, which counts alone. What it answers holds at once and everywhere; the copies of its keys in
 * D1 and KV follow through the outbox. A closed account stays closed: it opens no session, takes no key, and erases
 * the personal data in its cases.
 *
 * Every method reads and writes without an await in between. None throws for what a caller may do wrong. No
 * table exists before the first write, so asking an account that does not exist stores nothing.
 *
 * Over 300 lines: the methods of one object have to stand in one class; what they do is in the stores.
 */
import { DurableObject } from "cloudflare:workers";
import { isUseWorthWriting } from "../../src/developers/login/session-rules.ts";
import { createOutbox, type Outbox } from "../outbox/outbox.ts";
import { hasSchema, migrate } from "../storage/migrate.ts";
import { accountDeliveries, type ClosedAccountPayload, TOPIC } from "./account-copies.ts";
import * as messages from "./account-messages.ts";
import { erasePage } from "./case-erasure.ts";
import { type CaseSlotStore, createCaseSlotStore } from "./case-slot-store.ts";
import { type ClosureStore, createClosureStore } from "./closure-store.ts";
import type { EndedKeyPayload, RetiringKeyPayload } from "./key-copies.ts";
import { createKeyStore, type EndedKey, type KeyStore } from "./key-store.ts";
import { accountMigrations } from "./migrations/account-migrations.ts";
import { createOriginQuotaStore, type OriginQuotaStore } from "./origin-quota-store.ts";
import { createSessionStore, type SessionStore } from "./session-store.ts";

/** When the alarm comes back if its round could not even be started. */
const ALARM_RETRY_MS = 60_000;

export class Account extends DurableObject<Env> {
	readonly #keys: KeyStore;
	readonly #sessions: SessionStore;
	readonly #caseSlots: CaseSlotStore;
	readonly #originQuota: OriginQuotaStore;
	readonly #closure: ClosureStore;
	readonly #outbox: Outbox;
	#isMigrated = false;

	constructor(ctx: DurableObjectState, env: Env) {
		super(ctx, env);
		const { sql } = ctx.storage;
		this.#keys = createKeyStore(sql);
		this.#sessions = createSessionStore(sql);
		this.#caseSlots = createCaseSlotStore(sql);
		this.#originQuota = createOriginQuotaStore(sql);
		this.#closure = createClosureStore(sql);
		this.#outbox = createOutbox(sql);
	}

	/** Takes one of the five places. The key is not accepted before `commitKey`. */
	reserveKey(input: messages.ReserveKeyInput): messages.ReserveKeyResult {
		const key = messages.reserveKeyInput().parse(input);
		const answer = this.#write((): messages.ReserveKeyResult => {
			if (this.#closure.isClosed()) return { kind: "closed" };
			this.#queueEnded(this.#keys.endAbandoned(key.createdAt), key.createdAt);
			this.#keys.forgetDead(key.createdAt);
			return this.#keys.reserve(key);
		});
		this.#armAlarm();
		return answer;
	}

	/** Makes a reserved key active, once its D1 row stands. */
	commitKey(input: messages.KeyInput): messages.CommitKeyResult {
		const { keyId } = messages.keyInput().parse(input);
		const isActive = this.#write(() => this.#keys.commit(keyId));
		this.#armAlarm();
		return { kind: isActive ? "committed" : "gone" };
	}

	/**
	 * Gives a reservation back, after a failure; what may have reached D1 or KV is taken out again. In the same
	 * step a key that was to be succeeded gets its life back.
	 */
	releaseKey(input: messages.KeyInput): void {
		const { keyId, now } = messages.keyInput().parse(input);
		// Active where the answer to `commitKey` was lost: nobody has been told of the key, so nobody may use it.
		this.#endKey(
			now,
			() =>
				this.#keys.end(keyId, "reserved", now) ??
				this.#endUnheardOf(keyId, now) ??
				this.#keys.findEnded(keyId),
		);
	}

	/** What the successor of a key is to be like. */
	describeKey(input: messages.KeyInput): messages.DescribeKeyResult {
		const { keyId, now } = messages.keyInput().parse(input);
		const key = this.#canRead() ? this.#keys.describe(keyId, now) : undefined;
		return key ? { kind: "active", ...key } : { kind: "unknown" };
	}

	/** As `commitKey`; in the same step the predecessor is let live until `endsAt` only. */
	commitRotation(input: messages.CommitRotationInput): messages.CommitRotationResult {
		const { keyId, predecessorId, endsAt, now } = messages.commitRotationInput().parse(input);
		const answer = this.#write((): messages.CommitRotationResult => {
			// Asked again, since the first answer was lost: what was done stands.
			if (this.#keys.describe(keyId, now)) return { kind: "committed" };
			if (!this.#keys.commit(keyId)) return { kind: "gone" };
			const predecessor = this.#keys.retire(predecessorId, keyId, endsAt, now);
			if (!predecessor) {
				const successor = this.#keys.end(keyId, "active", now);
				if (successor) this.#queueEnded([successor], now);
				return { kind: "predecessor_gone" };
			}
			const payload: RetiringKeyPayload = { expiresAt: predecessor.expiresAt };
			this.#outbox.add(TOPIC.retiringKey, predecessorId, JSON.stringify(payload));
			this.#queueEnded(this.#keys.endRetired(now), now);
			return { kind: "committed" };
		});
		this.#deliverSoon();
		return answer;
	}

	/** Whether a key is in force now. Its last use is noted after the answer has left. */
	confirmKey(input: messages.KeyInput): messages.ConfirmKeyResult {
		const { keyId, now } = messages.keyInput().parse(input);
		if (!this.#canRead()) return { kind: "unknown" };
		const { kind, lastUsedAt } = this.#keys.confirm(keyId, now);
		if (kind === "active" && isUseWorthWriting(lastUsedAt ?? null, now)) {
			this.#afterAnswer(() => this.#keys.recordUse(keyId, now));
		}
		return { kind };
	}

	/** Ends a key at once, wherever copies of it may still stand. */
	revokeKey(input: messages.KeyInput): messages.RevokeKeyResult {
		const { keyId, now } = messages.keyInput().parse(input);
		if (!this.#canRead()) return { kind: "unknown" };
		const isEnded = this.#endKey(now, () => this.#keys.end(keyId, "active", now));
		return isEnded ? { kind: "revoked", revokedAt: now } : { kind: "unknown" };
	}

	/** The keys in force, the oldest first. */
	listKeys(input: messages.ListKeysInput): messages.ListedKey[] {
		const { now } = messages.listKeysInput().parse(input);
		return this.#canRead() ? this.#keys.list(now) : [];
	}

	/** @returns when the session ends at the latest */
	openSession(input: messages.OpenSessionInput): messages.OpenSessionResult {
		const { sessionId, now, lifetimeMs } = messages.openSessionInput().parse(input);
		return this.#write(() => {
			if (this.#closure.isClosed()) return { expiresAt: now, isAccountClosed: true };
			this.#sessions.forgetDead(now);
			return { expiresAt: this.#sessions.open(sessionId, now, lifetimeMs), isAccountClosed: false };
		});
	}

	/** Whether a session lives. Its use is noted after the answer has left. */
	confirmSession(input: messages.SessionInput): messages.ConfirmSessionResult {
		const { sessionId, now } = messages.sessionInput().parse(input);
		if (!this.#canRead()) return { kind: "unknown" };
		const { kind, lastSeenAt } = this.#sessions.confirm(sessionId, now);
		if (kind === "live" && isUseWorthWriting(lastSeenAt ?? null, now)) {
			this.#afterAnswer(() => this.#sessions.recordUse(sessionId, now));
		}
		return { kind };
	}

	/** Ends a session at once; one that is not there has ended already. */
	closeSession(input: messages.CloseSessionInput): void {
		const { sessionId } = messages.closeSessionInput().parse(input);
		if (this.#canRead()) this.#write(() => this.#sessions.close(sessionId));
	}

	/** Ends every session at once. */
	closeAllSessions(): void {
		if (this.#canRead()) this.#write(() => this.#sessions.closeAll());
	}

	/**
	 * Ends every session and key at once and for good. The developer's row in D1 is gone when this returns, if
	 * D1 answers; the personal data in the cases goes in the turns of the alarm that follow.
	 */
	async closeAccount(input: messages.CloseAccountInput): Promise<void> {
		const { developerId, now } = messages.closeAccountInput().parse(input);
		this.#write(() => {
			this.#closure.close(developerId, now);
			this.#sessions.closeAll();
			this.#queueEnded(this.#keys.endAll(now), now);
			const payload: ClosedAccountPayload = { developerId };
			this.#outbox.add(TOPIC.closedAccount, developerId, JSON.stringify(payload));
		});
		this.#armAlarm();
		await this.#deliver();
	}

	/**
	 * Counts a case against the limit of its lost account. The case objects are the truth of what is open: a
	 * full answer names the cases that the caller may ask, and release where they are closed.
	 */
	reserveCase(input: messages.ReserveCaseInput): messages.ReserveCaseResult {
		const reservation = messages.reserveCaseInput().parse(input);
		return this.#write(() =>
			this.#closure.isClosed() ? { kind: "closed" } : this.#caseSlots.reserve(reservation),
		);
	}

	releaseCases(input: messages.ReleaseCasesInput): void {
		const { caseIds } = messages.releaseCasesInput().parse(input);
		if (this.#canRead()) this.#write(() => this.#caseSlots.release(caseIds));
	}

	/** Takes bytes from the storage quota that this object counts. */
	consumeQuota(input: messages.QuotaUse): messages.ConsumeQuotaResult {
		const use = messages.quotaUseInput().parse(input);
		const answer = this.#write(() => this.#originQuota.consume(use));
		this.#armAlarm();
		return answer;
	}

	/** Gives the bytes of a call back that stored nothing. */
	refundQuota(input: messages.QuotaUse): void {
		const use = messages.quotaUseInput().parse(input);
		if (this.#canRead()) this.#write(() => this.#originQuota.refund(use));
	}

	/** Delivers what is due and gives up dead reservations. Never throws: an alarm that does is lost in the end. */
	override async alarm(): Promise<void> {
		try {
			if (!this.#canRead()) return;
			const now = Date.now();
			this.#write(() => {
				this.#queueEnded(this.#keys.endAbandoned(now), now);
				this.#queueEnded(this.#keys.endRetired(now), now);
				this.#originQuota.forgetWhole(now);
			});
			await Promise.all([this.#eraseDue(now), this.#deliver()]);
			this.#armAlarm();
		} catch (cause) {
			console.error(JSON.stringify({ level: "error", event: "account-alarm", cause: String(cause) }));
			await this.ctx.storage.setAlarm(Date.now() + ALARM_RETRY_MS);
		}
	}

	#endUnheardOf(keyId: string, now: number): EndedKey | undefined {
		const ended = this.#keys.end(keyId, "active", now);
		const restored = ended && this.#keys.undoRetirement(keyId, now);
		if (restored) {
			const payload: RetiringKeyPayload = { expiresAt: restored.expiresAt, isRestored: true };
			this.#outbox.remove(TOPIC.endedKey, restored.keyId);
			this.#outbox.add(TOPIC.retiringKey, restored.keyId, JSON.stringify(payload));
		}
		return ended;
	}

	#endKey(now: number, end: () => EndedKey | undefined): boolean {
		const isEnded = this.#write(() => {
			const key = end();
			if (key) this.#queueEnded([key], now);
			return key !== undefined;
		});
		if (isEnded) this.#deliverSoon();
		return isEnded;
	}

	/**
	 * The attempt claims its entries before it awaits anything, and the alarm is set in the same turn: a crash in
	 * the middle of it is only a delay.
	 */
	#deliverSoon(): void {
		this.ctx.waitUntil(this.#deliver());
		this.#armAlarm();
	}

	/** The next page of the erasure in a closed account's cases. A failure is tried again with back-off. */
	async #eraseDue(now: number): Promise<void> {
		const due = this.#write(() => this.#closure.claim(now, Math.random()));
		if (!due) return;
		try {
			const { DB, RECOVERY_CASES } = this.env;
			const openCasesAfter = this.#caseSlots.casesAfter;
			const next = await erasePage({ DB, RECOVERY_CASES, openCasesAfter }, due, now);
			this.#write(() => this.#closure.advance(next.state, next.dueAt));
		} catch (cause) {
			console.warn(JSON.stringify({ level: "warn", event: "case-erasure", cause: String(cause) }));
		}
	}

	#queueEnded(keys: readonly EndedKey[], now: number): void {
		for (const { keyId, lookup } of keys) {
			const payload: EndedKeyPayload = { lookup, revokedAt: now };
			this.#outbox.add(TOPIC.endedKey, keyId, JSON.stringify(payload));
		}
	}

	async #deliver(): Promise<void> {
		const forgetArrived = await this.#outbox.deliver(accountDeliveries(this.env));
		forgetArrived();
		this.#armAlarm();
	}

	/** Sets the one alarm to the next thing to do. Synchronous up to the write, so it joins its transaction. */
	#armAlarm(): void {
		const times = [
			this.#outbox.nextDueAt(),
			this.#keys.nextAbandonmentAt(),
			this.#keys.nextRetirementAt(),
			this.#closure.nextDueAt(),
			this.#originQuota.wholeAt(),
		].filter((at) => at !== null);
		const { storage } = this.ctx;
		this.ctx.waitUntil(times.length > 0 ? storage.setAlarm(Math.min(...times)) : storage.deleteAlarm());
	}

	#write<T>(change: () => T): T {
		const result = this.ctx.storage.transactionSync(() => {
			if (!this.#isMigrated) migrate(this.ctx.storage, accountMigrations);
			return change();
		});
		this.#isMigrated = true;
		return result;
	}

	/** False for an object without tables. One from an earlier version is brought up to date first. */
	#canRead(): boolean {
		if (this.#isMigrated) return true;
		if (!hasSchema(this.ctx.storage)) return false;
		this.#write(() => undefined);
		return true;
	}

	/** A write holds back every answer that has not left yet, so it starts in a later turn. */
	#afterAnswer(write: () => void): void {
		this.ctx.waitUntil(scheduler.wait(0).then(() => this.#write(write)));
	}
}
