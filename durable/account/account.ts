/**
 * The Account object: single writer of one developer's or wallet's API keys, sessions and open-case slots. Objects of
 * this class also count quotas. No await between read and write.
 *
 * Over 300 lines, because the methods of an object must be in one class.
 */
import { DurableObject } from "cloudflare:workers";
import { configOf } from "../../src/config/config.ts";
import { isGenerationRefused } from "../../src/db/build-check.ts";
import { isLastUseStale, SESSION_LIFETIME_MS } from "../../src/developers/login/session-rules.ts";
import { log } from "../../src/kernel/log.ts";
import { withTimeout } from "../../src/kernel/time/with-timeout.ts";
import type { ObjectDump } from "../../src/operator-jobs/export/object-dump.ts";
import { developerCharge, developerExhausted } from "../../src/quota/bills.ts";
import { LIVE_MS } from "../../src/recovery/live/live-socket.ts";
import { createOutbox, type Outbox } from "../outbox/outbox.ts";
import { dumpOf, restoreInto } from "../storage/dump.ts";
import { type ObjectSchema, openSchema } from "../storage/migrate.ts";
import {
	accountDeliveries,
	type ClosedAccountPayload,
	type EndedEndpointsPayload,
	TOPIC,
} from "./account-deliveries.ts";
import type * as messages from "./account-messages.ts";
import { type BudgetStore, createBudgetStore } from "./budget-store.ts";
import { erasePage } from "./case-erasure.ts";
import { type CaseSlotStore, createCaseSlotStore } from "./case-slot-store.ts";
import { type ClosureStore, createClosureStore } from "./closure-store.ts";
import { createKeyLines, type KeyLines } from "./key-lines.ts";
import { createKeyStore, type KeyStore, type KeyTerms } from "./key-store.ts";
import { createLiveSocketStore, type EndedSockets, type LiveSocketStore } from "./live-socket-store.ts";
import { accountMigrations } from "./migrations/account-migrations.ts";
import { createRequestStore, type RequestStore } from "./request-store.ts";
import { createSessionStore, type SessionStore } from "./session-store.ts";

const ALARM_RETRY_MS = 60_000;
/** The deliveries continue after the response. */
const COPIES_WAIT_MS = 2_000;

export class Account extends DurableObject<Env> {
	readonly #keys: KeyStore;
	readonly #lines: KeyLines;
	readonly #sessions: SessionStore;
	readonly #liveSockets: LiveSocketStore;
	readonly #caseSlots: CaseSlotStore;
	readonly #budgets: BudgetStore;
	readonly #closure: ClosureStore;
	readonly #requests: RequestStore;
	readonly #outbox: Outbox;
	readonly #schema: ObjectSchema;
	/** The alarm that this instance set last. */
	#alarmAt: number | null = null;

	constructor(ctx: DurableObjectState, env: Env) {
		super(ctx, env);
		const { sql } = ctx.storage;
		this.#schema = openSchema(ctx.storage, accountMigrations);
		this.#keys = createKeyStore(sql);
		this.#lines = createKeyLines(sql);
		this.#sessions = createSessionStore(sql);
		this.#liveSockets = createLiveSocketStore(sql);
		this.#caseSlots = createCaseSlotStore(sql);
		this.#budgets = createBudgetStore(sql);
		this.#closure = createClosureStore(sql);
		this.#requests = createRequestStore(sql);
		this.#outbox = createOutbox(sql);
	}

