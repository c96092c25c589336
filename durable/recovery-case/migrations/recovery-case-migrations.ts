/** Append steps only; never change a released one. */
import { OUTBOX_SCHEMA } from "../../outbox/outbox.ts";

/** `watch`: one row per pending check of the chain. */
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
CREATE TABLE watch (kind TEXT PRIMARY KEY, look TEXT NOT NULL, due_at INTEGER NOT NULL);
${OUTBOX_SCHEMA}`;

export const migrations: readonly string[] = [INITIAL];
