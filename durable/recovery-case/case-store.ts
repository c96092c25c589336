/**
 * The SQL of a case's object. Synchronous, so that nothing runs between reading and writing a case. Call `save` and
 * `confirmEvent` inside the object's transaction.
 */
import { type CaseState, caseStateForm, historyEntryForm } from "../../src/protocol/case-state.ts";
import { EVENT_TYPES } from "../../src/protocol/enumerations.ts";
import { list, object, oneOf, parseStored, text } from "../../src/protocol/form.ts";
import type { Call } from "../../src/protocol/intent.ts";
import type { CaseEvent, HistoryEntry, Recorded } from "../../src/recovery/case/history.ts";
import type { ObjectSchema } from "../storage/migrate.ts";
import { columnsOf, type Found, integer, integerOrNull, rowsOf } from "../storage/rows.ts";

export type StoredCase = { state: CaseState; transactions: readonly Call[]; history: HistoryEntry[] };

/** The transactions never change, so only the payload of the first move has them. */
const creation = object({ txs: list(object({ dest: text(), value: text(), data: text() })) });

const storedText = object({ text: text() });
const storedPayload = object({ entry: text(), payload: text() });
const storedEvent = object({
	sequence: integer,
	eventId: text(),
	type: oneOf(...EVENT_TYPES),
	body: text(),
	createdAt: integer,
	confirmedAt: integerOrNull,
});
const EVENTS = `SELECT ${columnsOf(storedEvent)} FROM events`;

export function createCaseStore({ sql }: DurableObjectStorage, schema: ObjectSchema) {
	/** null if the case was never created. */
	function load(): StoredCase | null {
		if (!schema.exists()) return null;
		const texts = (query: string) => rowsOf(storedText, sql.exec(query)).map((row) => row.text);
		const [state] = texts("SELECT state AS text FROM case_state");
		const [created] = texts("SELECT payload AS text FROM history WHERE sequence = 1");
		if (state === undefined || created === undefined) return null;
		return {
			state: parseStored(caseStateForm, JSON.parse(state)),
			transactions: parseStored(creation, JSON.parse(created)).txs,
			history: texts("SELECT entry AS text FROM history ORDER BY sequence").map((text) =>
				parseStored(historyEntryForm, JSON.parse(text)),
			),
		};
	}

	function save({ state, entry, payload, event }: Recorded): void {
		saveState(state);
		sql.exec(
			"INSERT INTO history (sequence, entry, payload) VALUES (?, ?, ?)",
			entry.sequence,
			JSON.stringify(entry),
			payload,
		);
		if (event) insertEvent(event);
	}

	function saveState(state: CaseState): void {
		sql.exec(
			"INSERT INTO case_state (id, state) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET state = excluded.state",
			JSON.stringify(state),
		);
	}

	function insertEvent({ sequence, eventId, type, body, createdAt }: CaseEvent): void {
		sql.exec(
			"INSERT INTO events (sequence, event_id, type, body, created_at) VALUES (?, ?, ?, ?, ?)",
			sequence,
			eventId,
			type,
			body,
			createdAt,
		);
	}

	/** Records that every endpoint has the event. Returns false for an unknown event. */
	function confirmEvent(eventId: string, now: number): boolean {
		return (
			sql.exec("UPDATE events SET confirmed_at = COALESCE(confirmed_at, ?) WHERE event_id = ?", now, eventId)
				.rowsWritten > 0
		);
	}

	/** In order. */
	function events(): { event: CaseEvent; confirmedAt: number | null }[] {
		return eventsIn(sql.exec(`${EVENTS} ORDER BY sequence`));
	}

	/** @param after the last sequence of the previous page */
	function eventsAfter(after: number, limit: number): CaseEvent[] {
		const found = sql.exec(`${EVENTS} WHERE sequence > ? ORDER BY sequence LIMIT ?`, after, limit);
		return eventsIn(found).map(({ event }) => event);
	}

	/** Every history entry, with the exact text that `payloadHash` hashes. */
	function payloads(): { entry: HistoryEntry; payload: string }[] {
		const found = sql.exec("SELECT entry, payload FROM history ORDER BY sequence");
		return rowsOf(storedPayload, found).map(({ entry, payload }) => ({
			entry: parseStored(historyEntryForm, JSON.parse(entry)),
			payload,
		}));
	}

	function findEvent(eventId: string): CaseEvent | undefined {
		return eventsIn(sql.exec(`${EVENTS} WHERE event_id = ?`, eventId))[0]?.event;
	}

	return { load, save, saveState, confirmEvent, events, eventsAfter, payloads, findEvent };
}

const eventsIn = (found: Found) =>
	rowsOf(storedEvent, found).map(({ confirmedAt, ...event }) => ({ event, confirmedAt }));
