/** The record of a delivery's attempts: the newest twenty of them. Synchronous; writes belong into a transaction. */
import * as z from "zod";
import { lazy } from "../../src/kernel/once.ts";
import type { AttemptView } from "../../src/webhooks/core/endpoint.ts";

/** webhooks.md keeps 4 KiB of an answer; and the owner may ask for an event again and again. */
const MAX_EXCERPT_BYTES = 4 * 1024;
const MAX_KEPT_ATTEMPTS = 20;

const insertedRow = lazy(() => z.object({ number: z.int() }));

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
		attempt.responseExcerpt && withinBytes(attempt.responseExcerpt, MAX_EXCERPT_BYTES),
	);
	const n = insertedRow().parse(inserted.one()).number;
	if (n >= MAX_KEPT_ATTEMPTS) {
		sql.exec("DELETE FROM attempts WHERE delivery = ? AND number <= ?", delivery, n - MAX_KEPT_ATTEMPTS);
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
