/**
 * One object per webhook endpoint, named by its endpointId: the truth of what it is told to do, of its secrets,
 * and of every event that is on its way there (webhooks.md). Nothing else sends webhooks.
 *
 * An event that was taken stands in storage before `enqueue` answers. A delivery is leased before its attempt is
 * made: an attempt that a crash cut off is due again when the lease has run out. The one alarm is set to the
 * earliest thing to do; attempts start from it, and at once where there is room. Nothing here throws for what a
 * caller or a receiver may do wrong, and the alarm never does.
 *
 * No table exists before `create`, so asking an endpoint that does not exist stores nothing.
 *
 * Over 300 lines: the methods of one object have to stand in one class; what they do is in the stores.
 */
import { DurableObject } from "cloudflare:workers";
import { configOf } from "../../src/config/config.ts";
import { createSealer } from "../../src/kernel/sealing.ts";
import {
	afterFailure,
	afterRestart,
	afterSilence,
	afterSuccess,
	type EndpointHealth,
	HEALTHY,
	isBreakerOpen,
	shouldDisable,
} from "../../src/webhooks/delivery/endpoint-health.ts";
import type { DisabledReason, EndpointView, QueuedEvent } from "../../src/webhooks/endpoint/endpoint.ts";
import * as messages from "../../src/webhooks/endpoint/endpoint-messages.ts";
import { hasSchema, migrate } from "../storage/migrate.ts";
import { insertAttempt } from "./delivery-attempts.ts";
import { createDeliveryList, type DeliveryList } from "./delivery-list.ts";
import { deliveryReceipts } from "./delivery-receipts.ts";
import { createDeliveryRetention, type DeliveryRetention } from "./delivery-retention.ts";
import { createDeliveryStore, type DeliveryJob, type DeliveryStore, LEASE_MS } from "./delivery-store.ts";
import { isRegistered } from "./endpoint-registration.ts";
import { createEndpointStore, type Endpoint, type EndpointStore } from "./endpoint-store.ts";
import { webhookEndpointMigrations } from "./migrations/webhook-endpoint-migrations.ts";
import type { Outcome } from "./post-event.ts";
import { createSender, type Sender } from "./sender.ts";

/** The platform opens six connections at once; what comes after would wait, on our time. One is left for a test. */
const CONCURRENCY = 5;

/** An endpoint that D1 does not know so long after it was made was never answered to anybody. */
const REGISTERED_WITHIN_MS = 10 * 60_000;
const RETRY_MS = 60_000;

/** What waits for room goes on so soon after a crash. */
const RESCUE_AFTER_MS = 5_000;

const SUCCESS_NOTED_EVERY_MS = 1_000;

/** For want of a key of ours nothing can be sent: that is looked at again so often, and at once after a restart. */
const OUR_FAULT_PAUSE_MS = 15_000;

const TESTS_PER_MINUTE = 10;
const MINUTE_MS = 60_000;

const GONE: messages.Gone = { kind: "gone" };

/** `epoch`: as it was when the attempt began; `not_sent`: the attempt was not to be made any more. */
type Ended = { job: DeliveryJob; epoch: number; outcome: Outcome | "not_sent" | "unknown" };

export class WebhookEndpoint extends DurableObject<Env> {
	readonly #endpoints: EndpointStore;
	readonly #deliveries: DeliveryStore;
	readonly #list: DeliveryList;
	readonly #retention: DeliveryRetention;
	readonly #sender: Sender;
	#isMigrated = false;
	#isAwake = false;
	#inFlight = 0;
	/** When the alarm is set to, as far as this instance knows. */
	#armedAt: number | null = null;
	/** Whether something may be due that was not leased, as far as this instance knows; time alone has the alarm. */
	#mayWait = true;
	/** Attempts that are over and not written down yet. */
	readonly #ended: Ended[] = [];
	#testedAt: number[] = [];
	#pausedUntil = 0;
	/** Changes when another receiver is to be judged than the one that attempts under way were made at. */
	#epoch = 0;

