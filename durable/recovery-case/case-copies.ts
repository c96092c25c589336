/** The deliveries of a case's outbox (recovery.md "The outbox"). They are idempotent. */
import {
	eq,
	fillPlaceholders,
	getTableColumns,
	type Placeholder,
	type Query,
	type SQL,
	sql,
} from "drizzle-orm";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { formsOf } from "../../src/db/row-forms.ts";
import { caseDocuments, events, historyHashes, hostedLinks, recoveryCases } from "../../src/db/schema.ts";
import { sealedQuery } from "../../src/db/sealed-query.ts";
import { lazy } from "../../src/kernel/once.ts";
import { answeredAt } from "../../src/protocol/answered.ts";
import { type CaseDocument, type CaseState, integer } from "../../src/protocol/case-state.ts";
import { list, nullable, type Of, object, oneOf, parseStored, text } from "../../src/protocol/form.ts";
import { stopUntil } from "../../src/protocol/module-moves.ts";
import { type EventPointer, eventPointerSchema } from "../../src/recovery/case/event-pointer.ts";
import type { CaseEvent, HistoryEntry, Recorded } from "../../src/recovery/case/history.ts";
import { objectKeyOf } from "../../src/recovery/documents/document-keys.ts";
import type { Deliver, NewEntry } from "../outbox/outbox.ts";
import type { StoredCase } from "./case-store.ts";

export const TOPIC = { copies: "copies", pointer: "pointer", confirmation: "confirmation" } as const;

const { changeNumber: _, ...indexColumns } = getTableColumns(recoveryCases);
const { developerId, caseId, eventId, sequence, type, body, createdAt } = events;
const eventColumns = { developerId, caseId, eventId, sequence, type, body, createdAt };
const entryColumns = getTableColumns(historyHashes);

const copiesForm = object({
	row: object(formsOf(indexColumns)),
	event: nullable(object(formsOf(eventColumns))),
	/** Entries of the history. */
	entries: list(object(formsOf(entryColumns))),
	/** Documents added by this move. */
	documents: list(object({ objectKey: text(), addedAt: integer })),
	/** The hosted link that this move has used up. */
	link: nullable(object({ linkId: text(), usedAt: integer })),
	/** A rebuild overwrites a row of the same version too, because that row may be damaged. */
	kind: oneOf("move", "rebuild"),
});
type Copies = Of<typeof copiesForm>;

const confirmationForm = object({ eventId: text(), confirmedAt: integer });
type Confirmation = Of<typeof confirmationForm>;

/** What a move adds to the outbox. @param before the history before it */
export function entriesOf({ state, event, entry }: Recorded, before: readonly HistoryEntry[]): NewEntry[] {
	const documents = entry.move === "add_document" ? state.documents.slice(-1) : [];
	const moved = { state, history: [...before, entry] };
	const copies: NewEntry = [
		TOPIC.copies,
		String(state.version),
		copiesWith(moved, { event, entries: [entry], documents }),
	];
	return event ? [copies, [TOPIC.pointer, event.eventId, pointerOf(state, event)]] : [copies];
}

export function rebuiltCopies(
	of: Copied,
	events: readonly { event: CaseEvent; confirmedAt: number | null }[],
): NewEntry[] {
	return events.flatMap(({ event, confirmedAt }, at): NewEntry[] => {
		const { eventId } = event;
		// The first event carries all documents and entries, because every case has a first event.
		const { history: entries, state } = of;
		const all = at === 0 ? { entries, documents: state.documents } : { entries: [], documents: [] };
		const copies = copiesWith(of, { event, ...all }, "rebuild");
		return [
			[TOPIC.copies, `rebuild ${eventId}`, copies],
			...(confirmedAt === null
				? []
				: [[TOPIC.confirmation, eventId, confirmationOf(eventId, confirmedAt)] satisfies NewEntry]),
		];
	});
}

type Copied = Pick<StoredCase, "state" | "history">;

