/**
 * Schedules an endpoint's deliveries: leases due ones, starts their attempts, records the results and sets the alarm
 * (webhooks.md "Attempts", ADR 20). The mode says how many attempts may be in flight.
 *
 * | mode       | meaning                                       | slots | moves on                                |
 * | ---------- | --------------------------------------------- | ----- | --------------------------------------- |
 * | missing    | not created, or deleted                       | 0     | created: delivering                     |
 * | disabled   | by its owner, a 410, or five days of failures | 0     | enabled by its owner: delivering        |
 * | paused     | a key of the service is missing               | 0     | 15 s or a restart: the breaker's mode   |
 * | held_back  | breaker open, probe not due                   | 5     | probe due: probing; success: delivering |
 * | probing    | breaker open, probe due                       | 1     | success: delivering; failure: held_back |
 * | delivering | breaker closed                                | 5     | fifth failure in a row: held_back       |
 *
 * `held_back` starts only requested deliveries. The backlog says whether a due delivery may be unleased.
 *
 * | backlog  | meaning                                               | moves on                                       |
 * | -------- | ----------------------------------------------------- | ---------------------------------------------- |
 * | possible | new events wait in line; a free slot causes a query   | a query leases fewer than it may: none         |
 * | none     | new events are leased at once; a free slot stays free | more events than slots, alarm, error: possible |
 */
import { log } from "../../src/kernel/log.ts";
import { isBreakerOpen } from "../../src/webhooks/delivery/endpoint-health.ts";
import type { DisabledReason, QueuedEvent } from "../../src/webhooks/endpoint/endpoint.ts";
import { recordResult } from "./attempt-results.ts";
import { type DeliveryJob, LEASE_MS } from "./delivery-store.ts";
import type { EndpointDatabase } from "./endpoint-database.ts";
import type { Endpoint } from "./endpoint-store.ts";
import type { Outcome } from "./post-event.ts";
import type { Sender } from "./sender.ts";

type Mode = "missing" | "disabled" | "paused" | "held_back" | "probing" | "delivering";
type Backlog = "possible" | "none";

/** Leaves one of the platform's six connections for a sample. */
const SLOTS: Record<Mode, number> = {
	missing: 0,
	disabled: 0,
	paused: 0,
	held_back: 5,
	probing: 1,
	delivering: 5,
};

/** Bounds the wait for a slot after a crash. */
const RESCUE_AFTER_MS = 5_000;

const PAUSE_MS = 15_000;

/** `not_sent`: the receiver changed before the request left. `unknown`: the attempt threw. */
type Finished = { job: DeliveryJob; receiver: number; outcome: Outcome | "not_sent" | "unknown" };

export class DeliveryScheduler {
	readonly #ctx: DurableObjectState;
	readonly #database: EndpointDatabase;
	readonly #sender: Sender;
	#backlog: Backlog = "possible";
	#inFlight = 0;
	readonly #finished: Finished[] = [];
	#pausedUntil = 0;
	/** A result judges the endpoint only if its receiver is still the current one. */
	#receiver = 0;
	/** This instance's view of the alarm. */
	#alarmAt: number | null = null;

	constructor(ctx: DurableObjectState, database: EndpointDatabase, sender: Sender) {
		this.#ctx = ctx;
		this.#database = database;
		this.#sender = sender;
	}

