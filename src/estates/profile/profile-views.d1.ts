/**
 * A caller's view of a profile (estates.md "What a read stores"): the estate, if something was signed through the
 * caller, else the time of its first read. Runs the same statements in all cases.
 */
import { and, eq, type SQL, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { bareProfiles, estatePartners, estateProfiles } from "../../db/schema.ts";
import { sealedQuery } from "../../db/sealed-query.ts";
import { whole } from "../../db/whole.ts";
import type { Macs } from "../estate-macs.ts";
import { idOfEstate, isOf, listOf } from "../estate-statements.d1.ts";
import type { EstateKey } from "../owner-proof.ts";
import type { Estate } from "./profile.ts";

/** A read is noted once a day at most, so the last read may be a day younger than its note. */
const RETENTION_MS = 91 * 86_400_000;

/** `developerId`: null for the owner's session. `bare`: MACs of the reader's bare profile. */
export type ProfileReader = { estateKey: EstateKey; developerId: string | null; bare: Macs };

export type ProfileView =
	/** The reader's own `createdAt`. */
	{ kind: "estate"; estate: Estate } | { kind: "bare"; createdAt: number; lastReadAt: number };

export type ProfileViewRows = ReturnType<typeof createProfileViewRows>;

export function createProfileViewRows(database: D1Database) {
	const db = drizzle(database);
	const { estateId, ownerAddress, chainId, willVersion, createdAt, updatedAt } = estateProfiles;
	const columns = { estateId, ownerAddress, chainId, willVersion, updatedAt };

	const selectForOwner = ({ estateKey }: ProfileReader) =>
		db
			.select({ ...columns, createdAt: sql<number>`${createdAt}` })
			.from(estateProfiles)
			.where(isOf(estateKey));

	const selectForPartner = ({ estateKey }: ProfileReader, developerId: string) =>
		db
			.select({ ...columns, createdAt: estatePartners.createdAt })
			.from(estatePartners)
			.innerJoin(estateProfiles, eq(estatePartners.estateId, estateId))
			.where(
				and(eq(estatePartners.estateId, idOfEstate(estateKey)), eq(estatePartners.developerId, developerId)),
			);

	const selectEstate = (reader: ProfileReader) =>
		reader.developerId === null ? selectForOwner(reader) : selectForPartner(reader, reader.developerId);

	const selectBare = ({ bare }: ProfileReader) =>
		db
			.select({ createdAt: bareProfiles.createdAt, lastReadAt: bareProfiles.lastReadAt })
			.from(bareProfiles)
			.where(isBareProfile(bare))
			.orderBy(bareProfiles.createdAt)
			.limit(1);

	return {
		/** @returns undefined before the reader's first read */
		async find(reader: ProfileReader): Promise<ProfileView | undefined> {
			const batch = db.batch([selectEstate(reader), selectBare(reader)] as const);
			const [[estate], [bare]] = await sealedQuery("find what a caller sees of a profile", batch);
			return viewOf(estate, bare);
		},

		/** Stores the time of the first read. Concurrent first reads all return the time that one of them stored. */
		async initialise(reader: ProfileReader, now: number): Promise<{ isNew: boolean; view: ProfileView }> {
			const isKnown = sql`EXISTS (SELECT 1 FROM ${bareProfiles} WHERE ${isBareProfile(reader.bare)})`;
			const [inserted, [estate], [bare]] = await sealedQuery(
				"initialise a profile",
				db.batch([
					db
						.insert(bareProfiles)
						.select(
							sql`SELECT ${reader.bare.current}, ${whole(now)}, ${whole(now)}
							WHERE NOT ${isKnown} AND NOT ${seesEstate(reader)}`,
						)
						.onConflictDoNothing()
						.returning({ createdAt: bareProfiles.createdAt }),
					selectEstate(reader),
					selectBare(reader),
				] as const),
			);
			const view = viewOf(estate, bare);
			if (!view) throw new Error("an initialised profile is missing");
			return { isNew: inserted.length > 0, view };
		},

		/** @returns false if the sweep has removed the row */
		async noteRead({ bare }: ProfileReader, now: number): Promise<boolean> {
			const update = db
				.update(bareProfiles)
				.set({ lastReadAt: sql`max(last_read_at, ${whole(now)})` })
				.where(isBareProfile(bare))
				.returning({ lastReadAt: bareProfiles.lastReadAt });
			return (await sealedQuery("note that a profile was read", update)).length > 0;
		},

		/** Removes bare profiles that nobody reads any more (estates.md "What a read stores"). @returns their number */
		async removeUnread(now: number, limit: number): Promise<number> {
			const deletion = db
				.delete(bareProfiles)
				.where(
					sql`profile_mac IN (SELECT profile_mac FROM ${bareProfiles} WHERE last_read_at < ${whole(now - RETENTION_MS)}
					ORDER BY last_read_at LIMIT ${whole(limit)})`,
				)
				.returning({ lastReadAt: bareProfiles.lastReadAt });
			return (await sealedQuery("remove unread profiles", deletion)).length;
		},
	};
}

const isBareProfile = (bare: Macs): SQL => sql`profile_mac IN ${listOf(bare.all)}`;

function seesEstate({ estateKey, developerId }: ProfileReader): SQL {
	if (developerId === null) return sql`(${idOfEstate(estateKey)} IS NOT NULL)`;
	return sql`EXISTS (SELECT 1 FROM ${estatePartners}
		WHERE estate_id = ${idOfEstate(estateKey)} AND developer_id = ${developerId})`;
}

function viewOf(
	estate: Estate | undefined,
	bare: { createdAt: number; lastReadAt: number } | undefined,
): ProfileView | undefined {
	if (estate) return { kind: "estate", estate };
	return bare && { kind: "bare", ...bare };
}