function copiesWith(
	{ state, history }: Copied,
	{
		event,
		entries,
		documents,
	}: { event: CaseEvent | null; entries: readonly HistoryEntry[]; documents: readonly CaseDocument[] },
	kind: Copies["kind"] = "move",
): string {
	const { caseId, developerId, subject, linkId, rec } = state;
	const answered = answeredAt(state, history);
	const copies: Copies = {
		kind,
		row: {
			caseId,
			developerId,
			subject,
			jrcHash: state.jrcHash,
			source: state.source,
			reference: state.reference ?? null,
			lostAccount: rec.lostAccount.toLowerCase(),
			recoveryAccount: rec.recoveryAccount.toLowerCase(),
			chainId: rec.chainId,
			reason: rec.reasonForRecovery,
			status: state.status,
			statusReason: state.statusReason,
			txHash: state.txHash,
			executeAfter: state.executeAfter,
			orderVerification: state.courtOrder?.verification ?? null,
			fullCaseNumber: state.courtOrder?.fullCaseNumber ?? null,
			documents: state.documents.length,
			answeredAt: answered === null ? null : Date.parse(answered),
			stopUntil: stopUntil(state),
			notWatchedSince: state.notWatched?.since ?? null,
			notWatchedBecause: state.notWatched?.because ?? null,
			createdAt: state.createdAt,
			updatedAt: state.updatedAt,
			version: state.version,
		},
		event: event && { developerId, caseId, ...event },
		entries: entries.map(({ sequence, hash, at }) => ({ caseId, sequence, hash, at: Date.parse(at) })),
		link: event?.sequence === 1 && linkId !== undefined ? { linkId, usedAt: state.createdAt } : null,
		documents: documents.map(({ documentId, addedAt }) => ({ objectKey: objectKeyOf(documentId), addedAt })),
	};
	return JSON.stringify(copies);
}

function pointerOf(
	{ caseId, developerId }: CaseState,
	{ sequence, eventId }: { sequence: number; eventId: string },
): string {
	const pointer: EventPointer = { v: 1, caseId, sequence, eventId, developerId };
	return JSON.stringify(pointer);
}

/** The outbox payload that confirms an event in D1. */
export function confirmationOf(eventId: string, confirmedAt: number): string {
	return JSON.stringify({ eventId, confirmedAt } satisfies Confirmation);
}

export function caseDeliveries(database: D1Database, queue: Queue): Record<string, Deliver> {
	return {
		[TOPIC.copies]: async (entries) => {
			await writeCopies(
				database,
				entries.map((entry) => parseStored(copiesForm, JSON.parse(entry.payload))),
			);
			return "done";
		},
		[TOPIC.pointer]: async (entries) => {
			const pointers = entries.map((entry) => eventPointerSchema().parse(JSON.parse(entry.payload)));
			if (pointers.length === 1) await queue.send(pointers[0]);
			else await queue.sendBatch(pointers.map((body) => ({ body })));
			// Stays in the outbox until the consumer confirms that every endpoint has the event.
			return "sent";
		},
		[TOPIC.confirmation]: async (entries) => {
			const confirmations = entries.map((entry) => parseStored(confirmationForm, JSON.parse(entry.payload)));
			return (await writeConfirmations(database, confirmations)) ? "done" : "sent";
		},
	};
}

async function writeCopies(database: D1Database, copies: Copies[]): Promise<void> {
	const db = drizzle(database);
	const queries = copies.flatMap(({ row, event, entries, documents, link, kind }) => [
		filled(kind === "rebuild" ? rebuildCase() : insertCase(), row),
		...(event ? [filled(insertEvent(), event)] : []),
		...entries.map((entry) => filled(insertEntry(), entry)),
		...(link ? [useLink(db, row.caseId, link).toSQL()] : []),
		...documents.map(({ objectKey, addedAt }) =>
			db
				.insert(caseDocuments)
				.values({ objectKey, caseId: row.caseId, storedAt: addedAt, addedAt })
				.onConflictDoUpdate({ target: caseDocuments.objectKey, set: { addedAt: sql`excluded.added_at` } })
				.toSQL(),
		),
	]);
	const statements = queries.map(({ sql: text, params }) => database.prepare(text).bind(...params));
	if (statements.length > 0) await sealedQuery("write the copies of a case", database.batch(statements));
}

