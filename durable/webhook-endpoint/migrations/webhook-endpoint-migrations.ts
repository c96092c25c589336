/** Append steps only; never change a released one. */

/**
 * A delivery is waiting (`due_at`), in flight (`leased_at`; the lease ends at `due_at`) or finished (`finished_at`).
 * - `attempts`: on the schedule; 0 again after a redelivery.
 * - `scheduled_at`: next attempt that counts; an earlier one does not.
 * - `was_pulled`: due before `scheduled_at`, because another delivery succeeded.
 * - `not_before`: Retry-After.
 * - `is_wanted`: redelivery requested during an attempt.
 * - `failed_streak`: when the endpoint began to fail.
 * - `accepted_…`: most deliveries have one accepted attempt, which is in the delivery's row (ADR 20).
 *
 * Each delivery writes every index at least twice, so delivered ones have none.
 */
const INITIAL = `
CREATE TABLE endpoint (
	id INTEGER PRIMARY KEY CHECK (id = 1),
	endpoint_id TEXT NOT NULL,
	developer_id TEXT NOT NULL,
	url TEXT NOT NULL,
	description TEXT,
	event_types TEXT NOT NULL,
	disabled_reason TEXT,
	to_tell INTEGER,
	health TEXT NOT NULL,
	created_at INTEGER NOT NULL,
	last_success_at INTEGER,
	last_failure_at INTEGER,
	registration_due_at INTEGER
);

CREATE TABLE secrets (
	number INTEGER PRIMARY KEY AUTOINCREMENT,
	secret_id TEXT NOT NULL UNIQUE,
	sealed TEXT NOT NULL,
	ends_at INTEGER
);

CREATE TABLE deliveries (
	number INTEGER PRIMARY KEY,
	event_id TEXT NOT NULL UNIQUE,
	type TEXT NOT NULL,
	body TEXT NOT NULL,
	created_at INTEGER NOT NULL,
	status TEXT NOT NULL CHECK (status IN ('waiting', 'delivered', 'failed', 'skipped')),
	attempts INTEGER NOT NULL DEFAULT 0,
	leased_at INTEGER,
	due_at INTEGER,
	scheduled_at INTEGER NOT NULL DEFAULT 0,
	not_before INTEGER NOT NULL DEFAULT 0,
	was_pulled INTEGER NOT NULL DEFAULT 0,
	is_wanted INTEGER NOT NULL DEFAULT 0,
	failed_streak INTEGER,
	finished_at INTEGER,
	accepted_at INTEGER,
	accepted_duration_ms INTEGER,
	accepted_http_status INTEGER,
	accepted_excerpt TEXT,
	CHECK ((status = 'waiting') = (due_at IS NOT NULL)),
	CHECK ((status = 'waiting') = (finished_at IS NULL))
);
CREATE INDEX deliveries_due ON deliveries (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX deliveries_lost ON deliveries (status, number) WHERE status IN ('failed', 'skipped');
CREATE INDEX deliveries_finished ON deliveries (finished_at) WHERE finished_at IS NOT NULL;

CREATE TABLE attempts (
	delivery INTEGER NOT NULL,
	number INTEGER NOT NULL,
	at INTEGER NOT NULL,
	duration_ms INTEGER NOT NULL,
	http_status INTEGER,
	error TEXT,
	response_excerpt TEXT,
	PRIMARY KEY (delivery, number)
) WITHOUT ROWID;

CREATE TABLE attempt_days (
	day INTEGER PRIMARY KEY,
	succeeded INTEGER NOT NULL,
	failed INTEGER NOT NULL
);

CREATE VIEW all_attempts AS
SELECT delivery, number, at, duration_ms, http_status, error, response_excerpt FROM attempts
UNION ALL
SELECT number, ${Number.MAX_SAFE_INTEGER}, accepted_at, accepted_duration_ms, accepted_http_status, NULL, accepted_excerpt
FROM deliveries WHERE accepted_at IS NOT NULL;
`;

export const webhookEndpointMigrations: readonly string[] = [INITIAL];
