/** The documents of each case (recovery.md "How a document is stored"). The case's outbox confirms them. */
import { and, asc, eq, isNull, lt, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { caseDocuments } from "../../db/schema.ts";
import { sealedQuery } from "../../db/sealed-query.ts";
import { sealedUnder } from "../../db/sealed-under.ts";
import { whole } from "../../db/whole.ts";
import type { DocumentReferences } from "../../document-store/sweep-orphans.ts";
import { CASE_DOCUMENTS, caseDocumentContext } from "./document-keys.ts";

export type UnconfirmedDocument = { row: number; objectKey: string; caseId: string; storedAt: number };

export type CaseDocumentRows = ReturnType<typeof createCaseDocumentRows>;

export function createCaseDocumentRows(database: D1Database) {
	const db = drizzle(database);
	const { objectKey, caseId, storedAt, addedAt } = caseDocuments;
	const isUnconfirmed = (key: string) => and(eq(objectKey, key), isNull(addedAt));
	return {
		prefix: CASE_DOCUMENTS,

		async findReferenced(objectKeys: readonly string[]): Promise<string[]> {
			// D1 accepts at most a hundred bound values.
			const among = sql`(SELECT value FROM json_each(${JSON.stringify(objectKeys)}))`;
			const select = db.select({ objectKey }).from(caseDocuments).where(sql`${objectKey} IN ${among}`);
			return (await sealedQuery("find rows of documents", select)).map((row) => row.objectKey);
		},

		async insert(row: {
			objectKey: string;
			caseId: string;
			storedAt: number;
			keyVersion: number;
		}): Promise<void> {
			const insert = db.insert(caseDocuments).values({ ...row, keyVersion: sealedUnder(row.keyVersion) });
			await sealedQuery("name a document", insert);
		},

		async removeUnconfirmed(key: string): Promise<void> {
			await sealedQuery("forget a document", db.delete(caseDocuments).where(isUnconfirmed(key)));
		},

		/** Oldest first. */
		listUnconfirmed(
			after: UnconfirmedDocument | undefined,
			storedBefore: number,
			limit: number,
		): Promise<UnconfirmedDocument[]> {
			const row = sql<number>`rowid`;
			const isNext = after && sql`(${storedAt}, ${row}) > (${whole(after.storedAt)}, ${whole(after.row)})`;
			const select = db
				.select({ row, objectKey, caseId, storedAt })
				.from(caseDocuments)
				.where(and(isNull(addedAt), lt(storedAt, storedBefore), isNext))
				.orderBy(asc(storedAt), asc(row))
				.limit(limit);
			return sealedQuery("find documents that no case has taken", select);
		},

		async confirm(key: string, now: number): Promise<void> {
			const update = db.update(caseDocuments).set({ addedAt: now }).where(isUnconfirmed(key));
			await sealedQuery("note that a case has taken a document", update);
		},
	} satisfies DocumentReferences & Record<string, unknown>;
}

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
