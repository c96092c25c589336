/** Append steps only; never change a released one. */
import { OUTBOX_SCHEMA } from "../../outbox/outbox.ts";

/**
 * `api_keys`
 * - `slot`: one of five; an ended key has none. The unique index enforces the limit.
 * - `term_ms`: lifetime when issued.
 * - `retires_at`: end of a rotated key's overlap.
 * - `rotated_from`: the predecessor, kept after its end.
 * - `is_self_issued`: the predecessor's pair sent the request.
 * - `creation_id`: links a key to the idempotent request that issued it.
 *
 * `sessions.password_failures`: wrong passwords that the session has sent (auth.md "Passwords that a session sends").
 *
 * `live_sockets`: cases that a session has live sockets of, so that its end closes them.
 *
 * `closure`: one row once the account is closed.
 *
 * `origin_uses`: quotas of browser origins and networks: when each part is whole again.
 *
 * `idempotent_requests`: names and fingerprints are MACs.
 */
const INITIAL = `
CREATE TABLE api_keys (
	key_id TEXT PRIMARY KEY,
	developer_id TEXT NOT NULL,
	label TEXT NOT NULL,
	hint TEXT NOT NULL,
	lookup TEXT NOT NULL,
	secret_mac TEXT NOT NULL,
	pepper_version INTEGER NOT NULL,
	status TEXT NOT NULL CHECK (status IN ('active', 'revoked')),
	slot INTEGER CHECK (slot BETWEEN 1 AND 5),
	created_at INTEGER NOT NULL,
	expires_at INTEGER,
	last_used_at INTEGER,
	revoked_at INTEGER,
	term_ms INTEGER,
	retires_at INTEGER,
	rotated_from TEXT,
	is_self_issued INTEGER NOT NULL DEFAULT 0,
	creation_id TEXT
);
CREATE UNIQUE INDEX api_keys_slot ON api_keys (slot) WHERE slot IS NOT NULL;
CREATE INDEX api_keys_revoked ON api_keys (revoked_at) WHERE revoked_at IS NOT NULL;
CREATE INDEX api_keys_expiring ON api_keys (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX api_keys_retiring ON api_keys (retires_at) WHERE retires_at IS NOT NULL;
CREATE INDEX api_keys_self_issued ON api_keys (rotated_from) WHERE is_self_issued = 1;
CREATE INDEX api_keys_creation ON api_keys (creation_id) WHERE creation_id IS NOT NULL;

CREATE TABLE sessions (
	session_id TEXT PRIMARY KEY,
	opened_at INTEGER NOT NULL,
	expires_at INTEGER NOT NULL,
	last_seen_at INTEGER NOT NULL,
	password_failures INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX sessions_expires ON sessions (expires_at);

CREATE TABLE live_sockets (
	session_id TEXT NOT NULL,
	case_id TEXT NOT NULL,
	expires_at INTEGER NOT NULL,
	PRIMARY KEY (session_id, case_id)
) WITHOUT ROWID;

CREATE TABLE open_cases (
	case_id TEXT PRIMARY KEY,
	lost_account TEXT NOT NULL,
	reserved_at INTEGER NOT NULL
);
CREATE INDEX open_cases_lost ON open_cases (lost_account, reserved_at);

CREATE TABLE closure (
	id INTEGER PRIMARY KEY CHECK (id = 1),
	account_name TEXT NOT NULL,
	closed_at INTEGER NOT NULL,
	erasure TEXT NOT NULL,
	attempts INTEGER NOT NULL,
	due_at INTEGER
);

CREATE TABLE origin_uses (part TEXT PRIMARY KEY, full_at REAL NOT NULL);
CREATE INDEX origin_uses_full ON origin_uses (full_at);

CREATE TABLE idempotent_requests (
	name TEXT PRIMARY KEY,
	fingerprint TEXT NOT NULL,
	creation_id TEXT NOT NULL,
	is_completed INTEGER NOT NULL,
	response TEXT,
	expires_at INTEGER NOT NULL
);
CREATE INDEX idempotent_requests_expires ON idempotent_requests (expires_at);

${OUTBOX_SCHEMA}`;

export const accountMigrations: readonly string[] = [INITIAL];
