/** Browser origins in D1. What may happen once or at most so often is decided by one statement each. */
import { and, asc, eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { developers, origins } from "../../db/schema.ts";
import { sealedQuery } from "../../db/sealed-query.ts";
import type { OriginRows } from "./origin-service.ts";

export function createOriginRows(database: D1Database): OriginRows {
	const db = drizzle(database);
	const first = async <T>(what: string, query: PromiseLike<T[]>) => (await sealedQuery(what, query))[0];
	const ofDeveloper = (developerId: string, condition: ReturnType<typeof eq>) =>
		and(eq(origins.developerId, developerId), condition);

	const isThere = async (developerId: string) =>
		(await first(
			"find an origin's developer",
			db
				.select({ id: developers.developerId })
				.from(developers)
				.where(eq(developers.developerId, developerId)),
		)) !== undefined;

	return {
		async insert(row, limit) {
			const { originId, origin, developerId, requestedAt } = row;
			const written = await sealedQuery(
				"insert an origin",
				db
					.insert(origins)
					.select(
						sql`SELECT ${originId}, ${origin}, ${developerId}, 'requested', CAST(${requestedAt} AS INTEGER), NULL, NULL, NULL
						WHERE EXISTS (SELECT 1 FROM ${developers} WHERE developer_id = ${developerId})
						AND (SELECT count(*) FROM ${origins} WHERE developer_id = ${developerId}) < CAST(${limit} AS INTEGER)`,
					)
					.onConflictDoNothing({ target: [origins.developerId, origins.origin] })
					.returning({ originId: origins.originId }),
			);
			if (written.length > 0) return "inserted";
			if (!(await isThere(developerId))) return "user_gone";
			return (await this.findOf(developerId, origin)) ? "known" : "full";
		},
		find: (originId) =>
			first("find an origin", db.select().from(origins).where(eq(origins.originId, originId))),
		findOf: (developerId, origin) =>
			first(
				"find an origin of a developer",
				db
					.select()
					.from(origins)
					.where(ofDeveloper(developerId, eq(origins.origin, origin))),
			),
		list: (developerId) =>
			sealedQuery(
				"list origins",
				db.select().from(origins).where(eq(origins.developerId, developerId)).orderBy(asc(origins.origin)),
			),
		listByStatus: (status, limit) =>
			sealedQuery(
				"list origins by status",
				db
					.select()
					.from(origins)
					.where(eq(origins.status, status))
					.orderBy(asc(origins.requestedAt))
					.limit(limit),
			),
		async remove(developerId, originId) {
			const condition = ofDeveloper(developerId, eq(origins.originId, originId));
			const removed = db.delete(origins).where(condition).returning({ originId: origins.originId });
			return (await sealedQuery("remove an origin", removed)).length > 0;
		},
		async decide({ originId, reviewerId, status, reason, now }) {
			const decided = await sealedQuery(
				"decide an origin",
				db
					.update(origins)
					.set({ status, reason, decidedAt: now, decidedBy: reviewerId })
					.where(
						and(
							eq(origins.originId, originId),
							status === "allowed"
								? sql`EXISTS (SELECT 1 FROM ${developers} WHERE ${developers.developerId} = ${origins.developerId})
									AND NOT EXISTS (SELECT 1 FROM ${origins} AS other WHERE other.origin = ${origins.origin}
									AND other.status = 'allowed' AND other.origin_id <> ${originId})`
								: undefined,
						),
					)
					.returning({ originId: origins.originId }),
			);
			if (decided.length > 0) return "decided";
			const standing = await this.find(originId);
			return standing && (await isThere(standing.developerId)) ? "taken" : "not_found";
		},
		async ownerOf(origin) {
			const allowed = db
				.select({ developerId: origins.developerId })
				.from(origins)
				.innerJoin(developers, eq(developers.developerId, origins.developerId))
				.where(and(eq(origins.origin, origin), eq(origins.status, sql`'allowed'`)));
			return (await first("find who owns an origin", allowed))?.developerId;
		},
	};
}
