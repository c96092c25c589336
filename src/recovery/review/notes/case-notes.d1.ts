import { and, asc, eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { caseNotes, IS_OPEN } from "../../../db/schema.ts";
import { sealedQuery } from "../../../db/sealed-query.ts";
import { whole } from "../../../db/whole.ts";

const DAY_MS = 86_400_000;
/** After the end of the case. */
const KEPT_MS = 90 * DAY_MS;

const { noteId, caseId, developerId, note, writtenAt } = caseNotes;

export type CaseNote = {
	noteId: string;
	caseId: string;
	/** Who wrote it. */
	developerId: string;
	note: string;
	writtenAt: number;
};

export type CaseNotes = ReturnType<typeof createCaseNotes>;

export function createCaseNotes(database: D1Database) {
	const db = drizzle(database);
	const columns = { noteId, caseId, developerId, note, writtenAt };

	/** Oldest first. */
	function list(of: string, limit: number): Promise<CaseNote[]> {
		const select = db.select(columns).from(caseNotes).where(eq(caseId, of));
		return sealedQuery("list notes", select.orderBy(asc(writtenAt), asc(noteId)).limit(limit));
	}

	/** Counts and inserts in one statement. A repetition finds its note. @returns undefined if the case has `limit` notes */
	async function add(added: CaseNote, limit: number): Promise<CaseNote | undefined> {
		const at = whole(added.writtenAt);
		const insertion = db
			.insert(caseNotes)
			.select(
				sql`SELECT ${added.noteId}, ${added.caseId}, ${added.developerId}, ${added.note}, ${at}, ${at}
				WHERE (SELECT count(*) FROM ${caseNotes} WHERE case_id = ${added.caseId}) < ${whole(limit)}
				OR EXISTS (SELECT 1 FROM ${caseNotes} WHERE note_id = ${added.noteId})`,
			)
			.onConflictDoUpdate({ target: noteId, set: { note: sql`note` } })
			.returning(columns);
		const [stored] = await sealedQuery("add a note", insertion);
		return stored;
	}

	/** @returns false if there is no such note by the reviewer */
	async function remove(of: Pick<CaseNote, "noteId" | "caseId" | "developerId">): Promise<boolean> {
		const own = and(eq(noteId, of.noteId), eq(caseId, of.caseId), eq(developerId, of.developerId));
		return (
			(await sealedQuery("remove a note", db.delete(caseNotes).where(own).returning({ noteId }))).length > 0
		);
	}

	/** Removes notes of cases that were closed 90 days ago. The others are asked about again in a day. */
	async function removeOld(now: number, limit: number): Promise<void> {
		const due = sql`note_id IN (SELECT note_id FROM ${caseNotes} WHERE due_at <= ${whole(now)} ORDER BY due_at LIMIT ${whole(limit)})`;
		const isClosed = sql`EXISTS (SELECT 1 FROM recovery_cases WHERE recovery_cases.case_id = case_notes.case_id
			AND NOT ${sql.raw(IS_OPEN)} AND updated_at <= ${whole(now - KEPT_MS)})`;
		await sealedQuery(
			"remove old notes",
			db.batch([
				db.delete(caseNotes).where(sql`${due} AND ${isClosed}`),
				db
					.update(caseNotes)
					.set({ dueAt: whole(now + DAY_MS) })
					.where(due),
			]),
		);
	}

	return { list, add, remove, removeOld };
}
