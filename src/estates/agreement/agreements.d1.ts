import { and, eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { estateAgreements, estateProfiles } from "../../db/schema.ts";
import { sealedQuery } from "../../db/sealed-query.ts";
import { addHistory, addPartner, integer, isSpent, touchEstate } from "../estate-statements.d1.ts";
import type { OwnerSignature } from "../owner-proof.ts";
import type { AcceptedAgreement } from "./agreement.ts";

type AcceptResult =
	| { kind: "accepted"; acceptance: AcceptedAgreement }
	| { kind: "already_accepted"; acceptance: AcceptedAgreement }
	| { kind: "no_estate" }
	| { kind: "agreement_spent" };

export type AgreementRows = ReturnType<typeof createAgreementRows>;

export function createAgreementRows(database: D1Database) {
	const db = drizzle(database);
	return {
		/** @param request.agreementMacs rejects the acceptance if one of them is spent */
		async accept(
			request: {
				estateId: string;
				developerId: string | null;
				signed: OwnerSignature;
				agreementMacs: readonly string[];
			} & AcceptedAgreement,
		): Promise<AcceptResult> {
			const { estateId, developerId, signed, agreementMacs, version, documentHash, acceptedAt } = request;
			const { signature, proof, chainId } = signed;
			const estateExists = sql`EXISTS (SELECT 1 FROM ${estateProfiles} WHERE estate_id = ${estateId})`;
			const isNew = sql`${estateExists} AND NOT ${isSpent(agreementMacs)} AND NOT EXISTS
				(SELECT 1 FROM ${estateAgreements} WHERE estate_id = ${estateId} AND version = ${version})`;
			const dependent = { estateId, now: acceptedAt, when: isNew };
			const isThis = and(eq(estateAgreements.estateId, estateId), eq(estateAgreements.version, version));
			const [, , , inserted, present, marks] = await sealedQuery(
				"accept an agreement",
				db.batch([
					addHistory(db, {
						...dependent,
						action: "agreement.accepted",
						actor: developerId,
						target: version,
					}),
					touchEstate(db, dependent),
					// A repetition adds no partner, because anyone who has seen the signature could send it.
					addPartner(db, { ...dependent, developerId }),
					db
						.insert(estateAgreements)
						.select(
							sql`SELECT ${estateId}, ${version}, ${documentHash}, ${integer(acceptedAt)}, ${signature},
							${JSON.stringify(proof)}, ${integer(chainId)} WHERE ${isNew}`,
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
					db
						.select({ isSpent: sql<number>`${estateExists} AND ${isSpent(agreementMacs)}` })
						.from(sql`(SELECT 1)`),
				] as const),
			);
			const [acceptance] = present;
			if (!acceptance) return { kind: marks[0]?.isSpent ? "agreement_spent" : "no_estate" };
			return { kind: inserted.length > 0 ? "accepted" : "already_accepted", acceptance };
		},
	};
}
