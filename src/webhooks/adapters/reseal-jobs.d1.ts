import { asc, gt, sql } from "drizzle-orm";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import { releaseRequests, webhookEndpoints, willVersions } from "../../db/schema.ts";
import { sealedQuery } from "../../db/sealed-query.ts";
import { maintenanceJobsIn } from "../../maintenance/adapters/maintenance-jobs.d1.ts";
import type { MaintenanceJobs } from "../../maintenance/walk.ts";

type PageOfIds = (db: DrizzleD1Database, position: string, limit: number) => PromiseLike<{ id: string }[]>;

/**
 * Everything that holds a seal, kind by kind in the order of its ids' prefixes: so all ids together are in order,
 * one position says how far a job is, and an id says which kind it is of.
 */
const SEALED_KINDS: readonly PageOfIds[] = [
	// Documents: documents/doc_…
	(db, position, limit) =>
		db
			.select({ id: willVersions.objectKey })
			.from(willVersions)
			.where(gt(willVersions.objectKey, position))
			.unionAll(
				db
					.select({ id: releaseRequests.orderKey })
					.from(releaseRequests)
					.where(gt(releaseRequests.orderKey, position)),
			)
			.orderBy(sql`object_key`)
			.limit(limit),
	// Webhook endpoints: we_…
	(db, position, limit) =>
		db
			.select({ id: webhookEndpoints.endpointId })
			.from(webhookEndpoints)
			.where(gt(webhookEndpoints.endpointId, position))
			.orderBy(asc(webhookEndpoints.endpointId))
			.limit(limit),
];

/** Jobs of kind `reseal`, which go through everything that is sealed under the key-encryption key. */
export function resealJobsIn(database: D1Database): MaintenanceJobs {
	const db = drizzle(database);
	return {
		...maintenanceJobsIn(database, "reseal"),
		async idsAfter(position, limit) {
			const ids: string[] = [];
			for (const page of SEALED_KINDS) {
				if (ids.length === limit) break;
				const rows = await sealedQuery("page through the sealed", page(db, position, limit - ids.length));
				ids.push(...rows.map(({ id }) => id));
			}
			return ids;
		},
	};
}
