/** What becomes of an endpoint's deliveries. Synchronous; writes belong into a transaction. */
import * as z from "zod";
import { lazy } from "../../src/kernel/once.ts";
import { nextAttemptAt } from "../../src/webhooks/delivery/schedule.ts";
import type { AttemptView, QueuedEvent } from "../../src/webhooks/endpoint/endpoint.ts";
import { insertAttempt, interruptedAttempt, keptExcerpt, setAsideAccepted } from "./delivery-attempts.ts";

/** Longer than an attempt can take; what is not finished then was cut off. */
export const LEASE_MS = 20_000;

/** webhooks.md, `recover`: "at most 10,000". */
const MAX_RECOVERED = 10_000;

/** Before everything that was due by the clock: its owner asked for it. */
export const DUE_FIRST = 0;

/** What a delivery that begins anew has from the time before is void. */
const ANEW = "scheduled_at = 0, not_before = 0, was_pulled = 0, is_wanted = 0, finished_at = NULL";

const jobRow = lazy(() =>
	z
		.object({
			number: z.int(),
			event_id: z.string(),
			sequence: z.int(),
			body: z.string(),
			history_hash: z.string(),
			attempts: z.int(),
			scheduled_at: z.int(),
			failed_streak: z.int().nullable(),
			leased_at: z.int().nullable(),
		})
		.transform(({ event_id, history_hash, leased_at, scheduled_at, failed_streak, ...rest }) => ({
			...rest,
			eventId: event_id,
			historyHash: history_hash,
			scheduledAt: scheduled_at,
			failedStreak: failed_streak,
			interruptedAt: leased_at,
		})),
);

/** A delivery whose attempt is to be made now. */
export type DeliveryJob = Omit<z.infer<ReturnType<typeof jobRow>>, "interruptedAt"> & {
	startedAt: number;
	/** Whether the attempt counts on the schedule; `attempts` has it then. */
	isCounted: boolean;
};

export type Attempt = AttemptView & { delivered: boolean };

/** How an attempt failed. `streak`: since when the endpoint fails. */
export type Failure = { retryAfterMs: number | null; isOurFault: boolean; streak: number | null };

const leaseRow = lazy(() => z.object({ is_wanted: z.int() }));

export type DeliveryStore = ReturnType<typeof createDeliveryStore>;

