import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import { formsOf } from "../../db/row-forms.ts";
import {
	estateAgreements,
	estateHistory,
	estateProfiles,
	privacyCodes,
	willVersions,
} from "../../db/schema.ts";
import { sealedQuery } from "../../db/sealed-query.ts";
import { whole } from "../../db/whole.ts";
import { object, oneOf, parseStored } from "../../protocol/form.ts";
import type { EstateMacs } from "../estate-macs.ts";
import {
	createEstate,
	erasedWillVersion,
	idOfEstate,
	liveCodesOf,
	removeBareProfiles,
} from "../estate-statements.d1.ts";
import type { EstateKey } from "../owner-proof.ts";
import { willStatusForm } from "../will/wills.d1.ts";
import { type Estate, type EstateStatus, HISTORY_ACTIONS, type HistoryEntry } from "./profile.ts";

const { seq, at, actor, target } = estateHistory;
const historyRow = object({
	...formsOf({ seq, at, actor, target }),
	action: oneOf(...HISTORY_ACTIONS),
});

/** At most 20 of them are live. */
const MAX_LISTED_CODES = 100;

/** Above every `seq`. */
const BEFORE_ALL = Number.MAX_SAFE_INTEGER;

export type EstateRows = ReturnType<typeof createEstateRows>;

export function createEstateRows(database: D1Database, macs: EstateMacs) {
	const db = drizzle(database);

	function selectProfile({ ownerAddress, chainId }: EstateKey) {
		const isThis = and(
			eq(estateProfiles.ownerAddress, ownerAddress),
			eq(estateProfiles.chainId, whole(chainId)),
		);
		return db.select().from(estateProfiles).where(isThis).limit(1);
	}

	async function find(key: EstateKey): Promise<Estate | undefined> {
		return (await sealedQuery("find an estate", selectProfile(key)))[0];
	}

	return {
		find,

		/**
		 * Finds or creates the estate for a will.
		 *
		 * @returns undefined if `version` is not the next one
		 */
		async ensureForWill(key: EstateKey, version: number, now: number): Promise<Estate | undefined> {
			const known = await find(key);
			if (known) return known;
			const owner = macs.ownerMacs(key);
			const isNext = sql`${erasedWillVersion(owner)} = ${whole(version - 1)}`;
			const bare = macs.bareProfileMacs(null, key);
			const create = createEstate(db, { key, owner, bare, now, when: isNext });
			const exists = sql`${idOfEstate(key)} IS NOT NULL`;
			const batch = db.batch([create, removeBareProfiles(db, [bare], exists), selectProfile(key)] as const);
			return (await sealedQuery("create an estate", batch))[2][0];
		},

		async erasedWillVersion(key: EstateKey): Promise<number> {
			const version = erasedWillVersion(macs.ownerMacs(key));
			const select = db.select({ version: sql<number>`${version}` }).from(sql`(SELECT 1)`);
			return (await sealedQuery("find the tombstone of an estate", select))[0]?.version ?? 0;
		},

		/**
		 * Reads one consistent state, with at most 100 live codes, newest first.
		 *
		 * @param developerId restricts the codes to those made through this developer
		 */
		async readStatus(estateId: string, now: number, developerId?: string): Promise<EstateStatus> {
			const isLiveCode = sql`code_id IN ${liveCodesOf(estateId, now)}`;
			const [agreements, wills, live, recent] = await sealedQuery(
				"read the status of an estate",
				db.batch([
					selectAccepted(db, estateId),
					selectNewestWill(db, estateId),
					selectCodes(db, isLiveCode, developerId),
					selectCodes(db, isRecent(estateId), developerId),
				] as const),
			);
			return {
				accepted: agreements[0] ?? null,
				will: wills[0] ? parseStored(willStatusForm, wills[0]) : null,
				privacyCodes: listedCodes(live, recent),
			};
		},

		/** @param before returns only entries with a lower `seq` */
		async listHistory(estateId: string, before: number | undefined, limit: number): Promise<HistoryEntry[]> {
			const select = db
				.select({ seq, at, action: estateHistory.action, actor, target })
				.from(estateHistory)
				.where(and(eq(estateHistory.estateId, estateId), sql`${seq} < ${whole(before ?? BEFORE_ALL)}`))
				.orderBy(desc(seq))
				.limit(limit);
			const rows = await sealedQuery("list the history of an estate", select);
			return rows.map((row) => parseStored(historyRow, row));
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
			// Versions are dates.
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

/** @param developerId restricts the codes to those made through this developer */
function selectCodes(db: DrizzleD1Database, condition: SQL, developerId?: string) {
	const { codeId, label, hint, createdAt, expiresAt, revokedAt, resolves } = privacyCodes;
	const isThrough = developerId === undefined ? undefined : eq(privacyCodes.developerId, developerId);
	return db
		.select({ codeId, label, hint, createdAt, expiresAt, revokedAt, resolves })
		.from(privacyCodes)
		.where(and(condition, isThrough))
		.limit(MAX_LISTED_CODES);
}

/** Codes that have ended are among the newest of the estate only, because it may have any number. */
const isRecent = (estateId: string): SQL => sql`code_id IN (SELECT code_id FROM privacy_codes
	WHERE estate_id = ${estateId} ORDER BY created_at DESC LIMIT ${MAX_LISTED_CODES})`;

/** Live codes, then the newest others. */
function listedCodes<Code extends { codeId: string; createdAt: number }>(
	live: readonly Code[],
	recent: readonly Code[],
): Code[] {
	const newestFirst = (codes: readonly Code[]) => [...codes].sort((a, b) => b.createdAt - a.createdAt);
	const liveIds = new Set(live.map(({ codeId }) => codeId));
	const others = newestFirst(recent).filter(({ codeId }) => !liveIds.has(codeId));
	return newestFirst([...live, ...others].slice(0, MAX_LISTED_CODES));
}
