/** Stores an endpoint's deliveries. Call writes inside a transaction. */
import { type Of, object, text } from "../../src/protocol/form.ts";
import { nextAttemptAt } from "../../src/webhooks/delivery/schedule.ts";
import type { AttemptView, QueuedEvent } from "../../src/webhooks/endpoint/endpoint.ts";
import { columnsOf, integer, integerOrNull, numberIn, rowsOf } from "../storage/rows.ts";
import {
	insertAttempt,
	interruptedAttempt,
	keptExcerptOf,
	moveAcceptedAttempt,
} from "./delivery-attempts.ts";

/** Longer than an attempt, so an expired lease means an interruption. */
export const LEASE_MS = 20_000;

/** webhooks.md "Retention". */
const RETENTION_MS = 30 * 86_400_000;
/** The next alarm deletes more. */
const MAX_DELETED_AT_ONCE = 500;

/** webhooks.md "Endpoints". */
const MAX_RECOVERED = 10_000;

/** The due time of a requested delivery, before every time of the clock. */
export const REQUESTED_DUE_AT = 0;

const RESTARTED = "scheduled_at = 0, not_before = 0, was_pulled = 0, is_wanted = 0, finished_at = NULL";

const dueDelivery = object({
	number: integer,
	eventId: text(),
	body: text(),
	attempts: integer,
	scheduledAt: integer,
	failedStreak: integerOrNull,
	leasedAt: integerOrNull,
});
type DueDelivery = Of<typeof dueDelivery>;

export type DeliveryJob = Omit<DueDelivery, "leasedAt"> & {
	startedAt: number;
	/** Counts on the schedule; then `attempts` includes it. */
	isCounted: boolean;
};

export type Attempt = AttemptView & { delivered: boolean };

/** `streak`: when the endpoint began to fail. */
export type Failure = { retryAfterMs: number | null; isServiceFault: boolean; streak: number | null };

const lease = object({ isWanted: integer });
const numbered = object({ number: integer });

