/**
 * Erases an estate in one batch (estates.md "Erasure"). The first statement marks the profile; all others require the
 * mark.
 */
import { eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import {
	estateAgreementMessages,
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
import { whole } from "../../db/whole.ts";
import type { Macs } from "../estate-macs.ts";
import { isSpent } from "../estate-statements.d1.ts";
import type { EstateKey } from "../owner-proof.ts";

/** Never visible outside the transaction. */
const MARK = -1;

type EraseRowsResult =
	| { kind: "erased"; estateId: string; objectKeys: string[] }
	| { kind: "nonce_used" }
	| { kind: "no_estate" };

export type ErasureRows = ReturnType<typeof createErasureRows>;

export function createErasureRows(database: D1Database) {
	const db = drizzle(database);
	return {
		async erase(request: {
			estateKey: EstateKey;
			owner: Macs;
			nonce: Macs;
			now: number;
		}): Promise<EraseRowsResult> {
			const { estateKey, owner, nonce, now } = request;
			const { estateId, ownerAddress, chainId, updatedAt } = estateProfiles;
			const isThis = sql`${ownerAddress} = ${estateKey.ownerAddress} AND ${chainId} = ${whole(estateKey.chainId)}`;
			const isUsed = isSpent(nonce.all);
			const marked = sql`(SELECT estate_id FROM ${estateProfiles} WHERE owner_address = ${estateKey.ownerAddress}
				AND chain_id = ${whole(estateKey.chainId)} AND updated_at = ${whole(MARK)})`;
			const [before, [estate], wills, orders] = await sealedQuery(
				"erase an estate",
				db.batch([
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
					db.delete(estateAgreementMessages).where(eq(estateAgreementMessages.estateId, marked)),
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
			return { kind: before[0]?.used ? "nonce_used" : "no_estate" };
		},

		async useNonce(nonce: Macs, now: number): Promise<boolean> {
			const insert = db
				.insert(estateNonces)
				.select(sql`SELECT ${nonce.current}, ${whole(now)} WHERE NOT ${isSpent(nonce.all)}`)
				.returning({ nonceMac: estateNonces.nonceMac });
			return (await sealedQuery("use up a nonce", insert)).length > 0;
		},
	};
}
