/** D1 stores only the owner of an endpoint. */
import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { developers, webhookEndpoints } from "../../db/schema.ts";
import { sealedQuery } from "../../db/sealed-query.ts";
import { sealedUnder } from "../../db/sealed-under.ts";
import { whole } from "../../db/whole.ts";

/** D1's limit of bound values. */
const MAX_VALUES = 100;

export type EndpointRows = ReturnType<typeof createEndpointRows>;

export function createEndpointRows(database: D1Database) {
	const db = drizzle(database);
	const { endpointId, developerId, createdAt } = webhookEndpoints;

	/** Counts and inserts in one statement, so that parallel requests stay within the limit. Idempotent. */
	async function insert(
		row: { endpointId: string; developerId: string; createdAt: number; keyVersion: number },
		limit: number,
	): Promise<"inserted" | "full" | "user_gone"> {
		const insertion = db
			.insert(webhookEndpoints)
			.select(
				sql`SELECT ${row.endpointId}, ${row.developerId}, ${whole(row.createdAt)}, ${sealedUnder(row.keyVersion)}
				WHERE EXISTS (SELECT 1 FROM ${developers} WHERE developer_id = ${row.developerId})
				AND (SELECT count(*) FROM ${webhookEndpoints} WHERE developer_id = ${row.developerId}
				AND endpoint_id <> ${row.endpointId}) < ${whole(limit)}`,
			)
			.onConflictDoUpdate({ target: endpointId, set: { developerId: sql`excluded.developer_id` } })
			.returning({ endpointId });
		if ((await sealedQuery("insert an endpoint", insertion)).length > 0) return "inserted";
		const owner = db
			.select({ id: developers.developerId })
			.from(developers)
			.where(eq(developers.developerId, row.developerId));
		return (await sealedQuery("find an endpoint's developer", owner)).length > 0 ? "full" : "user_gone";
	}

	/** Oldest first. */
	async function list(owner: string): Promise<string[]> {
		const select = db
			.select({ endpointId })
			.from(webhookEndpoints)
			.where(eq(developerId, owner))
			.orderBy(asc(createdAt), asc(endpointId));
		return (await sealedQuery("list endpoints", select)).map((row) => row.endpointId);
	}

	function page(after: string, limit: number): Promise<{ endpointId: string; developerId: string }[]> {
		const select = db
			.select({ endpointId, developerId })
			.from(webhookEndpoints)
			.where(gt(endpointId, after))
			.orderBy(asc(endpointId))
			.limit(limit);
		return sealedQuery("page through the endpoints", select);
	}

	async function listOf(owners: readonly string[]): Promise<Map<string, string[]>> {
		const select = db
			.select({ endpointId, developerId })
			.from(webhookEndpoints)
			.where(inArray(developerId, owners.slice(0, MAX_VALUES)));
		const rows = await sealedQuery("find the endpoints of developers", select);
		const byDeveloper = Map.groupBy(rows, (row) => row.developerId);
		return new Map([...byDeveloper].map(([owner, group]) => [owner, group.map((row) => row.endpointId)]));
	}

	async function remove(owner: string, id: string): Promise<boolean> {
		const removed = db
			.delete(webhookEndpoints)
			.where(and(eq(developerId, owner), eq(endpointId, id)))
			.returning({ endpointId });
		return (await sealedQuery("remove an endpoint", removed)).length > 0;
	}

	return { insert, list, listOf, page, remove };
}
