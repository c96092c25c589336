/** Webhook endpoints in D1: whose they are. How many there may be is decided by one statement. */
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { developers, webhookEndpoints } from "../../db/schema.ts";
import { sealedQuery } from "../../db/sealed-query.ts";
import { sealedUnder } from "../../db/sealed-under.ts";
import type { EndpointRows } from "../ports.ts";

/** D1 takes a hundred values in one statement. */
const MAX_VALUES = 100;

export function createEndpointRows(database: D1Database): EndpointRows {
	const db = drizzle(database);
	const { endpointId, developerId, createdAt } = webhookEndpoints;

	return {
		async insert(row, limit) {
			const written = await sealedQuery(
				"insert an endpoint",
				db
					.insert(webhookEndpoints)
					.select(
						sql`SELECT ${row.endpointId}, ${row.developerId}, CAST(${row.createdAt} AS INTEGER), ${sealedUnder(row.keyVersion)}
						WHERE EXISTS (SELECT 1 FROM ${developers} WHERE developer_id = ${row.developerId})
						AND (SELECT count(*) FROM ${webhookEndpoints} WHERE developer_id = ${row.developerId})
						< CAST(${limit} AS INTEGER)`,
					)
					.returning({ endpointId }),
			);
			if (written.length > 0) return "inserted";
			const owner = db
				.select({ id: developers.developerId })
				.from(developers)
				.where(eq(developers.developerId, row.developerId));
			return (await sealedQuery("find an endpoint's developer", owner)).length > 0 ? "full" : "user_gone";
		},

		async list(owner) {
			const select = db
				.select({ endpointId })
				.from(webhookEndpoints)
				.where(eq(developerId, owner))
				.orderBy(asc(createdAt), asc(endpointId));
			return (await sealedQuery("list endpoints", select)).map((row) => row.endpointId);
		},

		async listOf(owners) {
			const select = db
				.select({ endpointId, developerId })
				.from(webhookEndpoints)
				.where(inArray(developerId, owners.slice(0, MAX_VALUES)));
			const rows = await sealedQuery("find the endpoints of developers", select);
			const byDeveloper = Map.groupBy(rows, (row) => row.developerId);
			return new Map([...byDeveloper].map(([owner, group]) => [owner, group.map((row) => row.endpointId)]));
		},

		async remove(owner, id) {
			const removed = db
				.delete(webhookEndpoints)
				.where(and(eq(developerId, owner), eq(endpointId, id)))
				.returning({ endpointId });
			return (await sealedQuery("remove an endpoint", removed)).length > 0;
		},
	};
}
