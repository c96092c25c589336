import { type SQL, sql } from "drizzle-orm";
import { maintenanceJobs } from "./schema.ts";

/**
 * The version of the key-encryption key as a row of something sealed is written with it. It is NULL, which the
 * column refuses, where a rotation has begun to seal to a newer one: a place that does not know the new key yet
 * writes nothing under the old one behind the rotation's back, and its caller is asked to try again (503). So what
 * a rotation counts at its end is all there is (docs/operations.md "Changing secrets").
 */
export function sealedUnder(keyVersion: number): SQL {
	const version = sql`CAST(${keyVersion} AS INTEGER)`;
	return sql`(SELECT CASE WHEN ${version} >= coalesce(
		(SELECT max(key_version) FROM ${maintenanceJobs} WHERE kind = 'reseal'), 0) THEN ${version} END)`;
}
