/** Records the newest attempts. The delivery's own row has the accepted attempt (ADR 20). */
import { type Form, nullable, object, oneOf, text } from "../../src/protocol/form.ts";
import { ATTEMPT_ERRORS, type AttemptView } from "../../src/webhooks/endpoint/endpoint.ts";
import { columnsOf, integer, integerOrNull, numberIn, rowsOf } from "../storage/rows.ts";

/** An owner may request an event any number of times. */
const MAX_EXCERPT_BYTES = 4 * 1024;
/** Twenty with the accepted attempt. */
const MAX_KEPT_ATTEMPTS = 19;

/** A row of the view `all_attempts`. */
export const storedAttempt = object({
	at: integer,
	httpStatus: integerOrNull,
	durationMs: integer,
	error: nullable(oneOf(...ATTEMPT_ERRORS)),
	responseExcerpt: nullable(text()),
}) satisfies Form<AttemptView>;
export const ATTEMPTS = `SELECT ${columnsOf(storedAttempt)} FROM all_attempts`;

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
	const n = numberIn(inserted) ?? 0;
	if (n >= MAX_KEPT_ATTEMPTS) {
		sql.exec("DELETE FROM attempts WHERE delivery = ? AND number <= ?", delivery, n - MAX_KEPT_ATTEMPTS);
	}
}

/** The delivery starts over, so its accepted attempt moves to the table. */
export function moveAcceptedAttempt(sql: SqlStorage, delivery: number): void {
	const accepted = sql.exec(
		`${ATTEMPTS} WHERE delivery = ? AND number = ?`,
		delivery,
		Number.MAX_SAFE_INTEGER,
	);
	for (const attempt of rowsOf(storedAttempt, accepted)) {
		insertAttempt(sql, delivery, attempt);
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