// Each move writes these, so their text is made once (quality.md "What was measured").
const insertCase = lazy(() => caseQuery(movingColumns(), sql`excluded.version > ${recoveryCases.version}`));
const rebuildCase = lazy(() => caseQuery(allButId(), sql`excluded.version >= ${recoveryCases.version}`));
const insertEvent = lazy(() =>
	builder()
		.insert(events)
		.values({ ...placeholders(eventColumns), position: NEXT_POSITION })
		.onConflictDoNothing({ target: events.eventId })
		.toSQL(),
);

const insertEntry = lazy(() =>
	builder()
		.insert(historyHashes)
		.values(placeholders(entryColumns))
		.onConflictDoUpdate({
			target: [historyHashes.caseId, historyHashes.sequence],
			set: { hash: sql`excluded.hash`, at: sql`excluded.at` },
		})
		.toSQL(),
);

/** D1 has one writer, so a reader who has seen a number has seen every smaller one. */
const NEXT_CHANGE = sql`(SELECT COALESCE(MAX(${recoveryCases.changeNumber}), 0) + 1 FROM ${recoveryCases})`;

/** The developer's own number of an event. */
const NEXT_POSITION = sql`(SELECT COALESCE(MAX(position), 0) + 1 FROM events
	WHERE developer_id = ${sql.placeholder("developerId")})`;

function caseQuery(set: Record<string, SQL>, setWhere: SQL): Query {
	return builder()
		.insert(recoveryCases)
		.values({ ...placeholders(indexColumns), changeNumber: NEXT_CHANGE })
		.onConflictDoUpdate({ target: recoveryCases.caseId, set, setWhere })
		.toSQL();
}

/** Only makes text. */
const builder = () => drizzle({} as D1Database);

const placeholders = <Name extends string>(shape: Record<Name, unknown>) =>
	Object.fromEntries(Object.keys(shape).map((name) => [name, sql.placeholder(name)])) as Record<
		Name,
		Placeholder
	>;

const filled = ({ sql: text, params }: Query, row: Record<string, unknown>): Query => ({
	sql: text,
	params: fillPlaceholders(params, row),
});

/** The row may be gone, 90 days after the use. */
function useLink(
	db: DrizzleD1Database,
	caseId: string,
	{ linkId, usedAt }: { linkId: string; usedAt: number },
) {
	return db
		.update(hostedLinks)
		.set({ caseId, usedAt, endsAt: usedAt, prefill: null })
		.where(eq(hostedLinks.linkId, linkId));
}

/** Columns of the intent and its filer. Only a rebuild overwrites them. */
const FIXED_COLUMNS = [
	"jrcHash",
	"developerId",
	"subject",
	"source",
	"reference",
	"lostAccount",
	"recoveryAccount",
	"chainId",
	"reason",
	"createdAt",
] as const;

/** Sets these columns to the values of the row that was to be inserted. */
const excluded = (columns: Record<string, SQLiteColumn>) =>
	Object.fromEntries(
		Object.entries(columns).map(([name, column]) => [name, sql.raw(`excluded.${column.name}`)]),
	);

const allButId = lazy(() => {
	const { caseId: _, ...columns } = getTableColumns(recoveryCases);
	return excluded(columns);
});
const movingColumns = lazy(() => {
	const isFixed = (name: string) => FIXED_COLUMNS.some((fixed) => fixed === name);
	return Object.fromEntries(Object.entries(allButId()).filter(([name]) => !isFixed(name)));
});

/** Returns false if a row is missing, because its copy is not delivered yet. */
async function writeConfirmations(database: D1Database, confirmations: Confirmation[]): Promise<boolean> {
	const db = drizzle(database);
	const [first, ...rest] = confirmations.map(({ eventId, confirmedAt }) =>
		db
			.update(events)
			.set({ confirmedAt: sql`COALESCE(${events.confirmedAt}, CAST(${confirmedAt} AS INTEGER))` })
			.where(eq(events.eventId, eventId))
			.returning({ seq: events.seq }),
	);
	if (!first) return true;
	const written = await sealedQuery("confirm events", db.batch([first, ...rest]));
	return written.every((rows) => rows.length === 1);
}