	/** The key is active at once. Waits for its copies, so that it works when its response arrives. */
	async issueKey(input: messages.IssueKeyInput): Promise<messages.IssueKeyResult> {
		const result = this.#write(() => this.#issueKey(input));
		if (result.kind !== "issued") this.#armAlarm();
		else await withTimeout(this.#deliverSoon(), COPIES_WAIT_MS).catch(() => undefined);
		return result;
	}

	/** Records the last use after the response. */
	confirmKey({ keyId, now }: messages.KeyInput): messages.ConfirmKeyResult {
		if (!this.#schema.isReadable()) return { kind: "unknown" };
		const { kind, lastUsedAt } = this.#keys.confirm(keyId, now);
		if (kind === "active" && isLastUseStale(lastUsedAt ?? null, now)) {
			this.#afterResponse(() => this.#keys.recordUse(keyId, now));
		}
		return { kind };
	}

	/** Also revokes the successors that the key issued itself, even if the key ended before. */
	revokeKey({ keyId, now }: messages.KeyInput): messages.RevokeKeyResult {
		if (!this.#schema.isReadable()) return { kind: "unknown" };
		const ended = this.#write(() => this.#endKeys([keyId, ...this.#lines.successorsOf(keyId)], now));
		if (ended.length === 0) return { kind: "unknown" };
		this.#deliverSoon();
		return { kind: "revoked", revokedAt: now, successors: ended.filter((each) => each !== keyId) };
	}

	/** Oldest first. */
	listKeys({ now }: messages.ListKeysInput): messages.ListedKey[] {
		return this.#schema.isReadable() ? this.#keys.list(now) : [];
	}

	/** @returns when the session expires at the latest */
	openSession({
		sessionId,
		now,
		lifetimeMs = SESSION_LIFETIME_MS,
	}: messages.OpenSessionInput): messages.OpenSessionResult {
		return this.#writeSessions(() => {
			if (this.#closure.isClosed()) return { expiresAt: now, isAccountClosed: true };
			this.#sessions.deleteExpired(now);
			return { expiresAt: this.#sessions.open(sessionId, now, lifetimeMs), isAccountClosed: false };
		});
	}

	/** Call after the case has accepted the socket, so that no end of the session is missed. */
	noteLiveSocket({ sessionId, caseId, now }: messages.NoteLiveSocketInput): messages.NoteLiveSocketResult {
		const socket = { sessionId, caseId, now, expiresAt: now + LIVE_MS };
		const isLive = this.#changeSessions(false, () => this.#liveSockets.add(socket));
		return { kind: isLive ? "noted" : "session_ended" };
	}

	/** Records the last use after the response. */
	confirmSession({ sessionId, now }: messages.SessionInput): messages.ConfirmSessionResult {
		if (!this.#schema.isReadable()) return { kind: "unknown" };
		const { kind, lastSeenAt } = this.#sessions.confirm(sessionId, now);
		if (kind === "live" && isLastUseStale(lastSeenAt ?? null, now)) {
			this.#afterResponse(() => this.#sessions.recordUse(sessionId, now));
		}
		return { kind };
	}

	closeSession({ sessionId }: messages.CloseSessionInput): messages.CloseSessionResult {
		return { isClosed: this.#changeSessions(false, () => this.#sessions.close(sessionId)) };
	}

	/** Newest first. */
	listSessions({ now }: messages.ListSessionsInput): messages.ListedSession[] {
		return this.#schema.isReadable() ? this.#sessions.list(now) : [];
	}

	closeOtherSessions({
		sessionId,
		now,
	}: messages.CloseOtherSessionsInput): messages.CloseOtherSessionsResult {
		return { closed: this.#changeSessions(0, () => this.#sessions.closeOthers(sessionId, now)) };
	}

	/** Counts a password that the session sends, before it is checked. */
	beginPasswordCheck({ sessionId }: messages.PasswordCheckInput): messages.BeginPasswordCheckResult {
		return this.#changeSessions<messages.BeginPasswordCheckResult>({ kind: "ended" }, () => {
			if (this.#sessions.countPassword(sessionId)) return { kind: "counted" };
			this.#sessions.close(sessionId);
			return { kind: "ended" };
		});
	}

	failPasswordCheck({ sessionId }: messages.PasswordCheckInput): messages.FailPasswordCheckResult {
		return { isSessionEnded: this.#changeSessions(true, () => this.#sessions.failPassword(sessionId)) };
	}

	cancelPasswordCheck({ sessionId }: messages.PasswordCheckInput): void {
		this.#changeSessions(undefined, () => this.#sessions.uncountPassword(sessionId));
	}

	closeAllSessions(): void {
		this.#changeSessions(undefined, () => this.#sessions.closeAll());
	}

	/** Ends every session but one, every key, and by the outbox every endpoint (auth.md "Confirmed addresses"). */
	takeOver({ developerId, keptSessionId, now }: messages.TakeOverInput): void {
		this.#writeSessions(() => {
			if (keptSessionId === null) this.#sessions.closeAll();
			else this.#sessions.closeOthers(keptSessionId, now);
			this.#queueCopies(this.#keys.endAll(now));
			const payload: EndedEndpointsPayload = { developerId, before: now };
			this.#outbox.add(TOPIC.endedEndpoints, developerId, JSON.stringify(payload));
		});
		this.#deliverSoon();
	}

	/** Permanently ends every session and key. D1 rows and personal data in cases follow, at the latest by alarms. */
	async closeAccount({ developerId, now }: messages.CloseAccountInput): Promise<void> {
		this.#write(() => {
			this.#closure.close(developerId, now);
			this.#sessions.closeAll();
			this.#queueEndedSockets();
			this.#queueCopies(this.#keys.endAll(now));
			this.#requests.deleteAll();
			const payload: ClosedAccountPayload = { developerId };
			this.#outbox.add(TOPIC.closedAccount, developerId, JSON.stringify(payload));
		});
		this.#armAlarm();
		await this.#deliver();
	}

	/** Takes the slot and all charges, or nothing. `full` names the cases with slots. */
	reserveCase(reservation: messages.ReserveCaseInput): messages.ReserveCaseResult {
		const { charges = [], now } = reservation;
		const result = this.#write((): messages.ReserveCaseResult => {
			if (this.#closure.isClosed()) return { kind: "closed" };
			const spent = this.#budgets.spendAll(charges);
			if (spent.kind === "exhausted") return spent;
			const slot = this.#caseSlots.reserve(reservation);
			if (slot.kind === "full") this.#budgets.refundAll(charges);
			return slot;
		});
		this.#armBudgetAlarm(now);
		return result;
	}

	releaseReservation(reservation: messages.CaseReservation): void {
		if (!this.#schema.isReadable()) return;
		this.#write(() => this.#caseSlots.releaseReservation(reservation));
		this.#armAlarm();
	}

	releaseCases({ caseIds }: messages.ReleaseCasesInput): void {
		if (!this.#schema.isReadable()) return;
		this.#write(() => this.#caseSlots.release(caseIds));
		this.#armAlarm();
	}

	/** Stores nothing in a closed account; the request itself fails later. */
	claimRequest(input: messages.ClaimRequestInput): messages.ClaimRequestResult {
		const { creationId } = input;
		const result = this.#write((): messages.ClaimRequestResult => {
			if (this.#closure.isClosed()) return { kind: "claimed", creationId, earlier: "none" };
			return this.#requests.claim(input);
		});
		this.#armAlarm();
		return result;
	}

	finishRequest(input: messages.FinishRequestInput): void {
		if (this.#schema.isReadable()) this.#write(() => this.#requests.finish(input));
	}

	spend({ charges, now }: messages.SpendInput): messages.SpendResult {
		const result = this.#write(() => this.#budgets.spendAll(charges));
		this.#armBudgetAlarm(now);
		return result;
	}

	/** A rejected request leaves no trace, so an object that only it has made goes at once. */
	async refund({ charges }: messages.RefundInput): Promise<void> {
		if (!this.#schema.isReadable()) return;
		this.#write(() => this.#budgets.refundAll(charges));
		if (this.#isEmpty()) await this.#deleteEverything();
	}

	/** Never throws, because the runtime gives up an alarm that keeps failing. */
	override async alarm(): Promise<void> {
		try {
			if (!this.#schema.isReadable()) return;
			if (await isGenerationRefused(this.env, "account alarm")) {
				await this.ctx.storage.setAlarm(Date.now() + ALARM_RETRY_MS);
				return;
			}
			const now = Date.now();
			this.#write(() => {
				this.#queueCopies(this.#keys.endRetired(now));
				this.#keys.deleteOld(now);
				this.#sessions.deleteExpired(now);
				this.#queueEndedSockets();
				this.#budgets.forgetWhole(now);
				this.#requests.deleteExpired(now);
			});
			if (this.#isEmpty()) return await this.#deleteEverything();
			await Promise.all([this.#eraseDue(now), this.#deliver()]);
			this.#armAlarm();
		} catch (cause) {
			log.error("account-alarm", { cause });
			await this.ctx.storage.setAlarm(Date.now() + ALARM_RETRY_MS);
		}
	}

	/** @param otherwise the result without tables */
	#changeSessions<T>(otherwise: T, change: () => T): T {
		return this.#schema.isReadable() ? this.#writeSessions(change) : otherwise;
	}

	#writeSessions<T>(change: () => T): T {
		const { result, hasEnded } = this.#write(() => ({
			result: change(),
			hasEnded: this.#queueEndedSockets(),
		}));
		if (hasEnded) this.#deliverSoon();
		else this.#armAlarm();
		return result;
	}

	/** Call after each change of sessions. */
	#queueEndedSockets(): boolean {
		const ended = this.#liveSockets.takeEnded();
		for (const sockets of ended) {
			const key = `${sockets.sessionId}/${sockets.caseId}`;
			this.#outbox.add(TOPIC.endedSockets, key, JSON.stringify(sockets satisfies EndedSockets));
		}
		return ended.length > 0;
	}

	#issueKey(input: messages.IssueKeyInput): messages.IssueKeyResult {
		const { terms, creation, now } = input;
		if (this.#closure.isClosed()) return { kind: "closed" };
		const before = this.#keys.findIssued(input);
		if (before) return { kind: "issued", key: before };
		if (creation?.earlier === "completed") return { kind: "ended" };
		if (!("predecessorId" in terms)) return this.#insertKey(input, terms);
		const inherited = this.#keys.termsOf(terms, now);
		if (!inherited) return { kind: "predecessor_gone" };
		const limit = terms.isSelfIssued && this.#lines.dailyLimitOf(terms.predecessorId, now);
		if (limit) return limit;
		const result = this.#insertKey(input, inherited);
		if (result.kind === "issued") this.#retireKey(terms, now);
		return result;
	}

	#insertKey(input: messages.IssueKeyInput, terms: KeyTerms): messages.IssueKeyResult {
		const charge = developerCharge(configOf(this.env).budgets, "issued_keys");
		const spent = this.#budgets.spendAll([charge]);
		if (spent.kind === "exhausted") return developerExhausted("issued_keys", charge, spent);
		const key = this.#keys.insert(input, terms);
		if (key) this.#queueCopies([key.keyId]);
		else this.#budgets.refundAll([charge]);
		return key ? { kind: "issued", key } : { kind: "full" };
	}

