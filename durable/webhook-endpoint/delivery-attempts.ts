/**
 * The record of a delivery's newest attempts: a table of them, and in the delivery's own row the one that was accepted.
 * Synchronous.
 */
import * as z from "zod";
import { lazy } from "../../src/kernel/once.ts";
import { ATTEMPT_ERRORS, type AttemptView } from "../../src/webhooks/endpoint/endpoint.ts";

/** webhooks.md keeps 4 KiB of an answer; and the owner may ask for an event again and again. */
const MAX_EXCERPT_BYTES = 4 * 1024;
/** With the accepted one that makes twenty. */
const MAX_KEPT_ATTEMPTS = 19;

/** A row of `all_attempts`. */
export const attemptRow = lazy(() =>
	z
		.object({
			at: z.int(),
			duration_ms: z.int(),
			http_status: z.int().nullable(),
			error: z.enum(ATTEMPT_ERRORS).nullable(),
			response_excerpt: z.string().nullable(),
		})
		.transform(
			({ at, duration_ms, http_status, error, response_excerpt }): AttemptView => ({
				at,
				httpStatus: http_status,
				durationMs: duration_ms,
				error,
				responseExcerpt: response_excerpt,
			}),
		),
);

const insertedRow = lazy(() => z.object({ number: z.int() }));

/** What is kept of an answer. */
export function keptExcerpt({ responseExcerpt }: AttemptView): string | null {
	return responseExcerpt && withinBytes(responseExcerpt, MAX_EXCERPT_BYTES);
}

/** @param delivery its number */
export function insertAttempt(sql: SqlStorage, delivery: number, attempt: AttemptView): void {
	const inserted = sql.exec(
		`INSERT INTO attempts (delivery, number, at, duration_ms, http_status, error, response_excerpt)
			SELECT ?1, COALESCE(MAX(number) + 1, 0), ?2, ?3, ?4, ?5, ?6 FROM attempts WHERE delivery = ?1
			RETURNING number`,
		delivery,
		attempt.at,
		attempt.durationMs,
		attempt.httpStatus,
		attempt.error,
		keptExcerpt(attempt),
	);
	const n = insertedRow().parse(inserted.one()).number;
	if (n >= MAX_KEPT_ATTEMPTS) {
		sql.exec("DELETE FROM attempts WHERE delivery = ? AND number <= ?", delivery, n - MAX_KEPT_ATTEMPTS);
	}
}

/** Puts the accepted attempt to the others, since the delivery begins anew. */
export function setAsideAccepted(sql: SqlStorage, delivery: number): void {
	const accepted = "SELECT * FROM all_attempts WHERE delivery = ? AND number = ?";
	for (const row of sql.exec(accepted, delivery, Number.MAX_SAFE_INTEGER).toArray()) {
		insertAttempt(sql, delivery, attemptRow().parse(row));
		sql.exec("UPDATE deliveries SET accepted_at = NULL WHERE number = ?", delivery);
	}
}

/** An attempt that began then, and of which nobody knows how it ended. */
export function interruptedAttempt(at: number): AttemptView {
	return { at, durationMs: 0, httpStatus: null, error: "interrupted", responseExcerpt: null };
}

/** A byte that is no UTF-8 became three when the answer was read. */
function withinBytes(text: string, limit: number): string {
	const bytes = new TextEncoder().encode(text);
	return bytes.length <= limit ? text : new TextDecoder().decode(bytes.subarray(0, limit), { stream: true });
}
