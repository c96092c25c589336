/**
 * Erasure of an estate in D1 (estates.md "Erasure"): one batch, which is one transaction. Its first write marks the
 * profile if the nonce is unused; every other one asks for that mark, and the last takes it away with the profile.
 */
import { eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import {
	estateAgreements,
	estateHistory,
	estateNonces,
	estatePartners,
	estateProfiles,
	estateTombstones,
	privacyCodes,
	releaseRequests,
	willVersions,
} from "../../db/schema.ts";
import { sealedQuery } from "../../db/sealed-query.ts";
import { isKnown, whole } from "../estate-statements.d1.ts";
import type { ErasureRows } from "../ports.ts";

/** No time that a profile was updated at; nobody sees it, for it does not outlive the transaction. */
const MARK = -1;

export function createErasureRows(database: D1Database): ErasureRows {
	const db = drizzle(database);
	return {
		async erase({ estateKey, owner, nonce, agreements, now }) {
			const { estateId, ownerAddress, chainId, updatedAt } = estateProfiles;
			const isThis = sql`${ownerAddress} = ${estateKey.ownerAddress} AND ${chainId} = ${whole(estateKey.chainId)}`;
			const isUsed = isKnown(nonce.all);
			const marked = sql`(SELECT estate_id FROM ${estateProfiles} WHERE owner_address = ${estateKey.ownerAddress}
				AND chain_id = ${whole(estateKey.chainId)} AND updated_at = ${whole(MARK)})`;
			const [standing, [estate], wills, orders] = await sealedQuery(
				"erase an estate",
				db.batch([
					// Always one row, of what stood before.
					db.select({ used: sql<number>`${isUsed}` }).from(sql`(SELECT 1)`),
					db
						.update(estateProfiles)
						.set({ updatedAt: whole(MARK) })
						.where(sql`${isThis} AND NOT ${isUsed}`)
						.returning({ estateId }),
					db
						.delete(willVersions)
						.where(eq(willVersions.estateId, marked))
						.returning({ key: willVersions.objectKey }),
					db
						.delete(releaseRequests)
						.where(eq(releaseRequests.estateId, marked))
						.returning({ key: releaseRequests.orderKey }),
					db
						.insert(estateNonces)
						.select(
							sql`SELECT value, ${whole(now)} FROM json_each(${JSON.stringify(agreements)}) WHERE EXISTS ${marked}`,
						)
						.onConflictDoNothing(),
					db.delete(estateAgreements).where(eq(estateAgreements.estateId, marked)),
					db.delete(privacyCodes).where(eq(privacyCodes.estateId, marked)),
					db.delete(estatePartners).where(eq(estatePartners.estateId, marked)),
					db.delete(estateHistory).where(eq(estateHistory.estateId, marked)),
					db.insert(estateNonces).select(sql`SELECT ${nonce.current}, ${whole(now)} WHERE EXISTS ${marked}`),
					db
						.insert(estateTombstones)
						.select(
							sql`SELECT ${owner.current}, will_version, ${whole(now)} FROM ${estateProfiles} WHERE estate_id = ${marked}`,
						)
						.onConflictDoUpdate({
							target: estateTombstones.ownerMac,
							set: {
								willVersion: sql`max(will_version, excluded.will_version)`,
								erasedAt: sql`excluded.erased_at`,
							},
						}),
					db.delete(estateProfiles).where(sql`${isThis} AND ${updatedAt} = ${whole(MARK)}`),
				] as const),
			);
			if (estate) {
				const objectKeys = [...wills, ...orders].map(({ key }) => key);
				return { kind: "erased", estateId: estate.estateId, objectKeys };
			}
			return { kind: standing[0]?.used ? "nonce_used" : "no_estate" };
		},

		async spend(nonce, now) {
			const insert = db
				.insert(estateNonces)
				.select(sql`SELECT ${nonce.current}, ${whole(now)} WHERE NOT ${isKnown(nonce.all)}`)
				.returning({ nonceMac: estateNonces.nonceMac });
			return (await sealedQuery("use a nonce up", insert)).length > 0;
		},
	};
}