	/** Stores events and starts their deliveries. Idempotent by event id. */
	enqueue(endpoint: Endpoint, events: readonly QueuedEvent[]): void {
		const now = Date.now();
		const mode = modeOf(endpoint, this.#pausedUntil, now);
		// Waiting deliveries take a free slot before new events.
		const isClaimed = mode !== "delivering" || this.#backlog === "possible";
		const slots = isClaimed ? 0 : Math.max(0, SLOTS[mode] - this.#inFlight);
		const insert = (event: QueuedEvent, at: number) => {
			const as = mode === "disabled" ? "skipped" : at < slots ? "leased" : "waiting";
			return this.#database.deliveries.insert(event, as, now);
		};
		const store = () => {
			const leased = events.map(insert);
			if (events.length > slots) this.#backlog = "possible";
			return isClaimed ? this.#claim(now) : leased.filter((job) => job !== undefined);
		};
		const jobs = events.length > 1 ? this.#transaction(store) : this.#withoutTransaction(store);
		this.#start(jobs, { isNothingDueSooner: true });
	}

	/** Starts due deliveries and sets the alarm for the others. */
	startDue(now: number): void {
		const jobs = this.#transaction(() => this.#claim(now));
		this.#start(jobs, { isNothingDueSooner: false });
	}

	/** Results of attempts in flight no longer affect the endpoint's health. */
	changeReceiver(): void {
		this.#receiver++;
	}

	/** Call inside a transaction. Skipped deliveries can be recovered. */
	disable(reason: DisabledReason, now: number): void {
		this.changeReceiver();
		const toTell = reason === "by_owner" ? null : now;
		this.#database.endpoints.update({ disabledReason: reason, toTell });
		this.#database.deliveries.skipAll(now);
	}

	/** Call when storage and alarm are deleted. */
	stop(): void {
		this.changeReceiver();
		this.#alarmAt = null;
	}

	/** Call first when the alarm has fired. */
	alarmFired(): void {
		this.#alarmAt = null;
		this.#backlog = "possible";
	}

	setAlarm(): void {
		const { endpoints, deliveries } = this.#database;
		const endpoint = endpoints.load();
		if (!endpoint) return;
		const times = [
			this.#nextStartAt(endpoint),
			endpoint.registrationDueAt,
			endpoint.toTell,
			endpoints.nextSecretEndAt(),
			// A delivery that finishes while an alarm is set is deleted after that alarm.
			this.#alarmAt === null ? deliveries.nextDeletionAt() : null,
		].filter((time) => time !== null);
		if (times.length > 0) this.setAlarmBy(Math.min(...times));
	}

	/** An earlier alarm stays, and sets the next. */
	setAlarmBy(time: number): void {
		if (this.#alarmAt !== null && this.#alarmAt <= time) return;
		this.#alarmAt = time;
		this.#ctx.waitUntil(this.#ctx.storage.setAlarm(time));
	}

	#claim(now: number): DeliveryJob[] {
		this.#backlog = "possible";
		const mode = modeOf(this.#database.endpoints.load(), this.#pausedUntil, now);
		const slots = SLOTS[mode] - this.#inFlight;
		if (slots <= 0) return [];
		const isHeldBack = mode === "held_back";
		const jobs = this.#database.deliveries.claim(now, slots, isHeldBack);
		if (!isHeldBack && jobs.length < slots) this.#backlog = "none";
		return jobs;
	}

	/** @param options.isNothingDueSooner whether the alarm knows of every delivery except those due now */
	#start(jobs: readonly DeliveryJob[], { isNothingDueSooner }: { isNothingDueSooner: boolean }): void {
		const rescueAfterMs = this.#backlog === "possible" ? RESCUE_AFTER_MS : LEASE_MS;
		this.#inFlight += jobs.length;
		for (const job of jobs) this.#ctx.waitUntil(this.#attempt(job));
		if (!isNothingDueSooner || !this.#isAlarmWithin(rescueAfterMs)) this.setAlarm();
	}

	/** True if the alarm is early enough for a crash. Otherwise the end of an attempt starts the next attempt. */
	#isAlarmWithin(ms: number): boolean {
		const now = Date.now();
		if (modeOf(this.#database.endpoints.load(), this.#pausedUntil, now) !== "delivering") return false;
		return this.#alarmAt !== null && this.#alarmAt <= now + ms;
	}

	async #attempt(job: DeliveryJob): Promise<void> {
		const receiver = this.#receiver;
		let outcome: Finished["outcome"] = "unknown";
		try {
			const endpoint = this.#database.load();
			const isCurrent = () => this.#receiver === receiver && this.#database.load() !== undefined;
			if (endpoint) {
				const target = this.#database.endpoints.targetOf(endpoint, job.startedAt);
				outcome = (await this.#sender.send(target, job, job.startedAt, isCurrent)) ?? "not_sent";
			}
		} catch (cause) {
			logFailure(job, cause);
		} finally {
			this.#inFlight -= 1;
		}
		// Attempts that finish in one turn are recorded together.
		this.#finished.push({ job, receiver, outcome });
		if (this.#finished.length > 1) return;
		await scheduler.wait(0);
		this.#finish(this.#finished.splice(0));
	}

	/** Records each attempt separately, because a failure must not affect other attempts. */
	#finish(finished: readonly Finished[]): void {
		try {
			const endpoint = this.#database.load();
			if (!endpoint) return;
			const now = Date.now();
			const wasBreakerOpen = isBreakerOpen(endpoint.health);
			const areDelivered = finished.map((attempt) => this.#record(attempt, now)).every(Boolean);
			// After a failure, or when the breaker closes, more deliveries may be due.
			const isNothingDueSooner = areDelivered && !wasBreakerOpen;
			const mustClaim = this.#backlog === "possible" || !isNothingDueSooner;
			const jobs = mustClaim ? this.#withoutTransaction(() => this.#claim(now)) : [];
			this.#start(jobs, { isNothingDueSooner });
		} catch (cause) {
			for (const { job } of finished) logFailure(job, cause);
		}
	}

	#record({ job, receiver, outcome }: Finished, now: number): boolean {
		const { endpoints, deliveries } = this.#database;
		try {
			// The lease expires, and the attempt is made again.
			if (outcome === "unknown") return false;
			if (outcome === "not_sent") {
				this.#withoutTransaction(() => deliveries.release(job, now));
				return false;
			}
			const isFailing = endpoints.load()?.health.failingSince != null;
			const { delivered } = outcome.attempt;
			const record = () => this.#recordOutcome(job, receiver, outcome, now);
			if (delivered && !isFailing) this.#withoutTransaction(record);
			else this.#transaction(record);
			return delivered;
		} catch (cause) {
			logFailure(job, cause);
			return false;
		}
	}

	#recordOutcome(job: DeliveryJob, receiver: number, outcome: Outcome, now: number): void {
		const endpoint = this.#database.endpoints.load();
		if (!endpoint) return;
		if (outcome.isServiceFault) this.#pausedUntil = now + PAUSE_MS;
		const isCurrent = receiver === this.#receiver && endpoint.disabledReason === null;
		const isJudged = isCurrent && !outcome.isServiceFault;
		const reason = recordResult(this.#database, endpoint, { job, outcome, isJudged }, now);
		if (reason !== null) this.disable(reason, now);
	}

	#nextStartAt(endpoint: Endpoint): number | null {
		const dueAt = endpoint.disabledReason === null ? this.#database.deliveries.nextDueAt() : null;
		if (dueAt === null) return null;
		const slots = SLOTS[isBreakerOpen(endpoint.health) ? "probing" : "delivering"] - this.#inFlight;
		// Without a free slot, only a crash needs the alarm.
		const rescueAt = slots > 0 ? 0 : Date.now() + RESCUE_AFTER_MS;
		return Math.max(dueAt, endpoint.health.probeAt ?? 0, this.#pausedUntil, rescueAt);
	}

	#transaction<T>(change: () => T): T {
		return this.#noteFailure(() => this.#database.transaction(change));
	}

	#withoutTransaction<T>(change: () => T): T {
		return this.#noteFailure(() => this.#database.withoutTransaction(change));
	}

	/** A failed write may undo leases. */
	#noteFailure<T>(write: () => T): T {
		try {
			return write();
		} catch (cause) {
			this.#backlog = "possible";
			throw cause;
		}
	}
}

function modeOf(endpoint: Endpoint | undefined, pausedUntil: number, now: number): Mode {
	if (!endpoint) return "missing";
	if (endpoint.disabledReason !== null) return "disabled";
	if (now < pausedUntil) return "paused";
	if (!isBreakerOpen(endpoint.health)) return "delivering";
	return now < (endpoint.health.probeAt ?? 0) ? "held_back" : "probing";
}

function logFailure({ eventId }: DeliveryJob, cause: unknown): void {
	log.error("webhook-attempt", { eventId, cause });
}
