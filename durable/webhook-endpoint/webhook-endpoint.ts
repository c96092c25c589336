/**
 * The WebhookEndpoint object: settings, secrets and deliveries of one endpoint (webhooks.md). Another developer gets
 * "not_found". The alarm never throws, because the platform gives up an alarm that keeps throwing.
 */
import { DurableObject } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { configOf } from "../../src/config/config.ts";
import { isGenerationRefused } from "../../src/db/build-check.ts";
import { webhookEndpoints } from "../../src/db/schema.ts";
import { sealedQuery } from "../../src/db/sealed-query.ts";
import { idOfHash } from "../../src/kernel/crypto/id-preimages.ts";
import { createSealer } from "../../src/kernel/crypto/sealing.ts";
import { sha256Hex } from "../../src/kernel/crypto/sha256.ts";
import { failure } from "../../src/kernel/errors/failure.ts";
import { log } from "../../src/kernel/log.ts";
import { tellOf } from "../../src/mail/tell-of.ts";
import type { ObjectDump } from "../../src/operator-jobs/export/object-dump.ts";
import { developerCharge, developerExhausted } from "../../src/quota/bills.ts";
import { HEALTHY } from "../../src/webhooks/delivery/endpoint-health.ts";
import * as messages from "../../src/webhooks/endpoint/endpoint-messages.ts";
import { dumpOf, restoreInto } from "../storage/dump.ts";
import { createDeliveryList, type DeliveryList } from "./delivery-list.ts";
import { DeliveryScheduler } from "./delivery-scheduler.ts";
import { type EndpointDatabase, openEndpointDatabase } from "./endpoint-database.ts";
import type { Endpoint } from "./endpoint-store.ts";
import { createSender, type Sender } from "./sender.ts";

/** Without a D1 row after this time, the object deletes itself. */
const REGISTERED_WITHIN_MS = 10 * 60_000;
const ALARM_RETRY_MS = 60_000;

const NOT_FOUND: messages.NotFound = failure("not_found", null);

export class WebhookEndpoint extends DurableObject<Env> {
	readonly #database: EndpointDatabase;
	readonly #list: DeliveryList;
	readonly #sender: Sender;
	readonly #scheduler: DeliveryScheduler;

	constructor(ctx: DurableObjectState, env: Env) {
		super(ctx, env);
		this.#database = openEndpointDatabase(ctx.storage);
		this.#list = createDeliveryList(ctx.storage.sql);
		this.#sender = createSender(env);
		this.#scheduler = new DeliveryScheduler(ctx, this.#database, this.#sender);
	}

	/** A second call returns the existing endpoint. */
	create(created: messages.CreateInput): messages.CreatedEndpoint {
		const { endpoints, transaction } = this.#database;
		const existing = this.#database.load();
		const endpoint = transaction(() => {
			if (!existing) endpoints.create(created, created.now + REGISTERED_WITHIN_MS);
			return endpoints.load();
		});
		if (!endpoint) throw new Error("the endpoint is missing right after it was written");
		this.#scheduler.setAlarm();
		const endpointView = endpoints.view(endpoint, created.now);
		return { ...endpointView, isExisting: existing !== undefined, keyVersion: this.#oldestKeyVersion() };
	}

	/** Of its secrets. */
	#oldestKeyVersion(): number {
		const secrets = this.#database.endpoints.signingSecrets(Date.now());
		return Math.min(...secrets.map(({ sealed }) => sealed.keyVersion));
	}

	/** For the operator's export. */
	dump(): ObjectDump | null {
		return dumpOf(this.ctx.storage);
	}

