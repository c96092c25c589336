/** Append steps only; never change a released one. */
import { OUTBOX_SCHEMA } from "../../outbox/outbox.ts";

/** `slot` is one of five; an ended key has none. The unique index enforces the limit. */
const INITIAL = `
CREATE TABLE api_keys (
	key_id TEXT PRIMARY KEY,
	label TEXT NOT NULL,
	hint TEXT NOT NULL,
	lookup TEXT NOT NULL,
	secret_mac TEXT NOT NULL,
	pepper_version INTEGER NOT NULL,
	status TEXT NOT NULL CHECK (status IN ('reserved', 'active', 'revoked')),
	slot INTEGER CHECK (slot BETWEEN 1 AND 5),
	created_at INTEGER NOT NULL,
	expires_at INTEGER,
	last_used_at INTEGER,
	revoked_at INTEGER
);
CREATE UNIQUE INDEX api_keys_slot ON api_keys (slot) WHERE slot IS NOT NULL;
CREATE INDEX api_keys_revoked ON api_keys (revoked_at) WHERE revoked_at IS NOT NULL;
CREATE INDEX api_keys_expiring ON api_keys (expires_at) WHERE expires_at IS NOT NULL;

CREATE TABLE sessions (
	session_id TEXT PRIMARY KEY,
	opened_at INTEGER NOT NULL,
	expires_at INTEGER NOT NULL,
	last_seen_at INTEGER NOT NULL
);
CREATE INDEX sessions_expires ON sessions (expires_at);

CREATE TABLE open_cases (
	case_id TEXT PRIMARY KEY,
	lost_account TEXT NOT NULL,
	reserved_at INTEGER NOT NULL
);
CREATE INDEX open_cases_lost ON open_cases (lost_account, reserved_at);

${OUTBOX_SCHEMA}`;

/**
 * `term_ms`: lifetime when issued. `retires_at`: end of a rotated key's overlap. `closure`: one row once the account
 * is closed.
 */
const ROTATION_AND_CLOSURE = `
ALTER TABLE api_keys ADD COLUMN term_ms INTEGER;
ALTER TABLE api_keys ADD COLUMN retires_at INTEGER;
UPDATE api_keys SET term_ms = expires_at - created_at WHERE expires_at IS NOT NULL;
CREATE INDEX api_keys_retiring ON api_keys (retires_at) WHERE retires_at IS NOT NULL;

CREATE TABLE closure (
	id INTEGER PRIMARY KEY CHECK (id = 1),
	account_name TEXT NOT NULL,
	closed_at INTEGER NOT NULL,
	erasure TEXT NOT NULL,
	attempts INTEGER NOT NULL,
	due_at INTEGER
);
`;

/** A successor's predecessor and its planned end. */
const ROTATION_LINK = `
ALTER TABLE api_keys ADD COLUMN predecessor_id TEXT;
ALTER TABLE api_keys ADD COLUMN predecessor_ends_at INTEGER;
CREATE INDEX api_keys_predecessor ON api_keys (predecessor_id) WHERE predecessor_id IS NOT NULL;
`;

/** Quotas of browser origins and networks: when each part is whole again. */
const ORIGIN_USES = `
CREATE TABLE origin_uses (part TEXT PRIMARY KEY, full_at REAL NOT NULL);
CREATE INDEX origin_uses_full ON origin_uses (full_at);
`;

/** `creation_id` links a key to the idempotent request that issued it. Names and fingerprints are MACs. */
const IDEMPOTENT_REQUESTS = `
CREATE TABLE idempotent_requests (
	name TEXT PRIMARY KEY,
	fingerprint TEXT NOT NULL,
	creation_id TEXT NOT NULL,
	is_answered INTEGER NOT NULL,
	response TEXT,
	expires_at INTEGER NOT NULL
);
CREATE INDEX idempotent_requests_expires ON idempotent_requests (expires_at);
ALTER TABLE api_keys ADD COLUMN creation_id TEXT;
CREATE INDEX api_keys_creation ON api_keys (creation_id) WHERE creation_id IS NOT NULL;
`;

/** `rotated_from`: the predecessor, kept after its end. `is_self_issued`: the predecessor's pair sent the request. */
const SELF_ISSUED = `
ALTER TABLE api_keys ADD COLUMN rotated_from TEXT;
ALTER TABLE api_keys ADD COLUMN is_self_issued INTEGER NOT NULL DEFAULT 0;
UPDATE api_keys SET rotated_from = predecessor_id WHERE predecessor_id IS NOT NULL;
CREATE INDEX api_keys_self_issued ON api_keys (rotated_from) WHERE is_self_issued = 1;
`;

/** Wrong passwords that the session has sent (auth.md "Passwords that a session sends"). */
const PASSWORD_FAILURES = `
ALTER TABLE sessions ADD COLUMN password_failures INTEGER NOT NULL DEFAULT 0;
`;

/** Cases that a session has live sockets of, so that its end closes them. */
const LIVE_SOCKETS = `
CREATE TABLE live_sockets (
	session_id TEXT NOT NULL,
	case_id TEXT NOT NULL,
	expires_at INTEGER NOT NULL,
	PRIMARY KEY (session_id, case_id)
) WITHOUT ROWID;
`;

export const accountMigrations: readonly string[] = [
	INITIAL,
	ROTATION_AND_CLOSURE,
	ROTATION_LINK,
	ORIGIN_USES,
	IDEMPOTENT_REQUESTS,
	SELF_ISSUED,
	PASSWORD_FAILURES,
	LIVE_SOCKETS,
];
