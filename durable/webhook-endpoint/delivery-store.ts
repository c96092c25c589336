/** An endpoint's deliveries and their attempts. Synchronous; writes belong into a transaction. */
import * as z from "zod";
import { EVENT_TYPES } from "../../src/recovery/core/case-state.ts";
import {
	ATTEMPT_ERRORS,
	type AttemptView,
	DELIVERY_STATUSES,
	type DeliveryStatus,
	type DeliveryView,
	type QueuedEvent,
} from "../../src/webhooks/core/endpoint.ts";

/** Longer than an attempt can take; what is not finished then was cut off. */
export const LEASE_MS = 20_000;

/** webhooks.md: "Retention of finished deliveries: 30 days." */
const RETENTION_MS = 30 * 86_400_000;
/** Deliveries that one housekeeping forgets at most; the next goes on. */
const FORGET_AT_ONCE = 500;

/** webhooks.md, `recover`: "at most 10,000". */
const MAX_RECOVERED = 10_000;

/** In the words of the indexes; most deliveries are delivered, so those are found by going back over all. */
const STATUS_CONDITIONS: Record<DeliveryStatus, string> = {
	waiting: "due_at IS NOT NULL",
	delivered: "status = 'delivered'",
	failed: "status = 'failed'",
	skipped: "status = 'skipped'",
};

/** Before everything that was due by the clock: its owner asked for it. */
const DUE_FIRST = 0;

const jobRow = z
	.object({
		number: z.int(),
		event_id: z.string(),
		sequence: z.int(),
		body: z.string(),
		history_hash: z.string(),
		attempts: z.int(),
		leased_at: z.int().nullable(),
	})
	.transform(({ event_id, history_hash, leased_at, ...rest }) => ({
		...rest,
		eventId: event_id,
		historyHash: history_hash,
		interruptedAt: leased_at,
	}));

/** A delivery whose attempt is to be made now; `attempts` counts it. */
export type DeliveryJob = Omit<z.infer<typeof jobRow>, "interruptedAt"> & { startedAt: number };

export type Attempt = AttemptView & { delivered: boolean };

const deliveryRow = z.object({
	number: z.int(),
	event_id: z.string(),
	type: z.enum(EVENT_TYPES),
	status: z.enum(DELIVERY_STATUSES),
	/** While an attempt is under way, when it began. */
	next_at: z.int().nullable(),
});
type DeliveryRow = z.infer<typeof deliveryRow>;

const attemptRow = z.object({
	delivery: z.int(),
	at: z.int(),
	duration_ms: z.int(),
	http_status: z.int().nullable(),
	error: z.enum(ATTEMPT_ERRORS).nullable(),
	response_excerpt: z.string().nullable(),
});

export type DeliveryStore = ReturnType<typeof createDeliveryStore>;