	/** False for an endpoint that exists. */
	restore(dump: ObjectDump): boolean {
		const isRestored = restoreInto(this.ctx.storage, this.#database.schema, dump);
		if (isRestored) this.#scheduler.setAlarm();
		return isRestored;
	}

	describe({ now, developerId }: messages.OwnerInput): messages.EndpointResult {
		return this.#shown(this.#ownedBy(developerId), now);
	}

	/** A new URL, or enabling again, starts with a clean record. */
	update({
		developerId,
		now,
		enabled,
		url,
		description,
		eventTypes,
	}: messages.UpdateInput): messages.EndpointResult {
		const endpoint = this.#ownedBy(developerId);
		if (!endpoint) return NOT_FOUND;
		const { endpoints, deliveries, transaction } = this.#database;
		const hasNewUrl = url !== undefined && url !== endpoint.url;
		const isEnabledAgain = enabled === true && endpoint.disabledReason !== null;
		if (hasNewUrl || isEnabledAgain) this.#scheduler.changeReceiver();
		transaction(() => {
			endpoints.update({ url, description, eventTypes });
			if (hasNewUrl || isEnabledAgain) {
				endpoints.update({ health: HEALTHY });
				deliveries.makeAllDue(Date.now());
			}
			if (isEnabledAgain) endpoints.update({ disabledReason: null });
			if (enabled === false && endpoint.disabledReason !== "by_owner") {
				this.#scheduler.disable("by_owner", now);
			}
		});
		this.#scheduler.startDue(Date.now());
		return this.#shown(endpoints.load(), now);
	}

	/** Results of attempts in flight are not recorded. */
	async close({ developerId }: messages.OwnerInput): Promise<{ kind: "closed" } | messages.NotFound> {
		if (!this.#ownedBy(developerId)) return NOT_FOUND;
		await this.#deleteAll();
		return { kind: "closed" };
	}

	/**
	 * The current secret signs too until the overlap ends. Rejects a secret under an older key-encryption key,
	 * because the rotation may have passed this endpoint.
	 */
	rotateSecret({
		developerId,
		secret,
		overlapMs,
		now,
	}: messages.RotateInput): messages.EndpointResult | messages.RotatedBefore | messages.OlderKey {
		const endpoint = this.#ownedBy(developerId);
		if (!endpoint) return NOT_FOUND;
		const { endpoints, transaction } = this.#database;
		const signing = endpoints.signingSecrets(now);
		if (signing.some(({ secretId }) => secretId === secret.secretId)) {
			return { kind: "rotated_before", endpoint: endpoints.view(endpoint, now) };
		}
		const newest = Math.max(...signing.map(({ sealed }) => sealed.keyVersion));
		if (secret.sealed.keyVersion < newest) return failure("older_key", null);
		transaction(() => endpoints.rotateSecret(secret, now, now + overlapMs));
		this.#scheduler.setAlarm();
		return this.#shown(endpoints.load(), now);
	}

	/** Idempotent by event id. */
	enqueue({ developerId, events }: messages.EnqueueInput): messages.EnqueueResult {
		const endpoint = this.#ownedBy(developerId);
		if (!endpoint) return NOT_FOUND;
		const wanted = events.filter(({ type }) => endpoint.eventTypes.includes(type));
		this.#scheduler.enqueue(endpoint, wanted);
		return { kind: "accepted" };
	}

	/** Spends one of the account's samples. Of its result only the time is stored. */
	async sendTest({ developerId, eventId, body, now }: messages.TestInput): Promise<messages.TestResult> {
		if (!this.#ownedBy(developerId)) return NOT_FOUND;
		const charge = developerCharge(configOf(this.env).budgets, "webhook_samples");
		const spent = await this.env.ACCOUNTS.getByName(developerId).spend({ charges: [charge], now });
		if (spent.kind === "exhausted") {
			return failure("budget_exhausted", developerExhausted("webhook_samples", charge, spent));
		}
		const endpoint = this.#ownedBy(developerId);
		if (!endpoint) return NOT_FOUND;
		const target = this.#database.endpoints.targetOf(endpoint, now);
		const outcome = await this.#sender.send(target, { eventId, body }, now, () => true);
		if (!outcome) return NOT_FOUND;
		const { delivered, ...attempt } = outcome.attempt;
		const { endpoints } = this.#database;
		if (delivered) endpoints.update({ lastSuccessAt: attempt.at });
		// A time during failures of events would delay when these are forgotten.
		else if (endpoints.load()?.health.failingSince === null) endpoints.update({ lastFailureAt: attempt.at });
		return { kind: "attempted", attempt, delivered };
	}

	listDeliveries({
		developerId,
		status,
		before,
		limit,
	}: messages.ListDeliveriesInput): messages.ListDeliveriesResult {
		if (!this.#ownedBy(developerId)) return NOT_FOUND;
		const { rows, next } = this.#list.page(status, before ?? Number.MAX_SAFE_INTEGER, limit, Date.now());
		return { kind: "page", deliveries: rows, next };
	}

	findDelivery({ developerId, eventId, now }: messages.RedeliverInput): messages.FindDeliveryResult {
		const endpoint = this.#ownedBy(developerId);
		if (!endpoint) return NOT_FOUND;
		const delivery = this.#list.find(eventId, now);
		const event = this.#list.findEvent(eventId);
		if (!delivery || !event) return failure("unknown_event", null);
		return { kind: "delivery", delivery, url: endpoint.url, event };
	}

	/** Receipts of accepted events, as far as their attempts are on record. */
	receiptsOf({ developerId, eventIds }: messages.ReceiptsInput): messages.ReceiptsResult {
		if (!this.#ownedBy(developerId)) return NOT_FOUND;
		return { kind: "receipts", receipts: this.#list.receiptsOf(eventIds) };
	}

	/** Before all others, even while the breaker is open. */
	redeliver({ developerId, eventId, now }: messages.RedeliverInput): messages.RedeliverResult {
		const endpoint = this.#ownedBy(developerId);
		if (!endpoint) return NOT_FOUND;
		if (!this.#list.find(eventId, now)) return failure("unknown_event", null);
		if (endpoint.disabledReason !== null) return failure("disabled", null);
		this.#database.transaction(() => this.#database.deliveries.redeliver(eventId));
		this.#scheduler.startDue(Date.now());
		const delivery = this.#list.find(eventId, Date.now());
		return delivery ? { kind: "due", delivery } : failure("unknown_event", null);
	}

	/** Sends failed and skipped events since then again. */
	recover({ developerId, since, dryRun }: messages.RecoverInput): messages.RecoverResult {
		const endpoint = this.#ownedBy(developerId);
		if (!endpoint) return NOT_FOUND;
		if (endpoint.disabledReason !== null && !dryRun) return failure("disabled", null);
		const { deliveries, transaction } = this.#database;
		const { count, hasMore } = deliveries.countRecoverable(since);
		if (!dryRun && count > 0) {
			transaction(() => deliveries.recover(since, Date.now()));
			this.#scheduler.startDue(Date.now());
		}
		return { kind: "recovered", count, hasMore };
	}

	/** @throws Error if the key of a secret is not configured; that secret stays unchanged */
	async reseal(): Promise<messages.ResealResult> {
		const endpoint = this.#database.load();
		if (!endpoint) return { kind: "gone" };
		const { endpoints, transaction } = this.#database;
		const sealer = createSealer(configOf(this.env).keyEncryptionKeys, "webhook-secret");
		const older = endpoints
			.signingSecrets(Date.now())
			.filter(({ sealed }) => sealed.keyVersion < sealer.currentVersion);
		for (const { secretId, sealed } of older) {
			const context = messages.secretContext(endpoint.endpointId, secretId);
			const resealed = await sealer.seal(await sealer.open(sealed, context), context);
			if (this.#database.load()) transaction(() => endpoints.resealSecret(secretId, resealed));
		}
		return { kind: "resealed", count: older.length, keyVersion: this.#oldestKeyVersion() };
	}

	/** Starts due deliveries and deletes what has expired. */
	override async alarm(): Promise<void> {
		this.#scheduler.alarmFired();
		try {
			if (!this.#database.load()) return;
			if (await isGenerationRefused(this.env, "endpoint alarm")) {
				this.#scheduler.setAlarmBy(Date.now() + ALARM_RETRY_MS);
				return;
			}
			const { endpoints, deliveries, transaction } = this.#database;
			const now = Date.now();
			transaction(() => {
				endpoints.deleteEndedSecrets(now);
				endpoints.saveCounts(now);
				endpoints.deleteOldCounts(now);
				deliveries.deleteOld(now);
			});
			this.#scheduler.startDue(now);
			await this.#checkRegistration(now);
			await this.#tellOwner(now);
		} catch (cause) {
			log.error("webhook-alarm", { cause });
			this.#scheduler.setAlarmBy(Date.now() + ALARM_RETRY_MS);
		}
	}

	/** By mail, once: a repetition queues the same id. */
	async #tellOwner(now: number): Promise<void> {
		const { endpoints, load, transaction } = this.#database;
		const endpoint = load();
		if (!endpoint || endpoint.toTell === null) return;
		const { endpointId, developerId, toTell } = endpoint;
		const mailId = idOfHash("mail", sha256Hex(`${endpointId} ${toTell}`));
		await tellOf(this.env, { mailId, developerId, kind: "endpoint_disabled", facts: { endpointId }, now });
		if (load()?.toTell === toTell) transaction(() => endpoints.update({ toTell: null }));
	}

	async #checkRegistration(now: number): Promise<void> {
		const { endpoints, load, transaction } = this.#database;
		const endpoint = load();
		if (!endpoint || endpoint.registrationDueAt === null || endpoint.registrationDueAt > now) return;
		transaction(() => endpoints.update({ registrationDueAt: now + ALARM_RETRY_MS }));
		if (!(await hasRow(this.env.DB, endpoint.endpointId))) return this.#deleteAll();
		if (load()) transaction(() => endpoints.update({ registrationDueAt: null }));
	}

	async #deleteAll(): Promise<void> {
		this.#scheduler.stop();
		await this.#database.deleteAll();
	}

	#shown(endpoint: Endpoint | undefined, now: number): messages.EndpointResult {
		return endpoint
			? { kind: "endpoint", endpoint: this.#database.endpoints.view(endpoint, now) }
			: NOT_FOUND;
	}

	#ownedBy(developerId: string): Endpoint | undefined {
		const endpoint = this.#database.load();
		return endpoint?.developerId === developerId ? endpoint : undefined;
	}
}

async function hasRow(database: D1Database, endpointId: string): Promise<boolean> {
	const select = drizzle(database)
		.select({ endpointId: webhookEndpoints.endpointId })
		.from(webhookEndpoints)
		.where(eq(webhookEndpoints.endpointId, endpointId));
	return (await sealedQuery("find an endpoint", select)).length > 0;
}
