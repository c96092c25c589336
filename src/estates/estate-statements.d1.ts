/** SQL that the writes of an estate share. Each statement checks its batch's condition. */
import { type SQL, sql } from "drizzle-orm";
import type { DrizzleD1Database } from "drizzle-orm/d1";
import {
	bareProfiles,
	estateHistory,
	estateNonces,
	estatePartners,
	estateProfiles,
	estateTombstones,
} from "../db/schema.ts";
import { whole } from "../db/whole.ts";
import { newEstateId } from "../kernel/crypto/random-ids.ts";
import type { Macs } from "./estate-macs.ts";
import type { EstateKey } from "./owner-proof.ts";
import type { HistoryAction } from "./profile/profile.ts";

/** `(?, ?, …)` */
export const listOf = (values: readonly string[]): SQL =>
	sql`(${sql.join(
		values.map((value) => sql`${value}`),
		sql`, `,
	)})`;

export const isSpent = (macs: readonly string[]): SQL =>
	sql`EXISTS (SELECT 1 FROM ${estateNonces} WHERE nonce_mac IN ${listOf(macs)})`;

/** A code expires at `expires_at`. */
export const isLive = (now: number): SQL =>
	sql`(revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${whole(now)}))`;

/** Ids of the live codes of an estate. Two ranges of an index, because of codes that never expire. */
export const liveCodesOf = (estateId: string, now: number): SQL => sql`(
	SELECT code_id FROM privacy_codes INDEXED BY privacy_codes_unrevoked
	WHERE estate_id = ${estateId} AND revoked_at IS NULL AND expires_at IS NULL
	UNION ALL SELECT code_id FROM privacy_codes INDEXED BY privacy_codes_unrevoked
	WHERE estate_id = ${estateId} AND revoked_at IS NULL AND expires_at > ${whole(now)})`;

export const isOf = ({ ownerAddress, chainId }: EstateKey): SQL =>
	sql`owner_address = ${ownerAddress} AND chain_id = ${whole(chainId)}`;

/** A subquery; NULL if there is no estate. */
export const idOfEstate = (key: EstateKey): SQL =>
	sql`(SELECT estate_id FROM ${estateProfiles} WHERE ${isOf(key)})`;

/** The version of the last will before an erasure; 0 without an erasure. */
export const erasedWillVersion = (owner: Macs): SQL => sql`coalesce((SELECT max(will_version)
	FROM ${estateTombstones} WHERE owner_mac IN ${listOf(owner.all)}), 0)`;

const firstReadAt = (
	bare: Macs,
	now: number,
): SQL => sql`coalesce((SELECT min(created_at) FROM ${bareProfiles}
	WHERE profile_mac IN ${listOf(bare.all)}), ${whole(now)})`;

/**
 * Creates the estate unless it exists.
 *
 * @param estate.owner MACs of its tombstone
 * @param estate.bare MACs of its owner's bare profile, from which it copies the time of the first read
 */
export function createEstate(
	db: DrizzleD1Database,
	{ key, owner, bare, now, when }: { key: EstateKey; owner: Macs; bare: Macs; now: number; when: SQL },
) {
	return db
		.insert(estateProfiles)
		.select(
			sql`SELECT ${newEstateId()}, ${key.ownerAddress}, ${whole(key.chainId)}, ${erasedWillVersion(owner)},
			${firstReadAt(bare, now)}, ${whole(now)} WHERE ${when}`,
		)
		.onConflictDoNothing();
}

/** Removes bare profiles that an estate or a partner has replaced. */
export function removeBareProfiles(db: DrizzleD1Database, bare: readonly Macs[], when: SQL) {
	const macs = listOf(bare.flatMap(({ all }) => all));
	return db.delete(bareProfiles).where(sql`profile_mac IN ${macs} AND ${when}`);
}

/** `when` is the batch's condition. */
type DependentWrite = { estateId: string | SQL; now: number; when: SQL };

export function touchEstate(db: DrizzleD1Database, { estateId, now, when }: DependentWrite) {
	return db
		.update(estateProfiles)
		.set({ updatedAt: sql`max(updated_at, ${whole(now)})` })
		.where(sql`${estateProfiles.estateId} = ${estateId} AND ${when}`);
}

/**
 * Does nothing without a developer, as in the owner's own session.
 *
 * @param partner.bare MACs of the developer's bare profile, from which the row copies the time of the first read
 */
export function addPartner(
	db: DrizzleD1Database,
	{ estateId, now, when, developerId, bare }: DependentWrite & { developerId: string | null; bare: Macs },
) {
	return db
		.insert(estatePartners)
		.select(
			sql`SELECT ${estateId}, ${developerId}, ${whole(now)}, ${firstReadAt(bare, now)}
			WHERE ${developerId} IS NOT NULL AND ${when}`,
		)
		.onConflictDoNothing();
}

/** @param entry.actor null for the owner */
export function addHistory(
	db: DrizzleD1Database,
	entry: DependentWrite & { action: HistoryAction; actor: string | null; target: string | null },
) {
	const { estateId, now, when, action, actor, target } = entry;
	return db
		.insert(estateHistory)
		.select(sql`SELECT NULL, ${estateId}, ${whole(now)}, ${action}, ${actor}, ${target} WHERE ${when}`);
}