	#retireKey(rotation: messages.Rotation, now: number): void {
		const { predecessorId, endsAt, isSelfIssued } = rotation;
		this.#keys.retire(rotation);
		this.#queueCopies([predecessorId, ...this.#keys.endRetired(now)]);
		// After a leak, an owner rotates without an overlap. What a thief issued by the key must end too.
		if (!isSelfIssued && endsAt <= now) this.#endKeys(this.#lines.successorsOf(predecessorId), now);
	}

	/** @returns the ids of those that were active */
	#endKeys(keyIds: readonly string[], now: number): string[] {
		const ended = keyIds.flatMap((keyId) => this.#keys.end(keyId, now));
		this.#queueCopies(ended);
		return ended;
	}

	#queueCopies(keyIds: readonly string[]): void {
		for (const keyId of keyIds) this.#outbox.add(TOPIC.keyCopy, keyId, "");
	}

	/** Claims entries and sets the alarm before any await, so that a crash only delays deliveries. */
	#deliverSoon(): Promise<void> {
		const delivering = this.#deliver();
		this.ctx.waitUntil(delivering);
		this.#armAlarm();
		return delivering;
	}

	/** Retries a failed page with back-off. */
	async #eraseDue(now: number): Promise<void> {
		const due = this.#write(() => this.#closure.claim(now, Math.random()));
		if (!due) return;
		try {
			const { DB, RECOVERY_CASES } = this.env;
			const openCasesAfter = this.#caseSlots.casesAfter;
			const next = await erasePage({ DB, RECOVERY_CASES, openCasesAfter }, due, now);
			this.#write(() => this.#closure.advance(next.state, next.dueAt));
		} catch (cause) {
			log.warn("case-erasure", { cause });
		}
	}

	async #deliver(): Promise<void> {
		const deleteDelivered = await this.#outbox.deliver(accountDeliveries(this.env, this.#keys.copyOf));
		deleteDelivered();
		this.#armAlarm();
	}

	/** Sets the alarm without await, so that the write joins the caller's transaction. */
	#armAlarm(): void {
		const times = [
			this.#outbox.nextDueAt(),
			this.#keys.nextRetirementAt(),
			this.#keys.nextDeletionAt(),
			// Idle sessions stay until then, so that their tokens are rejected as expired.
			this.#isEmpty() ? Date.now() : this.#sessions.lastExpiryAt(),
			this.#liveSockets.nextEndAt(),
			this.#closure.nextDueAt(),
			this.#budgets.lastWholeAt(),
			this.#requests.nextExpiryAt(),
		].filter((at) => at !== null);
		const { storage } = this.ctx;
		this.#alarmAt = times.length > 0 ? Math.min(...times) : null;
		this.ctx.waitUntil(this.#alarmAt === null ? storage.deleteAlarm() : storage.setAlarm(this.#alarmAt));
	}

	/**
	 * Sets the alarm only if none is known to be set, because a budget is forgotten at any later time and each charge
	 * would move the alarm.
	 */
	#armBudgetAlarm(now: number): void {
		if (this.#alarmAt === null || this.#alarmAt <= now) this.#armAlarm();
	}

	#isEmpty(): boolean {
		const tables = [
			"api_keys",
			"sessions",
			"open_cases",
			"closure",
			"outbox",
			"origin_uses",
			"idempotent_requests",
		];
		const rows = tables.map((table) => `EXISTS (SELECT 1 FROM ${table})`).join(" OR ");
		return this.ctx.storage.sql.exec(`SELECT ${rows} AS has_rows`).one().has_rows === 0;
	}

	/** Anybody can log in with a new wallet, so an object without content must not stay. */
	async #deleteEverything(): Promise<void> {
		this.#alarmAt = null;
		this.#budgets.forgetMemory();
		this.#keys.forgetMemory();
		await this.ctx.storage.deleteAlarm();
		const deleting = this.ctx.storage.deleteAll();
		this.#schema.forget();
		await deleting;
	}

	/** For the operator's export. */
	dump(): ObjectDump | null {
		return dumpOf(this.ctx.storage);
	}

	/** False for an account that has something already. */
	restore(dump: ObjectDump): boolean {
		const isRestored = restoreInto(this.ctx.storage, this.#schema, dump);
		if (isRestored) this.#armAlarm();
		return isRestored;
	}

	#write<T>(change: () => T): T {
		try {
			return this.#schema.transaction(change);
		} catch (error) {
			this.#budgets.forgetMemory();
			throw error;
		} finally {
			this.#keys.forgetMemory();
		}
	}

	/**
	 * Writes in a later turn, because the runtime holds responses back until writes are stored. The object may have
	 * deleted itself meanwhile.
	 */
	#afterResponse(write: () => void): void {
		const writeLater = () => this.#schema.isReadable() && this.#write(write);
		this.ctx.waitUntil(scheduler.wait(0).then(writeLater));
	}
}