export function createDeliveryStore(sql: SqlStorage) {
	/**
	 * Takes an event in; one that is known already stays as it is.
	 * @returns the attempt to make now, where it was taken in as leased
	 */
	function insert(
		event: QueuedEvent,
		as: "leased" | "waiting" | "skipped",
		now: number,
	): DeliveryJob | undefined {
		const isLeased = as === "leased";
		const [row] = sql
			.exec(
				`INSERT OR IGNORE INTO deliveries (event_id, type, sequence, body, history_hash, created_at, status, attempts,
				leased_at, due_at, finished_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING number`,
				event.eventId,
				event.type,
				event.sequence,
				event.body,
				event.historyHash,
				event.createdAt,
				isLeased ? "waiting" : as,
				isLeased ? 1 : 0,
				isLeased ? now : null,
				{ leased: now + LEASE_MS, waiting: now, skipped: null }[as],
				as === "skipped" ? now : null,
			)
			.toArray();
		if (!isLeased || !row) return undefined;
		const begun = { attempts: 1, scheduledAt: 0, failedStreak: null, startedAt: now, isCounted: true };
		return { ...event, ...begun, number: z.int().parse(row.number) };
	}

	/**
	 * Leases what is due, the longest due first. An attempt whose lease has run out was cut off: it is written down as
	 * such, made good at once the first time, and on the schedule after that, so that a delivery which brings the
	 * service down with it does so ten times and no more.
	 * @param onlyWanted take only what its owner has asked for
	 */
	function claim(now: number, limit: number, onlyWanted: boolean): DeliveryJob[] {
		const due = sql.exec(
			`SELECT number, event_id, sequence, body, history_hash, attempts, scheduled_at, failed_streak, leased_at
			FROM deliveries WHERE due_at <= ? ORDER BY due_at LIMIT ?`,
			onlyWanted ? DUE_FIRST : now,
			limit,
		);
		const rows = due.toArray().map((row) => jobRow().parse(row));
		const jobs = rows.filter((row) => !isPutOff(row, now)).map((row) => jobOf(row, now));
		// The count is the row's own: one statement, however many there are.
		if (jobs.length > 0) {
			sql.exec(
				`UPDATE deliveries SET attempts = attempts + (leased_at IS NOT NULL OR scheduled_at <= ?1), leased_at = ?1,
				due_at = ?2 WHERE number IN (SELECT value FROM json_each(?3))`,
				now,
				now + LEASE_MS,
				numbersOf(jobs),
			);
		}
		return jobs.length < rows.length ? [...jobs, ...claim(now, limit - jobs.length, onlyWanted)] : jobs;
	}

	/** Writes down that an attempt was cut off, where one was. @returns whether the delivery was put off for it */
	function isPutOff(
		{ number, attempts, interruptedAt }: z.infer<ReturnType<typeof jobRow>>,
		now: number,
	): boolean {
		if (interruptedAt === null) return false;
		insertAttempt(sql, number, interruptedAttempt(interruptedAt));
		if (attempts > 1) putOff(number, attempts, null, now);
		return attempts > 1;
	}

	/** Gives a lease back without an attempt. */
	function release(job: DeliveryJob, now: number): void {
		sql.exec(
			`UPDATE deliveries SET attempts = ?, leased_at = NULL, due_at = ? WHERE number = ? AND leased_at = ?`,
			job.attempts - (job.isCounted ? 1 : 0),
			now,
			job.number,
			job.startedAt,
		);
	}

	/** Whatever became of it meanwhile: it has arrived. A second time is written down behind the first. */
	function settleDelivered(job: DeliveryJob, attempt: AttemptView, now: number): void {
		if (acceptOnce(job, attempt, now)) return;
		setAsideAccepted(sql, job.number);
		acceptOnce(job, attempt, now);
	}

	function acceptOnce({ number }: DeliveryJob, attempt: AttemptView, now: number): boolean {
		const accepted = sql.exec(
			`UPDATE deliveries SET status = 'delivered', leased_at = NULL, due_at = NULL, is_wanted = 0, finished_at = ?,
			accepted_at = ?, accepted_duration_ms = ?, accepted_http_status = ?, accepted_excerpt = ?
			WHERE number = ? AND accepted_at IS NULL`,
			now,
			attempt.at,
			attempt.durationMs,
			attempt.httpStatus,
			keptExcerpt(attempt),
			number,
		);
		return accepted.rowsWritten > 0;
	}

	/** Ends the lease of a job, if it is still its own, and says when it is tried again. */
	function settleFailed(job: DeliveryJob, failure: Failure, now: number): void {
		const { number, startedAt } = job;
		const [lease] = sql
			.exec("SELECT is_wanted FROM deliveries WHERE number = ? AND leased_at = ?", number, startedAt)
			.toArray();
		if (!lease) return;
		sql.exec("UPDATE deliveries SET failed_streak = ? WHERE number = ?", failure.streak, number);
		const notBefore = failure.retryAfterMs === null ? 0 : now + failure.retryAfterMs;
		if (leaseRow().parse(lease).is_wanted === 1) {
			makeWanted(number);
		} else if (failure.isOurFault) {
			release(job, now);
		} else if (job.isCounted) {
			putOff(number, job.attempts, failure.retryAfterMs, now);
		} else {
			const dueAt = Math.max(job.scheduledAt, notBefore);
			sql.exec("UPDATE deliveries SET leased_at = NULL, due_at = ? WHERE number = ?", dueAt, number);
		}
		sql.exec("UPDATE deliveries SET not_before = ? WHERE number = ?", notBefore, number);
	}

	/** To the next attempt of the schedule, or to the end of it. */
	function putOff(number: number, attempts: number, retryAfterMs: number | null, now: number): void {
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

	/** When the next one is due, or a lease runs out; null where nothing waits. */
	function nextDueAt(): number | null {
		// The condition is the index's: without it every delivery of the last month is read.
		const due = sql.exec("SELECT MIN(due_at) AS at FROM deliveries WHERE due_at IS NOT NULL").one().at;
		return typeof due === "number" ? due : null;
	}

	/**
	 * An event got through: what waits is tried now, too, each once before its time, and not before what the receiver
	 * asked for.
	 */
	function pullAll(now: number): void {
		sql.exec(
			`UPDATE deliveries SET due_at = MAX(?1, not_before), was_pulled = 1
			WHERE due_at > ?1 AND leased_at IS NULL AND was_pulled = 0`,
			now,
		);
	}

	/** Another receiver: what the one before it asked for is void. */
	function startAnew(now: number): void {
		sql.exec(
			`UPDATE deliveries SET due_at = ?1, not_before = 0, was_pulled = 1 WHERE due_at > ?1 AND leased_at IS NULL`,
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

	/**
	 * Sends one event again, before all others and from the start of the schedule: now, or when the attempt that is
	 * under way has failed. An event that is not known stays so.
	 */
	function restart(eventId: string): void {
		sql.exec("UPDATE deliveries SET is_wanted = 1 WHERE event_id = ? AND leased_at IS NOT NULL", eventId);
		const row = sql.exec("SELECT number FROM deliveries WHERE event_id = ? AND leased_at IS NULL", eventId);
		for (const { number } of row.toArray()) makeWanted(z.int().parse(number));
	}

	function makeWanted(number: number): void {
		setAsideAccepted(sql, number);
		sql.exec(
			`UPDATE deliveries SET status = 'waiting', attempts = 0, leased_at = NULL, due_at = ${DUE_FIRST}, ${ANEW}
			WHERE number = ?`,
			number,
		);
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
			`UPDATE deliveries SET status = 'waiting', attempts = 0, due_at = ?2, ${ANEW} WHERE number IN (SELECT number FROM deliveries WHERE status IN ('failed', 'skipped')
			AND created_at >= ?1 ORDER BY number LIMIT ${MAX_RECOVERED})`,
			since,
			now,
		);
	}

	return {
		insert,
		claim,
		release,
		settleDelivered,
		settleFailed,
		nextDueAt,
		pullAll,
		startAnew,
		skipAll,
		restart,
		countLost,
		recoverLost,
	};
}

function jobOf(
	{ interruptedAt, ...row }: z.infer<ReturnType<typeof jobRow>>,
	startedAt: number,
): DeliveryJob {
	const isCounted = interruptedAt !== null || row.scheduledAt <= startedAt;
	return { ...row, attempts: row.attempts + (isCounted ? 1 : 0), isCounted, startedAt };
}

const numbersOf = (jobs: readonly DeliveryJob[]): string => JSON.stringify(jobs.map(({ number }) => number));
