/**
 * Privacy codes in D1. A batch is one transaction, and each of its statements asks for the conditions itself, so
 * what may happen once or at most so often is decided there.
 */
import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { stampedEntry } from "../../audit/audit-events.d1.ts";
import {
	developers,
	estateAgreements,
	estateHistory,
	estateNonces,
	estateProfiles,
	privacyCodes,
	willVersions,
} from "../../db/schema.ts";
import { sealedQuery } from "../../db/sealed-query.ts";
import { addHistory, addPartner, isKnown, isLive, touchEstate, whole } from "../estate-statements.d1.ts";
import type { NewPrivacyCode, PrivacyCodeRows } from "../ports.ts";
import { willStatusRow } from "../profile/estates.d1.ts";

export function createPrivacyCodeRows(database: D1Database): PrivacyCodeRows {
	const db = drizzle(database);
	return {
		async create(code, { nonce, agreementVersion, limit }) {
			const { codeId, estateId, developerId, createdAt: now } = code;
			const isUsed = isKnown(nonce.all);
			const isAgreed = sql`EXISTS (SELECT 1 FROM ${estateAgreements}
				WHERE estate_id = ${estateId} AND version = ${agreementVersion})`;
			const hasRoom = sql`(SELECT count(*) FROM ${privacyCodes}
				WHERE estate_id = ${estateId} AND ${isLive(now)}) < ${whole(limit)}`;
			const isMade = sql`EXISTS (SELECT 1 FROM ${privacyCodes} WHERE code_id = ${codeId})`;
			const along = { estateId, now, when: isMade };
			const [standing, made] = await sealedQuery(
				"create a privacy code",
				db.batch([
					// Always one row, of what stood before.
					db.select({ used: sql<number>`${isUsed}`, agreed: sql<number>`${isAgreed}` }).from(sql`(SELECT 1)`),
					db
						.insert(privacyCodes)
						.select(sql`${valuesOf(code)} WHERE NOT ${isUsed} AND ${isAgreed} AND ${hasRoom}`)
						.returning({ codeId: privacyCodes.codeId }),
					db.insert(estateNonces).select(sql`SELECT ${nonce.current}, ${whole(now)} WHERE ${isMade}`),
					touchEstate(db, along),
					addPartner(db, { ...along, developerId }),
					addHistory(db, { ...along, action: "privacy_code.created", actor: developerId, target: codeId }),
				] as const),
			);
			if (made.length > 0) return "created";
			if (standing[0]?.used) return "nonce_used";
			return standing[0]?.agreed ? "full" : "agreement_required";
		},

		async revoke(estateId, codeId, now) {
			const isThis = and(eq(privacyCodes.codeId, codeId), eq(privacyCodes.estateId, estateId));
			const isUnrevoked = sql`EXISTS (SELECT 1 FROM ${privacyCodes}
				WHERE code_id = ${codeId} AND estate_id = ${estateId} AND revoked_at IS NULL)`;
			const along = { estateId, now, when: isUnrevoked };
			const [, , revoked] = await sealedQuery(
				"revoke a privacy code",
				db.batch([
					addHistory(db, { ...along, action: "privacy_code.revoked", actor: null, target: codeId }),
					touchEstate(db, along),
					db
						.update(privacyCodes)
						.set({ revokedAt: sql`coalesce(revoked_at, ${whole(now)})` })
						.where(isThis)
						.returning({ revokedAt: privacyCodes.revokedAt }),
				] as const),
			);
			return revoked[0]?.revokedAt ?? undefined;
		},

		async resolve({ macs, ownerAddress: ofOwner, developerId, agreementVersion, stamp, now }) {
			const isForThem = sql`(${privacyCodes.developerId} = ${developerId} OR EXISTS
				(SELECT 1 FROM ${developers} AS caller WHERE caller.developer_id = ${developerId} AND caller.role = 'resolver'))`;
			const isThis = inArray(privacyCodes.mac, [...macs]);
			const isTheirs =
				ofOwner === undefined
					? sql`TRUE`
					: sql`${privacyCodes.estateId} IN (SELECT estate_id FROM ${estateProfiles} WHERE owner_address = ${ofOwner})`;
			const resolves = sql`${isThis} AND ${isLive(now)} AND ${isForThem} AND ${isTheirs}`;
			const ofEstate = sql`estate_id = privacy_codes.estate_id`;
			const { codeId, estateId, label } = privacyCodes;
			const [codes] = await sealedQuery(
				"resolve a privacy code",
				db.batch([
					db
						.update(privacyCodes)
						.set({ resolves: sql`resolves + 1`, lastResolvedAt: whole(now) })
						.where(resolves)
						.returning({
							codeId,
							estateId,
							label,
							ownerAddress: sql<string>`(SELECT owner_address FROM ${estateProfiles} AS own WHERE own.${ofEstate})`,
							chainId: sql<number>`(SELECT chain_id FROM ${estateProfiles} AS own WHERE own.${ofEstate})`,
							accepted: sql<number>`EXISTS (SELECT 1 FROM ${estateAgreements} AS own
								WHERE own.${ofEstate} AND version = ${agreementVersion})`,
							will: sql<
								string | null
							>`(SELECT json_object('version', version, 'sha256', sha256, 'mimeType', mime_type,
								'size', size, 'uploadedAt', uploaded_at) FROM ${willVersions} AS own WHERE own.${ofEstate}
								ORDER BY version DESC LIMIT 1)`,
						}),
					db.insert(estateHistory).select(
						sql`SELECT NULL, ${estateId}, ${whole(now)}, 'privacy_code.resolved', ${developerId}, ${codeId}
							FROM ${privacyCodes} WHERE ${resolves}`,
					),
					stampedEntry(db, stamp, {
						action: sql`iif(EXISTS (SELECT 1 FROM ${privacyCodes} WHERE ${resolves}),
							'privacy_code.resolved', 'privacy_code.refused')`,
						target: sql`(SELECT ${codeId} FROM ${privacyCodes} WHERE ${isThis})`,
					}),
				] as const),
			);
			const [code] = codes;
			if (!code) return { kind: "unresolved" };
			const { accepted, will, ...told } = code;
			return {
				kind: "resolved",
				...told,
				agreementAccepted: accepted === 1,
				will: will === null ? null : willStatusRow().parse(JSON.parse(will)),
			};
		},
	};
}

function valuesOf({ createdAt, expiresAt, signed, ...code }: NewPrivacyCode): SQL {
	const expires = expiresAt === null ? sql`NULL` : whole(expiresAt);
	return sql`SELECT ${code.codeId}, ${code.estateId}, ${code.label}, ${code.hint}, ${code.mac}, ${code.developerId},
		${whole(createdAt)}, ${expires}, NULL, 0, NULL,
		${signed.signature}, ${JSON.stringify(signed.proof)}, ${whole(signed.chainId)}`;
}
