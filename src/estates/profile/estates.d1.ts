/** Estate profiles in D1. Whether one is there already is decided by one statement. */
import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import * as z from "zod";
import {
	estateAgreements,
	estateHistory,
	estatePartners,
	estateProfiles,
	estateTombstones,
	privacyCodes,
	willVersions,
} from "../../db/schema.ts";
import { sealedQuery } from "../../db/sealed-query.ts";
import { lazy } from "../../kernel/once.ts";
import { newEstateId } from "../../kernel/random-ids.ts";
import type { EstateMacs } from "../estate-macs.ts";
import { anyOf, isKnown, isLive, whole } from "../estate-statements.d1.ts";
import { type Estate, type EstateKey, type EstateRows, HISTORY_ACTIONS } from "../ports.ts";

const historyRow = lazy(() =>
	z.object({
		seq: z.int(),
		at: z.int(),
		action: z.enum(HISTORY_ACTIONS),
		actor: z.string().nullable(),
		target: z.string().nullable(),
	}),
);

/** What a profile and a code tell of the newest will. */
export const willStatusRow = lazy(() =>
	z.object({
		version: z.int(),
		sha256: z.string(),
		mimeType: z.enum(["application/pdf", "text/plain"]),
		size: z.int(),
		uploadedAt: z.int(),
	}),
);

/** What a profile shows: 20 codes can live, the others have ended. */
const MAX_LISTED_CODES = 100;

/** Above every number that the table gives, so that the first page is a search like all others. */
const BEFORE_ALL = Number.MAX_SAFE_INTEGER;

export function createEstateRows(database: D1Database, macs: EstateMacs): EstateRows {
	const db = drizzle(database);

	function selectProfile({ ownerAddress, chainId }: EstateKey) {
		const isThis = and(
			eq(estateProfiles.ownerAddress, ownerAddress),
			eq(estateProfiles.chainId, whole(chainId)),
		);
		return db.select().from(estateProfiles).where(isThis).limit(1);
	}

	const erasedVersion = (key: EstateKey) => sql`coalesce((SELECT max(will_version) FROM ${estateTombstones}
		WHERE owner_mac IN ${anyOf(macs.ofOwner(key).all)}), 0)`;

	async function find(key: EstateKey): Promise<Estate | undefined> {
		return (await sealedQuery("find an estate", selectProfile(key)))[0];
	}

	/** Initialises an estate if there is none and the condition holds. */
	async function initialise(key: EstateKey, now: number, when: SQL): Promise<Estate | undefined> {
		const insert = db
			.insert(estateProfiles)
			.select(
				sql`SELECT ${newEstateId()}, ${key.ownerAddress}, ${whole(key.chainId)}, ${erasedVersion(key)},
				${whole(now)}, ${whole(now)} WHERE ${when}`,
			)
			.onConflictDoNothing();
		const batch = db.batch([insert, selectProfile(key)] as const);
		return (await sealedQuery("initialise an estate", batch))[1][0];
	}

	return {
		find,

		async ensureForWill(key, version, now) {
			const isNext = sql`${erasedVersion(key)} = ${whole(version - 1)}`;
			return (await find(key)) ?? initialise(key, now, isNext);
		},

		async ensureForAgreement(key, spent, now) {
			return (await find(key)) ?? initialise(key, now, sql`NOT ${isKnown(spent)}`);
		},

		async erasedWillVersion(key) {
			const select = db.select({ version: sql<number>`${erasedVersion(key)}` }).from(sql`(SELECT 1)`);
			return (await sealedQuery("find what an erasure left", select))[0]?.version ?? 0;
		},

		async status(estateId, now, developerId) {
			const [agreements, wills, codes] = await sealedQuery(
				"read the status of an estate",
				db.batch([
					selectAccepted(db, estateId),
					selectNewestWill(db, estateId),
					selectCodes(db, estateId, now, developerId),
				] as const),
			);
			return {
				accepted: agreements[0] ?? null,
				will: wills[0] ? willStatusRow().parse(wills[0]) : null,
				privacyCodes: codes.sort((a, b) => b.createdAt - a.createdAt),
			};
		},

		async isPartner(estateId, developerId) {
			const select = db
				.select({ since: estatePartners.since })
				.from(estatePartners)
				.where(and(eq(estatePartners.estateId, estateId), eq(estatePartners.developerId, developerId)));
			return (await sealedQuery("find a partner of an estate", select)).length > 0;
		},

		async history(estateId, before, limit) {
			const { seq, at, action, actor, target } = estateHistory;
			const select = db
				.select({ seq, at, action, actor, target })
				.from(estateHistory)
				.where(and(eq(estateHistory.estateId, estateId), sql`${seq} < ${whole(before ?? BEFORE_ALL)}`))
				.orderBy(desc(seq))
				.limit(limit);
			const rows = await sealedQuery("list the history of an estate", select);
			return rows.map((row) => historyRow().parse(row));
		},
	};
}

function selectAccepted(db: DrizzleD1Database, estateId: string) {
	const { version, documentHash, acceptedAt } = estateAgreements;
	return (
		db
			.select({ version, documentHash, acceptedAt })
			.from(estateAgreements)
			.where(eq(estateAgreements.estateId, estateId))
			// A version is the day it is dated.
			.orderBy(desc(version))
			.limit(1)
	);
}

function selectNewestWill(db: DrizzleD1Database, estateId: string) {
	const { version, sha256, mimeType, size, uploadedAt } = willVersions;
	return db
		.select({ version, sha256, mimeType, size, uploadedAt })
		.from(willVersions)
		.where(eq(willVersions.estateId, estateId))
		.orderBy(desc(version))
		.limit(1);
}

function selectCodes(db: DrizzleD1Database, estateId: string, now: number, developerId?: string) {
	const { codeId, label, hint, createdAt, expiresAt, revokedAt, resolves } = privacyCodes;
	const isThis = eq(privacyCodes.estateId, estateId);
	return db
		.select({ codeId, label, hint, createdAt, expiresAt, revokedAt, resolves })
		.from(privacyCodes)
		.where(developerId === undefined ? isThis : and(isThis, eq(privacyCodes.developerId, developerId)))
		.orderBy(desc(isLive(now)), desc(createdAt), desc(codeId))
		.limit(MAX_LISTED_CODES);
}