	constructor(ctx: DurableObjectState, env: Env) {
		super(ctx, env);
		const { sql } = ctx.storage;
		this.#endpoints = createEndpointStore(sql);
		this.#deliveries = createDeliveryStore(sql);
		this.#list = createDeliveryList(sql);
		this.#retention = createDeliveryRetention(sql);
		this.#sender = createSender(env);
	}

	/** Makes the endpoint. It is sent nothing before D1 knows of it, and forgets itself if that never happens. */
	create(input: messages.CreateInput): EndpointView {
		const created = messages.createInput().parse(input);
		const { now } = created;
		const endpoint = this.#write(() => {
			if (!this.#endpoints.load()) this.#endpoints.create(created, now + REGISTERED_WITHIN_MS);
			return this.#endpoints.load();
		});
		if (!endpoint) throw new Error("an endpoint that was just written is not there");
		this.#arm();
		return this.#endpoints.view(endpoint, now);
	}

	describe(input: messages.OwnerInput): messages.EndpointAnswer {
		const { now, developerId } = messages.ownerInput().parse(input);
		const endpoint = this.#of(developerId);
		return endpoint ? this.#shown(endpoint, now) : GONE;
	}

	/** Changes what is named. Another URL starts with a clean record; so does an endpoint that is enabled again. */
	update(input: messages.UpdateInput): messages.EndpointAnswer {
		const { developerId, now, enabled, ...changes } = messages.updateInput().parse(input);
		const endpoint = this.#of(developerId);
		if (!endpoint) return GONE;
		const isElsewhere = changes.url !== undefined && changes.url !== endpoint.url;
		const isEnabledAgain = enabled === true && endpoint.disabledReason !== null;
		if (isElsewhere || isEnabledAgain) this.#epoch++;
		this.#write(() => {
			this.#endpoints.change(changes);
			if (isElsewhere || isEnabledAgain) {
				this.#endpoints.change({ health: HEALTHY });
				this.#deliveries.startAnew(Date.now());
			}
			if (isEnabledAgain) this.#endpoints.change({ disabledReason: null });
			if (enabled === false && endpoint.disabledReason !== "by_owner") this.#disable("by_owner", now);
		});
		this.#pump(Date.now());
		return this.#shown(this.#endpoints.load(), now);
	}

	/** Stops deliveries at once, and forgets them and the secrets. What is under way is not written down. */
	async close(input: messages.OwnerInput): Promise<{ kind: "closed" } | messages.Gone> {
		const { developerId } = messages.ownerInput().parse(input);
		if (!this.#of(developerId)) return GONE;
		await this.#forgetAll();
		return { kind: "closed" };
	}

	/**
	 * The new secret signs from now on, the present one beside it for the overlap. It may not be under an older
	 * key-encryption key: a rotation of that has been here, and does not come again.
	 */
	rotateSecret(input: messages.RotateInput): messages.EndpointAnswer | messages.OlderKey {
		const { developerId, secret, overlapMs, now } = messages.rotateInput().parse(input);
		if (!this.#of(developerId)) return GONE;
		const newest = Math.max(...this.#endpoints.secrets(now).map(({ sealed }) => sealed.keyVersion));
		if (secret.sealed.keyVersion < newest) return { kind: "older_key" };
		this.#write(() => this.#endpoints.rotateSecret(secret, now, now + overlapMs));
		this.#arm();
		return this.#shown(this.#endpoints.load(), now);
	}

	/** Takes events in; each counts once, however often it comes. */
	enqueue(input: messages.EnqueueInput): messages.EnqueueAnswer {
		const { developerId, events } = messages.enqueueInput().parse(input);
		const endpoint = this.#of(developerId);
		if (!endpoint) return GONE;
		const now = Date.now();
		const wanted = events.filter(({ type }) => endpoint.eventTypes.includes(type));
		const isDisabled = endpoint.disabledReason !== null;
		const isAtRest = isDisabled || isBreakerOpen(endpoint.health) || now < this.#pausedUntil;
		// What waits goes first: room that an attempt has just left is not for what comes now.
		const isInLine = isAtRest || this.#mayWait;
		const room = isInLine ? 0 : Math.max(0, this.#room(endpoint));
		const insert = (event: QueuedEvent, at: number) =>
			this.#deliveries.insert(event, isDisabled ? "skipped" : at < room ? "leased" : "waiting", now);
		const takeIn = () => {
			const begun = wanted.map(insert);
			if (wanted.length > room) this.#mayWait = true;
			return isInLine ? this.#claim(now) : begun.filter((job) => job !== undefined);
		};
		const jobs = wanted.length > 1 ? this.#write(takeIn) : this.#inTurn(takeIn);
		this.#start(jobs, this.#rescueAfterMs());
		return { kind: "taken" };
	}

	/** Sends a sample and answers how it went. Nothing of it is kept. */
	async sendTest(input: messages.TestInput): Promise<messages.TestAnswer> {
		const { developerId, eventId, body, now } = messages.testInput().parse(input);
		const endpoint = this.#of(developerId);
		if (!endpoint) return GONE;
		this.#testedAt = this.#testedAt.filter((at) => at > now - MINUTE_MS);
		const [oldest] = this.#testedAt;
		if (oldest !== undefined && this.#testedAt.length >= TESTS_PER_MINUTE) {
			return { kind: "too_many", retryAfterSeconds: Math.ceil((oldest + MINUTE_MS - now) / 1000) };
		}
		this.#testedAt.push(now);
		const event = { eventId, body, sequence: 1, historyHash: messages.NO_HISTORY_HASH, isTest: true };
		const outcome = await this.#sender.send(this.#target(endpoint, now), event, now, () => true);
		if (!outcome) return GONE;
		const { delivered, ...shown } = outcome.attempt;
		return { kind: "tried", attempt: shown, delivered };
	}

	listDeliveries(input: messages.ListDeliveriesInput): messages.ListDeliveriesAnswer {
		const { developerId, status, before, limit } = messages.listDeliveriesInput().parse(input);
		if (!this.#of(developerId)) return GONE;
		const from = before ?? Number.MAX_SAFE_INTEGER;
		return { kind: "page", ...this.#list.page(status, from, limit, Date.now()) };
	}

	/** Which of these events were accepted here, as far as that is on record. */
	receiptsOf(input: messages.ReceiptsInput): messages.ReceiptsAnswer {
		const { developerId, eventIds } = messages.receiptsInput().parse(input);
		if (!this.#of(developerId)) return GONE;
		return { kind: "receipts", receipts: deliveryReceipts(this.ctx.storage.sql, eventIds) };
	}

	/** Sends one event again, before all others, whatever became of it; an open breaker lets it through. */
	redeliver(input: messages.RedeliverInput): messages.RedeliverAnswer {
		const { developerId, eventId, now } = messages.redeliverInput().parse(input);
		const endpoint = this.#of(developerId);
		if (!endpoint) return GONE;
		if (!this.#list.view(eventId, now)) return { kind: "unknown_event" };
		if (endpoint.disabledReason !== null) return { kind: "disabled" };
		this.#write(() => this.#deliveries.restart(eventId));
		this.#pump(Date.now());
		const delivery = this.#list.view(eventId, Date.now());
		return delivery ? { kind: "due", delivery } : { kind: "unknown_event" };
	}

	/** Sends again what failed or was skipped since then. */
	recover(input: messages.RecoverInput): messages.RecoverAnswer {
		const { developerId, since, dryRun } = messages.recoverInput().parse(input);
		const endpoint = this.#of(developerId);
		if (!endpoint) return GONE;
		if (endpoint.disabledReason !== null && !dryRun) return { kind: "disabled" };
		const { count, hasMore } = this.#deliveries.countLost(since);
		if (!dryRun && count > 0) {
			this.#write(() => this.#deliveries.recoverLost(since, Date.now()));
			this.#pump(Date.now());
		}
		return { kind: "recovered", count, hasMore };
	}

	/**
	 * Seals anew what is under an older key-encryption key.
	 * @throws Error where the key that a secret is under is not configured; that secret stays as it is
	 */
	async reseal(): Promise<messages.ResealAnswer> {
		const endpoint = this.#load();
		if (!endpoint) return GONE;
		const sealer = createSealer(configOf(this.env).keyEncryptionKeys, "webhook-secret");
		const older = this.#endpoints
			.secrets(Date.now())
			.filter(({ sealed }) => sealed.keyVersion < sealer.currentVersion);
		for (const { secretId, sealed } of older) {
			const context = messages.secretContext(endpoint.endpointId, secretId);
			const anew = await sealer.seal(await sealer.open(sealed, context), context);
			if (this.#load()) this.#write(() => this.#endpoints.resealSecret(secretId, anew));
		}
		const versions = this.#endpoints.secrets(Date.now()).map(({ sealed }) => sealed.keyVersion);
		return { kind: "resealed", count: older.length, keyVersion: Math.min(...versions) };
	}

	/** Starts what is due, and forgets what has had its time. Never throws: an alarm that does is lost in the end. */
	override async alarm(): Promise<void> {
		this.#armedAt = null;
		try {
			if (!this.#load()) return;
			const now = Date.now();
			this.#write(() => {
				this.#endpoints.forgetEndedSecrets(now);
				this.#endpoints.writeCounts(now);
				this.#endpoints.forgetOldCounts(now);
				this.#retention.forgetOld(now);
			});
			this.#pump(now);
			await this.#lookForRegistration(now);
		} catch (cause) {
			console.error(JSON.stringify({ level: "error", event: "webhook-alarm", cause: String(cause) }));
			this.#armAt(Date.now() + RETRY_MS);
		}
	}

	/** One that nobody was ever told of is not kept. */
	async #lookForRegistration(now: number): Promise<void> {
		const endpoint = this.#load();
		if (!endpoint || endpoint.registrationDueAt === null || endpoint.registrationDueAt > now) return;
		this.#write(() => this.#endpoints.change({ registrationDueAt: now + RETRY_MS }));
		if (!(await isRegistered(this.env.DB, endpoint.endpointId))) return this.#forgetAll();
		if (this.#load()) this.#write(() => this.#endpoints.change({ registrationDueAt: null }));
	}

	/** The alarm goes with the rest. */
	async #forgetAll(): Promise<void> {
		this.#endpoints.forget();
		this.#epoch++;
		this.#isMigrated = false;
		this.#armedAt = null;
		await this.ctx.storage.deleteAll();
	}

	/** Starts as many attempts as there is room for, and sets the alarm for the rest. */
	#pump(now: number): void {
		this.#start(this.#write(() => this.#claim(now)));
	}

	/** Call inside a transaction. What its owner asked for does not wait for the breaker. */
	#claim(now: number): DeliveryJob[] {
		this.#mayWait = true;
		const endpoint = this.#endpoints.load();
		if (!endpoint || endpoint.disabledReason !== null || now < this.#pausedUntil) return [];
		const isHeldBack = now < (endpoint.health.probeAt ?? 0);
		const room = isHeldBack ? CONCURRENCY - this.#inFlight : this.#room(endpoint);
		if (room <= 0) return [];
		const jobs = this.#deliveries.claim(now, room, isHeldBack);
		this.#mayWait = isHeldBack || jobs.length === room;
		return jobs;
	}

	/** For how many more attempts there is room; while the breaker is open, for one at a time. */
	#room({ health }: Endpoint): number {
		return (isBreakerOpen(health) ? 1 : CONCURRENCY) - this.#inFlight;
	}

	/** @param rescueAfterMs where nothing became due sooner than it was, but for what is due now: see below */
	#start(jobs: readonly DeliveryJob[], rescueAfterMs?: number): void {
		this.#inFlight += jobs.length;
		for (const job of jobs) this.ctx.waitUntil(this.#attempt(job));
		if (rescueAfterMs === undefined || !this.#isArmedForACrash(rescueAfterMs)) this.#arm();
	}

	#rescueAfterMs(): number {
		return this.#mayWait ? RESCUE_AFTER_MS : LEASE_MS;
	}

	/** What is due now was leased or waits for room: the alarm need come no sooner than for a crash. */
	#isArmedForACrash(rescueAfterMs: number): boolean {
		const now = Date.now();
		const endpoint = this.#endpoints.load();
		if (!endpoint || isBreakerOpen(endpoint.health) || now < this.#pausedUntil) return false;
		return this.#armedAt !== null && this.#armedAt <= now + rescueAfterMs;
	}

	async #attempt(job: DeliveryJob): Promise<void> {
		const epoch = this.#epoch;
		// Where nothing is known, the lease runs out, and the attempt is made again.
		let ended: Ended = { job, epoch, outcome: "unknown" };
		try {
			const endpoint = this.#load();
			const isStill = () => this.#epoch === epoch && this.#load() !== undefined;
			if (endpoint) {
				const target = this.#target(endpoint, job.startedAt);
				const outcome = await this.#sender.send(target, job, job.startedAt, isStill);
				ended = { job, epoch, outcome: outcome ?? "not_sent" };
			}
		} catch (cause) {
			logFailure(job, cause);
		} finally {
			this.#inFlight -= 1;
		}
		// Those that end beside it are written down with it, in the next turn.
		this.#ended.push(ended);
		if (this.#ended.length > 1) return;
		await scheduler.wait(0);
		this.#goOn(this.#ended.splice(0));
	}

	/** Writes down how attempts went, and takes what is next. One that cannot be written down takes no other with it. */
	#goOn(ended: readonly Ended[]): void {
		try {
			const endpoint = this.#load();
			if (!endpoint) return;
			const now = Date.now();
			const isSound = !isBreakerOpen(endpoint.health);
			const isOrdinary = ended.map((one) => this.#end(one, now)).every(Boolean) && isSound;
			const jobs = this.#mayWait || !isOrdinary ? this.#inTurn(() => this.#claim(now)) : [];
			this.#start(jobs, isOrdinary ? this.#rescueAfterMs() : undefined);
		} catch (cause) {
			for (const { job } of ended) logFailure(job, cause);
		}
	}

	/** @returns whether it has arrived, and that is written down */
	#end(ended: Ended, now: number): boolean {
		const { job, epoch, outcome } = ended;
		try {
			if (outcome === "unknown") return false;
			if (outcome === "not_sent") {
				this.#inTurn(() => this.#deliveries.release(job, now));
				return false;
			}
			const isFailing = this.#endpoints.load()?.health.failingSince != null;
			const record = () => this.#record(job, outcome, epoch, now);
			if (outcome.attempt.delivered && !isFailing) this.#inTurn(record);
			else this.#write(record);
			return outcome.attempt.delivered;
		} catch (cause) {
			logFailure(job, cause);
			return false;
		}
	}

	#target(endpoint: Endpoint, now: number) {
		const { endpointId, url } = endpoint;
		return { endpointId, url, secrets: this.#endpoints.secrets(now) };
	}

	/** @param epoch as it was when the attempt began: another receiver is not judged by it */
	#record(job: DeliveryJob, outcome: Outcome, epoch: number, now: number): void {
		const endpoint = this.#endpoints.load();
		if (!endpoint) return;
		const { isGone, isOurFault, retryAfterMs } = outcome;
		if (isOurFault) this.#pausedUntil = now + OUR_FAULT_PAUSE_MS;
		const { delivered, ...shown } = outcome.attempt;
		const isJudged = !isOurFault && this.#epoch === epoch && endpoint.disabledReason === null;
		if (!isOurFault) this.#endpoints.countAttempt(delivered);
		if (delivered) {
			this.#deliveries.settleDelivered(job, shown, now);
			if (isJudged) this.#noteSuccess(endpoint, now);
			return;
		}
		insertAttempt(this.ctx.storage.sql, job.number, shown);
		const health = isJudged ? this.#noteFailure(endpoint, job, now) : endpoint.health;
		this.#deliveries.settleFailed(job, { retryAfterMs, isOurFault, streak: health.failingSince }, now);
		if (!isJudged) return;
		if (isGone) this.#disable("gone", now);
		else if (shouldDisable(health, now)) this.#disable("failing", now);
	}

	/** Call inside a transaction. An event counts once as long as nothing gets through. */
	#noteFailure(endpoint: Endpoint, job: DeliveryJob, now: number): EndpointHealth {
		const before = afterSilence(endpoint.health, endpoint.lastFailureAt, now);
		const isFirstOfEvent = before.failingSince === null || job.failedStreak !== before.failingSince;
		const health = afterFailure(before, { now, isFirstOfEvent });
		this.#endpoints.change({ health, lastFailureAt: now });
		this.#endpoints.writeCounts(now);
		return health;
	}

	/** Call inside a transaction. One after many others changes nothing but its time, which need not be exact. */
	#noteSuccess({ health, lastSuccessAt }: Endpoint, now: number): void {
		if (health.failingSince === null && now - (lastSuccessAt ?? 0) < SUCCESS_NOTED_EVERY_MS) return;
		this.#endpoints.change({ health: afterSuccess(health), lastSuccessAt: now });
		this.#endpoints.writeCounts(now);
		if (isBreakerOpen(health)) this.#deliveries.pullAll(now);
	}

	/** Call inside a transaction. What waits is kept as skipped, so that it can be recovered. */
	#disable(reason: DisabledReason, now: number): void {
		this.#epoch++;
		this.#endpoints.change({ disabledReason: reason });
		this.#deliveries.skipAll(now);
	}

	/** Sets the one alarm to the earliest thing to do. One that is set to an earlier time finds out by itself. */
	#arm(): void {
		const endpoint = this.#endpoints.load();
		if (!endpoint) return;
		const times = [
			this.#nextAttemptAt(endpoint),
			endpoint.registrationDueAt,
			this.#endpoints.nextSecretEndAt(),
			// What is finished while an alarm is set has its time after that.
			this.#armedAt === null ? this.#retention.nextForgetAt() : null,
		].filter((time) => time !== null);
		if (times.length > 0) this.#armAt(Math.min(...times));
	}

	#armAt(time: number): void {
		if (this.#armedAt !== null && this.#armedAt <= time) return;
		this.#armedAt = time;
		this.ctx.waitUntil(this.ctx.storage.setAlarm(time));
	}

	/** Without room, what is due is taken when an attempt ends; the alarm is for a crash meanwhile. */
	#nextAttemptAt(endpoint: Endpoint): number | null {
		const dueAt = endpoint.disabledReason === null ? this.#deliveries.nextDueAt() : null;
		if (dueAt === null) return null;
		const earliest = this.#room(endpoint) > 0 ? 0 : Date.now() + RESCUE_AFTER_MS;
		return Math.max(dueAt, endpoint.health.probeAt ?? 0, this.#pausedUntil, earliest);
	}

	#shown(endpoint: Endpoint | undefined, now: number): messages.EndpointAnswer {
		return endpoint ? { kind: "endpoint", endpoint: this.#endpoints.view(endpoint, now) } : GONE;
	}

	/** The endpoint, for its owner only. */
	#of(developerId: string): Endpoint | undefined {
		const endpoint = this.#load();
		return endpoint?.developerId === developerId ? endpoint : undefined;
	}

	#load(): Endpoint | undefined {
		if (!this.#isMigrated) {
			if (!hasSchema(this.ctx.storage)) return undefined;
			this.#write(() => undefined);
		}
		const endpoint = this.#endpoints.load();
		if (this.#isAwake || !endpoint) return endpoint;
		this.#isAwake = true;
		const health = afterRestart(endpoint.health, Date.now());
		if (health !== endpoint.health) this.#write(() => this.#endpoints.change({ health }));
		return this.#endpoints.load();
	}

	/** All of it or nothing. */
	#write<T>(change: () => T): T {
		const result = this.#inTurn(() =>
			this.ctx.storage.transactionSync(() => {
				if (!this.#isMigrated) migrate(this.ctx.storage, webhookEndpointMigrations);
				return change();
			}),
		);
		this.#isMigrated = true;
		return result;
	}

	/**
	 * For statements each of which is right by itself: what a turn writes becomes durable at once, and a savepoint for
	 * what one of them may refuse costs more than they do.
	 */
	#inTurn<T>(change: () => T): T {
		try {
			return change();
		} catch (cause) {
			this.#endpoints.forget();
			this.#mayWait = true;
			throw cause;
		}
	}
}

function logFailure({ eventId }: DeliveryJob, cause: unknown): void {
	console.error(JSON.stringify({ level: "error", event: "webhook-attempt", eventId, cause: String(cause) }));
}
