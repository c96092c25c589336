/**
 * Privacy codes in D1. A batch is one transaction, and each of its statements asks for the conditions itself, so
 * what may happen once or at most so often is decided there.
 */
import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
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
import type { NewPrivacyCode, PrivacyCodeRows } from "../ports.ts";
import { addHistory, addPartner, isKnown, isLive, touchEstate, whole } from "./estate-statements.ts";
import { willStatusRow } from "./estates.d1.ts";

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

		async resolve({ macs, ownerAddress: ofOwner, developerId, agreementVersion, now }) {
			const isForThem = sql`(${privacyCodes.developerId} = ${developerId} OR EXISTS
				(SELECT 1 FROM ${developers} AS caller WHERE caller.developer_id = ${developerId} AND caller.role = 'resolver'))`;
			const isThis = inArray(privacyCodes.mac, [...macs]);
			const isTheirs =
				ofOwner === undefined
					? sql`TRUE`
					: sql`${privacyCodes.estateId} IN (SELECT estate_id FROM ${estateProfiles} WHERE owner_address = ${ofOwner})`;
			const resolves = sql`${isThis} AND ${isLive(now)} AND ${isForThem} AND ${isTheirs}`;
			const { codeId, label, estateId } = privacyCodes;
			const { ownerAddress, chainId } = estateProfiles;
			const { version, sha256, mimeType, size, uploadedAt } = willVersions;
			const [known, codes, agreements, wills] = await sealedQuery(
				"resolve a privacy code",
				db.batch([
					db.select({ codeId }).from(privacyCodes).where(isThis),
					db
						.select({ codeId, estateId, label, ownerAddress, chainId })
						.from(privacyCodes)
						.innerJoin(estateProfiles, eq(estateProfiles.estateId, estateId))
						.where(resolves),
					db
						.select({ version: estateAgreements.version })
						.from(privacyCodes)
						.innerJoin(estateAgreements, eq(estateAgreements.estateId, estateId))
						.where(and(resolves, eq(estateAgreements.version, agreementVersion))),
					db
						.select({ version, sha256, mimeType, size, uploadedAt })
						.from(privacyCodes)
						.innerJoin(willVersions, eq(willVersions.estateId, estateId))
						.where(resolves)
						.orderBy(sql`${version} DESC`)
						.limit(1),
					db.insert(estateHistory).select(
						sql`SELECT NULL, ${estateId}, ${whole(now)}, 'privacy_code.resolved', ${developerId}, ${codeId}
							FROM ${privacyCodes} WHERE ${resolves}`,
					),
					db
						.update(privacyCodes)
						.set({ resolves: sql`resolves + 1`, lastResolvedAt: whole(now) })
						.where(resolves),
				] as const),
			);
			const [code] = codes;
			if (!code) return { kind: "unresolved", codeId: known[0]?.codeId ?? null };
			const will = wills[0] ? willStatusRow().parse(wills[0]) : null;
			return { kind: "resolved", ...code, agreementAccepted: agreements.length > 0, will };
		},
	};
}

function valuesOf({ createdAt, expiresAt, signed, ...code }: NewPrivacyCode): SQL {
	const expires = expiresAt === null ? sql`NULL` : whole(expiresAt);
	return sql`SELECT ${code.codeId}, ${code.estateId}, ${code.label}, ${code.hint}, ${code.mac}, ${code.developerId},
		${whole(createdAt)}, ${expires}, NULL, 0, NULL,
		${signed.signature}, ${JSON.stringify(signed.proof)}, ${whole(signed.chainId)}`;
}
