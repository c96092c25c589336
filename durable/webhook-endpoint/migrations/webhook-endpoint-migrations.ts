/** Schema of the WebhookEndpoint object, oldest step first. Add steps; never change one that was released. */

/**
 * A delivery is waiting (`due_at`), in flight (`leased_at`; `due_at` is when the lease expires) or finished
 * (`finished_at`).
 * - `attempts`: attempts that count on the schedule; 0 again after a redelivery.
 * - `scheduled_at`: when the next attempt that counts is due. An earlier attempt does not count.
 * - `was_pulled`: the delivery was made due before `scheduled_at`, because another one succeeded.
 * - `not_before`: the receiver's Retry-After.
 * - `is_wanted`: the owner requested a redelivery during an attempt.
 * - `failed_streak`: when the endpoint had begun to fail, at the event's last failure.
 *
 * Each delivery writes every index at least twice, so there is no index for delivered ones.
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
	sequence INTEGER NOT NULL,
	body TEXT NOT NULL,
	history_hash TEXT NOT NULL,
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
`;

/**
 * Most deliveries have one attempt, which the receiver accepts. It stands in the delivery's own row (ADR 20), and
 * `all_attempts` has it after those of the table.
 */
const ACCEPTED_ATTEMPT = `
ALTER TABLE deliveries ADD COLUMN accepted_at INTEGER;
ALTER TABLE deliveries ADD COLUMN accepted_duration_ms INTEGER;
ALTER TABLE deliveries ADD COLUMN accepted_http_status INTEGER;
ALTER TABLE deliveries ADD COLUMN accepted_excerpt TEXT;

CREATE VIEW all_attempts AS
SELECT delivery, number, at, duration_ms, http_status, error, response_excerpt FROM attempts
UNION ALL
SELECT number, ${Number.MAX_SAFE_INTEGER}, accepted_at, accepted_duration_ms, accepted_http_status, NULL, accepted_excerpt
FROM deliveries WHERE accepted_at IS NOT NULL;
`;

export const webhookEndpointMigrations: readonly string[] = [INITIAL, ACCEPTED_ATTEMPT];
