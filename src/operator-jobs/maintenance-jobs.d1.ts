import { and, asc, eq, isNull } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { maintenanceJobs } from "../db/schema.ts";
import { sealedQuery } from "../db/sealed-query.ts";
import { whole } from "../db/whole.ts";
import type { MaintenanceJobs } from "./walk.ts";

/** Each kind of job adds the ids that it visits. */
export function maintenanceJobsIn(
	database: D1Database,
	ofKind: "reindex" | "reseal" | "export",
): Omit<MaintenanceJobs, "idsAfter"> {
	const db = drizzle(database);
	const { jobId, position, done, failed, keyVersion, kind, requestedAt, finishedAt } = maintenanceJobs;
	return {
		async next() {
			const select = db
				.select({ jobId, position, done, failed, keyVersion })
				.from(maintenanceJobs)
				.where(and(eq(kind, ofKind), isNull(finishedAt)))
				.orderBy(asc(requestedAt))
				.limit(1);
			return (await sealedQuery("find a job", select))[0];
		},

		async advance(from, to, finished) {
			const update = db
				.update(maintenanceJobs)
				.set({
					position: to.position,
					done: to.done,
					failed: to.failed,
					finishedAt: finished === null ? null : whole(finished),
				})
				.where(and(eq(jobId, from.jobId), eq(position, from.position), isNull(finishedAt)))
				.returning({ jobId });
			return (await sealedQuery("advance a job", update)).length === 1;
		},
	};
}
