import { and, desc, eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { historyHashes, recoveryCases } from "../../db/schema.ts";
import { sealedQuery } from "../../db/sealed-query.ts";
import { whole } from "../../db/whole.ts";

/** `at`: unix milliseconds. */
export type HashedEntry = { sequence: number; hash: string; at: number };

export type HistoryHashes = ReturnType<typeof createHistoryHashes>;

/** Copies that the case's outbox writes (recovery.md "Copies in D1"). */
export function createHistoryHashes(database: D1Database) {
	const db = drizzle(database);
	const { caseId, sequence, hash, at } = historyHashes;

	async function newest(id: string): Promise<(HashedEntry & { jrcHash: string }) | undefined> {
		const rows = db
			.select({ sequence, hash, at, jrcHash: recoveryCases.jrcHash })
			.from(historyHashes)
			.innerJoin(recoveryCases, eq(recoveryCases.caseId, caseId))
			.where(eq(caseId, id))
			.orderBy(desc(sequence))
			.limit(1);
		return (await sealedQuery("find the newest entry of a case", rows))[0];
	}

	async function find(id: string, place: number): Promise<HashedEntry | undefined> {
		const isEntry = and(eq(caseId, id), eq(sequence, whole(place)));
		const rows = db.select({ sequence, hash, at }).from(historyHashes).where(isEntry).limit(1);
		return (await sealedQuery("find an entry of a case", rows))[0];
	}

	return { newest, find };
}
