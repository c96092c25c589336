/**
 * The SQL of a case's object. Synchronous, so that nothing runs between reading and writing a case. Call `save` and
 * `confirmEvent` inside the object's transaction.
 */
import * as z from "zod";
import { lazy } from "../../src/kernel/once.ts";
import { type CaseState, caseStateForm, historyEntryForm } from "../../src/protocol/case-state.ts";
import { EVENT_TYPES } from "../../src/protocol/enumerations.ts";
import { parseStored } from "../../src/protocol/form.ts";
import type { Call } from "../../src/protocol/intent.ts";
import type { CaseEvent, HistoryEntry, Recorded } from "../../src/recovery/case/history.ts";
import type { ObjectSchema } from "../storage/migrate.ts";

export type StoredCase = { state: CaseState; transactions: readonly Call[]; history: HistoryEntry[] };

/** The transactions never change, so only the payload of the first move has them. */
const creationPayloadSchema = lazy(() =>
	z.object({
		txs: z.array(z.object({ dest: z.string(), value: z.string(), data: z.string() })),
	}),
);

const textRow = lazy(() => z.object({ text: z.string() }));

const payloadRow = lazy(() => z.object({ entry: z.string(), payload: z.string() }));

const eventRow = lazy(() =>
	z.object({
		sequence: z.number(),
		event_id: z.string(),
		type: z.enum(EVENT_TYPES),
		body: z.string(),
		created_at: z.number(),
		confirmed_at: z.number().nullable(),
	}),
);

export function createCaseStore({ sql }: DurableObjectStorage, schema: ObjectSchema) {
	/** null if the case was never created. */
	function load(): StoredCase | null {
		if (!schema.exists()) return null;
		const texts = (query: string) =>
			sql
				.exec(query)
				.toArray()
				.map((row) => textRow().parse(row).text);
		const [state] = texts("SELECT state AS text FROM case_state");
		const [creation] = texts("SELECT payload AS text FROM history WHERE sequence = 1");
		if (state === undefined || creation === undefined) return null;
		return {
			state: parseStored(caseStateForm, JSON.parse(state)),
			transactions: creationPayloadSchema().parse(JSON.parse(creation)).txs,
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
		return sql.exec("SELECT * FROM events ORDER BY sequence").toArray().map(eventOf);
	}

	/** @param after the last sequence of the previous page */
	function eventsAfter(after: number, limit: number): CaseEvent[] {
		return sql
			.exec("SELECT * FROM events WHERE sequence > ? ORDER BY sequence LIMIT ?", after, limit)
			.toArray()
			.map((row) => eventOf(row).event);
	}

	/** Every history entry, with the exact text that `payloadHash` hashes. */
	function payloads(): { entry: HistoryEntry; payload: string }[] {
		return sql
			.exec("SELECT entry, payload FROM history ORDER BY sequence")
			.toArray()
			.map((row) => {
				const { entry, payload } = payloadRow().parse(row);
				return { entry: parseStored(historyEntryForm, JSON.parse(entry)), payload };
			});
	}

	function findEvent(eventId: string): CaseEvent | undefined {
		const [row] = sql.exec("SELECT * FROM events WHERE event_id = ?", eventId).toArray();
		return row && eventOf(row).event;
	}

	return { load, save, saveState, confirmEvent, events, eventsAfter, payloads, findEvent };
}

function eventOf(row: unknown): { event: CaseEvent; confirmedAt: number | null } {
	const {
		event_id: eventId,
		created_at: createdAt,
		confirmed_at: confirmedAt,
		...rest
	} = eventRow().parse(row);
	return { event: { eventId, createdAt, ...rest }, confirmedAt };
}
