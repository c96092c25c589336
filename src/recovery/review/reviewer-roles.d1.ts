/** Which accounts are reviewers, asked of D1: roles are the developers' to keep. */
import { and, eq, inArray } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { developers } from "../../db/schema.ts";
import { sealedQuery } from "../../db/sealed-query.ts";
import type { ReviewPorts } from "./review-service.ts";

export function createReviewerRoles(database: D1Database): ReviewPorts["reviewersAmong"] {
	const db = drizzle(database);
	return async (developerIds) => {
		const select = db
			.select({ developerId: developers.developerId })
			.from(developers)
			.where(and(inArray(developers.developerId, [...developerIds]), eq(developers.role, "reviewer")));
		const rows = await sealedQuery("find reviewers", select);
		return new Set(rows.map(({ developerId }) => developerId));
	};
}
