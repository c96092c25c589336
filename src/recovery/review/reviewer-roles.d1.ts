import { and, eq, inArray } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { developers } from "../../db/schema.ts";
import { sealedQuery } from "../../db/sealed-query.ts";

export type ReviewersAmong = ReturnType<typeof createReviewerRoles>;

export function createReviewerRoles(database: D1Database) {
	const db = drizzle(database);
	return async (developerIds: readonly string[]): Promise<ReadonlySet<string>> => {
		const select = db
			.select({ developerId: developers.developerId })
			.from(developers)
			.where(and(inArray(developers.developerId, [...developerIds]), eq(developers.role, "reviewer")));
		const rows = await sealedQuery("find reviewers", select);
		return new Set(rows.map(({ developerId }) => developerId));
	};
}
