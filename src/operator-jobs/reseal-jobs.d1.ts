/** Jobs of kind `reseal`, and the rows that they visit. */
import { and, asc, count, eq, gt, isNull, lt, sql } from "drizzle-orm";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
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

type SealedKind = {
	prefix: string;
	/** Ids of rows under an older version. */
	page(
		db: DrizzleD1Database,
		position: string,
		version: number,
		limit: number,
	): PromiseLike<{ id: string }[]>;
	left(db: DrizzleD1Database, version: number): PromiseLike<{ rows: number }[]>[];
	note(db: DrizzleD1Database, id: string, version: number): PromiseLike<unknown>[];
};

const { objectKey: caseKey, keyVersion: caseKeyAt } = caseDocuments;
const { objectKey, keyVersion: willKey } = willVersions;
const { orderKey, orderKeyVersion: orderKeyAt } = releaseRequests;
const { watcherId, keyVersion: watcherKey } = watchers;
const { endpointId, keyVersion: endpointKey } = webhookEndpoints;

/** Ordered by prefix, so that one position covers all ids. */
const SEALED_KINDS: readonly SealedKind[] = [
	{
		prefix: "case-documents/",
		page: (db, position, version, limit) =>
			db
				.select({ id: caseKey })
				.from(caseDocuments)
				.where(and(gt(caseKey, position), lt(caseKeyAt, whole(version))))
				.orderBy(asc(caseKey))
				.limit(limit),
		left: (db, version) => [
			db
				.select({ rows: count() })
				.from(caseDocuments)
				.where(lt(caseKeyAt, whole(version))),
		],
		note: (db, id, version) => [
			db
				.update(caseDocuments)
				.set({ keyVersion: whole(version) })
				.where(eq(caseKey, id)),
		],
	},
	{
		prefix: "documents/",
		page: (db, position, version, limit) =>
			db
				.select({ id: objectKey })
				.from(willVersions)
				.where(and(gt(objectKey, position), lt(willKey, whole(version))))
				.unionAll(
					db
						.select({ id: orderKey })
						.from(releaseRequests)
						.where(and(gt(orderKey, position), lt(orderKeyAt, whole(version)))),
				)
				.orderBy(sql`object_key`)
				.limit(limit),
		left: (db, version) => [
			db
				.select({ rows: count() })
				.from(willVersions)
				.where(lt(willKey, whole(version))),
			db
				.select({ rows: count() })
				.from(releaseRequests)
				.where(lt(orderKeyAt, whole(version))),
		],
		note: (db, id, version) => [
			db
				.update(willVersions)
				.set({ keyVersion: whole(version) })
				.where(eq(objectKey, id)),
			db
				.update(releaseRequests)
				.set({ orderKeyVersion: whole(version) })
				.where(eq(orderKey, id)),
		],
	},
	{
		prefix: "wat_",
		page: (db, position, version, limit) =>
			db
				.select({ id: watcherId })
				.from(watchers)
				.where(and(gt(watcherId, position), lt(watcherKey, whole(version))))
				.orderBy(asc(watcherId))
				.limit(limit),
		left: (db, version) => [
			db
				.select({ rows: count() })
				.from(watchers)
				.where(lt(watcherKey, whole(version))),
		],
		// The row itself is the seal, so sealing it again has noted the version.
		note: () => [],
	},
	{
		prefix: "we_",
		page: (db, position, version, limit) =>
			db
				.select({ id: endpointId })
				.from(webhookEndpoints)
				.where(and(gt(endpointId, position), lt(endpointKey, whole(version))))
				.orderBy(asc(endpointId))
				.limit(limit),
		left: (db, version) => [
			db
				.select({ rows: count() })
				.from(webhookEndpoints)
				.where(lt(endpointKey, whole(version))),
		],
		note: (db, id, version) => [
			db
				.update(webhookEndpoints)
				.set({ keyVersion: whole(version) })
				.where(eq(endpointId, id)),
		],
	},
];

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
			for (const { page } of SEALED_KINDS) {
				if (ids.length === limit) break;
				const older = page(db, position, version ?? 0, limit - ids.length);
				ids.push(...(await sealedQuery("page through the sealed", older)).map(({ id }) => id));
			}
			return ids;
		},

		async left({ keyVersion: version }) {
			const counts = SEALED_KINDS.flatMap(({ left }) => left(db, version ?? 0));
			const found = await Promise.all(counts.map((query) => sealedQuery("count what is left", query)));
			return found.flat().reduce((sum, { rows }) => sum + rows, 0);
		},

		async note(id, version) {
			const kind = SEALED_KINDS.find(({ prefix }) => id.startsWith(prefix));
			const updates = kind?.note(db, id, version) ?? [];
			await Promise.all(updates.map((update) => sealedQuery("note a key's version", update)));
		},
	};
}
