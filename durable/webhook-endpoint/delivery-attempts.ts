/** Records the newest attempts. The delivery's own row has the accepted attempt (ADR 20). */
import * as z from "zod";
import { lazy } from "../../src/kernel/once.ts";
import { ATTEMPT_ERRORS, type AttemptView } from "../../src/webhooks/endpoint/endpoint.ts";

/** An owner may request an event any number of times. */
const MAX_EXCERPT_BYTES = 4 * 1024;
/** Twenty with the accepted attempt. */
const MAX_KEPT_ATTEMPTS = 19;

/** A row of the view `all_attempts`. */
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

export function keptExcerptOf({ responseExcerpt }: AttemptView): string | null {
	return responseExcerpt && truncate(responseExcerpt, MAX_EXCERPT_BYTES);
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
		keptExcerptOf(attempt),
	);
	const n = insertedRow().parse(inserted.one()).number;
	if (n >= MAX_KEPT_ATTEMPTS) {
		sql.exec("DELETE FROM attempts WHERE delivery = ? AND number <= ?", delivery, n - MAX_KEPT_ATTEMPTS);
	}
}

/** The delivery starts over, so its accepted attempt moves to the table. */
export function moveAcceptedAttempt(sql: SqlStorage, delivery: number): void {
	const accepted = "SELECT * FROM all_attempts WHERE delivery = ? AND number = ?";
	for (const row of sql.exec(accepted, delivery, Number.MAX_SAFE_INTEGER).toArray()) {
		insertAttempt(sql, delivery, attemptRow().parse(row));
		sql.exec("UPDATE deliveries SET accepted_at = NULL WHERE number = ?", delivery);
	}
}

export function interruptedAttempt(at: number): AttemptView {
	return { at, durationMs: 0, httpStatus: null, error: "interrupted", responseExcerpt: null };
}

/** Cuts to bytes, because an invalid byte became three when it was decoded. */
function truncate(text: string, maxBytes: number): string {
	const bytes = new TextEncoder().encode(text);
	return bytes.length <= maxBytes
		? text
		: new TextDecoder().decode(bytes.subarray(0, maxBytes), { stream: true });
}
