/** The `api_keys` table: copies of what the account objects hold, for lists, reports and KV misses. */
import { inArray } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import * as z from "zod";
import { apiKeys } from "../../db/schema.ts";
import { sealedQuery } from "../../db/sealed-query.ts";
import { lazy } from "../../kernel/once.ts";
import type { KeyRows } from "../ports.ts";

const keyRow = lazy(() =>
	z.object({
		keyId: z.uuid(),
		developerId: z.string(),
		label: z.string(),
		hint: z.string(),
		lookup: z.string(),
		secretMac: z.string(),
		pepperVersion: z.int(),
		createdAt: z.int(),
		expiresAt: z.int().nullable(),
		revokedAt: z.int().nullable(),
	}),
);

export function createKeyRows(database: D1Database): KeyRows {
	const db = drizzle(database);
	return {
		async insert(row) {
			await sealedQuery("insert an API key", db.insert(apiKeys).values(row));
		},
		async findByLookup(lookups) {
			const isWanted = inArray(apiKeys.lookup, [...lookups]);
			const select = db.select().from(apiKeys).where(isWanted).limit(1);
			const [row] = await sealedQuery("find an API key", select);
			return row && keyRow().parse(row);
		},
	};
}
