/** Whether D1, which routes events, knows of an endpoint. */
import { eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { webhookEndpoints } from "../../src/db/schema.ts";
import { sealedQuery } from "../../src/db/sealed-query.ts";

export async function isRegistered(database: D1Database, endpointId: string): Promise<boolean> {
	const select = drizzle(database)
		.select({ endpointId: webhookEndpoints.endpointId })
		.from(webhookEndpoints)
		.where(eq(webhookEndpoints.endpointId, endpointId));
	return (await sealedQuery("find an endpoint", select)).length > 0;
}
