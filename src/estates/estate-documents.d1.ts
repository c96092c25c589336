/** Finds the rows of documents, for the sweep and the key rotation. */
import { eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { estateProfiles, releaseRequests, willVersions } from "../db/schema.ts";
import { sealedQuery } from "../db/sealed-query.ts";
import type { DocumentReferences } from "../document-store/sweep-orphans.ts";
import { releaseOrderContext } from "./release/release-request.ts";
import { willContext } from "./will/will-context.ts";

export const ESTATE_DOCUMENTS = "documents/";

export function createEstateDocumentRows(database: D1Database): DocumentReferences {
	const db = drizzle(database);
	return {
		prefix: ESTATE_DOCUMENTS,
		async findReferenced(objectKeys) {
			// D1 accepts at most a hundred bound values.
			const keys = sql`(SELECT value FROM json_each(${JSON.stringify(objectKeys)}))`;
			const select = db
				.select({ key: willVersions.objectKey })
				.from(willVersions)
				.where(sql`${willVersions.objectKey} IN ${keys}`)
				.unionAll(
					db
						.select({ key: releaseRequests.orderKey })
						.from(releaseRequests)
						.where(sql`${releaseRequests.orderKey} IN ${keys}`),
				);
			return (await sealedQuery("find rows of documents", select)).map(({ key }) => key);
		},
	};
}

export async function contextOfDocument(
	database: D1Database,
	objectKey: string,
): Promise<string | undefined> {
	const db = drizzle(database);
	const { estateId, chainId, ownerAddress } = estateProfiles;
	const [wills, orders] = await sealedQuery(
		"find the row of a document",
		db.batch([
			db
				.select({ estateId, chainId, ownerAddress, version: willVersions.version })
				.from(willVersions)
				.innerJoin(estateProfiles, eq(estateProfiles.estateId, willVersions.estateId))
				.where(eq(willVersions.objectKey, objectKey)),
			db
				.select({ requestId: releaseRequests.requestId })
				.from(releaseRequests)
				.where(eq(releaseRequests.orderKey, objectKey)),
		] as const),
	);
	if (wills[0]) return willContext(wills[0], wills[0].version);
	return orders[0] && releaseOrderContext(orders[0].requestId);
}
