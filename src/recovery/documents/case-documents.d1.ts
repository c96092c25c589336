/** Which documents belong to which case, in D1. That a case has taken one, its own outbox writes. */
import { and, asc, eq, isNull, lt, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { caseDocuments } from "../../db/schema.ts";
import { sealedQuery } from "../../db/sealed-query.ts";
import { sealedUnder } from "../../db/sealed-under.ts";
import type { DocumentReferences } from "../../documents/sweep-orphans.ts";
import { CASE_DOCUMENTS, caseDocumentContext } from "./document-context.ts";
import type { CaseDocumentRows } from "./document-service.ts";
import type { UnsettledDocuments } from "./settle-documents.ts";

export function createCaseDocumentRows(
	database: D1Database,
): CaseDocumentRows & UnsettledDocuments & DocumentReferences {
	const db = drizzle(database);
	const { objectKey, caseId, storedAt, addedAt } = caseDocuments;
	const isUntaken = (key: string) => and(eq(objectKey, key), isNull(addedAt));
	return {
		prefix: CASE_DOCUMENTS,

		async findReferenced(objectKeys) {
			// One bound value, however many there are: D1 takes a hundred.
			const among = sql`(SELECT value FROM json_each(${JSON.stringify(objectKeys)}))`;
			const select = db.select({ objectKey }).from(caseDocuments).where(sql`${objectKey} IN ${among}`);
			return (await sealedQuery("find rows of documents", select)).map((row) => row.objectKey);
		},

		async insert(row) {
			const insert = db.insert(caseDocuments).values({ ...row, keyVersion: sealedUnder(row.keyVersion) });
			await sealedQuery("name a document", insert);
		},

		async forget(key) {
			await sealedQuery("forget a document", db.delete(caseDocuments).where(isUntaken(key)));
		},

		untaken(after, storedBefore, limit) {
			const row = sql<number>`rowid`;
			const isNext =
				after &&
				sql`(${storedAt}, ${row}) > (CAST(${after.storedAt} AS INTEGER), CAST(${after.row} AS INTEGER))`;
			const select = db
				.select({ row, objectKey, caseId, storedAt })
				.from(caseDocuments)
				.where(and(isNull(addedAt), lt(storedAt, storedBefore), isNext))
				.orderBy(asc(storedAt), asc(row))
				.limit(limit);
			return sealedQuery("find documents that no case has taken", select);
		},

		async noteTaken(key, now) {
			const update = db.update(caseDocuments).set({ addedAt: now }).where(isUntaken(key));
			await sealedQuery("note that a case has taken a document", update);
		},
	};
}

/** What a document was sealed to; undefined where no row names it any more. */
export async function contextOfCaseDocument(
	database: D1Database,
	objectKey: string,
): Promise<string | undefined> {
	const { caseId } = caseDocuments;
	const select = drizzle(database)
		.select({ caseId })
		.from(caseDocuments)
		.where(eq(caseDocuments.objectKey, objectKey));
	const [row] = await sealedQuery("find what a document belongs to", select);
	return row && caseDocumentContext(row.caseId);
}
