/** Each write is one batch that checks its conditions, so that parallel calls cannot exceed a limit. */
import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import type { AuditStamp } from "../../audit/audit-event.ts";
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
import { whole } from "../../db/whole.ts";
import { parseStored } from "../../protocol/form.ts";
import type { Macs } from "../estate-macs.ts";
import {
	addHistory,
	addPartner,
	isLive,
	isSpent,
	liveCodesOf,
	removeBareProfiles,
	touchEstate,
} from "../estate-statements.d1.ts";
import type { EstateKey, OwnerSignature } from "../owner-proof.ts";
import type { WillStatus } from "../will/will.ts";
import { willStatusForm } from "../will/wills.d1.ts";

export type NewPrivacyCode = {
	codeId: string;
	estateId: string;
	label: string;
	hint: string;
	mac: string;
	developerId: string | null;
	createdAt: number;
	expiresAt: number | null;
	signed: OwnerSignature;
};

/** Everything that a code reveals. */
export type ResolvedEstate = EstateKey & {
	estateId: string;
	codeId: string;
	label: string;
	agreementAccepted: boolean;
	will: WillStatus | null;
};

export type PrivacyCodeRows = ReturnType<typeof createPrivacyCodeRows>;

export function createPrivacyCodeRows(database: D1Database) {
	const db = drizzle(database);
	return {
		async create(
			code: NewPrivacyCode,
			conditions: { nonce: Macs; bare: Macs; agreementVersion: string; limit: number },
		): Promise<"created" | "nonce_used" | "agreement_required" | "too_many_codes"> {
			const { codeId, estateId, developerId, createdAt: now } = code;
			const { nonce, bare, agreementVersion, limit } = conditions;
			const isUsed = isSpent(nonce.all);
			const isAccepted = sql`EXISTS (SELECT 1 FROM ${estateAgreements}
				WHERE estate_id = ${estateId} AND version = ${agreementVersion})`;
			const isBelowLimit = sql`(SELECT count(*) FROM ${liveCodesOf(estateId, now)}) < ${whole(limit)}`;
			const isCreated = sql`EXISTS (SELECT 1 FROM ${privacyCodes} WHERE code_id = ${codeId})`;
			const dependent = { estateId, now, when: isCreated };
			const [before, created] = await sealedQuery(
				"create a privacy code",
				db.batch([
					db
						.select({ used: sql<number>`${isUsed}`, accepted: sql<number>`${isAccepted}` })
						.from(sql`(SELECT 1)`),
					db
						.insert(privacyCodes)
						.select(sql`${valuesOf(code)} WHERE NOT ${isUsed} AND ${isAccepted} AND ${isBelowLimit}`)
						.returning({ codeId: privacyCodes.codeId }),
					db.insert(estateNonces).select(sql`SELECT ${nonce.current}, ${whole(now)} WHERE ${isCreated}`),
					touchEstate(db, dependent),
					addPartner(db, { ...dependent, developerId, bare }),
					removeBareProfiles(db, [bare], isCreated),
					addHistory(db, {
						...dependent,
						action: "privacy_code.created",
						actor: developerId,
						target: codeId,
					}),
				] as const),
			);
			if (created.length > 0) return "created";
			if (before[0]?.used) return "nonce_used";
			return before[0]?.accepted ? "too_many_codes" : "agreement_required";
		},

		/**
		 * @param through the developer who must have created the code
		 * @returns when the code was revoked, now or earlier
		 */
		async revoke(
			estateId: string,
			codeId: string,
			now: number,
			through: string | undefined,
		): Promise<number | undefined> {
			const isThis = and(
				eq(privacyCodes.codeId, codeId),
				eq(privacyCodes.estateId, estateId),
				through === undefined ? undefined : eq(privacyCodes.developerId, through),
			);
			const isUnrevoked = sql`EXISTS (SELECT 1 FROM ${privacyCodes} WHERE ${isThis} AND revoked_at IS NULL)`;
			const dependent = { estateId, now, when: isUnrevoked };
			const [, , revoked] = await sealedQuery(
				"revoke a privacy code",
				db.batch([
					addHistory(db, { ...dependent, action: "privacy_code.revoked", actor: null, target: codeId }),
					touchEstate(db, dependent),
					db
						.update(privacyCodes)
						.set({ revokedAt: sql`coalesce(revoked_at, ${whole(now)})` })
						.where(isThis)
						.returning({ revokedAt: privacyCodes.revokedAt }),
				] as const),
			);
			return revoked[0]?.revokedAt ?? undefined;
		},

		/** Resolves, counts and records a code in one transaction. Runs the same statements for an unknown code. */
		async resolve(request: {
			macs: readonly string[];
			ownerAddress?: string;
			developerId: string;
			/** Whether a resolver's role counts. */
			asResolver: boolean;
			agreementVersion: string;
			stamp: AuditStamp;
			now: number;
		}): Promise<({ kind: "resolved" } & ResolvedEstate) | { kind: "unresolved" }> {
			const { macs, ownerAddress: requiredOwner, developerId, agreementVersion, stamp, now } = request;
			const asResolver = sql.raw(request.asResolver ? "TRUE" : "FALSE");
			const isAllowed = sql`(${privacyCodes.developerId} = ${developerId} OR ${asResolver} AND EXISTS
				(SELECT 1 FROM ${developers} AS caller WHERE caller.developer_id = ${developerId} AND caller.role = 'resolver'
				AND caller.role_held_until <= ${whole(now)}))`;
			const isThis = inArray(privacyCodes.mac, [...macs]);
			const hasOwner =
				requiredOwner === undefined
					? sql`TRUE`
					: sql`${privacyCodes.estateId} IN (SELECT estate_id FROM ${estateProfiles} WHERE owner_address = ${requiredOwner})`;
			const resolves = sql`${isThis} AND ${isLive(now)} AND ${isAllowed} AND ${hasOwner}`;
			const ofEstate = sql`estate_id = privacy_codes.estate_id`;
			const { codeId, estateId, label } = privacyCodes;
			const [codes] = await sealedQuery(
				"resolve a privacy code",
				db.batch([
					db
						.update(privacyCodes)
						.set({ resolves: sql`resolves + 1` })
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
			const { accepted, will, ...estate } = code;
			return {
				kind: "resolved",
				...estate,
				agreementAccepted: accepted === 1,
				will: will === null ? null : parseStored(willStatusForm, JSON.parse(will)),
			};
		},
	};
}

function valuesOf({ createdAt, expiresAt, signed, ...code }: NewPrivacyCode): SQL {
	const expires = expiresAt === null ? sql`NULL` : whole(expiresAt);
	return sql`SELECT ${code.codeId}, ${code.estateId}, ${code.label}, ${code.hint}, ${code.mac}, ${code.developerId},
		${whole(createdAt)}, ${expires}, NULL, 0,
		${signed.signature}, ${JSON.stringify(signed.proof)}, ${whole(signed.chainId)}, ${signed.service}`;
}
