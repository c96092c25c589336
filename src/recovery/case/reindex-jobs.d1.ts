import { asc, gt } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { recoveryCases } from "../../db/schema.ts";
import { sealedQuery } from "../../db/sealed-query.ts";
import { maintenanceJobsIn } from "../../operator-jobs/maintenance-jobs.d1.ts";
import type { MaintenanceJobs } from "../../operator-jobs/walk.ts";

export function reindexJobsIn(database: D1Database): MaintenanceJobs {
	const { caseId } = recoveryCases;
	return {
		...maintenanceJobsIn(database, "reindex"),
		async idsAfter({ position }, limit) {
			const select = drizzle(database)
				.select({ caseId })
				.from(recoveryCases)
				.where(gt(caseId, position))
				.orderBy(asc(caseId))
				.limit(limit);
			return (await sealedQuery("page through the cases", select)).map((row) => row.caseId);
		},
	};
}
