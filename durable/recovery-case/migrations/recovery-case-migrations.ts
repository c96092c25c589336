/** The migrations of a case's storage. Never change an entry; add one. */
import { OUTBOX_SCHEMA } from "../../outbox/outbox.ts";

const INITIAL = `
CREATE TABLE case_state (id INTEGER PRIMARY KEY CHECK (id = 1), state TEXT NOT NULL);
CREATE TABLE history (sequence INTEGER PRIMARY KEY, entry TEXT NOT NULL, payload TEXT NOT NULL);
CREATE TABLE events (
	sequence INTEGER PRIMARY KEY,
	event_id TEXT NOT NULL UNIQUE,
	type TEXT NOT NULL,
	body TEXT NOT NULL,
	created_at INTEGER NOT NULL,
	confirmed_at INTEGER
);
`;

/** One row per pending check of the chain. */
const WATCH = `
CREATE TABLE watch (kind TEXT PRIMARY KEY, look TEXT NOT NULL, due_at INTEGER NOT NULL);
`;

export const migrations: readonly string[] = [INITIAL + OUTBOX_SCHEMA, WATCH];
