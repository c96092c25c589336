/**
 * What a case's outbox delivers: the two copies in D1 and the pointers in the queue. Every delivery is
 * idempotent: a row is only overwritten by a newer version of itself, an event is inserted once.
 */
import { eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import * as z from "zod";
import { caseDocuments, events, recoveryCases } from "../../src/db/schema.ts";
import { sealedQuery } from "../../src/db/sealed-query.ts";
import { lazy } from "../../src/kernel/once.ts";
import { type CaseDocument, type CaseState, EVENT_TYPES } from "../../src/recovery/case/case-state.ts";
import { type EventPointer, eventPointerSchema } from "../../src/recovery/case/event-pointer.ts";
import type { CaseEvent, Recorded } from "../../src/recovery/case/history.ts";
import { objectKeyOf } from "../../src/recovery/documents/document-keys.ts";
import type { Deliver } from "../outbox/outbox.ts";

/** Outbox topics of a case. */
export const TOPIC = { copies: "copies", pointer: "pointer", confirmation: "confirmation" } as const;

const indexRowSchema = lazy(() =>
	z.object({
		caseId: z.string(),
		jrcHash: z.string(),
		developerId: z.string().nullable(),
		subject: z.string().nullable(),
		source: z.string(),
		lostAccount: z.string(),
		recoveryAccount: z.string(),
		chainId: z.number(),
		reason: z.string(),
		status: z.string(),
		statusReason: z.string().nullable(),
		txHash: z.string().nullable(),
		executeAfter: z.number().nullable(),
		createdAt: z.number(),
		updatedAt: z.number(),
		version: z.number(),
	}),
);

const eventRowSchema = lazy(() =>
	z.object({
		developerId: z.string().nullable(),
		caseId: z.string(),
		eventId: z.string(),
		sequence: z.number(),
		type: z.enum(EVENT_TYPES),
		body: z.string(),
		createdAt: z.number(),
	}),
);

const copiesSchema = lazy(() =>
	z.object({
		row: indexRowSchema(),
		event: eventRowSchema().nullable(),
		/** That the case took; none in what was written before there were any. */
		documents: z.array(z.object({ objectKey: z.string(), addedAt: z.number() })).default([]),
		/** The row is to be written anew even where one of this version is there, since that may be damaged. */
		isRebuild: z.boolean().default(false),
	}),
);
const confirmationSchema = lazy(() => z.object({ eventId: z.string(), confirmedAt: z.number() }));

/** The outbox payload of a move's D1 copies. */
export function copiesOf({ state, event, entry }: Recorded): string {
	return copiesWith(state, event, entry.move === "add_document" ? state.documents.slice(-1) : []);
}

/** The outbox entries that write all of a case's copies anew: topic, key and payload of each. */
export function rebuiltCopies(
	state: CaseState,
	of: readonly { event: CaseEvent; confirmedAt: number | null }[],
): [topic: string, key: string, payload: string][] {
	return of.flatMap(({ event, confirmedAt }, at): ReturnType<typeof rebuiltCopies> => {
		const { eventId } = event;
		// With the first: every case has that one.
		const copies = copiesWith(state, event, at === 0 ? state.documents : [], true);
		return [
			[TOPIC.copies, `rebuild ${eventId}`, copies],
			...(confirmedAt === null
				? []
				: [[TOPIC.confirmation, eventId, confirmationOf(eventId, confirmedAt)] as [string, string, string]]),
		];
	});
}

function copiesWith(
	state: CaseState,
	event: CaseEvent | null,
	documents: readonly CaseDocument[],
	isRebuild = false,
): string {
	const { caseId, developerId, subject, rec } = state;
	const copies: z.infer<ReturnType<typeof copiesSchema>> = {
		isRebuild,
		row: {
			caseId,
			developerId,
			subject,
			jrcHash: state.jrcHash,
			source: state.source,
			lostAccount: rec.lostAccount.toLowerCase(),
			recoveryAccount: rec.recoveryAccount.toLowerCase(),
			chainId: rec.chainId,
			reason: rec.reasonForRecovery,
			status: state.status,
			statusReason: state.statusReason,
			txHash: state.txHash,
			executeAfter: state.executeAfter,
			createdAt: state.createdAt,
			updatedAt: state.updatedAt,
			version: state.version,
		},
		event: event && { developerId, caseId, ...event },
		documents: documents.map(({ documentId, addedAt }) => ({ objectKey: objectKeyOf(documentId), addedAt })),
	};
	return JSON.stringify(copies);
}

/** The outbox payload of an event's way to the queue. */
export function pointerOf(
	{ caseId, developerId }: CaseState,
	{ sequence, eventId }: { sequence: number; eventId: string },
): string {
	const pointer: EventPointer = { v: 1, caseId, sequence, eventId, developerId };
	return JSON.stringify(pointer);
}

/** The outbox payload that tells D1 that an event has arrived. */
export function confirmationOf(eventId: string, confirmedAt: number): string {
	return JSON.stringify({ eventId, confirmedAt } satisfies z.infer<ReturnType<typeof confirmationSchema>>);
}

/** The deliveries of a case's outbox, by topic. */
export function caseDeliveries(database: D1Database, queue: Queue): Record<string, Deliver> {
	return {
		[TOPIC.copies]: async (entries) => {
			await writeCopies(
				database,
				entries.map((entry) => copiesSchema().parse(JSON.parse(entry.payload))),
			);
			return "done";
		},
		[TOPIC.pointer]: async (entries) => {
			const pointers = entries.map((entry) => eventPointerSchema().parse(JSON.parse(entry.payload)));
			if (pointers.length === 1) await queue.send(pointers[0]);
			else await queue.sendBatch(pointers.map((body) => ({ body })));
			// A pointer that was sent is not a pointer that arrived: it stays until the consumer has confirmed it.
			return "sent";
		},
		[TOPIC.confirmation]: async (entries) => {
			const confirmations = entries.map((entry) => confirmationSchema().parse(JSON.parse(entry.payload)));
			return (await writeConfirmations(database, confirmations)) ? "done" : "sent";
		},
	};
}

async function writeCopies(
	database: D1Database,
	copies: z.infer<ReturnType<typeof copiesSchema>>[],
): Promise<void> {
	const db = drizzle(database);
	const statements = copies.flatMap(({ row, event, documents, isRebuild }) => [
		db
			.insert(recoveryCases)
			.values(row)
			.onConflictDoUpdate({
				target: recoveryCases.caseId,
				set: isRebuild ? { ...wholeRow, ...newerRow } : newerRow,
				setWhere: isRebuild
					? sql`excluded.version >= ${recoveryCases.version}`
					: sql`excluded.version > ${recoveryCases.version}`,
			}),
		...(event ? [db.insert(events).values(event).onConflictDoNothing({ target: events.eventId })] : []),
		...documents.map(({ objectKey, addedAt }) =>
			db
				.insert(caseDocuments)
				.values({ objectKey, caseId: row.caseId, storedAt: addedAt, addedAt })
				.onConflictDoUpdate({ target: caseDocuments.objectKey, set: { addedAt: sql`excluded.added_at` } }),
		),
	]);
	const [first, ...rest] = statements;
	if (first) await sealedQuery("write the copies of a case", db.batch([first, ...rest]));
}

/** What changes about a case that is indexed already; the rest follows from its intent. */
const newerRow = {
	status: sql`excluded.status`,
	statusReason: sql`excluded.status_reason`,
	txHash: sql`excluded.tx_hash`,
	executeAfter: sql`excluded.execute_after`,
	updatedAt: sql`excluded.updated_at`,
	version: sql`excluded.version`,
};

/** The rest, for a row that has to be put right. */
const wholeRow = {
	jrcHash: sql`excluded.jrc_hash`,
	developerId: sql`excluded.developer_id`,
	subject: sql`excluded.subject`,
	source: sql`excluded.source`,
	lostAccount: sql`excluded.lost_account`,
	recoveryAccount: sql`excluded.recovery_account`,
	chainId: sql`excluded.chain_id`,
	reason: sql`excluded.reason`,
	createdAt: sql`excluded.created_at`,
};

/** Returns false when a row is not there yet, since its copy is still on the way. */
async function writeConfirmations(
	database: D1Database,
	confirmations: z.infer<ReturnType<typeof confirmationSchema>>[],
): Promise<boolean> {
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
