/** Rows of `audit_events` that count refusals. */
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { auditEvents } from "../db/schema.ts";
import { sealedQuery } from "../db/sealed-query.ts";
import { whole } from "../db/whole.ts";
import { HOUR_MS, MANY_NETWORKS, type RefusalCount } from "./refusals.ts";

/** A flush checks the limit before it writes, so it may exceed it by its own rows. */
export const MAX_ROWS_PER_HOUR = 1_000;

const RETENTION_HOURS = 90 * 24;

export type RefusalRows = ReturnType<typeof createRefusalRows>;

export function createRefusalRows(database: D1Database) {
	const db = drizzle(database);

	/** Adds to the row of the same action, network and hour. Above the ceiling, new networks share a row. */
	async function add(counts: readonly RefusalCount[]): Promise<void> {
		const hasRow = sql`EXISTS (SELECT 1 FROM ${auditEvents} AS known WHERE known.hour = value ->> 'hour'
			AND known.action = value ->> 'action' AND known.ip_hash = value ->> 'ipHash')`;
		const hasRoom = sql`(SELECT count(*) FROM (SELECT 1 FROM ${auditEvents} AS known
			WHERE known.hour = value ->> 'hour' LIMIT ${MAX_ROWS_PER_HOUR})) < ${MAX_ROWS_PER_HOUR}`;
		const network = sql`iif(${hasRow} OR ${hasRoom}, value ->> 'ipHash', ${MANY_NETWORKS})`;
		const isNamed = sql`network <> ${MANY_NETWORKS}`;
		const insertion = sql`INSERT INTO ${auditEvents} (at, action, actor, target, request_id, ip_hash, hour, count)
			SELECT min(at), action, iif(${isNamed}, actor, NULL), iif(${isNamed}, target, NULL), request_id, network, hour, sum(count)
			FROM (SELECT value ->> 'at' AS at, value ->> 'action' AS action, value ->> 'actor' AS actor,
				value ->> 'target' AS target, value ->> 'requestId' AS request_id, ${network} AS network,
				value ->> 'hour' AS hour, value ->> 'count' AS count FROM json_each(${JSON.stringify(counts)}))
			WHERE TRUE GROUP BY hour, action, network
			ON CONFLICT (hour, action, ip_hash) WHERE hour IS NOT NULL DO UPDATE SET count = count + excluded.count,
				actor = excluded.actor, target = excluded.target, request_id = excluded.request_id`;
		await sealedQuery("count refusals", db.run(insertion));
	}

	/** Ninety days after they were counted. @returns the number of deleted rows */
	async function removeOld(now: number, limit: number): Promise<number> {
		const firstKept = Math.floor(now / HOUR_MS) - RETENTION_HOURS;
		const deletion = db
			.delete(auditEvents)
			.where(sql`seq IN (SELECT seq FROM ${auditEvents} WHERE hour < ${whole(firstKept)} LIMIT ${limit})`)
			.returning({ seq: auditEvents.seq });
		return (await sealedQuery("remove old refusals", deletion)).length;
	}

	return { add, removeOld };
}
