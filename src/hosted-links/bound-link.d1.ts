/** The condition on a link that a browser may finish, for the statements that use it up. */
import { type SQL, sql } from "drizzle-orm";
import { whole } from "../db/whole.ts";

// Spelled with table names, because drizzle leaves them out of a query of one table.
export const isOriginAllowed = sql<number>`EXISTS (SELECT 1 FROM origins AS allowed
	WHERE allowed.origin = hosted_links.origin AND allowed.developer_id = hosted_links.developer_id
	AND allowed.status = 'allowed')`;

/** A usable link that this secret is bound to. */
export const isBoundTo = (linkId: string, secretHash: string, now: number): SQL =>
	sql`(hosted_links.link_id = ${linkId} AND hosted_links.secret_hash = ${secretHash}
		AND hosted_links.used_at IS NULL AND hosted_links.ended_at IS NULL
		AND hosted_links.ends_at > ${whole(now)} AND ${isOriginAllowed})`;