export function createDeliveryStore(sql: SqlStorage) {
	/**
	 * Idempotent by event id.
	 * @returns the attempt to make now, if the delivery was added as leased
	 */
	function insert(
		event: QueuedEvent,
		as: "leased" | "waiting" | "skipped",
		now: number,
	): DeliveryJob | undefined {
		const isLeased = as === "leased";
		const inserted = sql.exec(
			`INSERT OR IGNORE INTO deliveries (event_id, type, body, created_at, status, attempts, leased_at, due_at, finished_at)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING number`,
			event.eventId,
			event.type,
			event.body,
			event.createdAt,
			isLeased ? "waiting" : as,
			isLeased ? 1 : 0,
			isLeased ? now : null,
			{ leased: now + LEASE_MS, waiting: now, skipped: null }[as],
			as === "skipped" ? now : null,
		);
		const [row] = rowsOf(numbered, inserted);
		if (!isLeased || !row) return undefined;
		const leased = { attempts: 1, scheduledAt: 0, failedStreak: null, startedAt: now, isCounted: true };
		return { ...event, ...leased, ...row };
	}

	/** Leases due deliveries, the longest due first. An expired lease counts as an interrupted attempt (ADR 20). */
	function claim(now: number, limit: number, onlyRequested: boolean): DeliveryJob[] {
		const due = sql.exec(
			`SELECT ${columnsOf(dueDelivery)} FROM deliveries WHERE due_at <= ? ORDER BY due_at LIMIT ?`,
			onlyRequested ? REQUESTED_DUE_AT : now,
			limit,
		);
		const rows = rowsOf(dueDelivery, due);
		const jobs = rows.filter((row) => !recordInterruption(row, now)).map((row) => jobOf(row, now));
		if (jobs.length > 0) {
			sql.exec(
				`UPDATE deliveries SET attempts = attempts + (leased_at IS NOT NULL OR scheduled_at <= ?1), leased_at = ?1,
				due_at = ?2 WHERE number IN (SELECT value FROM json_each(?3))`,
				now,
				now + LEASE_MS,
				JSON.stringify(jobs.map(({ number }) => number)),
			);
		}
		return jobs.length < rows.length ? [...jobs, ...claim(now, limit - jobs.length, onlyRequested)] : jobs;
	}

	/** @returns whether the delivery was rescheduled */
	function recordInterruption({ number, attempts, leasedAt }: DueDelivery, now: number): boolean {
		if (leasedAt === null) return false;
		insertAttempt(sql, number, interruptedAttempt(leasedAt));
		if (attempts > 1) reschedule(number, attempts, null, now);
		return attempts > 1;
	}

	/** Ends a lease without an attempt. */
	function release(job: DeliveryJob, now: number): void {
		sql.exec(
			`UPDATE deliveries SET attempts = ?, leased_at = NULL, due_at = ? WHERE number = ? AND leased_at = ?`,
			job.attempts - (job.isCounted ? 1 : 0),
			now,
			job.number,
			job.startedAt,
		);
	}

	/** Records a delivery even after its lease. A second acceptance follows the first. */
	function recordDelivered(job: DeliveryJob, attempt: AttemptView, now: number): void {
		if (accept(job, attempt, now)) return;
		moveAcceptedAttempt(sql, job.number);
		accept(job, attempt, now);
	}

	/** @returns false if the row has an accepted attempt */
	function accept({ number }: DeliveryJob, attempt: AttemptView, now: number): boolean {
		const accepted = sql.exec(
			`UPDATE deliveries SET status = 'delivered', leased_at = NULL, due_at = NULL, is_wanted = 0, finished_at = ?,
			accepted_at = ?, accepted_duration_ms = ?, accepted_http_status = ?, accepted_excerpt = ?
			WHERE number = ? AND accepted_at IS NULL`,
			now,
			attempt.at,
			attempt.durationMs,
			attempt.httpStatus,
			keptExcerptOf(attempt),
			number,
		);
		return accepted.rowsWritten > 0;
	}

	/** Reschedules the delivery, if the job still holds its lease. */
	function recordFailed(job: DeliveryJob, failure: Failure, now: number): void {
		const { number, startedAt } = job;
		const select = `SELECT ${columnsOf(lease)} FROM deliveries WHERE number = ? AND leased_at = ?`;
		const [held] = rowsOf(lease, sql.exec(select, number, startedAt));
		if (!held) return;
		sql.exec("UPDATE deliveries SET failed_streak = ? WHERE number = ?", failure.streak, number);
		const notBefore = failure.retryAfterMs === null ? 0 : now + failure.retryAfterMs;
		if (held.isWanted === 1) {
			makeRequested(number);
		} else if (failure.isServiceFault) {
			release(job, now);
		} else if (job.isCounted) {
			reschedule(number, job.attempts, failure.retryAfterMs, now);
		} else {
			const dueAt = Math.max(job.scheduledAt, notBefore);
			sql.exec("UPDATE deliveries SET leased_at = NULL, due_at = ? WHERE number = ?", dueAt, number);
		}
		sql.exec("UPDATE deliveries SET not_before = ? WHERE number = ?", notBefore, number);
	}

	function reschedule(number: number, attempts: number, retryAfterMs: number | null, now: number): void {
		const dueAt = nextAttemptAt({ attempts, now, random: Math.random(), retryAfterMs });
		sql.exec(
			`UPDATE deliveries SET status = ?, leased_at = NULL, due_at = ?, scheduled_at = ?, was_pulled = 0,
			finished_at = ? WHERE number = ?`,
			dueAt === null ? "failed" : "waiting",
			dueAt,
			dueAt ?? 0,
			dueAt === null ? now : null,
			number,
		);
	}

	/** The earliest due time or end of a lease. */
	function nextDueAt(): number | null {
		// The condition makes SQLite use the partial index.
		return numberIn(sql.exec("SELECT MIN(due_at) FROM deliveries WHERE due_at IS NOT NULL"));
	}

	function nextDeletionAt(): number | null {
		const oldest = numberIn(
			sql.exec("SELECT MIN(finished_at) FROM deliveries WHERE finished_at IS NOT NULL"),
		);
		return oldest === null ? null : oldest + RETENTION_MS;
	}

	function deleteOld(now: number): void {
		const deleted = sql.exec(
			`DELETE FROM deliveries WHERE number IN (SELECT number FROM deliveries
			WHERE finished_at <= ? ORDER BY finished_at LIMIT ${MAX_DELETED_AT_ONCE}) RETURNING number`,
			now - RETENTION_MS,
		);
		for (const { number } of rowsOf(numbered, deleted))
			sql.exec("DELETE FROM attempts WHERE delivery = ?", number);
	}

	/** Makes waiting deliveries due, each once before its scheduled time, and never before its Retry-After (ADR 20). */
	function pullForward(now: number): void {
		sql.exec(
			`UPDATE deliveries SET due_at = MAX(?1, not_before), was_pulled = 1
			WHERE due_at > ?1 AND leased_at IS NULL AND was_pulled = 0`,
			now,
		);
	}

	/** Makes waiting deliveries due at a new receiver, whatever Retry-After the previous one sent. */
	function makeAllDue(now: number): void {
		sql.exec(
			`UPDATE deliveries SET due_at = ?1, not_before = 0, was_pulled = 1 WHERE due_at > ?1 AND leased_at IS NULL`,
			now,
		);
	}

	/** Ends waiting and leased deliveries as skipped. */
	function skipAll(now: number): void {
		sql.exec(
			`UPDATE deliveries SET status = 'skipped', due_at = NULL, leased_at = NULL, finished_at = ?
			WHERE due_at IS NOT NULL`,
			now,
		);
	}

	/** Sends an event before all others, or after the attempt in progress has failed. */
	function redeliver(eventId: string): void {
		sql.exec("UPDATE deliveries SET is_wanted = 1 WHERE event_id = ? AND leased_at IS NOT NULL", eventId);
		const idle = sql.exec("SELECT number FROM deliveries WHERE event_id = ? AND leased_at IS NULL", eventId);
		for (const { number } of rowsOf(numbered, idle)) makeRequested(number);
	}

	function makeRequested(number: number): void {
		moveAcceptedAttempt(sql, number);
		sql.exec(
			`UPDATE deliveries SET status = 'waiting', attempts = 0, leased_at = NULL, due_at = ${REQUESTED_DUE_AT}, ${RESTARTED}
			WHERE number = ?`,
			number,
		);
	}

	/** Counts the events that `recover` would take. */
	function countRecoverable(since: number): { count: number; hasMore: boolean } {
		const count = sql.exec(
			`SELECT COUNT(*) FROM (SELECT 1 FROM deliveries WHERE status IN ('failed', 'skipped')
			AND created_at >= ? LIMIT ${MAX_RECOVERED + 1})`,
			since,
		);
		const found = Number(numberIn(count));
		return { count: Math.min(found, MAX_RECOVERED), hasMore: found > MAX_RECOVERED };
	}

	function recover(since: number, now: number): void {
		sql.exec(
			`UPDATE deliveries SET status = 'waiting', attempts = 0, due_at = ?2, ${RESTARTED} WHERE number IN (
			SELECT number FROM deliveries WHERE status IN ('failed', 'skipped') AND created_at >= ?1
			ORDER BY number LIMIT ${MAX_RECOVERED})`,
			since,
			now,
		);
	}

	return {
		insert,
		claim,
		release,
		recordDelivered,
		recordFailed,
		nextDueAt,
		nextDeletionAt,
		deleteOld,
		pullForward,
		makeAllDue,
		skipAll,
		redeliver,
		countRecoverable,
		recover,
	};
}

function jobOf({ leasedAt, ...row }: DueDelivery, startedAt: number): DeliveryJob {
	const isCounted = leasedAt !== null || row.scheduledAt <= startedAt;
	return { ...row, attempts: row.attempts + (isCounted ? 1 : 0), isCounted, startedAt };
}
