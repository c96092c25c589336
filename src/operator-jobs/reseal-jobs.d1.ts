/** Jobs of kind `reseal`, and the rows that they visit. */
import { and, eq, gt, isNull, lt, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import {
	caseDocuments,
	maintenanceJobs,
	releaseRequests,
	watchers,
	webhookEndpoints,
	willVersions,
} from "../db/schema.ts";
import { sealedQuery } from "../db/sealed-query.ts";
import { whole } from "../db/whole.ts";
import { maintenanceJobsIn } from "./maintenance-jobs.d1.ts";
import type { ResealJobs } from "./reseal.ts";

/** The rows of a table, by their id, and the version of the key that they are sealed under. */
type SealedRows = { id: SQLiteColumn; keyVersion: SQLiteColumn };

const rowsOf = (id: SQLiteColumn, keyVersion: SQLiteColumn): SealedRows => ({ id, keyVersion });

/** By the prefix of their ids, and in its order, so that one position covers all ids. */
const SEALED_KINDS: readonly (readonly [prefix: string, rows: SealedRows[]])[] = [
	["case-documents/", [rowsOf(caseDocuments.objectKey, caseDocuments.keyVersion)]],
	[
		"documents/",
		[
			rowsOf(willVersions.objectKey, willVersions.keyVersion),
			rowsOf(releaseRequests.orderKey, releaseRequests.orderKeyVersion),
		],
	],
	["wat_", [rowsOf(watchers.watcherId, watchers.keyVersion)]],
	["we_", [rowsOf(webhookEndpoints.endpointId, webhookEndpoints.keyVersion)]],
];

const SEALED_ROWS = SEALED_KINDS.flatMap(([, rows]) => rows);

const isOlder = ({ keyVersion }: SealedRows, version: number) => lt(keyVersion, whole(version));

/** @param currentVersion newest key version that this instance knows */
export function resealJobsIn(database: D1Database, currentVersion: number): ResealJobs {
	const db = drizzle(database);
	const jobs = maintenanceJobsIn(database, "reseal");
	const { jobId, keyVersion } = maintenanceJobs;
	return {
		...jobs,
		/** Undefined if this instance does not know the job's version; a newer instance continues it. */
		async next() {
			const job = await jobs.next();
			if (!job) return undefined;
			if (job.keyVersion !== null) return job.keyVersion > currentVersion ? undefined : job;
			const newest = sql`coalesce((SELECT max(key_version) FROM ${maintenanceJobs} WHERE kind = 'reseal'), 0)`;
			const begin = db
				.update(maintenanceJobs)
				.set({ keyVersion: whole(currentVersion) })
				.where(and(eq(jobId, job.jobId), isNull(keyVersion), sql`${whole(currentVersion)} >= ${newest}`))
				.returning({ jobId });
			const begun = await sealedQuery("begin a rotation", begin);
			return begun.length > 0 ? { ...job, keyVersion: currentVersion } : undefined;
		},

		async idsAfter({ position, keyVersion: version }, limit) {
			const ids: string[] = [];
			for (const [, tables] of SEALED_KINDS) {
				if (ids.length === limit) break;
				const older = tables.map(
					(rows) => sql`SELECT ${rows.id} AS id FROM ${rows.id.table}
						WHERE ${and(gt(rows.id, position), isOlder(rows, version ?? 0))}`,
				);
				const page = sql`${sql.join(older, sql` UNION ALL `)} ORDER BY id LIMIT ${whole(limit - ids.length)}`;
				const found = await sealedQuery("page through the sealed", db.all<{ id: string }>(page));
				ids.push(...found.map(({ id }) => id));
			}
			return ids;
		},

		async left({ keyVersion: version }) {
			const counts = SEALED_ROWS.map((rows) => db.$count(rows.id.table, isOlder(rows, version ?? 0)));
			const found = await Promise.all(counts.map((query) => sealedQuery("count what is left", query)));
			return found.reduce((sum, rows) => sum + rows, 0);
		},

		async note(id, version) {
			const [, tables = []] = SEALED_KINDS.find(([prefix]) => id.startsWith(prefix)) ?? [];
			const updates = tables.map((rows) => {
				const set = sql`${sql.identifier(rows.keyVersion.name)} = ${whole(version)}`;
				const isThis = and(eq(rows.id, id), isOlder(rows, version));
				return db.run(sql`UPDATE ${rows.id.table} SET ${set} WHERE ${isThis}`);
			});
			await Promise.all(updates.map((update) => sealedQuery("note a key's version", update)));
		},
	};
}