export function createDeliveryStore(sql: SqlStorage) {
	/** An event that is known already stays as it is. */
	function insert(event: QueuedEvent, status: "waiting" | "skipped", now: number): void {
		sql.exec(
			`INSERT OR IGNORE INTO deliveries (event_id, type, sequence, body, history_hash, created_at, status,
			attempts, due_at, finished_at) VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?, ?)`,
			event.eventId,
			event.type,
			event.sequence,
			event.body,
			event.historyHash,
			event.createdAt,
			status,
			status === "waiting" ? now : null,
			status === "waiting" ? null : now,
		);
	}

	/**
	 * Leases what is due, the longest due first, and counts the attempt. An attempt whose lease has run out was
	 * cut off: it is written down as such. @returns the jobs; interrupted ones are counted already
	 */
	function claim(now: number, limit: number): DeliveryJob[] {
		const due = sql.exec(
			`SELECT number, event_id, sequence, body, history_hash, attempts, leased_at FROM deliveries
			WHERE due_at <= ? ORDER BY due_at LIMIT ?`,
			now,
			limit,
		);
		return due.toArray().map((row) => {
			const { interruptedAt, ...job } = jobRow.parse(row);
			if (interruptedAt !== null) insertAttempt(job.number, interruptedAttempt(interruptedAt));
			const attempts = job.attempts + 1;
			sql.exec(
				"UPDATE deliveries SET attempts = ?, leased_at = ?, due_at = ? WHERE number = ?",
				attempts,
				now,
				now + LEASE_MS,
				job.number,
			);
			return { ...job, attempts, startedAt: now };
		});
	}

	function insertAttempt(number: number, attempt: AttemptView): void {
		sql.exec(
			`INSERT INTO attempts (delivery, number, at, duration_ms, http_status, error, response_excerpt)
			VALUES (?1, (SELECT COUNT(*) FROM attempts WHERE delivery = ?1), ?2, ?3, ?4, ?5, ?6)`,
			number,
			attempt.at,
			attempt.durationMs,
			attempt.httpStatus,
			attempt.error,
			attempt.responseExcerpt,
		);
	}

	/** Ends a lease. @param dueAt of the next attempt; null where the delivery is finished */
	function settle(number: number, status: DeliveryStatus, dueAt: number | null, now: number): void {
		sql.exec(
			"UPDATE deliveries SET status = ?, leased_at = NULL, due_at = ?, finished_at = ? WHERE number = ?",
			status,
			dueAt,
			dueAt === null ? now : null,
			number,
		);
	}

	/** Whether the lease that a job was claimed with is still its own. */
	function isLeased({ number, startedAt }: DeliveryJob): boolean {
		return (
			sql.exec("SELECT 1 FROM deliveries WHERE number = ? AND leased_at = ?", number, startedAt).toArray()
				.length > 0
		);
	}

	/** When the next one is due, or a lease runs out; null where nothing waits. */
	function nextDueAt(): number | null {
		// The condition is the index's: without it every delivery of the last month is read.
		const due = sql.exec("SELECT MIN(due_at) AS at FROM deliveries WHERE due_at IS NOT NULL").one().at;
		return typeof due === "number" ? due : null;
	}

	/** All that wait are due, except those under way. */
	function makeAllDue(now: number): void {
		sql.exec(
			"UPDATE deliveries SET due_at = MIN(due_at, ?) WHERE due_at IS NOT NULL AND leased_at IS NULL",
			now,
		);
	}

	/** Everything that waits, and what is under way, will not be sent. */
	function skipAll(now: number): void {
		sql.exec(
			`UPDATE deliveries SET status = 'skipped', due_at = NULL, leased_at = NULL, finished_at = ?
			WHERE due_at IS NOT NULL`,
			now,
		);
	}

	/** Sends one event again, from the start of the schedule. False where it is not known. */
	function restart(eventId: string): boolean {
		const written = sql.exec(
			`UPDATE deliveries SET status = 'waiting', attempts = 0, due_at = ${DUE_FIRST}, finished_at = NULL
			WHERE event_id = ? AND leased_at IS NULL`,
			eventId,
		).rowsWritten;
		return written > 0 || find(eventId) !== undefined;
	}

	/** How many failed and skipped events since then can be recovered at once, and whether there are more. */
	function countLost(since: number): { count: number; hasMore: boolean } {
		const count = sql.exec(
			`SELECT COUNT(*) AS count FROM (SELECT 1 FROM deliveries WHERE status IN ('failed', 'skipped')
			AND created_at >= ? LIMIT ${MAX_RECOVERED + 1})`,
			since,
		);
		const found = z.object({ count: z.int() }).parse(count.one()).count;
		return { count: Math.min(found, MAX_RECOVERED), hasMore: found > MAX_RECOVERED };
	}

	/** Makes them due again, the oldest first. */
	function recoverLost(since: number, now: number): void {
		sql.exec(
			`UPDATE deliveries SET status = 'waiting', attempts = 0, due_at = ?2, finished_at = NULL
			WHERE number IN (SELECT number FROM deliveries WHERE status IN ('failed', 'skipped')
			AND created_at >= ?1 ORDER BY number LIMIT ${MAX_RECOVERED})`,
			since,
			now,
		);
	}

	/** When the oldest finished delivery may be forgotten; null where there is none. */
	function nextForgetAt(): number | null {
		const oldest = "SELECT MIN(finished_at) AS at FROM deliveries WHERE finished_at IS NOT NULL";
		const finished = sql.exec(oldest).one().at;
		return typeof finished === "number" ? finished + RETENTION_MS : null;
	}

	function forgetOld(now: number): void {
		const forgotten = sql
			.exec(
				`DELETE FROM deliveries WHERE number IN (SELECT number FROM deliveries
				WHERE finished_at <= ? ORDER BY finished_at LIMIT ${FORGET_AT_ONCE}) RETURNING number`,
				now - RETENTION_MS,
			)
			.toArray();
		for (const { number } of forgotten) sql.exec("DELETE FROM attempts WHERE delivery = ?", number ?? null);
	}

	/** Newest first. */
	function page(
		status: DeliveryStatus | undefined,
		before: number,
		limit: number,
		now: number,
	): { deliveries: DeliveryView[]; next: number | null } {
		const columns =
			"SELECT number, event_id, type, status, COALESCE(leased_at, due_at) AS next_at FROM deliveries WHERE";
		const rest = "number < ? ORDER BY number DESC LIMIT ?";
		const found = status
			? sql.exec(`${columns} ${STATUS_CONDITIONS[status]} AND ${rest}`, before, limit + 1)
			: sql.exec(`${columns} ${rest}`, before, limit + 1);
		const rows = found.toArray().map((row) => deliveryRow.parse(row));
		const shown = rows.slice(0, limit);
		const deliveries = shown.map((row) => viewOf(row, now));
		return { deliveries, next: rows.length > limit ? (shown.at(-1)?.number ?? null) : null };
	}

	function find(eventId: string): DeliveryRow | undefined {
		const found = sql.exec(
			"SELECT number, event_id, type, status, COALESCE(leased_at, due_at) AS next_at FROM deliveries WHERE event_id = ?",
			eventId,
		);
		const [row] = found.toArray();
		return row && deliveryRow.parse(row);
	}

	/** One delivery, if the event is known. */
	function view(eventId: string, now: number): DeliveryView | undefined {
		const row = find(eventId);
		return row && viewOf(row, now);
	}

	function viewOf(row: DeliveryRow, now: number): DeliveryView {
		const attempts = sql
			.exec("SELECT * FROM attempts WHERE delivery = ? ORDER BY number", row.number)
			.toArray();
		return {
			eventId: row.event_id,
			type: row.type,
			status: row.status,
			attempts: attempts.map((attempt) => {
				const { at, duration_ms, http_status, error, response_excerpt } = attemptRow.parse(attempt);
				return {
					at,
					httpStatus: http_status,
					durationMs: duration_ms,
					error,
					responseExcerpt: response_excerpt,
				};
			}),
			// What its owner asked for is due since ever.
			nextAttemptAt: row.next_at === DUE_FIRST ? now : row.next_at,
		};
	}

	return {
		insert,
		claim,
		insertAttempt,
		settle,
		isLeased,
		nextDueAt,
		makeAllDue,
		skipAll,
		restart,
		countLost,
		recoverLost,
		nextForgetAt,
		forgetOld,
		page,
		view,
	};
}

function interruptedAttempt(at: number): AttemptView {
	return { at, durationMs: 0, httpStatus: null, error: "interrupted", responseExcerpt: null };
}
