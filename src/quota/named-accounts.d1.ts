/** Asks whether an open case or release names an account, whose protective moves have a reserve (auth.md "Quotas"). */
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { IS_OPEN } from "../db/schema.ts";
import { sealedQuery } from "../db/sealed-query.ts";

/** `address` in any letter case. */
type ChainAccount = { chainId: number; address: string };

/** As lost, in a case; as the owner, in a release that an objection can end. */
export type IsNamed = (account: ChainAccount) => Promise<boolean>;

export function createNamedAccounts(database: D1Database, now: () => number = Date.now): IsNamed {
	const db = drizzle(database);
	return async ({ chainId, address }) => {
		const isOf = (column: string) => sql`${sql.raw(column)} = ${address.toLowerCase()}
			AND chain_id = CAST(${chainId} AS INTEGER)`;
		const select = sql<{
			isNamed: number;
		}>`SELECT EXISTS (SELECT 1 FROM recovery_cases INDEXED BY recovery_cases_open
				WHERE ${isOf("lost_account")} AND ${sql.raw(IS_OPEN)})
			OR EXISTS (SELECT 1 FROM estate_profiles JOIN release_requests USING (estate_id)
				WHERE ${isOf("owner_address")} AND (status = 'open' OR (status = 'approved'
				AND json_extract(state, '$.downloadableUntil') > CAST(${now()} AS INTEGER)))) AS isNamed`;
		return (
			(await sealedQuery("find an account that is named", db.get<{ isNamed: number }>(select))).isNamed === 1
		);
	};
}
