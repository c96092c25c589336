import { and, asc, eq, gt, isNull, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { maintenanceJobs, recoveryCases } from "../../db/schema.ts";
import { sealedQuery } from "../../db/sealed-query.ts";
import type { ReindexJobs } from "../reindex.ts";

/** The jobs in D1 `maintenance_jobs`, and the cases that D1 knows of. */
export function reindexJobsIn(database: D1Database): ReindexJobs {
	const db = drizzle(database);
	const { jobId, position, done, failed, kind, requestedAt, finishedAt } = maintenanceJobs;
	return {
		async next() {
			const select = db
				.select({ jobId, position, done, failed })
				.from(maintenanceJobs)
				.where(and(eq(kind, "reindex"), isNull(finishedAt)))
				.orderBy(asc(requestedAt))
				.limit(1);
			return (await sealedQuery("find a job", select))[0];
		},

		async casesAfter(caseId, limit) {
			const select = db
				.select({ caseId: recoveryCases.caseId })
				.from(recoveryCases)
				.where(gt(recoveryCases.caseId, caseId))
				.orderBy(asc(recoveryCases.caseId))
				.limit(limit);
			return (await sealedQuery("page through the cases", select)).map((row) => row.caseId);
		},

		async advance(from, to, finished) {
			const update = db
				.update(maintenanceJobs)
				.set({
					position: to.position,
					done: to.done,
					failed: to.failed,
					finishedAt: finished === null ? null : sql`CAST(${finished} AS INTEGER)`,
				})
				.where(and(eq(jobId, from.jobId), eq(position, from.position), isNull(finishedAt)))
				.returning({ jobId });
			return (await sealedQuery("advance a job", update)).length === 1;
		},
	};
}
