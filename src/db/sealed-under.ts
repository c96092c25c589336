import { type SQL, sql } from "drizzle-orm";
import { maintenanceJobs } from "./schema.ts";
import { whole } from "./whole.ts";

/**
 * The key version for a new sealed row. NULL, which the column rejects, once a rotation to a newer version has begun.
 */
export function sealedUnder(keyVersion: number): SQL {
	const version = whole(keyVersion);
	return sql`(SELECT CASE WHEN ${version} >= coalesce(
		(SELECT max(key_version) FROM ${maintenanceJobs} WHERE kind = 'reseal'), 0) THEN ${version} END)`;
}
