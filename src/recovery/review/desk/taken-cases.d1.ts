/** Which reviewer has taken which case, for a day (recovery.md "Taken cases"). */
import { and, eq, gt, lte, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { takenCases } from "../../../db/schema.ts";
import { sealedQuery } from "../../../db/sealed-query.ts";
import { whole } from "../../../db/whole.ts";

const TAKEN_MS = 86_400_000;

const { caseId, developerId, takenUntil } = takenCases;

/** `takenUntil`: unix milliseconds. */
export type Taken = { developerId: string; takenUntil: number };

export type TakenCases = ReturnType<typeof createTakenCases>;

export function createTakenCases(database: D1Database) {
	const db = drizzle(database);

	/** The reviewer takes the case, or keeps it for another day. @returns who has it now, in one transaction */
	async function take(id: string, reviewerId: string, now: number): Promise<Taken | undefined> {
		const values = { caseId: id, developerId: reviewerId, takenUntil: whole(now + TAKEN_MS) };
		const [, , [taken]] = await sealedQuery(
			"take a case",
			db.batch([
				db.delete(takenCases).where(lte(takenUntil, whole(now))),
				db
					.insert(takenCases)
					.values(values)
					.onConflictDoUpdate({
						target: caseId,
						set: { takenUntil: values.takenUntil },
						setWhere: eq(developerId, reviewerId),
					}),
				db.select({ developerId, takenUntil }).from(takenCases).where(eq(caseId, id)),
			]),
		);
		return taken;
	}

	/** @param reviewerId absent for whoever has it */
	async function giveBack(id: string, reviewerId?: string): Promise<void> {
		const own = reviewerId === undefined ? undefined : eq(developerId, reviewerId);
		await sealedQuery("give a case back", db.delete(takenCases).where(and(eq(caseId, id), own)));
	}

	/** Finds who has taken each of these cases. Cases that nobody has taken are left out. */
	async function among(ids: readonly string[], now: number): Promise<Map<string, Taken>> {
		if (ids.length === 0) return new Map();
		const isNamed = sql`case_id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
		const select = db
			.select()
			.from(takenCases)
			.where(and(isNamed, gt(takenUntil, whole(now))));
		return new Map((await sealedQuery("find taken cases", select)).map((row) => [row.caseId, row]));
	}

	return { take, giveBack, among };
}
