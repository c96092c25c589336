/** Accepted terms in D1. Append-only: a version is written once. */
import { and, eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { estateAgreements, estateProfiles } from "../../db/schema.ts";
import { sealedQuery } from "../../db/sealed-query.ts";
import { addHistory, addPartner, isKnown, touchEstate, whole } from "../estate-statements.d1.ts";
import type { AgreementRows } from "../ports.ts";

export function createAgreementRows(database: D1Database): AgreementRows {
	const db = drizzle(database);
	return {
		async accept({ estateId, developerId, signed, spent, version, documentHash, acceptedAt }) {
			const { signature, proof, chainId } = signed;
			const isThere = sql`EXISTS (SELECT 1 FROM ${estateProfiles} WHERE estate_id = ${estateId})`;
			const isNew = sql`${isThere} AND NOT ${isKnown(spent)} AND NOT EXISTS
				(SELECT 1 FROM ${estateAgreements} WHERE estate_id = ${estateId} AND version = ${version})`;
			const along = { estateId, now: acceptedAt, when: isNew };
			const isThis = and(eq(estateAgreements.estateId, estateId), eq(estateAgreements.version, version));
			const [, , , inserted, standing, marks] = await sealedQuery(
				"accept an agreement",
				db.batch([
					addHistory(db, { ...along, action: "agreement.accepted", actor: developerId, target: version }),
					touchEstate(db, along),
					// Not where it was accepted before: whoever has seen the signature could bring it again.
					addPartner(db, { ...along, developerId }),
					db
						.insert(estateAgreements)
						.select(
							sql`SELECT ${estateId}, ${version}, ${documentHash}, ${whole(acceptedAt)}, ${signature},
							${JSON.stringify(proof)}, ${whole(chainId)} WHERE ${isNew}`,
						)
						.returning({ version: estateAgreements.version }),
					db
						.select({
							version: estateAgreements.version,
							documentHash: estateAgreements.documentHash,
							acceptedAt: estateAgreements.acceptedAt,
						})
						.from(estateAgreements)
						.where(isThis),
					db.select({ isSpent: sql<number>`${isThere} AND ${isKnown(spent)}` }).from(sql`(SELECT 1)`),
				] as const),
			);
			const [acceptance] = standing;
			if (!acceptance) return { kind: marks[0]?.isSpent ? "spent" : "erased" };
			return { kind: inserted.length > 0 ? "accepted" : "known", acceptance };
		},
	};
}
